internal import FileNaming
package import LinuxSystem
package import StagingModel
internal import StagingProtocol

extension StagingConnection {
    /// Sends one item and answers its grant, with the token.
    ///
    /// Blocks until the bytes are staged. With `move`, the sender's names are gone when this returns.
    /// - Parameter items: its forms, richest first.
    /// - Parameter progress: called while the service copies, at most ten times a second; the total is 0 where nobody
    ///   knows it. What it throws is ignored: the service does the copying.
    /// - Parameter report: told of what could not be done after the grant was made, such as a name that stays.
    /// - Throws: `StagingError`; nothing is left then.
    package func send(
        _ items: [ItemToSend], _ options: SendOptions, progress: CopyProgress? = nil,
        report: (String) -> Void = { _ in }
    ) throws -> Grant {
        let scopes = [options.scope] + items.compactMap(\.scope)
        let service = options.isSystemWide ? locator.systemWide : service(forSending: scopes)
        return try send(items, options, to: service, progress: progress, report: report)
    }

    func send(
        _ items: [ItemToSend], _ options: SendOptions, to service: ServiceLocator.Service,
        progress: CopyProgress? = nil, report: (String) -> Void = { _ in }
    ) throws -> Grant {
        let request = RequestID.random()
        let sources = try items.map { item -> OpenedSource? in
            if case .promise = item.source { nil } else { try OpenedSource(item, options.mode) }
        }
        // A move sends one item, so there is one tree at most.
        var treeNames: [SentName] = []
        var isRepeated = false
        let grant = try with(service) { connection in
            var offers: [Offer] = []
            var descriptors: [SharedDescriptor] = []
            treeNames = []
            defer { isRepeated = true }
            for (item, source) in zip(items, sources) {
                guard let source else {
                    offers.append(item.offer(.promise))
                    continue
                }
                let (offer, descriptor, names) = try source.offer(
                    item, over: connection, isRepeated: isRepeated, recordsNames: options.mode == .move)
                offers.append(offer)
                if let descriptor { descriptors.append(descriptor) }
                if !names.isEmpty { treeNames = names }
            }
            let call = SendCall(
                requestId: request, offers: offers, mode: options.mode.wire, ttl: options.ttl?.wholeMilliseconds,
                untilNanoseconds: options.until, uses: options.uses, scope: options.scope.description, key: options.key,
                sync: options.isDurable ? true : nil, allowExecutable: options.allowsExecutable ? true : nil,
                exporter: options.exporter)
            do {
                guard let progress else { return try connection.call(call, descriptors: descriptors).answer.grant }
                return try connection.call(call, descriptors: descriptors) { answer in
                    try? progress(answer.copied ?? 0, answer.total ?? 0)
                }.answer.grant
            } catch let error as StagingError
                where error.code == .unreadable && isRepeated && sources.contains(where: { $0?.kind == .stream })
            {
                throw StagingError(
                    .noService, "the service ended while it read the stream, and nothing was sent",
                    hint: "send it again, from its beginning")
            }
        }
        guard let grant = grant ?? nil else {
            throw StagingError(.failed, "the service answered no grant", hint: "stage stop, then try again")
        }
        if options.mode == .move {
            // A name that the service took away with the file is gone already. It is still there where the grant was made
            // by an earlier send under the same key.
            for source in sources { source?.removeNames(treeNames, report) }
        }
        return grant
    }
}

extension ItemToSend {
    /// A path's own name, and of "." or ".." the directory's real one; empty for the root.
    package static func ownName(of path: Path) -> Path {
        let last = path.lastComponent
        let isPlain = !last.isEmpty && last != "." && last != ".."
        return isPlain ? last : OwnProcess.canonicalPath(path)?.lastComponent ?? last
    }

    /// How it is announced to the service.
    func offer(_ kind: Offer.Source, name: String? = nil) -> Offer {
        var size: Int64?
        if case .promise(let expected) = source { size = expected }
        return Offer(
            source: kind, name: name ?? self.name, type: type, conformsTo: supertypes.isEmpty ? nil : supertypes,
            scope: scope?.description, size: size)
    }
}

extension SendOptions.Mode {
    var wire: SendMode {
        switch self {
        case .snapshot: .snapshot
        case .original: .original
        case .move: .move
        }
    }
}

/// What is sent, opened by the sender's own rights (rule 7).
struct OpenedSource {
    enum Kind {
        case file, stream, tree
    }

    let kind: Kind
    let descriptor: SharedDescriptor
    /// What the sender calls it; nil for a stream without a name.
    let name: String?
    /// Where it was found; nil for a descriptor.
    let path: Path?
    let status: FileStatus
    /// Of a stream that has one: where it was at first.
    private let position: Int64?
    /// Held while the bytes are copied, so that every writer is noticed (rule 3).
    private let lease: HeldLease?

    init(_ item: ItemToSend, _ mode: SendOptions.Mode) throws {
        let isMove = mode == .move
        switch item.source {
        case .path(let path):
            if isMove, (try? FileStatus.of(path))?.kind == .symbolicLink {
                throw StagingError(
                    .invalidRequest, "\(path.quoted) is a symbolic link, which cannot be moved",
                    hint: "move the file that it leads to")
            }
            self.path = path
            descriptor = try Self.open(path)
            status = try FileStatus.of(descriptor.number)
            name = item.name ?? Self.name(of: path)
            switch status.kind {
            case .regular: kind = .file
            case .directory: kind = .tree
            case let other:
                throw StagingError(
                    .unsupportedFile, "\(path.quoted) is a \(other.words)",
                    hint: "stage send - < \(path.quoted) sends what can be read from it")
            }
        case .promise: preconditionFailure("nothing of a promise is there to be opened")
        case .descriptor(let descriptor):
            path = nil
            self.descriptor = descriptor
            status = try FileStatus.of(descriptor.number)
            if status.kind == .directory {
                throw StagingError(
                    .unsupportedFile, "what is to be read as a stream is a directory", hint: "give its PATH")
            }
            name = item.name
            let isWholeFile = status.kind == .regular && Self.isAtStart(descriptor)
            kind = isWholeFile ? .file : .stream
            if isMove {
                throw StagingError(
                    .invalidRequest, "a stream has no name that could be moved", hint: "leave --move out")
            }
        }
        position = kind == .stream ? try? positionOf(descriptor.number) : nil
        lease = kind == .file && mode != .original ? HeldLease(on: descriptor) : nil
    }

    /// Announces it over a connection; a tree is sent with that.
    /// - Returns: the offer, the descriptor that goes with it, and of a tree the names in it where they are recorded.
    func offer(
        _ item: ItemToSend, over connection: ServiceConnection, isRepeated: Bool, recordsNames: Bool
    ) throws -> (offer: Offer, descriptor: SharedDescriptor?, names: [SentName]) {
        switch kind {
        case .file: return (item.offer(.file, name: name), descriptor, [])
        case .stream: return (item.offer(.stream, name: name), try isRepeated ? streamAgain() : descriptor, [])
        case .tree:
            var offer = item.offer(.tree, name: name)
            let tree = TreeSender(connection, recordsNames: recordsNames)
            offer.staging = try tree.send(self)
            return (offer, nil, tree.names)
        }
    }

    /// A stream for the repetition of a call whose answer was lost: the same from where it was at first; or, what a
    /// service may have read of a pipe being gone, one that cannot be read and can only get the first call's answer.
    func streamAgain() throws -> SharedDescriptor {
        if let position, (try? setPosition(of: descriptor.number, to: position)) != nil { return descriptor }
        return SharedDescriptor(try OwnedDescriptor.open("/dev/null", .writeOnly))
    }

    /// The name to suggest: the path's own, and of "." or ".." the directory's real one.
    private static func name(of path: Path) -> String? {
        let named = ItemToSend.ownName(of: path)
        return named.isEmpty ? nil : named.exactText ?? FileNaming.sanitize(named.bytes)
    }

    private static func open(_ path: Path) throws(StagingError) -> SharedDescriptor {
        do {
            return SharedDescriptor(try OwnedDescriptor.openForReading(path))
        } catch {
            if path.isEmpty { throw StagingError(.invalidRequest, "an empty PATH names no file") }
            throw StagingError(
                .unreadable, "cannot open \(path.quoted): \(error.reason)",
                hint: error.isMissing ? "check the spelling" : nil)
        }
    }

    private static func isAtStart(_ descriptor: SharedDescriptor) -> Bool {
        (try? positionOf(descriptor.number)) == 0
    }

    /// After a move: takes the names away, each only if it still names what was sent (rule 5).
    func removeNames(_ names: [SentName], _ report: (String) -> Void) {
        guard let path else { return }
        do {
            let folder = try Directory.open(path.parent)
            if kind == .tree {
                try SentNames.remove(names, ofTree: path.lastComponent, in: folder, report)
            } else {
                try SentNames.remove(path.lastComponent, like: status.stamp, in: folder, report)
            }
        } catch {
            report("\(path.quoted) was sent and stays: \(error)")
        }
    }
}

/// A read lease in a reference, so that it can be kept with others; nil where the kernel refuses it.
final class HeldLease {
    private let lease: ReadLease

    init?(on descriptor: SharedDescriptor) {
        guard let lease = ReadLease.acquire(on: descriptor.number) else { return nil }
        self.lease = lease
    }
}
