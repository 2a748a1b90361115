/// What a receiver got.
public struct Received: Hashable, Sendable, Codable {
    /// The file or directory; nil where the bytes come as an open descriptor.
    public var path: String?
    /// The area's id; nil without an area.
    public var area: String?
    /// When the area ends, RFC 3339; nil without an area.
    public var leaseExpires: String?
    /// The type identifier.
    public var type: String
    /// The MIME type.
    public var mime: String
    /// The suggested name.
    public var name: String
    /// In bytes.
    public var size: Int64
    /// Whether this is the sender's own file and not a copy.
    public var isOriginalFile: Bool
    /// Lower-case hexadecimal; where it was asked for.
    public var sha256: String?

    package init(
        path: String? = nil, area: String? = nil, leaseExpires: String? = nil, type: String, mime: String, name: String,
        size: Int64, isOriginalFile: Bool, sha256: String? = nil
    ) {
        self.path = path
        self.area = area
        self.leaseExpires = leaseExpires
        self.type = type
        self.mime = mime
        self.name = name
        self.size = size
        self.isOriginalFile = isOriginalFile
        self.sha256 = sha256
    }
}

/// A temporary directory that holds one received representation under its suggested name, until its lease ends.
public struct Area: Hashable, Sendable, Codable {
    /// The area's own name.
    public var id: String
    /// The received file or directory in it.
    public var path: String
    /// The grant that it came from.
    public var grant: String
    /// The type identifier.
    public var type: String
    /// In bytes.
    public var size: Int64
    /// When it ends, RFC 3339.
    public var leaseExpires: String
    /// Whether the staged bytes that it shares were found changed (rule 10).
    public var damaged: Bool

    package init(
        id: String, path: String, grant: String, type: String, size: Int64, leaseExpires: String, damaged: Bool
    ) {
        self.id = id
        self.path = path
        self.grant = grant
        self.type = type
        self.size = size
        self.leaseExpires = leaseExpires
        self.damaged = damaged
    }
}

/// Something that happened to a grant or an area, for `stage watch`.
public struct StagingEvent: Hashable, Sendable, Codable {
    /// What happened: `granted`, `received`, `ended`, `renewed`, `areaEnded`, `areaHeld`, `kept`.
    public var event: String
    /// RFC 3339.
    public var at: String
    /// The grant's id.
    public var grant: String?
    /// The area's id.
    public var area: String?
    /// For `ended`: why.
    public var state: Grant.State?
    /// The type identifier of what was sent or received.
    public var type: String?
    /// The suggested name.
    public var name: String?
    /// The user who received or ended it.
    public var uid: UInt32?

    package init(
        _ event: String, at: String, grant: String? = nil, area: String? = nil, state: Grant.State? = nil,
        type: String? = nil, name: String? = nil, uid: UInt32? = nil
    ) {
        self.event = event
        self.at = at
        self.grant = grant
        self.area = area
        self.state = state
        self.type = type
        self.name = name
        self.uid = uid
    }
}
