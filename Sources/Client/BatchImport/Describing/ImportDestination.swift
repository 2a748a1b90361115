package import LinuxSystem
public import StagingClient

/// Where what is imported goes.
public struct ImportDestination: Sendable {
    package enum Kind: Sendable {
        case directory(Path)
        case grants(SendOptions)
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
}
