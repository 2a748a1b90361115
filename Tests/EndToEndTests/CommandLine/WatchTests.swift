import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("stage watch")
struct WatchTests {
    private static func events(_ text: String) throws -> [[String: String]] {
        try text.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return try #require(object).compactMapValues { ($0 as? String) ?? ($0 as? Int).map(String.init) }
        }
    }

    /// Waits until a watch tells of what happens: one that has only connected would miss it.
    /// - Parameter renew: renews a grant of the watch's user.
    private static func wait(for watch: StageFixture.Running, _ renew: () throws -> Void) throws {
        let hasTold = try Patience.until {
            try renew()
            return !watch.outputSoFar.isEmpty
        }
        try #require(hasTold, "\(watch.errorsSoFar)")
    }

    /// What a watch has told since that.
    private static func events(of watch: StageFixture.Running) throws -> [[String: String]] {
        try Array(events(watch.outputSoFar).drop { $0["event"] == "renewed" })
    }

    @Test("section 4: events as they happen, a JSON line each")
    func events() throws {
        try StageFixture.with { fixture in
            let first = try fixture.sent()
            let watch = try fixture.start(["stage", "watch"])
            defer { watch.send(signal: SIGKILL) }
            try Self.wait(for: watch) { try fixture.stage("renew", "--ttl", "1h", first) }
            try fixture.stage("revoke", first)
            let token = try fixture.sent("g.txt", "--once")
            let area = try fixture.stage("receive", token)
            try fixture.stage("hold", area.text, "--for", "1h")
            try fixture.stage("keep", area.text, "kept")
            let second = try fixture.sent("h.txt")
            try fixture.stage("renew", "--ttl", "2h", second)
            let other = try fixture.stage("receive", second)
            try fixture.stage("release", other.text)

            let expected = [
                "ended", "granted", "ended", "received", "areaHeld", "kept", "granted", "renewed", "received",
                "areaEnded",
            ]
            #expect(try Patience.until { try Self.events(of: watch).count >= expected.count })
            let events = try Self.events(of: watch)
            let names = events.compactMap { $0["event"] }
            #expect(names.sorted() == expected.sorted(), "\(watch.outputSoFar)")
            let ended = events.filter { $0["event"] == "ended" }
            #expect(ended.compactMap { $0["state"] } == ["revoked", "spent"], "\(watch.outputSoFar)")
            let granted = try #require(events.first { $0["event"] == "granted" })
            #expect(granted["name"] == "g.txt" && granted["type"] == "public.plain-text")
            #expect(events.allSatisfy { $0["at"]?.hasSuffix("Z") == true && $0["grant"]?.count == 10 })
            // The token is nobody's to see.
            #expect(!watch.outputSoFar.contains("stg_"))
        }
    }

    @Test("the end of the service is the end of the watch, which does not start it again")
    func endOfService() throws {
        try StageFixture.with { fixture in
            let token = try fixture.sent()
            let watch = try fixture.start(["stage", "watch"])
            defer { watch.send(signal: SIGKILL) }
            try Self.wait(for: watch) { try fixture.stage("renew", "--ttl", "1h", token) }
            try fixture.stage("stop")
            let hasEnded = Patience.until { ProcessIdentity(of: watch.pid) == nil }
            try #require(hasEnded)
            let outcome = watch.wait()
            #expect(outcome.status == 7 && outcome.errors.contains("the service ended"), "\(outcome)")
            #expect(try Patience.until { try fixture.services(of: fixture.ownStore).isEmpty })
        }
    }

    @Test("a watch sees its own user's events alone", Needs.severalUsers)
    func ownEvents() throws {
        try SharedService.with { service in
            try service.fixture.scratch.file("f.txt", "x\n")
            let own = try service.send("f.txt", as: Users.receiver)
            let environment = ["STAGE_SOCKET": service.socket.text]
            let watch = try service.fixture.start(["stage", "watch"], as: Users.receiver, environment: environment)
            defer { watch.send(signal: SIGKILL) }
            try Self.wait(for: watch) { try service.stage("renew", "--ttl", "1h", own, as: Users.receiver) }
            let hidden = try service.send("f.txt", as: Users.sender)
            let open = try service.send("--scope", "all", "f.txt", as: Users.sender)
            try service.stage("receive", hidden, "--stdout", as: Users.sender)
            try service.stage("receive", open, "--stdout", as: Users.receiver)
            #expect(Patience.until { watch.outputSoFar.contains("received") })
            #expect(try Self.events(of: watch).compactMap { $0["event"] } == ["received"])
        }
    }
}
