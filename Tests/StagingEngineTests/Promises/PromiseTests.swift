import LinuxSystem
@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Synchronization
import Testing

/// What a sender's process exports when a receiver asks for it.
@Suite("Promises")
struct PromiseTests {
    /// A sender that stands by, with one promise and what it was promised with.
    private struct Sent {
        let sender: StagingSession
        let exporter: Exporter
        let grant: Grant
    }

    private static func promise(
        _ fixture: EngineFixture, _ offers: [SendRequest.Offer]? = nil, uses: Int? = nil, silence: Int64? = nil
    ) throws -> Sent {
        let sender = fixture.session()
        let exporter = try sender.beginExporting([], silence: silence)
        let grant = try sender.send(
            SendRequest(
                id: randomRequest(),
                offers: offers ?? [.init(source: .promise, name: "note", type: "public.plain-text", size: 6)],
                uses: uses, exporter: exporter.id))
        return Sent(sender: sender, exporter: exporter, grant: grant)
    }

    /// Receives on a thread of its own.
    private static func receive(
        _ fixture: EngineFixture, _ request: ReceiveRequest, confirming: Bool = true
    ) throws -> Answer {
        let answer = Answer()
        let session = fixture.session()
        let box = Answer.Session(session)
        try BlockingThread.start(name: "receiver") {
            answer.set(
                Result {
                    let reception = try box.value.receive(request)
                    if confirming { try box.value.confirm(reception.claim, taken: false) }
                    return reception
                })
        }
        return answer
    }

    private final class Answer: Sendable {
        struct Session: @unchecked Sendable {
            let value: StagingSession

            init(_ value: StagingSession) { self.value = value }
        }

        private let result = Mutex<Result<Reception, any Error>?>(nil)
        private let ready = Semaphore()

        func set(_ value: Result<Reception, any Error>) {
            result.withLock { $0 = value }
            ready.signal()
        }

        func get() throws -> Reception {
            ready.wait()
            return try #require(result.withLock { $0 }).get()
        }
    }

    private static func notices(_ exporter: Exporter) throws -> [Exporter.Notice] {
        _ = try Waiting.untilReadable([exporter.notices.wakeUp.number], milliseconds: 10_000)
        return exporter.notices.take()
    }

    @Test("a promise is exported when a receiver asks, and stays staged for the next")
    func kept() throws {
        try EngineFixture.with { fixture in
            let sent = try Self.promise(fixture)
            let shown = try #require(sent.grant.representations.first)
            #expect(shown.kind == .promised && shown.size == 6 && shown.name == "note.txt")
            #expect(sent.exporter.notices.take().isEmpty, "nobody asked yet")

            let request = ReceiveRequest(.token(try sent.grant.secret), delivery: .area)
            let answer = try Self.receive(fixture, request)
            #expect(try Self.notices(sent.exporter) == [.wanted(grant: sent.grant.id, place: 0)])
            let supplied = try sent.sender.supply(
                .init(source: .file(try fixture.source("hello\n"))), for: sent.grant.id, place: 0,
                request: randomRequest(), mode: .snapshot, allowsExecutable: false)
            #expect(supplied.kind == .snapshot && supplied.size == 6 && supplied.type == "public.plain-text")
            let path = try #require(try answer.get().received.path)
            #expect(try String(decoding: SmallFile.read(Path(path)), as: UTF8.self) == "hello\n")

            // The sender may go now: what is staged stays.
            sent.sender.endExporting(sent.exporter)
            fixture.upkeep()
            #expect(try fixture.session().receive(request).received.size == 6)
            #expect(try fixture.damage() == [])
        }
    }

    @Test("receivers that wait for the same share one export; one that has what it wants leaves the others alone")
    func shared() throws {
        try EngineFixture.with { fixture in
            let sent = try Self.promise(fixture)
            let request = ReceiveRequest(.token(try sent.grant.secret), delivery: .descriptor)
            let answers = try (0..<5).map { _ in try Self.receive(fixture, request) }
            #expect(try Self.notices(sent.exporter) == [.wanted(grant: sent.grant.id, place: 0)])
            try sent.sender.supply(
                .init(source: .file(try fixture.source("hello\n"))), for: sent.grant.id, place: 0,
                request: randomRequest(), mode: .snapshot, allowsExecutable: false)
            for answer in answers { #expect(try answer.get().received.size == 6) }
            #expect(sent.exporter.notices.take().isEmpty)
        }
    }

    @Test(
        "what is brought, or ends, after a receive looked and before it waits keeps it no longer, and is not asked for",
        arguments: ["supplied", "supplied and gone", "revoked"])
    func betweenLookAndWait(_ end: String) throws {
        try EngineFixture.with { fixture in
            let sent = try Self.promise(fixture)
            let before = try #require(try fixture.engine.catalogue.transact { try $0.grant(id: sent.grant.id) })
            if end == "revoked" {
                _ = try sent.sender.revoke(randomRequest(), .id(sent.grant.id))
            } else {
                try sent.sender.supply(
                    .init(source: .file(try fixture.source("hello\n"))), for: sent.grant.id, place: 0,
                    request: randomRequest(), mode: .snapshot, allowsExecutable: false)
            }
            if end == "supplied and gone" { sent.sender.endExporting(sent.exporter) }
            _ = sent.exporter.notices.take()
            let start = SystemClock.boot()
            try fixture.session().waitForExport(of: before.representations[0], in: before)
            #expect(SystemClock.boot() - start < PromiseDesk.patience)
            #expect(sent.exporter.notices.take().isEmpty)
        }
    }

    @Test("of several forms the first that conforms is asked for, and no other is exported (rule 9)")
    func order() throws {
        try EngineFixture.with { fixture in
            let offers: [SendRequest.Offer] = [
                .init(source: .promise, name: "film", type: "public.mpeg-4"),
                .init(source: .promise, name: "still", type: "public.png"),
                .init(source: .file(try fixture.source("words\n")), name: "words.txt"),
            ]
            let sent = try Self.promise(fixture, offers)
            let token = try sent.grant.secret
            // What is there is received without a question.
            let text = ReceiveRequest(.token(token), accept: ["public.text"], delivery: .descriptor)
            #expect(try fixture.session().receive(text).received.size == 6)
            #expect(sent.exporter.notices.take().isEmpty)
            let image = try Self.receive(
                fixture, ReceiveRequest(.token(token), accept: ["public.image"], delivery: .descriptor))
            #expect(try Self.notices(sent.exporter) == [.wanted(grant: sent.grant.id, place: 1)])
            try sent.sender.failExport(sent.grant.id, place: 1, "no lens")
            #expect(throws: StagingError.self) { try image.get() }
        }
    }

    @Test("a type that only the sender knows is found by what it conforms to, and by its own name")
    func supertypes() throws {
        try EngineFixture.with { fixture in
            let sent = try Self.promise(
                fixture,
                [
                    .init(
                        source: .promise, name: "soup", type: "com.example.recipe",
                        supertypes: ["public.json", "public.text", "public.data", "public.item"])
                ])
            try sent.sender.supply(
                .init(source: .file(try fixture.source("{\"salt\": 1}\n"))), for: sent.grant.id, place: 0,
                request: randomRequest(), mode: .snapshot, allowsExecutable: false)
            let token = try sent.grant.secret
            for accepted in ["public.json", "com.example.recipe", "public.text"] {
                let reception = try fixture.session().receive(
                    ReceiveRequest(.token(token), accept: [accepted], delivery: .descriptor))
                #expect(reception.received.type == "com.example.recipe")
            }
            let image = ReceiveRequest(.token(token), accept: ["public.image"], delivery: .descriptor)
            #expect(code { _ = try fixture.session().receive(image) } == .nothingAcceptable)
        }
    }

    @Test("what contradicts its claim is what the bytes are, and is found by the claim where that is asked for")
    func claims() throws {
        try EngineFixture.with { fixture in
            let sent = try Self.promise(fixture, [.init(source: .promise, name: "film", type: "public.mpeg-4")])
            let shown = try sent.sender.supply(
                .init(source: .file(try fixture.source("no film at all\n"))), for: sent.grant.id, place: 0,
                request: randomRequest(), mode: .snapshot, allowsExecutable: false)
            #expect(shown.typeMismatch && shown.type == "public.plain-text" && shown.declaredType == "public.mpeg-4")
            var request = ReceiveRequest(.token(try sent.grant.secret), accept: ["public.movie"], delivery: .descriptor)
            #expect(code { _ = try fixture.session().receive(request) } == .nothingAcceptable)
            request.acceptsClaims = true
            #expect(try fixture.session().receive(request).received.size == 15)
        }
    }

    @Test("a failed export reaches who waits, costs no use, and can be tried again")
    func failed() throws {
        try EngineFixture.with { fixture in
            let sent = try Self.promise(fixture, uses: 1)
            let request = ReceiveRequest(.token(try sent.grant.secret), delivery: .descriptor)
            let answer = try Self.receive(fixture, request)
            #expect(try Self.notices(sent.exporter).count == 1)
            try sent.sender.failExport(sent.grant.id, place: 0, "the camera is away")
            #expect(code { _ = try answer.get() } == .promiseFailed)
            let again = try Self.receive(fixture, request)
            #expect(try Self.notices(sent.exporter) == [.wanted(grant: sent.grant.id, place: 0)])
            try sent.sender.supply(
                .init(source: .file(try fixture.source("hello\n"))), for: sent.grant.id, place: 0,
                request: randomRequest(), mode: .snapshot, allowsExecutable: false)
            #expect(try again.get().received.size == 6)
        }
    }

    @Test("bytes that cannot be staged fail the wait with the same words, and leave nothing")
    func refused() throws {
        try EngineFixture.with { fixture in
            let sent = try Self.promise(fixture)
            let answer = try Self.receive(fixture, ReceiveRequest(.token(try sent.grant.secret), delivery: .area))
            #expect(try Self.notices(sent.exporter).count == 1)
            #expect(
                code {
                    try sent.sender.supply(
                        .init(source: .file(try fixture.source("#!/bin/sh\necho\n"))), for: sent.grant.id, place: 0,
                        request: randomRequest(), mode: .snapshot, allowsExecutable: false)
                } == .executableRefused)
            #expect(code { _ = try answer.get() } == .executableRefused)
            #expect(try fixture.names("bytes") == [])
        }
    }

    @Test("an exporter that says nothing for too long is given up; one that reports is not")
    func silent() throws {
        try EngineFixture.with { fixture in
            for _ in 0..<20 {
                let sent = try Self.promise(fixture, silence: 300)
                var said = SystemClock.boot()
                let answer = try Self.receive(fixture, ReceiveRequest(.token(try sent.grant.secret), delivery: .area))
                #expect(try Self.notices(sent.exporter).first == .wanted(grant: sent.grant.id, place: 0))
                // Longer than its silence may be, with words in between.
                let start = SystemClock.boot()
                var longest: Int64 = 0
                while SystemClock.boot() - start < 900_000_000 {
                    let now = SystemClock.boot()
                    try sent.sender.reportExport(sent.grant.id, place: 0, completed: 1, total: 2)
                    longest = max(longest, SystemClock.boot() - said)
                    said = now
                    Waiting.pause(milliseconds: 20)
                }
                longest = max(longest, SystemClock.boot() - said)
                #expect(code { _ = try answer.get() } == .promiseOverdue)
                let waited = SystemClock.boot() - said
                // A test that was itself held up has been silent, and begins anew.
                if longest >= 300_000_000 { continue }
                #expect(waited >= 300_000_000, "since the last word")
                #expect(try Self.notices(sent.exporter) == [.notWanted(grant: sent.grant.id, place: 0)])
                return
            }
            Issue.record("the test was held up each time")
        }
    }

    @Test("with its exporter a promise is lost, a little later; what else was sent stays")
    func exporterGone() throws {
        try EngineFixture.with { fixture in
            let alone = try Self.promise(fixture)
            let mixed = try Self.promise(
                fixture,
                [
                    .init(source: .promise, name: "film", type: "public.mpeg-4"),
                    .init(source: .file(try fixture.source("words\n")), name: "words.txt"),
                ])
            for sent in [alone, mixed] { sent.sender.endExporting(sent.exporter) }
            let answer = try Self.receive(fixture, ReceiveRequest(.token(try alone.grant.secret), delivery: .area))
            #expect(code { _ = try answer.get() } == .grantLost)
            fixture.upkeep()
            #expect(try fixture.session().show(.id(alone.grant.id)).state == .lost)
            // Who comes now is told the same.
            let later = ReceiveRequest(.token(try alone.grant.secret), delivery: .area)
            let error = #expect(throws: StagingError.self) { _ = try fixture.session().receive(later) }
            #expect(error?.code == .grantLost && error?.message.contains("ended before it exported it") == true)
            let left = try fixture.session().show(.id(mixed.grant.id))
            #expect(left.state == .active && left.representations.map(\.type) == ["public.plain-text"])
        }
    }

    @Test("an exporter that comes back after a crash of the service keeps its promises")
    func crash() throws {
        try EngineFixture.with { fixture in
            let sent = try Self.promise(fixture)
            try fixture.crash()
            let answer = try Self.receive(fixture, ReceiveRequest(.token(try sent.grant.secret), delivery: .area))
            let sender = fixture.session()
            let exporter = try sender.beginExporting([sent.grant.id, "nosuchgrant"], silence: nil)
            let notices = try Self.notices(exporter) + (try Self.notices(exporter))
            #expect(Set(notices) == [.ended(grant: "nosuchgrant"), .wanted(grant: sent.grant.id, place: 0)])
            try sender.supply(
                .init(source: .file(try fixture.source("hello\n"))), for: sent.grant.id, place: 0,
                request: randomRequest(), mode: .snapshot, allowsExecutable: false)
            #expect(try answer.get().received.size == 6)
        }
    }

    @Test("a revoked grant tells its exporter, and who waits (rule 1)")
    func revoked() throws {
        try EngineFixture.with { fixture in
            let sent = try Self.promise(fixture)
            let answer = try Self.receive(fixture, ReceiveRequest(.token(try sent.grant.secret), delivery: .area))
            #expect(try Self.notices(sent.exporter).count == 1)
            _ = try fixture.session().revoke(randomRequest(), .id(sent.grant.id))
            #expect(code { _ = try answer.get() } == .grantRevoked)
            #expect(try Self.notices(sent.exporter) == [.ended(grant: sent.grant.id)])
        }
    }

    @Test("only the sender's user can keep its promise, fail it, or export for it (rule 8)")
    func otherUser() throws {
        try EngineFixture.with { fixture in
            let sent = try Self.promise(fixture)
            let other = fixture.session(.made(uid: 12_345))
            #expect(
                code {
                    try other.supply(
                        .init(source: .file(try fixture.source("hello\n"))), for: sent.grant.id, place: 0,
                        request: randomRequest(), mode: .snapshot, allowsExecutable: false)
                } == .noSuchGrant)
            #expect(code { try other.failExport(sent.grant.id, place: 0, "no") } == .noSuchGrant)
            let exporter = try other.beginExporting([sent.grant.id], silence: nil)
            #expect(exporter.notices.take() == [.ended(grant: sent.grant.id)])
            #expect(
                code {
                    _ = try other.send(
                        SendRequest(
                            id: randomRequest(), offers: [.init(source: .promise, type: "public.data")],
                            exporter: sent.exporter.id))
                } == .invalidRequest)
        }
    }
}
