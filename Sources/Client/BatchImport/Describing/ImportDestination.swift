package import LinuxSystem
public import StagingClient

/// Where what is imported goes.
public struct ImportDestination: Sendable {
    package enum Kind: Sendable {
        case directory(Path)
        case grants(SendOptions)
        /// A destination, which is this user's where no owner is named.
        case drop(String, owner: UInt32?, SendOptions)
    }

    package let kind: Kind

    package init(_ kind: Kind) { self.kind = kind }

    /// Files below a directory, which is made where it is missing. Nothing in it is replaced.
    public static func directory(_ path: String) -> ImportDestination { ImportDestination(.directory(Path(path))) }

    /// A grant for each file, on these terms. `mode` and `key` of the terms are the import's own and are not looked at:
    /// what is imported is sent as a snapshot, and in a job under a key that makes a repetition safe.
    public static func grants(_ terms: SendOptions = SendOptions()) -> ImportDestination {
        ImportDestination(.grants(terms))
    }

    /// A grant for each file, offered to a destination whose workers take it: imported is what one has accepted, refused
    /// what they refuse. Where nobody works for it the import ends with `noSuchDestination`; one that follows folders
    /// waits.
    /// - Parameters:
    ///   - name: of the destination.
    ///   - owner: the user whose destination it is, on the system-wide service; nil is this one.
    ///   - terms: of the grants, as ``grants(_:)`` has them; `uses` is not looked at either, since what is done is spent.
    public static func drop(
        _ name: String, of owner: UInt32? = nil, terms: SendOptions = SendOptions()
    ) -> ImportDestination {
        ImportDestination(.drop(name, owner: owner, terms))
    }
}
