internal import StagingEngine
internal import StagingModel
internal import StagingProtocol
internal import Varlink

/// The calls of destinations: of their workers, their owners and those who send to them.
extension CallRouter {
    /// - Returns: nil for a call of another kind.
    func dropReply(
        to parameters: any MethodTable.Parameters, _ session: StagingSession, _ codec: MessageCodec
    ) throws -> EncodedReply? {
        switch parameters {
        case let call as AnswerDropCall:
            try session.answerDrop(call.turn, accepts: call.accept, reason: call.reason)
            return try encode(EmptyAnswer(), codec)
        case let call as FinishDropCall:
            try session.finishDrop(call.turn, isDone: call.done, reason: call.reason)
            return try encode(EmptyAnswer(), codec)
        case let call as ListDropsCall:
            let (items, cursor) = try session.drops(at: call.name, after: call.cursor)
            return try encode(ListDropsCall.Answer(items: items, cursor: cursor), codec)
        case let call as RetryDropCall:
            return try encode(DropItemAnswer(item: session.retryDrop(call.requestId, call.item)), codec)
        case let call as ForgetDropCall:
            return try encode(DropItemAnswer(item: session.forgetDrop(call.requestId, call.item)), codec)
        default: return nil
        }
    }

    /// The worker that a call opens a destination with.
    func worker(_ call: OpenDropCall, _ session: StagingSession) throws -> DropWorker {
        try session.openDestination(
            call.name, accept: call.accept ?? [], acceptsClaims: call.claims ?? false,
            scope: call.scope.map(Self.scope) ?? .team(nil), tries: call.tries,
            label: call.label)
    }

    /// The offer that a call makes.
    func offer(_ call: OfferDropCall, _ session: StagingSession) throws -> DropOffer {
        try session.offerDrop(call.requestId, to: call.name, of: call.owner, grant: call.grant)
    }
}

extension OpenDropCall.Answer {
    /// As it travels; nil where there is nothing to say any more.
    init?(_ notice: DropWorker.Notice, _ worker: DropWorker, _ session: StagingSession) throws {
        switch notice {
        case .withdrawn(let item): self.init(withdrawn: item)
        case .offered(let turn):
            guard let item = try session.item(ofTurn: turn, for: worker) else { return nil }
            self.init(item: item, turn: turn)
        }
    }
}
