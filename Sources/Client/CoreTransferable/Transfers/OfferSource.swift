internal import StagingClient
internal import StagingModel
internal import StagingProtocol

/// What names something that can be received.
enum OfferSource: Sendable {
    case token(Token)
    case pasteboard(PasteboardItem)

    func receive(
        _ options: ReceiveOptions, over connection: StagingConnection, progress: CopyProgress?
    ) throws -> PendingReceive {
        switch self {
        case .token(let token): try connection.receive(token, options, progress: progress)
        case .pasteboard(let item): try connection.receive(item, options, progress: progress)
        }
    }

    /// What is offered, for messages.
    func offers(_ connection: StagingConnection) throws -> [Representation] {
        switch self {
        case .token(let token): return try connection.show(.token(token)).representations
        case .pasteboard(let item):
            let items = try connection.pasteboard(item.name, owner: item.owner)?.contents.items ?? []
            return items.filter { item.item == nil || $0.id == item.item }.flatMap(\.representations)
        }
    }
}
