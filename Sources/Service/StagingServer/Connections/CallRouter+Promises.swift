internal import LinuxSystem
internal import StagingEngine
internal import StagingModel
internal import StagingProtocol
internal import Varlink

/// The calls of senders that export what they promised.
extension CallRouter {
    /// - Returns: nil for a call of another kind.
    func promiseReply(
        to parameters: any MethodTable.Parameters, _ descriptors: [SharedDescriptor], _ session: StagingSession,
        _ codec: MessageCodec
    ) throws -> EncodedReply? {
        switch parameters {
        case let call as SupplyCall:
            var next = descriptors.makeIterator()
            let offer = try Self.offer(call.offer, &next)
            guard next.next() == nil else {
                throw StagingError(.invalidRequest, "more descriptors came than the offer needs")
            }
            let representation = try session.supply(
                offer, for: call.grant, place: call.place, request: call.requestId,
                mode: SendRequest.Mode(call.mode), allowsExecutable: call.allowExecutable ?? false)
            return try encode(SupplyCall.Answer(representation: representation), codec)
        case let call as ReportExportCall:
            try session.reportExport(call.grant, place: call.place, completed: call.completed, total: call.total)
            return try encode(EmptyAnswer(), codec)
        case let call as FailExportCall:
            try session.failExport(call.grant, place: call.place, call.message)
            return try encode(EmptyAnswer(), codec)
        default: return nil
        }
    }
}

extension ExportNotice {
    /// As it travels.
    init(_ notice: Exporter.Notice) {
        switch notice {
        case .wanted(let grant, let place): self.init(.wanted, grant: grant, place: place)
        case .notWanted(let grant, let place): self.init(.notWanted, grant: grant, place: place)
        case .ended(let grant): self.init(.ended, grant: grant)
        }
    }
}
