/// What is on a pasteboard: a name under a user, under which items lie until others are put in their place.
public struct PasteboardContents: Hashable, Sendable, Codable {
    /// The pasteboard's name; `general` is everybody's usual one.
    public var name: String
    /// The user whose it is.
    public var owner: UInt32
    /// One more each time that something is put on it, or that it is cleared; 0 where nothing ever was, and for who may
    /// receive nothing of it.
    public var changeCount: Int64
    /// What is on it, in order: each with the representations that the asker may receive, or for the owner all. What
    /// has ended is not on it any more.
    public var items: [Grant]

    /// Makes one, as a service would answer it.
    package init(name: String, owner: UInt32, changeCount: Int64, items: [Grant]) {
        self.name = name
        self.owner = owner
        self.changeCount = changeCount
        self.items = items
    }

    /// The type identifiers of all representations, each once, in order.
    public var types: [String] {
        var seen: Set<String> = []
        return items.flatMap(\.representations).map(\.type).filter { seen.insert($0).inserted }
    }
}
