/// The representations of one block, in their order.
public struct TupleTransferRepresentation<Item: Transferable, Value>: TransferRepresentation {
    /// Nothing: this one holds the others.
    public typealias Body = Never

    private let parts: [any TransferRepresentation<Item>]

    init(_ parts: [any TransferRepresentation<Item>]) { self.parts = parts }
}

extension TupleTransferRepresentation: BuiltInRepresentation {
    func flattened(_ context: FlatteningContext) -> [AnyRepresentation<Item>] {
        parts.flatMap { $0.flattened(in: context) }
    }
}
