/// A value that can be moved to another place: to another process, into a file, through an item provider.
///
/// A type says in ``transferRepresentation`` in which forms, the richest first. Everything else is in extensions:
/// ``exported(as:)``, ``export(to:contentType:)``, ``init(importing:contentType:)-(Data,_)`` and their kin.
@preconcurrency
public protocol Transferable: Sendable {
    /// The type of ``transferRepresentation``, which the compiler finds by itself.
    associatedtype Representation: TransferRepresentation

    /// The forms in which a value is exported and imported. Their order decides: on export the first whose content
    /// type conforms to the one asked for is used.
    ///
    /// It is asked for at every transfer, and so should be cheap.
    @TransferRepresentationBuilder<Self>
    static var transferRepresentation: Self.Representation { get }
}
