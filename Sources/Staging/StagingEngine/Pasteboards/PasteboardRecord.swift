internal import LinuxSystem

/// What a pasteboard is found by.
package struct PasteboardName: Hashable, Sendable {
    package var owner: UInt32
    package var name: String

    package init(owner: UInt32, name: String) {
        self.owner = owner
        self.name = name
    }
}

/// A pasteboard as the catalogue keeps it, without what is on it.
package struct PasteboardRecord: Hashable, Sendable {
    package var name: PasteboardName
    /// One more with each set.
    package var changeCount: Int64
    /// The process whose end ends what is on it.
    package var bound: ResolvedScope.Subject?

    package init(name: PasteboardName, changeCount: Int64, bound: ResolvedScope.Subject? = nil) {
        self.name = name
        self.changeCount = changeCount
        self.bound = bound
    }

    /// Whether what is on it ended with its process, also where nobody has come by to end it.
    var isOver: Bool { bound.map { !$0.identity.isAlive } ?? false }
}
