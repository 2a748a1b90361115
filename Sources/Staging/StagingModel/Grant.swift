/// The time-limited permission to receive an item, as its owner and its token's holders see it.
public struct Grant: Hashable, Sendable, Codable {
    /// The public short name, for the owner's `list`, `show`, `revoke` and `renew`; it admits nobody else.
    public var id: String
    /// The secret; present in the answer to a send alone.
    public var token: Token?
    /// The path that was sent, as the sender gave it; set by the sending side alone.
    public var source: String?
    /// Whether it still admits anybody, and why not.
    public var state: State
    /// Who may receive what has no scope of its own.
    public var scope: Scope
    /// When it ends or ended by time, RFC 3339 in UTC; moves with the wall clock, which does not decide.
    public var expires: String
    /// How often it can still be received; nil is without limit.
    public var usesLeft: Int?
    /// Who sent it.
    public var sender: Sender
    /// The forms of the item, richest first; only those that the asker may receive, unless the asker is the owner.
    public var representations: [Representation]
    /// When it ended, RFC 3339; nil while it is active.
    public var ended: String?
    /// Who received it; for the owner's `show` alone.
    public var receptions: [Reception]?
    /// When it was sent, RFC 3339; on a pasteboard alone.
    public var sent: String?

    package init(
        id: String, token: Token? = nil, state: State, scope: Scope, expires: String, usesLeft: Int?, sender: Sender,
        representations: [Representation], ended: String? = nil, receptions: [Reception]? = nil,
        sent: String? = nil
    ) {
        self.id = id
        self.token = token
        self.state = state
        self.scope = scope
        self.expires = expires
        self.usesLeft = usesLeft
        self.sender = sender
        self.representations = representations
        self.ended = ended
        self.receptions = receptions
        self.sent = sent
    }

    /// Writes the members in the order in which they are declared; `usesLeft` is null where it is unlimited, so that a
    /// program need not know that an absent one means that.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(token, forKey: .token)
        try container.encodeIfPresent(source, forKey: .source)
        try container.encode(state, forKey: .state)
        try container.encode(scope, forKey: .scope)
        try container.encode(expires, forKey: .expires)
        try container.encode(usesLeft, forKey: .usesLeft)
        try container.encode(sender, forKey: .sender)
        try container.encode(representations, forKey: .representations)
        try container.encodeIfPresent(ended, forKey: .ended)
        try container.encodeIfPresent(receptions, forKey: .receptions)
        try container.encodeIfPresent(sent, forKey: .sent)
    }

    /// What a grant is, or what ended it. A name that is not known here, from a newer service, decodes as `lost`.
    public enum State: String, Hashable, Sendable, Codable {
        case active, expired, revoked, spent, subjectEnded, lost

        /// Reads the name.
        public init(from decoder: any Decoder) throws {
            self = State(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .lost
        }
    }

    /// The sending process, as the kernel told.
    public struct Sender: Hashable, Sendable, Codable {
        /// The user.
        public var uid: UInt32
        /// The user's name; nil where the number has none.
        public var user: String?
        /// The process that sent.
        public var pid: Int32

        package init(uid: UInt32, user: String?, pid: Int32) {
            self.uid = uid
            self.user = user
            self.pid = pid
        }

        /// Writes the members; `user` is null for a number without a name.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(uid, forKey: .uid)
            try container.encode(user, forKey: .user)
            try container.encode(pid, forKey: .pid)
        }
    }

    /// One receive that was confirmed.
    public struct Reception: Hashable, Sendable, Codable {
        /// The receiving user.
        public var uid: UInt32
        /// The user's name; nil where the number has none.
        public var user: String?
        /// The receiving process.
        public var pid: Int32
        /// When it was confirmed, RFC 3339.
        public var at: String
        /// The type that was received.
        public var type: String

        package init(uid: UInt32, user: String?, pid: Int32, at: String, type: String) {
            self.uid = uid
            self.user = user
            self.pid = pid
            self.at = at
            self.type = type
        }

        /// Writes the members; `user` is null for a number without a name.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(uid, forKey: .uid)
            try container.encode(user, forKey: .user)
            try container.encode(pid, forKey: .pid)
            try container.encode(at, forKey: .at)
            try container.encode(type, forKey: .type)
        }
    }
}

/// One form of an item.
public struct Representation: Hashable, Sendable, Codable {
    /// The type identifier of what the bytes are.
    public var type: String
    /// The MIME type.
    public var mime: String
    /// The suggested name.
    public var name: String
    /// In bytes; of a directory, all its files together; of a promise, what the sender expects, 0 where it does not know.
    public var size: Int64
    /// Who may receive this form.
    public var scope: Scope
    /// How it was sent.
    public var kind: Kind
    /// How its bytes came into the store.
    public var staged: Staged
    /// What makes the snapshot one instant's; nil for an original.
    public var consistency: Consistency?
    /// The type that the sender claimed; nil without a claim.
    public var declaredType: String?
    /// Whether the claim or the name's ending contradicts the bytes.
    public var typeMismatch: Bool

    package init(
        type: String, mime: String, name: String, size: Int64, scope: Scope, kind: Kind, staged: Staged,
        consistency: Consistency?, declaredType: String?, typeMismatch: Bool
    ) {
        self.type = type
        self.mime = mime
        self.name = name
        self.size = size
        self.scope = scope
        self.kind = kind
        self.staged = staged
        self.consistency = consistency
        self.declaredType = declaredType
        self.typeMismatch = typeMismatch
    }

    /// The ways of sending.
    public enum Kind: String, Hashable, Sendable, Codable {
        case snapshot, original, moved, directory
        /// Not there yet: the sender's process exports it when a receiver asks for it.
        case promised
    }

    /// The ways into the store.
    public enum Staged: String, Hashable, Sendable, Codable {
        case reflink, copy, rename, link, none
    }

    /// The grounds for saying that a snapshot is one instant's (rule 3).
    public enum Consistency: String, Hashable, Sendable, Codable {
        /// The file system copied by sharing, in one instant.
        case reflink
        /// A read lease held all along: nobody could write.
        case lease
        /// Size and times were the same before and after.
        case checked
    }
}
