internal import ContentTypes
internal import LinuxSystem
internal import StagingEngine
internal import StagingModel
internal import StagingProtocol
internal import Varlink

/// Turns calls into the engine's and its answers into replies; has no state but what it is given.
struct CallRouter: Sendable {
    let engine: StagingEngine
    let interface: InterfaceDescription
    let table: MethodTable
    let status: @Sendable () throws -> ServiceStatus
    let stop: @Sendable () -> Void

    init(
        engine: StagingEngine, status: @escaping @Sendable () throws -> ServiceStatus,
        stop: @escaping @Sendable () -> Void
    ) throws {
        self.engine = engine
        self.status = status
        self.stop = stop
        interface = try InterfaceDescription(StagingInterface.text)
        let calls: [any StagingCall.Type] = [
            BeginTreeCall.self, AddEntriesCall.self, SendCall.self, ReceiveCall.self, ConfirmCall.self, KeepCall.self,
            HoldCall.self, ReleaseCall.self, ShowCall.self, ListCall.self, RevokeCall.self, RenewCall.self,
            WatchCall.self, StatusCall.self, StopCall.self, ExportCall.self, SupplyCall.self, ReportExportCall.self,
            FailExportCall.self, OpenDropCall.self, AnswerDropCall.self, FinishDropCall.self, OfferDropCall.self,
            ListDropsCall.self, RetryDropCall.self, ForgetDropCall.self,
        ]
        var types: [String: any MethodTable.Parameters.Type] = [
            ServiceInterface.getInfo: NoParameters.self,
            ServiceInterface.getInterfaceDescription: ServiceInterface.InterfaceRequest.self,
        ]
        for call in calls + Self.pasteboardCalls { types[call.method] = call }
        table = MethodTable(types, interfaces: [interface])
    }

    /// A reply's bytes and the descriptors that go with them.
    struct EncodedReply {
        var bytes: [UInt8]
        var descriptors: [SharedDescriptor] = []
    }

    /// The files that a message may bring: as configured, and no more than a fraction of what this process can have open,
    /// since beyond that the kernel drops them.
    private var mostFiles: Int {
        max(1, min(engine.configuration.limits.descriptorsPerMessage, OwnProcess.openFileLimit / 4))
    }

    func didRefuse() { engine.counters.add(refused: 1) }

    func reply(
        to call: Call, _ descriptors: [SharedDescriptor], _ session: StagingSession, _ codec: MessageCodec
    ) throws -> EncodedReply {
        switch try call.parameters.get() {
        case let call as SendCall:
            return try encode(SendCall.Answer(grant: session.send(request(call, descriptors))), codec)
        case let call as ReceiveCall: return try receive(call, descriptors, session, codec)
        case let call as ConfirmCall:
            try session.confirm(call.claim, taken: call.taken ?? false)
            return try encode(EmptyAnswer(), codec)
        case is BeginTreeCall:
            let staging = try session.beginTree(from: descriptors.first)
            return try encode(
                BeginTreeCall.Answer(
                    staging: staging, files: mostFiles, bytes: engine.configuration.limits.messageBytes), codec)
        case let call as AddEntriesCall:
            let entries = try call.entries.map { entry throws(StagingError) in
                guard let entry = entry.entry else {
                    throw StagingError(.invalidRequest, "an entry has no path, or its base64 is none")
                }
                return entry
            }
            try session.add(entries, files: descriptors, to: call.staging)
            return try encode(EmptyAnswer(), codec)
        case let call as KeepCall:
            let (area, manifest) = try session.keep(areaName(call.path, call.area))
            return try encode(
                KeepCall.Answer(area: area, isTree: manifest != nil), codec, manifest.map { [$0] } ?? [])
        case let call as HoldCall:
            let area = try session.hold(
                call.requestId, areaName(call.path, call.area), milliseconds: call.lease)
            return try encode(AreaAnswer(area: area), codec)
        case let call as ReleaseCall:
            let area = try session.release(
                call.requestId, areaName(call.path, call.area), kept: call.kept ?? false)
            return try encode(AreaAnswer(area: area), codec)
        case let parameters: return try otherReply(to: parameters, call.method, descriptors, session, codec)
        }
    }

    private func otherReply(
        to parameters: any MethodTable.Parameters, _ method: String, _ descriptors: [SharedDescriptor],
        _ session: StagingSession, _ codec: MessageCodec
    ) throws -> EncodedReply {
        if let reply = try promiseReply(to: parameters, descriptors, session, codec) { return reply }
        if let reply = try dropReply(to: parameters, session, codec) { return reply }
        if let reply = try pasteboardReply(to: parameters, descriptors, session, codec) { return reply }
        switch parameters {
        case let call as ShowCall:
            return try encode(GrantAnswer(grant: session.show(grantName(call.token, call.id))), codec)
        case let call as ListCall:
            let (grants, areas, cursor) = try session.list(includingEnded: call.all ?? false, after: call.cursor)
            return try encode(ListCall.Answer(grants: grants, areas: areas, cursor: cursor), codec)
        case let call as RevokeCall:
            return try encode(
                GrantAnswer(grant: session.revoke(call.requestId, grantName(call.token, call.id))), codec)
        case let call as RenewCall:
            return try encode(
                GrantAnswer(
                    grant: session.renew(call.requestId, grantName(call.token, call.id), milliseconds: call.ttl)),
                codec)
        case is StatusCall: return try encode(StatusCall.Answer(status: status()), codec)
        case is StopCall:
            guard session.caller.uid == OwnProcess.uid || session.caller.uid == 0 else {
                throw StagingError(.notAdmitted, "only the service's own user and root can stop it")
            }
            stop()
            return try encode(EmptyAnswer(), codec)
        case let call as ServiceInterface.InterfaceRequest:
            return try encode(ServiceInterface.InterfaceText(answering: call, from: [interface]), codec)
        default:
            guard method == ServiceInterface.getInfo else { throw VarlinkError.methodNotImplemented(method) }
            return try encode(
                ServiceInterface.Info(
                    vendor: "Stage", product: "staged", version: StagingInterface.version, url: "",
                    interfaces: [ServiceInterface.name, StagingInterface.name]), codec)
        }
    }

    private func receive(
        _ call: ReceiveCall, _ descriptors: [SharedDescriptor], _ session: StagingSession, _ codec: MessageCodec
    ) throws -> EncodedReply {
        if call.bind == true, descriptors.count != 1 {
            throw StagingError(.invalidRequest, "bind brings one descriptor, a pidfd")
        }
        let reception = try session.receive(
            ReceiveRequest(
                ReceiveRequest.Target(call), accept: call.accept ?? [], acceptsClaims: call.claims ?? false,
                delivery: call.delivery == .area ? .area : .descriptor,
                lease: call.lease, bind: call.bind == true ? descriptors.first : nil,
                allowsChanged: call.allowChanged ?? false, wantsDigest: call.digest ?? false))
        let delivery = Delivery(
            claim: reception.claim, descriptor: reception.descriptor != nil, takable: reception.isTakable,
            isTree: reception.isTree,
            origin: reception.origin.map { Origin(grant: $0.grant, sender: $0.sender, sent: $0.sent) })
        return try encode(
            ReceiveCall.Answer(received: reception.received, delivery: delivery), codec,
            reception.descriptor.map { [$0] } ?? [])
    }

    private func request(_ call: SendCall, _ descriptors: [SharedDescriptor]) throws -> SendRequest {
        var next = descriptors.makeIterator()
        let offers = try call.offers.map { offer throws(StagingError) in try Self.offer(offer, &next) }
        guard next.next() == nil else {
            throw StagingError(.invalidRequest, "more descriptors came than files and streams were offered")
        }
        return SendRequest(
            id: call.requestId, offers: offers, mode: SendRequest.Mode(call.mode), ttl: call.ttl,
            until: call.untilNanoseconds, uses: call.uses, scope: try call.scope.map(Self.scope) ?? .team(nil),
            key: call.key, isDurable: call.sync ?? false,
            allowsExecutable: call.allowExecutable ?? false, exporter: call.exporter)
    }

    /// - Parameter descriptors: what came with the call and is not taken yet.
    static func offer(
        _ offer: Offer, _ descriptors: inout IndexingIterator<[SharedDescriptor]>
    ) throws(StagingError) -> SendRequest.Offer {
        let source: SendRequest.Offer.Source
        switch offer.source {
        case .tree:
            guard let staging = offer.staging else {
                throw StagingError(.invalidRequest, "an offer of a tree names its staging id")
            }
            source = .tree(staging)
        case .file, .stream:
            guard let descriptor = descriptors.next() else {
                throw StagingError(.invalidRequest, "each file and stream that is offered brings a descriptor")
            }
            source = offer.source == .file ? .file(descriptor) : .stream(descriptor)
        case .promise: source = .promise
        }
        let supertypes = offer.conformsTo ?? []
        guard supertypes.count <= mostSupertypes,
            supertypes.allSatisfy({ UTType(identifier: $0, allowUndeclared: true) != nil })
        else {
            throw StagingError(
                .invalidRequest, "conformsTo has at most \(mostSupertypes) type identifiers, such as public.json")
        }
        return SendRequest.Offer(
            source: source, name: offer.name, type: offer.type, supertypes: supertypes,
            scope: try offer.scope.map(Self.scope), size: offer.size)
    }

    private static let mostSupertypes = 64

    // MARK: Arguments and answers

    static func scope(_ text: String) throws(StagingError) -> Scope {
        guard let scope = Scope(text) else {
            throw StagingError(
                .invalidRequest, "\(Path(text).quoted) is no scope",
                hint: "process, process:PID, team, team:NAME, group, group:NAME or all")
        }
        return scope
    }

    private func grantName(_ token: String?, _ id: String?) throws(StagingError) -> StagingSession.GrantName {
        switch (token, id) {
        case (let token?, nil): return .token(token)
        case (nil, let id?): return .id(id)
        default: throw StagingError(.invalidRequest, "a grant is named by its token or by its id")
        }
    }

    private func areaName(_ path: String?, _ area: String?) throws(StagingError) -> StagingSession.AreaName {
        switch (path, area) {
        case (let path?, nil): return .path(Path(path))
        case (nil, let area?): return .id(area)
        default: throw StagingError(.invalidRequest, "an area is named by a path in it or by its id")
        }
    }

    func encode(
        _ answer: some Encodable, _ codec: MessageCodec, _ descriptors: [SharedDescriptor] = []
    ) throws -> EncodedReply {
        EncodedReply(
            bytes: try codec.encode(reply: answer, descriptors: descriptors.count), descriptors: descriptors)
    }
}

extension SendRequest.Mode {
    init(_ mode: SendMode) {
        switch mode {
        case .snapshot: self = .snapshot
        case .original: self = .original
        case .move: self = .move
        }
    }
}
