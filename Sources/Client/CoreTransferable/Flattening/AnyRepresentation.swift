/// Which of the library's representations makes a form.
package enum RepresentationKind: String, Sendable {
    case codable = "CodableRepresentation"
    case data = "DataRepresentation"
    case file = "FileRepresentation"
}

/// One form of an item, whichever way it was declared.
package struct AnyRepresentation<Item: Transferable>: Sendable {
    /// A file name that somebody suggests.
    enum Name: Sendable {
        case none
        /// By a modifier among the item's own representations.
        case own(@Sendable (Item) -> String?)
        /// By a modifier within a proxy's type.
        case proxy(@Sendable (Item) -> String?)

        func suggestion(for item: Item) -> String? {
            switch self {
            case .none: nil
            case .own(let name), .proxy(let name): name(item)
            }
        }
    }

    package let kind: RepresentationKind
    package let contentType: UTType
    /// The proxies on the way to it, the outermost first.
    package private(set) var proxies: [any Transferable.Type] = []
    /// Who may see it under way.
    package internal(set) var visibility: TransferRepresentationVisibility = .all
    /// Whether its file may be used itself, where the sent file allows it too.
    package internal(set) var allowsOpenInPlace = false
    /// Whether a modifier says so, and it is not only the default.
    package internal(set) var saysVisibility = false
    /// Whether the importer wants the sender's own file.
    package internal(set) var attemptsOpenInPlace = false
    var name: Name = .none
    /// All have to hold; asked without waiting.
    var conditions: [@Sendable (Item) -> Bool] = []
    /// Conditions of a proxy's representations that can be asked only of a proxy that is made by waiting.
    private var lateConditions: [@Sendable (Item) async -> Bool] = []
    private let exporter: (@Sendable (Item) async throws -> ExportedContent)?
    private let importer: (@Sendable (ImportedContent) async throws -> Item)?

    init(
        kind: RepresentationKind, contentType: UTType, exporter: (@Sendable (Item) async throws -> ExportedContent)?,
        importer: (@Sendable (ImportedContent) async throws -> Item)?
    ) {
        self.kind = kind
        self.contentType = contentType
        self.exporter = exporter
        self.importer = importer
    }
}

extension AnyRepresentation {
    package var canExport: Bool { exporter != nil }
    package var canImport: Bool { importer != nil }
    /// Whether its content is a file, so that bytes have to be written to one for it.
    package var prefersFile: Bool { kind == .file }

    /// What it is, for messages: `ProxyRepresentation<String> → DataRepresentation(public.utf8-plain-text)`.
    package var label: String {
        (proxies.map { "ProxyRepresentation<\($0)>" } + ["\(kind.rawValue)(\(contentType.identifier))"])
            .joined(separator: " → ")
    }

    /// Whether the item is exported in this form, as far as its conditions can be asked without waiting.
    package func isExportable(_ item: Item) -> Bool { canExport && conditions.allSatisfy { $0(item) } }

    /// Whether the item is exported in this form.
    package func admitsExport(of item: Item) async -> Bool {
        guard isExportable(item) else { return false }
        for condition in lateConditions where !(await condition(item)) { return false }
        return true
    }

    /// The name that a modifier of this form suggests; ``Transferable/suggestedFilename`` is the item's.
    package func suggestedFileName(_ item: Item) -> String? { name.suggestion(for: item) }

    /// Makes the content, on this process's time: an exporter may wait and work.
    ///
    /// - Throws: what the exporter throws; ``TransferError/notExportable(_:)`` where there is none.
    package func export(_ item: Item) async throws -> ExportedContent {
        guard let exporter else { throw TransferError.notExportable(Item.explainExport(as: contentType)) }
        return try await exporter(item)
    }

    /// Makes an item of the content.
    ///
    /// - Throws: what the importer throws; ``TransferError/notImportable(_:)`` where there is none.
    package func importing(_ content: ImportedContent) async throws -> Item {
        guard let importer else { throw TransferError.notImportable(Item.explainImport(of: contentType)) }
        return try await importer(content)
    }
}

// MARK: Proxies

extension AnyRepresentation {
    /// The form that an item has by way of a form of its proxy; nil where it leads in neither direction.
    init?<Proxy: Transferable>(
        proxy inner: AnyRepresentation<Proxy>, exporting: Conversion<Item, Proxy>?,
        importing: Conversion<Proxy, Item>?
    ) {
        let exporting = inner.canExport ? exporting : nil
        let importing = inner.canImport ? importing : nil
        guard exporting != nil || importing != nil else { return nil }
        var exporter: (@Sendable (Item) async throws -> ExportedContent)?
        if let exporting { exporter = { try await inner.export(try await exporting($0)) } }
        var importer: (@Sendable (ImportedContent) async throws -> Item)?
        if let importing { importer = { try await importing(try await inner.importing($0)) } }
        self.init(kind: inner.kind, contentType: inner.contentType, exporter: exporter, importer: importer)
        proxies = [Proxy.self as any Transferable.Type] + inner.proxies
        visibility = inner.visibility
        saysVisibility = inner.saysVisibility
        allowsOpenInPlace = inner.allowsOpenInPlace
        attemptsOpenInPlace = inner.attemptsOpenInPlace
        takeConditionsAndName(of: inner, exporting)
    }

    private mutating func takeConditionsAndName<Proxy>(
        of inner: AnyRepresentation<Proxy>, _ exporting: Conversion<Item, Proxy>?
    ) {
        let isConditional = !inner.conditions.isEmpty || !inner.lateConditions.isEmpty
        switch exporting {
        case .direct(let convert)?:
            if case .none = inner.name {
            } else {
                name = .proxy { item in (try? convert(item)).flatMap(inner.suggestedFileName) }
            }
            // A proxy that cannot be made shows at the export, with its reason.
            if !inner.conditions.isEmpty { conditions.append { (try? convert($0)).map(inner.isExportable) ?? true } }
            if !inner.lateConditions.isEmpty {
                lateConditions.append { item in
                    guard let proxy = try? convert(item) else { return true }
                    return await inner.admitsExport(of: proxy)
                }
            }
        case .suspending(let convert)? where isConditional:
            lateConditions.append { item in
                guard let proxy = try? await convert(item) else { return true }
                return await inner.admitsExport(of: proxy)
            }
        default: break
        }
    }
}
