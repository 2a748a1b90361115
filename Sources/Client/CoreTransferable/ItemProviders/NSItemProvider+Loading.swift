extension NSItemProvider {
    /// Loads the bytes of the first registered type that conforms to this one.
    ///
    /// A file is read into memory; a folder comes as a zip archive.
    /// - Parameters:
    ///   - contentType: what is asked for.
    ///   - completionHandler: is called once, on any thread, with bytes or an error.
    /// - Returns: how far it is; cancelling it ends the load, with `CocoaError.userCancelled`.
    @discardableResult
    public func loadDataRepresentation(
        for contentType: UTType, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        load({ completionHandler($0.value, $0.error) }) { [self] progress, delivery in
            let content = try await registration(for: contentType).loadContent(progress)
            await delivery.deliver(.success(try await content.data()))
        }
    }

    /// Loads bytes, as ``loadDataRepresentation(for:completionHandler:)`` does.
    @discardableResult
    public func loadDataRepresentation(
        forTypeIdentifier typeIdentifier: String, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        loadDataRepresentation(for: .registered(typeIdentifier), completionHandler: completionHandler)
    }

    /// Loads the file or folder of the first registered type that conforms to this one.
    ///
    /// The file is a copy, which is removed when the completion handler returns, unless it was opened in place. Bytes are
    /// written to one. It is called ``suggestedName``, else as the item's own file, with an extension that fits.
    /// - Parameters:
    ///   - contentType: what is asked for.
    ///   - openInPlace: whether the item's own file is wanted, where it may be had.
    ///   - completionHandler: is called once, on any thread, with a file and whether it is the item's own, or with an error.
    /// - Returns: how far it is; cancelling it ends the load, with `CocoaError.userCancelled`.
    @discardableResult
    public func loadFileRepresentation(
        for contentType: UTType, openInPlace: Bool = false,
        completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
    ) -> Progress {
        load({ completionHandler($0.value?.file, $0.value?.isOriginalFile ?? false, $0.error) }) {
            [self] progress, delivery in
            let registration = try registration(for: contentType)
            let content = try await registration.loadContent(progress)
            if openInPlace, case .file(let file, mayOpenInPlace: true) = content {
                return await delivery.deliver(.success(ReceivedTransferredFile(file: file, isOriginalFile: true)))
            }
            try await withCopy(of: content, registration, progress) { copy in
                await delivery.deliver(.success(ReceivedTransferredFile(file: copy, isOriginalFile: false)))
            }
        }
    }

    /// Loads a copy of a file, as ``loadFileRepresentation(for:openInPlace:completionHandler:)`` does.
    @discardableResult
    public func loadFileRepresentation(
        forTypeIdentifier typeIdentifier: String, completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
    ) -> Progress {
        loadFileRepresentation(for: .registered(typeIdentifier)) { file, _, error in completionHandler(file, error) }
    }

    /// Loads a file in place where that may be, as ``loadFileRepresentation(for:openInPlace:completionHandler:)`` does.
    @discardableResult
    public func loadInPlaceFileRepresentation(
        forTypeIdentifier typeIdentifier: String,
        completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
    ) -> Progress {
        loadFileRepresentation(
            for: .registered(typeIdentifier), openInPlace: true, completionHandler: completionHandler)
    }

    /// Loads a value of a transferable type.
    ///
    /// The type's importers decide, in their order, and among what is registered for one of them the richest. Where an
    /// `exportingCondition` turns out to be false, the next is taken.
    /// - Parameters:
    ///   - transferableType: the type.
    ///   - completionHandler: is called once, on any thread.
    /// - Returns: how far it is; cancelling it ends the load, with `CocoaError.userCancelled`.
    @discardableResult
    public func loadTransferable<T>(
        type transferableType: T.Type, completionHandler: @escaping @Sendable (Result<T, any Error>) -> Void
    ) -> Progress where T: Transferable {
        load(completionHandler) { [self] progress, delivery in
            await delivery.deliver(.success(try await transferable(progress)))
        }
    }
}

// MARK: How

extension NSItemProvider {
    /// Starts `work`, which ends in one delivery, in a task that the returned progress cancels.
    func load<Value: Sendable>(
        _ handler: @escaping @Sendable (Result<Value, any Error>) -> Void,
        _ work: @escaping @Sendable (LoadProgress, Delivery<Value>) async throws -> Void
    ) -> Progress {
        let progress = LoadProgress()
        let delivery = Delivery(progress, handler)
        let task = Task.detached {
            do { try await work(progress, delivery) } catch { delivery.fail(error) }
        }
        progress.progress.cancellationHandler = {
            task.cancel()
            progress.cancelHandler()
            delivery.fail(CancellationError())
        }
        return progress.progress
    }

    /// The first registered type that conforms to what is asked for: the sender's order, never another.
    func registration(for contentType: UTType) throws(TransferError) -> Registration {
        let registrations = registrations
        guard let first = registrations.first(where: { $0.contentType.conforms(to: contentType) }) else {
            throw .notRegistered(contentType, registered: registrations.map(\.contentType))
        }
        return first
    }

    private func transferable<T: Transferable>(_ progress: LoadProgress) async throws -> T {
        var offers = registrations
        var hidden: TransferError?
        while let (representation, place) = T.choice(among: offers.map(\.contentType)) {
            do {
                return try await transferable(of: offers[place], representation, progress)
            } catch let error as TransferError {
                guard case .notExportable = error, case .transferable = offers[place].source else { throw error }
                hidden = error
                offers.remove(at: place)
            }
        }
        throw hidden
            ?? TransferError.nothingAcceptable(
                itemType: "\(T.self)", offered: registeredContentTypes, accepted: T.importedContentTypes())
    }

    private func transferable<T: Transferable>(
        of registration: Registration, _ representation: AnyRepresentation<T>, _ progress: LoadProgress
    ) async throws -> T {
        let content = try await registration.loadContent(progress)
        switch content {
        case .file(let file, let mayOpenInPlace):
            if !representation.prefersFile || mayOpenInPlace && representation.attemptsOpenInPlace {
                return try await representation.importing(
                    .file(ReceivedTransferredFile(file: file, isOriginalFile: true)))
            }
            return try await withCopy(of: content, registration, progress) { copy in
                try await representation.importing(.file(ReceivedTransferredFile(file: copy, isOriginalFile: false)))
            }
        default:
            let name = suggestedName ?? registration.ownName
            return try await representation.importing(.data(try await content.data(), suggestedName: name))
        }
    }

    /// Lends a copy of the content as a file, which is gone afterwards.
    private func withCopy<Result: Sendable>(
        of content: LoadedContent, _ registration: Registration, _ progress: LoadProgress,
        _ body: @Sendable (URL) async throws -> Result
    ) async throws -> Result {
        let name = FileNames.name(
            suggested: suggestedName ?? registration.ownName, for: registration.contentType, like: content.fileName)
        return try await TemporaryArea.with { area in
            switch content {
            case .file(let file, _):
                let source = try FileWork.path(of: file)
                return try await body(
                    try await FileWork.copy(source, into: area.path, named: name) { progress.update($0, $1) })
            default:
                return try await body(try await FileWork.write(try await content.data(), in: area.path, named: name))
            }
        }
    }
}

extension LoadedContent {
    func data() async throws -> Data {
        switch self {
        case .data(let data): data
        case .file(let file, _): try await FileWork.contents(of: file)
        case .item: throw TransferError.unexpectedClass(.data, className: "Data")
        }
    }
}

extension Result {
    fileprivate var value: Success? { try? get() }

    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
