internal import LinuxSystem
internal import StagingClient
internal import StagingModel
internal import Synchronization

extension Pasteboard {
    /// Puts values there, each an item with every form in which it is exported, in place of what was there.
    /// - Returns: the change count.
    /// - Throws: ``TransferError/notExportable(_:)`` for a value without a form; `StagingError`: `pasteboardChanged`,
    ///   `limitExceeded` and others; what an exporter throws, with ``Options/materializes``. What was there stays then.
    @discardableResult
    public func copy<Item: Transferable>(_ values: Item..., options: Options = Options()) async throws -> Int {
        var items: [OfferedItem] = []
        for value in values {
            let item = await OfferedItem(value)
            guard !item.forms.isEmpty else { throw TransferError.notExportable(value.explainExport(as: nil)) }
            items.append(item)
        }
        return try await set(items, options)
    }

    /// Puts item providers there, in place of what was there.
    ///
    /// A provider's handlers are called when somebody asks for their type, in this process while it lives: with
    /// ``Options/materializes`` now. A type whose visibility is `all` has the scope of the options.
    /// - Parameters:
    ///   - localOnly: has no meaning here, where nothing leaves the machine.
    ///   - expirationDate: when it ends; nil is the service's default, an hour from now unless configured.
    ///   - itemProviders: one for each item; what is there before goes.
    /// - Throws: as ``copy(_:options:)``.
    public func setItemProviders(
        _ itemProviders: [NSItemProvider], localOnly: Bool = false, expirationDate: Date? = nil
    ) async throws {
        var options = Options()
        options.ttl = expirationDate.map { .seconds($0.timeIntervalSinceNow) }
        try await setItemProviders(itemProviders, options: options)
    }

    /// Puts item providers there, on these terms.
    /// - Returns: the change count.
    /// - Throws: as ``copy(_:options:)``.
    @discardableResult
    public func setItemProviders(_ itemProviders: [NSItemProvider], options: Options) async throws -> Int {
        try await set(itemProviders.map(OfferedItem.init), options)
    }

    /// Puts a text there, in place of what was there; nil clears it. It is there when this process is not any more.
    public func setString(_ string: String?) async throws { try await setStrings(string.map { [$0] } ?? []) }

    /// Puts texts there, each an item, in place of what was there.
    public func setStrings(_ strings: [String]) async throws { try await setNow(strings) }

    /// Puts an address there, in place of what was there; nil clears it. What it leads to does not come with it.
    public func setURL(_ url: URL?) async throws { try await setURLs(url.map { [$0] } ?? []) }

    /// Puts addresses there, each an item, in place of what was there.
    public func setURLs(_ urls: [URL]) async throws { try await setNow(urls) }

    /// Puts bytes of a type there, in place of what was there.
    public func setData(_ data: Data, forPasteboardType pasteboardType: String) async throws {
        let form = OfferedItem.Form(contentType: .registered(pasteboardType), scope: nil, name: nil) { .data(data) }
        var options = Options()
        options.materializes = true
        try await set([OfferedItem(forms: [form])], options)
    }

    private func setNow(_ values: [some Transferable]) async throws {
        var items: [OfferedItem] = []
        for value in values { items.append(await OfferedItem(value)) }
        var options = Options()
        options.materializes = true
        try await set(items, options)
    }

    // MARK: How

    @discardableResult
    private func set(_ items: [OfferedItem], _ options: Options) async throws -> Int {
        if let owner, owner != OwnProcess.uid {
            throw StagingError(.notAdmitted, "this is another user's pasteboard, which can only be read")
        }
        let name = name.rawValue
        let service = service
        guard !options.materializes else {
            var exported: [[(form: OfferedItem.Form, content: ExportedContent)]] = []
            for item in items {
                var forms: [(form: OfferedItem.Form, content: ExportedContent)] = []
                for form in item.forms { forms.append((form, try await form.export())) }
                exported.append(forms)
            }
            let contents = exported
            let count = try await ServiceWork.run(service) { connection in
                try connection.copy(
                    contents.map { try $0.map { try $0.content.itemToCopy($0.form) } }, to: name, options.terms())
            }
            return Int(count)
        }
        let count = try await ServiceWork.run(service) { connection in
            let terms = try options.terms()
            return try connection.setPasteboard(
                name, terms, scopes: [options.scope], isClearing: items.isEmpty
            ) { _, grants in
                for item in items {
                    let (grant, _) = try ExportHub.shared.send(
                        item, terms.sending, service, exportDeadline: options.exportDeadline, over: connection)
                    grants.append(grant.id)
                }
            }
        }
        return Int(count)
    }
}

extension ExportedContent {
    /// The content as one form of what is copied: as it is now, whether or not the file may be used itself.
    fileprivate func itemToCopy(_ form: OfferedItem.Form) throws -> ItemToSend {
        var item = try source(form).item
        item.scope = form.scope
        item.supertypes = form.contentType.offeredSupertypes
        return item
    }
}

extension OfferedItem {
    /// What a provider promises.
    init(_ provider: NSItemProvider) {
        self.init(
            forms: provider.registrations.map { registration in
                let scope: Scope? =
                    registration.visibility == .all ? nil : Scope(registration.visibility.transferVisibility)
                return Form(
                    contentType: registration.contentType, scope: scope,
                    name: provider.suggestedName ?? registration.ownName
                ) {
                    switch try await registration.loadContent(LoadProgress()) {
                    case .data(let data): return .data(data)
                    case .file(let file, let mayOpenInPlace):
                        return .file(
                            SentTransferredFile(file, allowAccessingOriginalFile: mayOpenInPlace),
                            allowsOpenInPlace: mayOpenInPlace)
                    case .item: throw TransferError.unexpectedClass(registration.contentType, className: "Data")
                    }
                }
            })
    }
}
