/// Puts the representations that stand in ``Transferable/transferRepresentation`` and in a representation's `body` together.
///
/// One to ten stand in a block, without `if`, `switch` or loops: ``TransferRepresentation/exportingCondition(_:)`` says
/// when one is not to be used, and more than ten go into a representation of one's own.
@resultBuilder
public struct TransferRepresentationBuilder<Item: Transferable> {
    /// Takes a representation of the item.
    public static func buildExpression<R>(_ content: R) -> R where R: TransferRepresentation, R.Item == Item { content }

    /// Takes a Codable representation, and says which item it is for.
    public static func buildExpression<Encoder, Decoder>(
        _ content: CodableRepresentation<Item, Encoder, Decoder>
    ) -> CodableRepresentation<Item, Encoder, Decoder> { content }

    /// The only representation of a block.
    public static func buildBlock<Content>(_ content: Content) -> Content
    where Content: TransferRepresentation, Content.Item == Item { content }

    /// The two representations of a block, the richest first.
    public static func buildBlock<C1, C2>(
        _ c1: C1, _ c2: C2
    ) -> TupleTransferRepresentation<Item, (C1, C2)>
    where
        C1: TransferRepresentation, C1.Item == Item, C2: TransferRepresentation, C2.Item == Item
    {
        TupleTransferRepresentation([c1, c2])
    }

    /// The three representations of a block, the richest first.
    public static func buildBlock<C1, C2, C3>(
        _ c1: C1, _ c2: C2, _ c3: C3
    ) -> TupleTransferRepresentation<Item, (C1, C2, C3)>
    where
        C1: TransferRepresentation, C1.Item == Item, C2: TransferRepresentation, C2.Item == Item,
        C3: TransferRepresentation, C3.Item == Item
    {
        TupleTransferRepresentation([c1, c2, c3])
    }

    /// The four representations of a block, the richest first.
    public static func buildBlock<C1, C2, C3, C4>(
        _ c1: C1, _ c2: C2, _ c3: C3, _ c4: C4
    ) -> TupleTransferRepresentation<Item, (C1, C2, C3, C4)>
    where
        C1: TransferRepresentation, C1.Item == Item, C2: TransferRepresentation, C2.Item == Item,
        C3: TransferRepresentation, C3.Item == Item, C4: TransferRepresentation, C4.Item == Item
    {
        TupleTransferRepresentation([c1, c2, c3, c4])
    }

    /// The five representations of a block, the richest first.
    public static func buildBlock<C1, C2, C3, C4, C5>(
        _ c1: C1, _ c2: C2, _ c3: C3, _ c4: C4, _ c5: C5
    ) -> TupleTransferRepresentation<Item, (C1, C2, C3, C4, C5)>
    where
        C1: TransferRepresentation, C1.Item == Item, C2: TransferRepresentation, C2.Item == Item,
        C3: TransferRepresentation, C3.Item == Item, C4: TransferRepresentation, C4.Item == Item,
        C5: TransferRepresentation, C5.Item == Item
    {
        TupleTransferRepresentation([c1, c2, c3, c4, c5])
    }

    /// The six representations of a block, the richest first.
    public static func buildBlock<C1, C2, C3, C4, C5, C6>(
        _ c1: C1, _ c2: C2, _ c3: C3, _ c4: C4, _ c5: C5, _ c6: C6
    ) -> TupleTransferRepresentation<Item, (C1, C2, C3, C4, C5, C6)>
    where
        C1: TransferRepresentation, C1.Item == Item, C2: TransferRepresentation, C2.Item == Item,
        C3: TransferRepresentation, C3.Item == Item, C4: TransferRepresentation, C4.Item == Item,
        C5: TransferRepresentation, C5.Item == Item, C6: TransferRepresentation, C6.Item == Item
    {
        TupleTransferRepresentation([c1, c2, c3, c4, c5, c6])
    }

    /// The seven representations of a block, the richest first.
    public static func buildBlock<C1, C2, C3, C4, C5, C6, C7>(
        _ c1: C1, _ c2: C2, _ c3: C3, _ c4: C4, _ c5: C5, _ c6: C6, _ c7: C7
    ) -> TupleTransferRepresentation<Item, (C1, C2, C3, C4, C5, C6, C7)>
    where
        C1: TransferRepresentation, C1.Item == Item, C2: TransferRepresentation, C2.Item == Item,
        C3: TransferRepresentation, C3.Item == Item, C4: TransferRepresentation, C4.Item == Item,
        C5: TransferRepresentation, C5.Item == Item, C6: TransferRepresentation, C6.Item == Item,
        C7: TransferRepresentation, C7.Item == Item
    {
        TupleTransferRepresentation([c1, c2, c3, c4, c5, c6, c7])
    }

    /// The eight representations of a block, the richest first.
    public static func buildBlock<C1, C2, C3, C4, C5, C6, C7, C8>(
        _ c1: C1, _ c2: C2, _ c3: C3, _ c4: C4, _ c5: C5, _ c6: C6, _ c7: C7, _ c8: C8
    ) -> TupleTransferRepresentation<Item, (C1, C2, C3, C4, C5, C6, C7, C8)>
    where
        C1: TransferRepresentation, C1.Item == Item, C2: TransferRepresentation, C2.Item == Item,
        C3: TransferRepresentation, C3.Item == Item, C4: TransferRepresentation, C4.Item == Item,
        C5: TransferRepresentation, C5.Item == Item, C6: TransferRepresentation, C6.Item == Item,
        C7: TransferRepresentation, C7.Item == Item, C8: TransferRepresentation, C8.Item == Item
    {
        TupleTransferRepresentation([c1, c2, c3, c4, c5, c6, c7, c8])
    }

    /// The nine representations of a block, the richest first.
    public static func buildBlock<C1, C2, C3, C4, C5, C6, C7, C8, C9>(
        _ c1: C1, _ c2: C2, _ c3: C3, _ c4: C4, _ c5: C5, _ c6: C6, _ c7: C7, _ c8: C8, _ c9: C9
    ) -> TupleTransferRepresentation<Item, (C1, C2, C3, C4, C5, C6, C7, C8, C9)>
    where
        C1: TransferRepresentation, C1.Item == Item, C2: TransferRepresentation, C2.Item == Item,
        C3: TransferRepresentation, C3.Item == Item, C4: TransferRepresentation, C4.Item == Item,
        C5: TransferRepresentation, C5.Item == Item, C6: TransferRepresentation, C6.Item == Item,
        C7: TransferRepresentation, C7.Item == Item, C8: TransferRepresentation, C8.Item == Item,
        C9: TransferRepresentation, C9.Item == Item
    {
        TupleTransferRepresentation([c1, c2, c3, c4, c5, c6, c7, c8, c9])
    }

    /// The ten representations of a block, the richest first.
    public static func buildBlock<C1, C2, C3, C4, C5, C6, C7, C8, C9, C10>(
        _ c1: C1, _ c2: C2, _ c3: C3, _ c4: C4, _ c5: C5, _ c6: C6, _ c7: C7, _ c8: C8, _ c9: C9, _ c10: C10
    ) -> TupleTransferRepresentation<Item, (C1, C2, C3, C4, C5, C6, C7, C8, C9, C10)>
    where
        C1: TransferRepresentation, C1.Item == Item, C2: TransferRepresentation, C2.Item == Item,
        C3: TransferRepresentation, C3.Item == Item, C4: TransferRepresentation, C4.Item == Item,
        C5: TransferRepresentation, C5.Item == Item, C6: TransferRepresentation, C6.Item == Item,
        C7: TransferRepresentation, C7.Item == Item, C8: TransferRepresentation, C8.Item == Item,
        C9: TransferRepresentation, C9.Item == Item, C10: TransferRepresentation, C10.Item == Item
    {
        TupleTransferRepresentation([c1, c2, c3, c4, c5, c6, c7, c8, c9, c10])
    }
}
