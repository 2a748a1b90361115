internal import StagingClient
public import StagingModel
internal import StagingProtocol
internal import Synchronization

extension Pasteboard {
    /// Reads a value: the type's importers are asked in their order, each takes the first item that has something for it.
    ///
    /// Otherwise as ``Stage/receive(_:from:progress:service:)-(_,Token,_,_)``.
    /// - Parameters:
    ///   - progress: is set to what has come and all of it; cancelling it cancels this call.
    ///   - validator: sees what is there first; what it throws is thrown, before any byte has moved or anything was
    ///     exported. What it has seen is what is read, or `pasteboardChanged` is thrown.
    ///   - type: what to make of it.
    /// - Throws: ``TransferError`` where no importer fits; `StagingError`: `pasteboardEmpty`, `pasteboardChanged` and
    ///   others; what the importer throws.
    public func paste<Item: Transferable>(
        _ type: Item.Type = Item.self, progress: Progress? = nil,
        validator: (@Sendable (PasteboardContents) async throws -> Void)? = nil
    ) async throws -> Item {
        let contents = try await contents
        try await validator?(contents)
        guard !contents.items.isEmpty else { throw StagingError.emptyPasteboard(name.rawValue) }
        return try await value(of: nil, contents, progress)
    }

    /// Reads a value of each item that has something for the type's importers, in order.
    /// - Parameter validator: as of ``paste(_:progress:validator:)``.
    /// - Parameter type: what to make of it.
    /// - Throws: as ``paste(_:progress:validator:)``, but where nothing is there for the type.
    public func pasteAll<Item: Transferable>(
        _ type: Item.Type = Item.self, validator: (@Sendable (PasteboardContents) async throws -> Void)? = nil
    ) async throws -> [Item] {
        let contents = try await contents
        try await validator?(contents)
        let wanted = Item.representations.filter(\.canImport).map(\.contentType)
        var values: [Item] = []
        for item in contents.items where item.conforms(to: wanted) {
            values.append(try await value(of: item, contents, nil))
        }
        return values
    }

    private func value<Item: Transferable>(
        of item: Grant?, _ contents: PasteboardContents, _ progress: Progress?
    ) async throws -> Item {
        let importers = Item.representations.filter(\.canImport)
        guard !importers.isEmpty else { throw TransferError.notImportable(Item.explainImport(of: nil)) }
        let source = TransferSource.pasteboard(contents.name(of: item))
        let service = service
        return try await Stage.cancelling(with: progress) {
            try await Stage.receive(importers, from: source, progress, service)
        }
    }

    // MARK: Values

    /// The first text that is there; nil where none is.
    /// - Throws: `StagingError`.
    public var string: String? { get async throws { try await values(of: String.self, most: 1).first } }

    /// The texts that are there, of each item that has one.
    /// - Throws: `StagingError`.
    public var strings: [String] { get async throws { try await values(most: .max) } }

    /// The first address that is there; nil where none is.
    /// - Throws: `StagingError`.
    public var url: URL? { get async throws { try await values(of: URL.self, most: 1).first } }

    /// The addresses that are there, of each item that has one.
    /// - Throws: `StagingError`.
    public var urls: [URL] { get async throws { try await values(most: .max) } }

    private func values<Item: Transferable>(of type: Item.Type = Item.self, most: Int) async throws -> [Item] {
        let contents = try await contents
        let wanted = Item.representations.filter(\.canImport).map(\.contentType)
        var values: [Item] = []
        for item in contents.items.lazy.filter({ $0.conforms(to: wanted) }).prefix(most) {
            values.append(try await value(of: item, contents, nil))
        }
        return values
    }

    /// The bytes of the first item that has a form that conforms to the type; nil where none has. A folder has no bytes.
    /// - Throws: `StagingError`.
    public func data(forPasteboardType pasteboardType: String) async throws -> Data? {
        let contents = try await contents
        guard let type = UTType(identifier: pasteboardType, allowUndeclared: true),
            let item = contents.items.first(where: { $0.conforms(to: [type]) })
        else { return nil }
        return try await Self.data(of: contents.name(of: item), type, service)
    }

    fileprivate static func data(
        of item: PasteboardItem, _ type: UTType, _ service: StageService
    ) async throws -> Data {
        let delivered = try await Stage.deliver(
            .pasteboard(item), type, asFile: false, inPlace: false, nil, service)
        do {
            let data = try await delivered.content.data()
            await delivered.end()
            return data
        } catch {
            await delivered.end()
            throw error
        }
    }

    // MARK: Item providers

    /// A provider for each item that is there. What it loads is read then; it is an error when the pasteboard has changed
    /// by that time.
    /// - Throws: `StagingError`.
    public var itemProviders: [NSItemProvider] {
        get async throws {
            let contents = try await contents
            return contents.items.map { Self.provider(of: $0, contents, service) }
        }
    }

    /// A provider for each item that has a form which conforms to one of these types.
    /// - Throws: `StagingError`.
    public func itemProviders(forPasteboardTypes pasteboardTypes: [String]) async throws -> [NSItemProvider] {
        let wanted = pasteboardTypes.compactMap { UTType(identifier: $0, allowUndeclared: true) }
        let contents = try await contents
        return contents.items.filter { $0.conforms(to: wanted) }.map { Self.provider(of: $0, contents, service) }
    }

    /// Up to this size what is loaded comes as bytes; what is larger, or of unknown size, as a file.
    private static let mostInMemory: Int64 = 1 << 20

    private static func provider(
        of item: Grant, _ contents: PasteboardContents, _ service: StageService
    ) -> NSItemProvider {
        let provider = NSItemProvider()
        provider.suggestedName = item.representations.first?.name
        let name = contents.name(of: item)
        let areas = LoadedAreas(service)
        for form in item.representations {
            guard let type = UTType(identifier: form.declaredType ?? form.type, allowUndeclared: true) else { continue }
            if form.kind != .directory, form.kind != .promised, form.size <= mostInMemory {
                provider.registerDataRepresentation(for: type) { completion in
                    load {
                        completion(try await data(of: name, type, service), nil)
                    } orFail: {
                        completion(nil, $0)
                    }
                }
            } else {
                provider.registerFileRepresentation(for: type) { completion in
                    load {
                        completion(try await areas.file(of: name, type), false, nil)
                    } orFail: {
                        completion(nil, false, $0)
                    }
                }
            }
        }
        return provider
    }

    /// Does `work` in a task that the answer cancels.
    private static func load(
        _ work: @escaping @Sendable () async throws -> Void, orFail fail: @escaping @Sendable (any Error) -> Void
    ) -> Progress? {
        let task = Task { do { try await work() } catch { fail(error) } }
        let progress = Progress(totalUnitCount: 1)
        progress.cancellationHandler = { task.cancel() }
        return progress
    }
}

/// The areas of what a provider has loaded as files. They end with the provider, or with their lease: a load copies what
/// it is given.
private final class LoadedAreas: Sendable {
    private let service: StageService
    private let delivered = Mutex<[Stage.Delivered]>([])

    init(_ service: StageService) { self.service = service }

    deinit {
        let delivered = delivered.withLock { $0 }
        if delivered.isEmpty { return }
        Task.detached { for one in delivered { await one.end() } }
    }

    func file(of item: PasteboardItem, _ type: UTType) async throws -> URL {
        let one = try await Stage.deliver(.pasteboard(item), type, asFile: true, inPlace: false, nil, service)
        delivered.withLock { $0.append(one) }
        guard case .file(let file) = one.content else {
            throw TransferError.unexpectedClass(type, className: "URL")
        }
        return file.file
    }
}
