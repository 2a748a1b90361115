import LinuxSystem
@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Testing

/// What tests of destinations do over and over.
struct DropFixture {
    let fixture: EngineFixture

    static func with(
        _ configuration: EngineConfiguration = EngineConfiguration(), _ body: (DropFixture) throws -> Void
    ) throws {
        try EngineFixture.with(configuration) { try body(DropFixture(fixture: $0)) }
    }

    /// A worker and its connection.
    struct Worker {
        let session: StagingSession
        let worker: DropWorker

        /// Takes what it was told since, without waiting.
        func notices() -> [DropWorker.Notice] { worker.notices.take() }

        /// The turn that it has been given now.
        func turn(_ location: SourceLocation = #_sourceLocation) throws -> String {
            let turns = notices().compactMap { if case .offered(let turn) = $0 { turn } else { nil } }
            #expect(turns.count == 1, sourceLocation: location)
            return try #require(turns.first, sourceLocation: location)
        }

        /// The turn that it has been given now, accepted.
        func accepted(_ location: SourceLocation = #_sourceLocation) throws -> String {
            let turn = try turn(location)
            try session.answerDrop(turn, accepts: true)
            return turn
        }

        func item(_ turn: String) throws -> DropItem {
            try #require(try session.item(ofTurn: turn, for: worker))
        }

        /// Its process ends.
        func end() { session.closeDestination(worker) }
    }

    func worker(
        _ name: String = "encoder", accept: [String] = [], scope: Scope = .team(nil), tries: Int? = nil,
        as caller: Caller = .own()
    ) throws -> Worker {
        let session = fixture.session(caller)
        return Worker(
            session: session,
            worker: try session.openDestination(name, accept: accept, scope: scope, tries: tries))
    }

    /// Something that was offered.
    struct Sent {
        let grant: Grant
        let session: StagingSession
        let offer: DropOffer
        let request: String

        /// What its sender was told since.
        func notices() -> [DropOffer.Notice] { offer.notices.take() }

        /// How far it is said to be, one after the other.
        func states() -> [DropItem.State] {
            notices().compactMap { if case .progress(let progress) = $0 { progress.state } else { nil } }
        }
    }

    func send(
        _ content: String = "hello\n", name file: String = "hello.txt", to name: String = "encoder",
        of owner: UInt32? = nil, ttl: Int64? = nil, uses: Int? = nil, scope: Scope = .team(nil),
        as caller: Caller = .own()
    ) throws -> Sent {
        let session = fixture.session(caller)
        let grant = try fixture.send(content, name: file, ttl: ttl, uses: uses, scope: scope, over: session)
        let request = randomRequest()
        return Sent(
            grant: grant, session: session,
            offer: try session.offerDrop(request, to: name, of: owner, grant: grant.id), request: request)
    }

    /// Offers again what was offered before the service ended.
    func resume(_ sent: Sent, to name: String = "encoder", as caller: Caller = .own()) throws -> Sent {
        let session = fixture.session(caller)
        return Sent(
            grant: sent.grant, session: session,
            offer: try session.offerDrop(sent.request, to: name, grant: sent.grant.id), request: sent.request)
    }

    /// The items at the owner's destinations, by state.
    func list(at name: String? = nil, as caller: Caller = .own()) throws -> [DropItem] {
        try fixture.session(caller).drops(at: name, after: nil).items
    }

    /// The bytes of an item that was accepted.
    func bytes(_ turn: String, over session: StagingSession) throws -> String {
        let reception = try session.receive(ReceiveRequest(.drop(turn: turn), delivery: .descriptor))
        try session.confirm(reception.claim, taken: false)
        return String(decoding: try #require(reception.descriptor).readAll(), as: UTF8.self)
    }

    func state(_ grant: Grant) throws -> Grant.State { try fixture.session().show(.id(grant.id)).state }
}
