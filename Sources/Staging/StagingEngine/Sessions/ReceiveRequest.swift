package import LinuxSystem
package import StagingModel

/// What a receiver asks for.
package struct ReceiveRequest: Sendable {
    /// Where the bytes are wanted.
    package enum Delivery: String, Sendable {
        /// In a directory of the receiver's own.
        case area
        /// As an open file.
        case descriptor
    }

    /// What names a grant to a receiver.
    package enum Target: Sendable {
        case token(String)
        /// The turn at an item that a worker of the receiver's has accepted.
        case drop(turn: String)
        case pasteboard(PasteboardItemName)
    }

    package var target: Target
    /// Types, in any form that a type can be given in; empty is anything.
    package var accept: [String]
    /// What the sender claimed counts as the type, where it claimed one, and not what the bytes are.
    package var acceptsClaims: Bool
    package var delivery: Delivery
    /// Milliseconds; nil is the default.
    package var lease: Int64?
    /// A pidfd: the area ends with this process.
    package var bind: SharedDescriptor?
    /// An original is handed over although it changed since it was sent.
    package var allowsChanged: Bool
    package var wantsDigest: Bool

    package init(
        _ target: Target, accept: [String] = [], acceptsClaims: Bool = false, delivery: Delivery, lease: Int64? = nil,
        bind: SharedDescriptor? = nil,
        allowsChanged: Bool = false, wantsDigest: Bool = false
    ) {
        self.target = target
        self.accept = accept
        self.acceptsClaims = acceptsClaims
        self.delivery = delivery
        self.lease = lease
        self.bind = bind
        self.allowsChanged = allowsChanged
        self.wantsDigest = wantsDigest
    }
}

/// What came of it.
package struct Reception: Sendable {
    package var received: Received
    /// Names the receive for ``StagingSession/confirm(_:taken:)``.
    package var claim: String
    /// An open file, or the manifest of a tree in an area.
    package var descriptor: SharedDescriptor?
    /// The staged file may be linked to a name of the receiver's instead of being copied.
    package var isTakable: Bool
    package var isTree: Bool
    /// Where an original came from; a staged file has it in its attributes.
    package var origin: Provenance?
}
