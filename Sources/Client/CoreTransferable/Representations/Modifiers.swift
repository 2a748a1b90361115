extension TransferRepresentation {
    /// Hides this representation from export for items of which `condition` is false.
    ///
    /// Of several conditions all have to hold. Imports are not touched.
    /// - Parameter condition: is asked at every export, and so is to be quick, without input or output.
    public func exportingCondition(
        _ condition: @escaping @Sendable (Self.Item) -> Bool
    ) -> _ConditionalTransferRepresentation<Self> {
        _ConditionalTransferRepresentation(base: self, condition: condition)
    }

    /// Says who may see this representation while the item is under way. The outermost of several counts.
    public func visibility(
        _ visibility: TransferRepresentationVisibility
    ) -> some TransferRepresentation<Self.Item> {
        ModifiedRepresentation(base: self) {
            $0.visibility = visibility
            $0.saysVisibility = true
        }
    }

    /// Suggests a name for the file that the item becomes when it is written to disk.
    ///
    /// One name counts for an item, whatever representation is used: the last among its representations, and on one of
    /// them the outermost. Where its extension does not fit what is written, it gets the one that does.
    /// - Parameter fileName: a name with its extension.
    public func suggestedFileName(_ fileName: String) -> some TransferRepresentation<Self.Item> {
        ModifiedRepresentation(base: self) { $0.name = .own { _ in fileName } }
    }

    /// Suggests a name for the file that the item becomes when it is written to disk.
    ///
    /// One name counts for an item, whatever representation is used: the last among its representations, and on one of
    /// them the outermost. Where its extension does not fit what is written, it gets the one that does.
    /// - Parameter fileName: gives a name with its extension, or nil for none.
    public func suggestedFileName(
        _ fileName: @escaping @Sendable (Self.Item) -> String?
    ) -> some TransferRepresentation<Self.Item> {
        ModifiedRepresentation(base: self) { representation in
            let inner = representation.name
            representation.name = .own { fileName($0) ?? inner.suggestion(for: $0) }
        }
    }
}

/// A representation that is exported on a condition.
///
/// What ``TransferRepresentation/exportingCondition(_:)`` gives; not made in any other way.
public struct _ConditionalTransferRepresentation<Base: TransferRepresentation>: TransferRepresentation {
    /// The item of what it modifies.
    public typealias Item = Base.Item
    /// Nothing: this one holds another.
    public typealias Body = Never

    let base: Base
    let condition: @Sendable (Base.Item) -> Bool
}

extension _ConditionalTransferRepresentation: BuiltInRepresentation {
    func flattened(_ context: FlatteningContext) -> [AnyRepresentation<Item>] {
        base.flattened(in: context).map { representation in
            var representation = representation
            representation.conditions.append(condition)
            return representation
        }
    }
}

/// A representation of which every form is changed alike.
struct ModifiedRepresentation<Base: TransferRepresentation>: TransferRepresentation {
    typealias Item = Base.Item
    typealias Body = Never

    let base: Base
    let change: @Sendable (inout AnyRepresentation<Base.Item>) -> Void
}

extension ModifiedRepresentation: BuiltInRepresentation {
    func flattened(_ context: FlatteningContext) -> [AnyRepresentation<Item>] {
        base.flattened(in: context).map { representation in
            var representation = representation
            change(&representation)
            return representation
        }
    }
}
