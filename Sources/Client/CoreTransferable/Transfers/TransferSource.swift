internal import LinuxSystem
internal import StagingClient
internal import StagingModel

/// What a value is received from.
enum TransferSource: Sendable {
    case token(Token)
    /// An item of a destination, which was accepted.
    case dropped(DroppedItem)

    func receive(
        over connection: StagingConnection, _ options: ReceiveOptions, progress: CopyProgress?
    ) throws -> PendingReceive {
        switch self {
        case .token(let token): try connection.receive(token, options, progress: progress)
        case .dropped(let item): try connection.receive(item.turn, from: item.service, options, progress: progress)
        }
    }

    /// What is there to be received.
    func offered(_ service: StageService) async throws -> [Representation] {
        switch self {
        case .token(let token): try await Stage.offers(of: token, service: service).representations
        case .dropped(let item): item.representations
        }
    }
}
