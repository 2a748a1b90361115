/// A representation that knows the forms it stands for without a `body`.
protocol BuiltInRepresentation<Item>: TransferRepresentation {
    /// Every form, in the order of preference.
    func flattened(_ context: FlatteningContext) -> [AnyRepresentation<Item>]
}

/// On the way down through representations: the item types that have been entered through proxies.
struct FlatteningContext: Sendable {
    private var types: [ObjectIdentifier]
    private var depth = 0

    init(_ item: any Transferable.Type) { types = [ObjectIdentifier(item)] }

    /// No type has as many layers as that, unless it is made of itself.
    private static let deepest = 64

    /// The context within a proxy's type; nil where the way has led through that type before: two types that are each
    /// other's proxies would have forms without end, and the outer ones are there already.
    func entering(_ proxy: any Transferable.Type) -> FlatteningContext? {
        guard !types.contains(ObjectIdentifier(proxy)), types.count < Self.deepest else { return nil }
        var inner = self
        inner.types.append(ObjectIdentifier(proxy))
        return inner
    }

    /// The context within the body of a representation.
    func enteringBody(of representation: any TransferRepresentation) -> FlatteningContext {
        var inner = self
        inner.depth += 1
        precondition(
            inner.depth < Self.deepest,
            "the body of \(type(of: representation)) never comes to a representation of the library")
        return inner
    }
}

extension TransferRepresentation {
    /// Every form, of a representation of the library or of what stands in its body.
    func flattened(in context: FlatteningContext) -> [AnyRepresentation<Item>] {
        if let builtIn = self as? any BuiltInRepresentation<Item> { return builtIn.flattened(context) }
        let body = body
        // A body is built for the same item (its builder sees to that); only the type system does not know.
        guard let body = body as? any TransferRepresentation<Item> else { return [] }
        return body.flattened(in: context.enteringBody(of: self))
    }
}

extension Transferable {
    /// Every form of the type's values, depth first in the order of declaration: proxies at their place, modifiers
    /// applied.
    package static var representations: [AnyRepresentation<Self>] {
        representations(in: FlatteningContext(Self.self))
    }

    static func representations(in context: FlatteningContext) -> [AnyRepresentation<Self>] {
        guard let own = transferRepresentation as? any TransferRepresentation<Self> else {
            preconditionFailure("the transferRepresentation of \(Self.self) is for another item")
        }
        return own.flattened(in: context)
    }
}
