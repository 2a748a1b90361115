internal import StagingClient
internal import StagingModel
internal import StagingProtocol

/// What a value is received from.
enum TransferSource: Sendable {
    case token(Token)
    case pasteboard(PasteboardItem)
    /// An item of a destination, which was accepted.
    case dropped(DroppedItem)

    func receive(
        over connection: StagingConnection, _ options: ReceiveOptions, progress: CopyProgress?
    ) throws -> PendingReceive {
        switch self {
        case .token(let token): try connection.receive(token, options, progress: progress)
        case .pasteboard(let item): try connection.receive(item, options, progress: progress)
        case .dropped(let item): try connection.receive(item.turn, from: item.service, options, progress: progress)
        }
    }

    /// What is there to be received, for messages.
    func offers(_ connection: StagingConnection) throws -> [Representation] {
        switch self {
        case .token(let token): return try connection.show(.token(token)).representations
        case .pasteboard(let item):
            let items = try connection.pasteboard(item.name, owner: item.owner)?.contents.items ?? []
            return items.filter { item.item == nil || $0.id == item.item }.flatMap(\.representations)
        case .dropped(let item): return item.representations
        }
    }
}
