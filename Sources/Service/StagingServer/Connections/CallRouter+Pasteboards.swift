internal import LinuxSystem
internal import StagingEngine
internal import StagingModel
internal import StagingProtocol
internal import Varlink

/// The calls that are about pasteboards.
extension CallRouter {
    static let pasteboardCalls: [any StagingCall.Type] = [
        SetPasteboardCall.self, GetPasteboardCall.self, WatchPasteboardCall.self,
    ]

    /// - Returns: nil for a call of another kind.
    func pasteboardReply(
        to parameters: any MethodTable.Parameters, _ descriptors: [SharedDescriptor], _ session: StagingSession,
        _ codec: MessageCodec
    ) throws -> EncodedReply? {
        switch parameters {
        case let call as SetPasteboardCall:
            let isBound = call.bind == true
            guard descriptors.count == (isBound ? 1 : 0) else {
                throw StagingError(.invalidRequest, "bind brings one descriptor, a pidfd, and nothing else does")
            }
            let count = try session.setPasteboard(
                PasteboardRequest(
                    id: call.requestId, name: call.name, grants: call.grants, changeCount: call.changeCount,
                    appends: call.append ?? false, bind: descriptors.first))
            return try encode(SetPasteboardCall.Answer(changeCount: count), codec)
        case let call as GetPasteboardCall:
            return try encode(
                PasteboardAnswer(pasteboard: session.pasteboard(call.name, owner: call.owner)), codec)
        default: return nil
        }
    }
}

extension ReceiveRequest.Target {
    /// What a receive names.
    init(_ call: ReceiveCall) throws(StagingError) {
        switch (call.token, call.drop, call.pasteboard) {
        case (let token?, nil, nil): self = .token(token)
        case (nil, let turn?, nil): self = .drop(turn: turn)
        case (nil, nil, let item?):
            self = .pasteboard(
                PasteboardItemName(
                    name: item.name, owner: item.owner, item: item.item, changeCount: item.changeCount))
        default:
            throw StagingError(
                .invalidRequest, "a receive names a token, the turn at an item, or an item on a pasteboard")
        }
    }
}
