internal import LinuxSystem
internal import StagingClient

extension Stage {
    /// Receives a value.
    ///
    /// The type's importers are asked in their order; each takes the first of the offered forms, in the sender's order,
    /// whose type conforms to its own, as the sender declared it. Where the sender cannot export that form, the next
    /// importer has its turn. A form that is promised is waited for, until the sender's deadline.
    ///
    /// The file that a `FileRepresentation`'s importer gets is in a temporary area of this process, under the suggested
    /// name, which ends when the importer returns or throws; it is copied by the kernel, or shared, and never read into
    /// memory. It is the sender's own file, read-only, where the sender allows that, the exporting representation
    /// (`shouldAllowToOpenInPlace`) and the importing one (`shouldAttemptToOpenInPlace`) say so, and this process may
    /// open it.
    /// - Parameters:
    ///   - token: what the send answered.
    ///   - progress: is set to what has come and all of it, in bytes or in what the sender counts; cancelling it cancels
    ///     this call.
    ///   - service: where to ask.
    ///   - type: what to make of it.
    /// - Returns: what the importer makes.
    /// - Throws: ``TransferError`` where no importer fits; `StagingError`; what the importer throws;
    ///   `CancellationError`. Before the importer is called no use is spent.
    public static func receive<Item: Transferable>(
        _ type: Item.Type = Item.self, from token: Token, progress: Progress? = nil, service: StageService = .usual
    ) async throws -> Item {
        let importers = Item.representations.filter(\.canImport)
        guard !importers.isEmpty else { throw TransferError.notImportable(Item.explainImport(of: nil)) }
        return try await cancelling(with: progress) {
            try await receive(importers, from: .token(token), progress, service)
        }
    }

    /// Receives a value, by the text of a token.
    ///
    /// As ``receive(_:from:progress:service:)-(_,Token,_,_)``.
    /// - Throws: `StagingError` (`noSuchGrant`) also for text that is no token.
    public static func receive<Item: Transferable>(
        _ type: Item.Type = Item.self, from token: String, progress: Progress? = nil, service: StageService = .usual
    ) async throws -> Item {
        guard let token = Token(token) else {
            throw StagingError(
                .noSuchGrant, "this is no token", hint: "a token is stg_ and 26 letters a to z and digits 2 to 7")
        }
        return try await receive(type, from: token, progress: progress, service: service)
    }

    static func receive<Item: Transferable>(
        _ importers: [AnyRepresentation<Item>], from source: TransferSource, _ progress: Progress?,
        _ service: StageService
    ) async throws -> Item {
        var failure: StagingError?
        for importer in importers {
            let delivery: Delivered
            do {
                delivery = try await deliver(
                    source, importer.contentType, asFile: importer.prefersFile,
                    inPlace: importer.attemptsOpenInPlace, progress, service)
            } catch let error as StagingError where error.code == .nothingAcceptable {
                continue
            } catch let error as StagingError where [.promiseFailed, .promiseOverdue].contains(error.code) {
                failure = failure ?? error
                continue
            }
            do {
                let item = try await importer.importing(delivery.content)
                await delivery.end()
                return item
            } catch {
                await delivery.end()
                throw error
            }
        }
        if let failure { throw failure }
        let offered = try await ServiceWork.run(service) { try source.offers($0) }
        throw TransferError.nothingAcceptable(
            itemType: "\(Item.self)",
            offered: offered.compactMap { UTType(identifier: $0.declaredType ?? $0.type, allowUndeclared: true) },
            accepted: importers.map(\.contentType))
    }

    /// Runs `body` in a task that the progress cancels.
    static func cancelling<Result: Sendable>(
        with progress: Progress?, _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        guard let progress else { return try await body() }
        let task = Task { try await body() }
        progress.cancellationHandler = { task.cancel() }
        if progress.isCancelled { task.cancel() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    // MARK: Delivery

    /// Content for an importer, and what ends with it.
    package struct Delivered: Sendable {
        package let content: ImportedContent
        package let received: Received
        /// Of an area that is to be released.
        var area: String?
        var temporary: TemporaryArea?
        let service: StageService

        /// Takes away what was there for the importer alone.
        package func end() async {
            await temporary?.remove()
            guard let area else { return }
            // Also where the task was cancelled. An area that nobody releases ends with this process.
            let service = service
            await Task.detached {
                try? await ServiceWork.run(service) { try $0.release(area) }
            }.value
        }
    }

    static func deliver(
        _ source: TransferSource, _ type: UTType, asFile: Bool, inPlace: Bool, _ progress: Progress?,
        _ service: StageService
    ) async throws -> Delivered {
        var options = ReceiveOptions()
        options.accept = [type.identifier]
        options.acceptsClaims = true
        options.delivery = asFile ? .area : .descriptor
        let asked = options
        let report: @Sendable (Int64, Int64) -> Void = { completed, total in
            progress?.totalUnitCount = total
            progress?.completedUnitCount = completed
        }
        let arrival = try await ServiceWork.run(service) { connection in
            var options = asked
            try options.endWith(process: OwnProcess.pid)
            let pending = try source.receive(over: connection, options) { report($0, $1) }
            let arrival = try Arrival(pending, asFile: asFile, inPlace: inPlace, report)
            try connection.confirm(pending)
            return arrival
        }
        report(max(1, arrival.received.size), max(1, arrival.received.size))
        return try await arrival.delivered(report, service)
    }

    /// What has come, before it is content.
    private struct Arrival: Sendable {
        enum Form: Sendable {
            case data(Data)
            case file(Path, isOriginal: Bool)
            /// An original that is not to be handed over itself.
            case copyOf(SharedDescriptor)
        }

        let received: Received
        let form: Form

        init(
            _ pending: PendingReceive, asFile: Bool, inPlace: Bool, _ report: (Int64, Int64) -> Void
        ) throws {
            received = pending.received
            let path = received.path.map { Path($0) }
            if received.isOriginalFile, let file = pending.descriptor {
                if asFile, inPlace, let path, try Self.leads(path, to: file) {
                    form = .file(path, isOriginal: true)
                } else if asFile {
                    form = .copyOf(file)
                } else {
                    form = .data(try Self.contents(of: file, received, report))
                }
            } else if received.area != nil, let path {
                form = .file(path, isOriginal: false)
            } else if let file = pending.descriptor {
                form = .data(try Self.contents(of: file, received, report))
            } else {
                throw StagingError(.failed, "the service sent neither bytes nor an area")
            }
        }

        /// Whether this process can open the path, and comes to the same file.
        private static func leads(_ path: Path, to file: SharedDescriptor) throws -> Bool {
            guard let opened = try? OwnedDescriptor.openForReading(path) else { return false }
            let (one, other) = (try FileStatus.of(opened.number), try file.withNumber { try FileStatus.of($0) })
            return one.device == other.device && one.inode == other.inode
        }

        private static func contents(
            of file: SharedDescriptor, _ received: Received, _ report: (Int64, Int64) -> Void
        ) throws -> Data {
            var data = Data()
            data.reserveCapacity(Int(clamping: received.size))
            while true {
                let part = try file.withNumber { try readSome(of: $0, at: Int64(data.count), count: 1 << 20) }
                if part.isEmpty { return data }
                data += part
                report(Int64(data.count), max(received.size, Int64(data.count)))
            }
        }

        func delivered(
            _ report: @escaping @Sendable (Int64, Int64) -> Void, _ service: StageService
        ) async throws -> Delivered {
            switch form {
            case .data(let data):
                return Delivered(
                    content: .data(data, suggestedName: received.name), received: received, service: service)
            case .file(let path, let isOriginal):
                let isFolder = (try? FileStatus.of(path).kind) == .directory
                let file = ReceivedTransferredFile(
                    file: FileWork.url(of: path, isDirectory: isFolder), isOriginalFile: isOriginal)
                return Delivered(content: .file(file), received: received, area: received.area, service: service)
            case .copyOf(let original):
                let area = try await TemporaryArea.make()
                do {
                    let copy = try await FileWork.copy(
                        original, into: area.path, named: received.name, progress: report)
                    let file = ReceivedTransferredFile(file: copy, isOriginalFile: false)
                    return Delivered(content: .file(file), received: received, temporary: area, service: service)
                } catch {
                    await area.remove()
                    throw error
                }
            }
        }
    }
}
