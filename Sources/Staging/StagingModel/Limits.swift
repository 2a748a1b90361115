/// Everything that a client could make large, and how large it may become (rule 21).
public struct Limits: Hashable, Sendable, Codable {
    /// The longest life of a grant, in seconds.
    public var maximumTTL: Int64 = 7 * 86400
    /// The life of a grant for which none was said, in seconds.
    public var defaultTTL: Int64 = 3600
    /// The longest lease of an area, in seconds.
    public var maximumLease: Int64 = 86400
    /// The lease for which none was said, in seconds.
    public var defaultLease: Int64 = 900
    /// The most bytes in one item; nil is without limit.
    public var itemBytes: Int64?
    /// The most active grants of one user.
    public var grantsPerUser = 1_000_000
    /// The most areas of one user.
    public var areasPerUser = 100_000
    /// The most receives of one user that are neither confirmed nor given up.
    public var openReceivesPerUser = 1024
    /// The most originals of one user that the service holds open; each costs it a descriptor.
    public var heldOriginalsPerUser = 4096
    /// The most tokens of one grant, each a send under the same key.
    public var tokensPerGrant = 10_000
    /// The most connections of one user at once.
    public var connectionsPerUser = 64
    /// The most connections at once.
    public var connections = 1024
    /// The longest message, in bytes.
    public var messageBytes = 1 << 20
    /// The most descriptors with one message.
    public var descriptorsPerMessage = 64
    /// The longest name, in bytes.
    public var nameBytes = 255
    /// The most entries in one directory tree.
    public var treeEntries = 1_000_000
    /// The most representations of one item.
    public var representations = 64
    /// The longest time that a sender may take to export what it promised without a word of progress, in seconds.
    public var maximumPromiseSilence: Int64 = 3600
    /// That time where the sender does not say one, in seconds.
    public var defaultPromiseSilence: Int64 = 60
    /// The most destinations that one user has open at once.
    public var destinationsPerUser = 100
    /// The most items that wait or are at work at one destination.
    public var dropItems = 10_000
    /// The most pasteboards of one user; those with nothing on them make room for others.
    public var pasteboardsPerUser = 100
    /// The most items on one pasteboard.
    public var pasteboardItems = 1000
    /// Bytes that stay free on a volume; 5 % of a volume that is smaller than 20 times this.
    public var freeBytes: Int64 = 1 << 30

    /// The defaults of rule 21.
    public init() {}
}
