/// One form, or several, in which an item is exported, imported, or both.
///
/// A representation of one's own is made of others, in ``body``.
public protocol TransferRepresentation<Item>: Sendable {
    /// The type of the values.
    associatedtype Item: Transferable
    /// The type of ``body``; `Never` for those that the library brings.
    associatedtype Body: TransferRepresentation

    /// The representations that this one is made of, in the order of preference.
    @TransferRepresentationBuilder<Self.Item> var body: Self.Body { get }
}
