/// A form of an item that another transferable type has already: the proxy's representations, all of them, stand at this
/// place in the order.
///
/// The closures should be cheap; work on files or over a network belongs into a ``FileRepresentation`` or a
/// ``DataRepresentation``.
public struct ProxyRepresentation<Item: Transferable, ProxyRepresentation: Transferable>: TransferRepresentation {
    /// Nothing: the proxy's type has the representations.
    public typealias Body = Never

    private let exporting: Conversion<Item, ProxyRepresentation>?
    private let importing: Conversion<ProxyRepresentation, Item>?

    /// A form that is exported only.
    ///
    /// - Parameter exporting: makes the proxy.
    public init(exporting: @escaping @Sendable (Item) throws -> ProxyRepresentation) {
        self.exporting = .direct(exporting)
        importing = nil
    }

    /// A form that is imported only.
    ///
    /// - Parameter importing: makes an item of a proxy that was imported.
    public init(importing: @escaping @Sendable (ProxyRepresentation) throws -> Item) {
        exporting = nil
        self.importing = .direct(importing)
    }

    /// A form that is exported and imported.
    ///
    /// - Parameters:
    ///   - exporting: makes the proxy.
    ///   - importing: makes an item of a proxy that was imported.
    public init(
        exporting: @escaping @Sendable (Item) throws -> ProxyRepresentation,
        importing: @escaping @Sendable (ProxyRepresentation) throws -> Item
    ) {
        self.exporting = .direct(exporting)
        self.importing = .direct(importing)
    }

    /// A form that is imported only.
    ///
    /// - Parameter importing: makes an item of a proxy that was imported.
    public init(importing: @escaping @Sendable (ProxyRepresentation) async throws -> Item) {
        exporting = nil
        self.importing = .suspending(importing)
    }

    /// A form that is exported only.
    ///
    /// - Parameter exporting: makes the proxy.
    public init(exporting: @escaping @Sendable (Item) async throws -> ProxyRepresentation) {
        self.exporting = .suspending(exporting)
        importing = nil
    }

    /// A form that is exported and imported.
    ///
    /// - Parameters:
    ///   - exporting: makes the proxy.
    ///   - importing: makes an item of a proxy that was imported.
    public init(
        exporting: @escaping @Sendable (Item) async throws -> ProxyRepresentation,
        importing: @escaping @Sendable (ProxyRepresentation) async throws -> Item
    ) {
        self.exporting = .suspending(exporting)
        self.importing = .suspending(importing)
    }

    /// A form that is exported and imported.
    ///
    /// - Parameters:
    ///   - exporting: makes the proxy.
    ///   - importing: makes an item of a proxy that was imported.
    public init(
        exporting: @escaping @Sendable (Item) throws -> ProxyRepresentation,
        importing: @escaping @Sendable (ProxyRepresentation) async throws -> Item
    ) {
        self.exporting = .direct(exporting)
        self.importing = .suspending(importing)
    }

    /// A form that is exported only: a property of the item.
    ///
    /// - Parameter keyPath: the property.
    public init(_ keyPath: any KeyPath<Item, ProxyRepresentation> & Sendable) {
        exporting = .direct { $0[keyPath: keyPath] }
        importing = nil
    }
}

extension ProxyRepresentation: BuiltInRepresentation {
    func flattened(_ context: FlatteningContext) -> [AnyRepresentation<Item>] {
        guard let inner = context.entering(ProxyRepresentation.self) else { return [] }
        return ProxyRepresentation.representations(in: inner).compactMap {
            AnyRepresentation(proxy: $0, exporting: exporting, importing: importing)
        }
    }
}

/// A closure of a proxy, with what is known of it: whether it can be asked without waiting.
enum Conversion<From, To>: Sendable {
    case direct(@Sendable (From) throws -> To)
    case suspending(@Sendable (From) async throws -> To)

    func callAsFunction(_ value: From) async throws -> To {
        switch self {
        case .direct(let convert): try convert(value)
        case .suspending(let convert): try await convert(value)
        }
    }
}
