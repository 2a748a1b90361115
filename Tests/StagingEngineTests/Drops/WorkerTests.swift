import LinuxSystem
@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Testing

/// How items come to workers, and what those make of them.
@Suite("Destinations: workers")
struct WorkerTests {
    @Test("an item is seen, accepted, received and finished, and its grant is spent")
    func done() throws {
        try DropFixture.with { it in
            let worker = try it.worker()
            let sent = try it.send()
            #expect(sent.states() == [.queued])
            let turn = try worker.turn()
            let item = try worker.item(turn)
            #expect(item.destination == "encoder" && item.tries == 0 && item.mostTries == 3)
            #expect(item.grant.id == sent.grant.id && item.grant.token == nil)
            #expect(item.grant.representations.map(\.size) == [6])

            let receive = ReceiveRequest(.drop(turn: turn), delivery: .area)
            #expect(
                code { _ = try worker.session.receive(receive) } == .invalidRequest, "nothing before it is accepted")
            try worker.session.answerDrop(turn, accepts: true)
            try worker.session.answerDrop(turn, accepts: true)
            #expect(sent.states() == [.accepted])
            #expect(try it.bytes(turn, over: worker.session) == "hello\n")
            #expect(try it.list().map(\.state) == [.accepted])

            try worker.session.finishDrop(turn, isDone: true)
            #expect(sent.states() == [.done])
            #expect(try it.state(sent.grant) == .spent)
            #expect(try it.list().isEmpty)
            #expect(code { try worker.session.finishDrop(turn, isDone: true) } == .noSuchItem)
            it.fixture.upkeep()
            #expect(try it.fixture.names("bytes") == [])
        }
    }

    @Test("a refusal is the destination's verdict: its sender hears why, and no other worker gets the item")
    func refused() throws {
        try DropFixture.with { it in
            let workers = [try it.worker(), try it.worker()]
            let sent = try it.send()
            let turn = try workers[0].turn()
            try workers[0].session.answerDrop(turn, accepts: false, reason: "no more films")
            #expect(
                sent.notices() == [
                    .progress(DropProgress(.queued)), .progress(DropProgress(.refused, reason: "no more films")),
                ])
            #expect(workers[1].notices().isEmpty)
            #expect(try it.list().isEmpty)
            #expect(try it.state(sent.grant) == .active, "the sender may offer it elsewhere")
            #expect(code { _ = try it.bytes(turn, over: workers[0].session) } == .noSuchItem)
            // And the worker gets the next one.
            _ = try it.send()
            _ = try workers[1].turn()
            _ = try it.send()
            _ = try workers[0].turn()
        }
    }

    @Test("workers share the work: one item each at a time, in the order of the offers")
    func shared() throws {
        try DropFixture.with { it in
            let workers = try (0..<3).map { _ in try it.worker() }
            let sent = try (0..<7).map { try it.send("\($0)\n") }
            var turns = try workers.map { try $0.accepted() }
            var seen = try zip(workers, turns).map { try it.bytes($1, over: $0.session) }
            #expect(seen == ["0\n", "1\n", "2\n"])
            for worker in workers { #expect(worker.notices().isEmpty, "one at a time") }
            // Whoever is done gets the next.
            for _ in 0..<3 {
                try workers[1].session.finishDrop(turns[1], isDone: true)
                turns[1] = try workers[1].accepted()
                seen.append(try it.bytes(turns[1], over: workers[1].session))
            }
            try workers[0].session.finishDrop(turns[0], isDone: true)
            turns[0] = try workers[0].accepted()
            seen.append(try it.bytes(turns[0], over: workers[0].session))
            #expect(seen == (0..<7).map { "\($0)\n" })
            for (worker, turn) in zip(workers, turns) { try worker.session.finishDrop(turn, isDone: true) }
            for one in sent { #expect(one.states().last == .done) }
        }
    }

    @Test("an item whose worker ends goes to another: uncounted before it is accepted, as a failed try after")
    func workerEnds() throws {
        try DropFixture.with { it in
            let first = try it.worker()
            let sent = try it.send()
            let unanswered = try first.turn()
            let second = try it.worker()
            first.end()
            #expect(code { try first.session.answerDrop(unanswered, accepts: true) } == .noSuchItem)
            let turn = try second.turn()
            #expect(try second.item(turn).tries == 0)
            try second.session.answerDrop(turn, accepts: true)
            let third = try it.worker()
            second.end()
            #expect(code { try second.session.finishDrop(turn, isDone: true) } == .noSuchItem, "it is the third's")
            let again = try third.turn()
            let item = try third.item(again)
            #expect(item.tries == 1 && item.reason == "its worker ended before it was done")
            try third.session.answerDrop(again, accepts: true)
            try third.session.finishDrop(again, isDone: true)
            #expect(sent.states() == [.queued, .accepted, .queued, .accepted, .done])
        }
    }

    @Test("without a worker an item waits for one, and keeps its place")
    func waits() throws {
        try DropFixture.with { it in
            let first = try it.worker()
            _ = try it.send("0\n")
            _ = try it.send("1\n")
            _ = try first.turn()
            first.end()
            #expect(try it.list().map(\.state) == [.queued, .queued])
            #expect(code { _ = try it.send() } == .noSuchDestination, "nobody works there")
            let second = try it.worker()
            #expect(try it.bytes(second.accepted(), over: second.session) == "0\n")
        }
    }

    @Test("after its last try an item is a dead letter with its last reason, which can be tried anew or forgotten")
    func tries() throws {
        try DropFixture.with { it in
            let worker = try it.worker(tries: 2)
            let sent = try it.send()
            let other = try it.send("other\n")
            try worker.session.finishDrop(worker.accepted(), isDone: false, reason: "exit status 1")
            // The other one has its turn first.
            let others = try worker.accepted()
            #expect(try it.bytes(others, over: worker.session) == "other\n")
            try worker.session.finishDrop(others, isDone: true)
            try worker.session.finishDrop(worker.accepted(), isDone: false, reason: "exit status 2")
            #expect(other.states().last == .done)
            #expect(sent.notices().last == .progress(DropProgress(.dead, reason: "exit status 2")))
            #expect(worker.notices().isEmpty)
            let dead = try #require(try it.list().first)
            #expect(dead.state == .dead && dead.tries == 2 && dead.reason == "exit status 2")
            #expect(try it.state(sent.grant) == .active)

            let stranger = it.fixture.session(.made(uid: 12_345))
            #expect(code { _ = try stranger.retryDrop(randomRequest(), dead.id) } == .noSuchItem)
            let request = randomRequest()
            #expect(try it.fixture.session().retryDrop(request, dead.id).state == .queued)
            #expect(try it.fixture.session().retryDrop(request, dead.id).state == .queued, "rule 6: the same answer")
            let turn = try worker.accepted()
            #expect(try worker.item(turn).tries == 0)
            #expect(code { _ = try it.fixture.session().retryDrop(randomRequest(), dead.id) } == .invalidRequest)
            #expect(code { _ = try it.fixture.session().forgetDrop(randomRequest(), dead.id) } == .invalidRequest)
            try worker.session.finishDrop(turn, isDone: false)
            try worker.session.finishDrop(worker.accepted(), isDone: false)
            #expect(try it.list().map(\.state) == [.dead])
            _ = try it.fixture.session().forgetDrop(randomRequest(), dead.id)
            #expect(try it.list().isEmpty)
            #expect(try it.state(sent.grant) == .revoked, "what the owner sent itself ends with it")
        }
    }

    @Test("a worker with narrower types gets only what fits; what fits nobody is refused at once")
    func types() throws {
        try DropFixture.with { it in
            let images = try it.worker(accept: ["public.image"])
            #expect(code { _ = try it.send() } == .nothingAcceptable)
            let texts = try it.worker(accept: ["text/plain", ".json"])
            _ = try it.send("0\n")
            _ = try it.send("1\n")
            #expect(images.notices().isEmpty)
            let turn = try texts.turn()
            #expect(try texts.item(turn).grant.representations.map(\.type) == ["public.plain-text"])
            // The only worker that it fits goes, and the item waits for another of its kind.
            texts.end()
            #expect(images.notices().isEmpty)
            let anything = try it.worker()
            #expect(try it.bytes(anything.accepted(), over: anything.session) == "0\n")
        }
    }

    @Test("a worker is shown the forms that it takes, and receives the first of them")
    func forms() throws {
        try DropFixture.with { it in
            let worker = try it.worker(accept: ["public.text"])
            let session = it.fixture.session()
            let grant = try session.send(
                SendRequest(
                    id: randomRequest(),
                    offers: [
                        .init(source: .file(try it.fixture.source("%PDF-1.4\n1 0 obj\n", named: "a"))),
                        .init(source: .file(try it.fixture.source("words\n", named: "b")), name: "b.txt"),
                    ]))
            _ = try session.offerDrop(randomRequest(), to: "encoder", grant: grant.id)
            let turn = try worker.accepted()
            #expect(try worker.item(turn).grant.representations.map(\.name) == ["b.txt"])
            let reception = try worker.session.receive(
                ReceiveRequest(.drop(turn: turn), accept: ["public.text"], delivery: .descriptor))
            #expect(reception.received.size == 6)
        }
    }

    @Test(
        "names are checked, and tries", arguments: ["", "a\nb", "a\u{7F}", String(repeating: "n", count: 256)])
    func names(_ name: String) throws {
        try DropFixture.with { it in
            #expect(code { _ = try it.worker(name) } == .invalidRequest)
            #expect(code { _ = try it.send(to: name) } == .invalidRequest)
            #expect(code { _ = try it.worker(tries: 0) } == .invalidRequest)
            _ = try it.worker(String(repeating: "n", count: 255))
        }
    }

    @Test("rule 21: a user has so many destinations open, and a destination so many items")
    func limits() throws {
        var configuration = EngineConfiguration()
        configuration.limits.destinationsPerUser = 2
        configuration.limits.dropItems = 2
        try DropFixture.with(configuration) { it in
            let one = try it.worker("one")
            _ = try it.worker("two")
            #expect(code { _ = try it.worker("three") } == .limitExceeded)
            _ = try it.worker("one")
            _ = try it.worker("three", as: .made(uid: 12_345))
            _ = try it.send(to: "one")
            let second = try it.send(to: "one")
            #expect(code { _ = try it.send(to: "one") } == .limitExceeded)
            #expect(second.states() == [.queued])
            try one.session.finishDrop(one.accepted(), isDone: true)
            _ = try it.send(to: "one")
        }
    }
}
