import LinuxSystem
@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Testing

/// Putting grants on pasteboards, and receiving from there.
@Suite("Pasteboards")
struct PasteboardTests {
    @discardableResult
    private static func set(
        _ grants: [Grant], _ fixture: EngineFixture, name: String = "general", changeCount: Int64? = nil,
        appends: Bool = false, bind: SharedDescriptor? = nil, request: String = randomRequest(),
        over session: StagingSession? = nil
    ) throws -> Int64 {
        try (session ?? fixture.session()).setPasteboard(
            PasteboardRequest(
                id: request, name: name, grants: grants.map(\.id), changeCount: changeCount, appends: appends,
                bind: bind))
    }

    private static func names(_ fixture: EngineFixture, _ name: String = "general") throws -> [String] {
        try fixture.session().pasteboard(name).items.flatMap { $0.representations.map(\.name) }
    }

    private static func text(_ reception: Reception) throws -> String {
        String(decoding: try #require(reception.descriptor).readAll(), as: UTF8.self)
    }

    private static func receive(
        _ item: PasteboardItemName, accept: [String] = [], over session: StagingSession
    ) throws -> String {
        let reception = try session.receive(
            ReceiveRequest(.pasteboard(item), accept: accept, delivery: .descriptor))
        try session.confirm(reception.claim, taken: false)
        return try text(reception)
    }

    @Test("what is put on a pasteboard takes the place of what was there, which ends with it")
    func replacing() throws {
        try EngineFixture.with { fixture in
            #expect(try fixture.session().pasteboard("general").changeCount == 0)
            let first = try fixture.send("1", name: "1.txt")
            let second = try fixture.send("2", name: "2.txt")
            #expect(try Self.set([second, first], fixture) == 1)
            let shown = try fixture.session().pasteboard("general")
            #expect(shown.changeCount == 1 && shown.name == "general" && shown.owner == OwnProcess.uid)
            #expect(shown.items.map(\.id) == [second.id, first.id])
            #expect(shown.items.allSatisfy { $0.token == nil && $0.sent != nil })

            let third = try fixture.send("3", name: "3.txt")
            #expect(try Self.set([third], fixture) == 2)
            #expect(try Self.names(fixture) == ["3.txt"])
            for gone in [first, second] { #expect(try fixture.session().show(.id(gone.id)).state == .revoked) }
            #expect(try Self.set([], fixture) == 3)
            #expect(try fixture.session().pasteboard("general").items.isEmpty)
            fixture.upkeep()
            #expect(try fixture.names("bytes").isEmpty)
        }
    }

    @Test("with append, and by naming it again, what is there stays")
    func appending() throws {
        try EngineFixture.with { fixture in
            let grants = try (1...3).map { try fixture.send("\($0)", name: "\($0).txt") }
            try Self.set([grants[0]], fixture)
            #expect(try Self.set([grants[1], grants[2]], fixture, appends: true) == 2)
            #expect(try Self.names(fixture) == ["1.txt", "2.txt", "3.txt"])
            #expect(code { try Self.set([grants[0]], fixture, appends: true) } == .invalidRequest)
            #expect(try Self.set([grants[2], grants[0]], fixture) == 3)
            #expect(try Self.names(fixture) == ["3.txt", "1.txt"])
            #expect(try fixture.session().show(.id(grants[1].id)).state == .revoked)
        }
    }

    @Test("what makes no sense is refused, and changes nothing")
    func refusals() throws {
        try EngineFixture.with { fixture in
            let there = try fixture.send(name: "there.txt")
            try Self.set([there], fixture)
            let revoked = try fixture.send()
            _ = try fixture.session().revoke(randomRequest(), .id(revoked.id))
            let other = try fixture.session(.made(uid: 4711)).send(
                SendRequest(id: randomRequest(), offers: [.init(source: .file(try fixture.source("x")), name: "x")]))
            let twice = try fixture.send()
            let cases: [(StagingError.Code, () throws -> Void)] = [
                (.grantRevoked, { try Self.set([revoked], fixture) }),
                (.noSuchGrant, { try Self.set([other], fixture) }),
                (.invalidRequest, { try Self.set([twice, twice], fixture) }),
                (.invalidRequest, { try Self.set([there], fixture, name: "second") }),
                (.pasteboardChanged, { try Self.set([twice], fixture, changeCount: 0) }),
                (.invalidRequest, { try Self.set([], fixture, name: "") }),
                (.invalidRequest, { try Self.set([], fixture, name: "a\nb") }),
                (.invalidRequest, { try Self.set([], fixture, name: "a\u{85}b") }),
                (.invalidRequest, { try Self.set([], fixture, name: String(repeating: "é", count: 128)) }),
                (.invalidRequest, { _ = try fixture.session().pasteboard("\u{7F}") }),
                (.invalidRequest, { _ = try fixture.session().watchPasteboard("") }),
                (
                    .notAdmitted,
                    { try Self.set([], fixture, over: fixture.session(.made(uid: OverflowID.user))) }
                ),
            ]
            for (place, (expected, body)) in cases.enumerated() { #expect(code(body) == expected, "\(place)") }
            let shown = try fixture.session().pasteboard("general")
            #expect(shown.changeCount == 1 && shown.items.map(\.id) == [there.id])
            #expect(try Self.set([twice], fixture, name: String(repeating: "é", count: 127), changeCount: 0) == 1)
        }
    }

    @Test("rule 6: a repeated set gets the first answer, and takes nothing away again")
    func repeated() throws {
        try EngineFixture.with { fixture in
            let first = try fixture.send()
            let request = randomRequest()
            #expect(try Self.set([first], fixture, request: request) == 1)
            let second = try fixture.send()
            #expect(try Self.set([second], fixture) == 2)
            #expect(try Self.set([first], fixture, request: request) == 1)
            try fixture.crash()
            #expect(try Self.set([first], fixture, request: request) == 1)
            #expect(try fixture.session().pasteboard("general").items.map(\.id) == [second.id])
        }
    }

    @Test("rule 1: what has ended is not on it any more, at that instant")
    func ends() throws {
        try EngineFixture.with { fixture in
            let short = try fixture.send("s", name: "short.txt", ttl: 60)
            let once = try fixture.send("o", name: "once.txt", uses: 1)
            let revoked = try fixture.send("r", name: "revoked.txt")
            let long = try fixture.send("l", name: "long.txt")
            try Self.set([short, once, revoked, long], fixture)
            fixture.clock.advance(seconds: 60)
            #expect(try Self.names(fixture) == ["once.txt", "revoked.txt", "long.txt"], "before the upkeep")
            let session = fixture.session()
            #expect(
                code { _ = try Self.receive(.init(name: "general", item: short.id), over: session) } == .grantExpired)
            #expect(try Self.receive(.init(name: "general"), over: session) == "o")
            _ = try session.revoke(randomRequest(), .id(revoked.id))
            #expect(try Self.names(fixture) == ["long.txt"])
            #expect(
                code { _ = try Self.receive(.init(name: "general", item: once.id), over: session) }
                    == .pasteboardChanged)
            #expect(try Self.receive(.init(name: "general"), over: session) == "l")
            #expect(try fixture.session().pasteboard("general").changeCount == 1)
        }
    }

    @Test("a receive names an item, or takes the first that fits; a stale change count is told")
    func receiving() throws {
        try EngineFixture.with { fixture in
            let session = fixture.session()
            #expect(code { _ = try Self.receive(.init(name: "general"), over: session) } == .pasteboardEmpty)
            let text = try fixture.send("text\n", name: "a.txt")
            let json = try fixture.send("{\"a\": 1}\n", name: "b.json")
            try Self.set([text, json], fixture)
            #expect(try Self.receive(.init(name: "general"), over: session) == "text\n")
            #expect(try Self.receive(.init(name: "general", item: json.id), over: session) == "{\"a\": 1}\n")
            #expect(
                try Self.receive(.init(name: "general"), accept: ["public.json"], over: session) == "{\"a\": 1}\n")
            #expect(
                code { _ = try Self.receive(.init(name: "general"), accept: ["public.image"], over: session) }
                    == .nothingAcceptable)
            for count in [0, 2] as [Int64] {
                for item in [nil, text.id] {
                    let named = PasteboardItemName(name: "general", item: item, changeCount: count)
                    #expect(code { _ = try Self.receive(named, over: session) } == .pasteboardChanged)
                }
            }
            #expect(
                try Self.receive(.init(name: "general", item: text.id, changeCount: 1), over: session) == "text\n")
            #expect(try session.show(.id(text.id)).receptions?.count == 2)
        }
    }

    @Test("rules 15 and 16: others see and receive what the scopes admit them to, and nothing of the rest")
    func scopes() throws {
        var configuration = EngineConfiguration()
        configuration.teams = Teams(["t": [OwnProcess.uid, 4711]])
        try EngineFixture.with(configuration) { fixture in
            func send(_ name: String, _ scope: Scope, also: Scope) throws -> Grant {
                try fixture.session().send(
                    SendRequest(
                        id: randomRequest(),
                        offers: [
                            .init(source: .file(try fixture.source(name, named: name)), name: "\(name).txt"),
                            .init(
                                source: .file(try fixture.source("other", named: "other")), name: "\(name)-also.txt",
                                scope: also),
                        ], scope: scope))
            }
            let own = try send("own", .process(nil), also: .process(nil))
            let team = try send("team", .team("t"), also: .process(nil))
            try Self.set([own, team], fixture)
            #expect(try Self.names(fixture) == ["own.txt", "own-also.txt", "team.txt", "team-also.txt"])
            let member = fixture.session(.made(uid: 4711, pid: 1))
            let seen = try member.pasteboard("general", owner: OwnProcess.uid)
            #expect(seen.items.flatMap(\.representations).map(\.name) == ["team.txt"])
            #expect(seen.changeCount == 1)
            let item = PasteboardItemName(name: "general", owner: OwnProcess.uid)
            #expect(try Self.receive(item, over: member) == "team")
            var hidden = item
            hidden.item = own.id
            #expect(
                code { _ = try Self.receive(hidden, over: member) } == .pasteboardChanged, "as if it were not there")
            #expect(try member.pasteboard("general").items.isEmpty, "its own is another one")

            let stranger = fixture.session(.made(uid: 4712, pid: 1))
            #expect(
                try stranger.pasteboard("general", owner: OwnProcess.uid)
                    == PasteboardContents(name: "general", owner: OwnProcess.uid, changeCount: 0, items: []))
            for changeCount in [nil, 0, 1, 2] as [Int64?] {
                var item = item
                item.changeCount = changeCount
                #expect(code { _ = try Self.receive(item, over: stranger) } == .pasteboardEmpty)
            }
        }
    }

    @Test("clear-on-exit: what is there ends with the process, also over a restart and without the upkeep")
    func bound() throws {
        try EngineFixture.with { fixture in
            for restarts in [false, true] {
                let process = try OtherProcess()
                let grant = try fixture.send(name: "a.txt")
                try Self.set([grant], fixture, bind: process.pidfd)
                // What comes later is with the same process.
                let later = try fixture.send(name: "b.txt")
                let count = try Self.set([later], fixture, appends: true)
                if restarts { try fixture.crash() }
                #expect(try Self.names(fixture) == ["a.txt", "b.txt"])
                try process.kill()
                #expect(try Self.names(fixture).isEmpty, "before the upkeep")
                let session = fixture.session()
                #expect(code { _ = try Self.receive(.init(name: "general"), over: session) } == .pasteboardEmpty)
                #expect(
                    code { _ = try Self.receive(.init(name: "general", item: grant.id), over: session) }
                        == .pasteboardChanged)
                fixture.upkeep()
                for ended in [grant, later] {
                    #expect(try session.show(.id(ended.id)).state == .subjectEnded)
                }
                #expect(try fixture.session().pasteboard("general").changeCount == count)
                #expect(try fixture.names("bytes").isEmpty)
            }
            // The next contents end with nobody; those of an ended process are not appended to.
            let process = try OtherProcess()
            let old = try fixture.send(name: "old.txt")
            try Self.set([old], fixture, bind: process.pidfd)
            try process.kill()
            let new = try fixture.send(name: "new.txt")
            try Self.set([new], fixture, appends: true)
            fixture.upkeep()
            #expect(try Self.names(fixture) == ["new.txt"])
            #expect(try fixture.session().show(.id(old.id)).state == .subjectEnded)
            #expect(code { try Self.set([], fixture, bind: process.pidfd) } == .invalidRequest, "it has ended")
            let file = try fixture.source("x")
            #expect(code { try Self.set([], fixture, bind: file) } == .invalidRequest, "no pidfd")
        }
    }

    @Test("rule 21: so many pasteboards, where empty ones make room and begin again at no earlier count")
    func pasteboardLimit() throws {
        var configuration = EngineConfiguration()
        configuration.limits.pasteboardsPerUser = 2
        try EngineFixture.with(configuration) { fixture in
            try Self.set([], fixture, name: "a")
            try Self.set([fixture.send()], fixture, name: "a")
            try Self.set([fixture.send(ttl: 60)], fixture, name: "b")
            let third = try fixture.send(name: "c.txt")
            #expect(code { try Self.set([third], fixture, name: "c") } == .limitExceeded)
            try Self.set([], fixture, name: "a")
            #expect(try Self.set([third], fixture, name: "c") == 4, "a had 3")
            #expect(try fixture.session().pasteboard("a").changeCount == 3)
            #expect(code { try Self.set([], fixture, name: "a") } == .limitExceeded)
            fixture.clock.advance(seconds: 60)
            #expect(try Self.set([], fixture, name: "a") == 4, "what is overdue counts for nobody")
            #expect(try Self.set([], fixture, name: "d", over: fixture.session(.made(uid: 4711))) == 4)
        }
    }

    @Test("rule 21: so many items, and no more than fit into a message")
    func itemLimit() throws {
        var configuration = EngineConfiguration()
        configuration.limits.pasteboardItems = 100
        configuration.limits.messageBytes = 64 << 10
        try EngineFixture.with(configuration) { fixture in
            func grants(_ ids: [String]) throws -> [Grant] {
                let session = fixture.session()
                return try ids.map { try session.show(.id($0)) }
            }
            let most = try grants(fixture.addGrants(100))
            let more = try fixture.send()
            #expect(code { try Self.set(most + [more], fixture) } == .limitExceeded)
            try Self.set(most, fixture)
            #expect(code { try Self.set([more], fixture, appends: true) } == .limitExceeded)
            #expect(try fixture.session().pasteboard("general").items.count == 100)
            // Each has 64 representations.
            let wide = try grants(fixture.addGrants(8, representations: 64))
            #expect(code { try Self.set(wide, fixture) } == .limitExceeded)
            try Self.set([wide[0]], fixture)
            #expect(try fixture.session().pasteboard("general").items.map(\.id) == [wide[0].id])
        }
    }

    @Test("rule 6: a kill before, during or after a set leaves the old contents or the new, whole")
    func killed() throws {
        try EngineFixture.with { fixture in
            var nth = 1
            while true {
                let old = try fixture.send("old", name: "old.txt")
                let before = try Self.set([old], fixture)
                let new = try (0..<3).map { try fixture.send("new", name: "new \($0).txt") }
                fixture.faults.fail(at: nth, forGood: true)
                let failed = code { try Self.set(new, fixture) }
                let hadFault = fixture.faults.end()
                try fixture.crash { try fixture.checkIntegrity() }
                let shown = try fixture.session().pasteboard("general")
                if failed != nil {
                    #expect(shown.items.map(\.id) == [old.id] && shown.changeCount == before, "\(nth)")
                    #expect(try Self.set(new, fixture) == before + 1)
                } else {
                    #expect(shown.items.map(\.id) == new.map(\.id) && shown.changeCount == before + 1, "\(nth)")
                    #expect(try fixture.session().show(.id(old.id)).state == .revoked)
                }
                if !hadFault { break }
                nth += 1
            }
            #expect(nth > 10, "as many statements as it takes, about")
            try Self.set([], fixture)
            fixture.upkeep()
            #expect(try fixture.names("bytes").isEmpty)
            try fixture.crash()
            try fixture.checkCounts()
        }
    }

    @Test("asking exports nothing; a receive does, and what was exported stays there")
    func promises() throws {
        try EngineFixture.with { fixture in
            let sender = fixture.session()
            let exporter = try sender.beginExporting([], silence: nil)
            let grant = try sender.send(
                SendRequest(
                    id: randomRequest(),
                    offers: [.init(source: .promise, name: "note", type: "public.plain-text", size: 6)],
                    exporter: exporter.id))
            try Self.set([grant], fixture)
            let shown = try fixture.session().pasteboard("general")
            #expect(shown.types == ["public.plain-text"] && shown.items.first?.representations.first?.kind == .promised)
            #expect(exporter.notices.take().isEmpty)
            try sender.supply(
                .init(source: .file(try fixture.source("hello\n"))), for: grant.id, place: 0,
                request: randomRequest(), mode: .snapshot, allowsExecutable: false)
            #expect(try Self.receive(.init(name: "general"), over: fixture.session()) == "hello\n")
            sender.endExporting(exporter)
            fixture.upkeep()
            #expect(try Self.receive(.init(name: "general"), over: fixture.session()) == "hello\n")
        }
    }
}
