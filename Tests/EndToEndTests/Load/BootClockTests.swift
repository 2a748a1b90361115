import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

/// Real programs under a real boot-time clock that has moved: a time namespace for each start of the service.
@Suite("The boot-time clock")
struct BootClockTests {
    /// A service whose machine has run, or slept, for so much longer.
    private struct Aged {
        let fixture: StageFixture
        let socket: Path

        init(_ fixture: StageFixture) throws {
            self.fixture = fixture
            socket = fixture.scratch("socket")
        }

        func stage(_ arguments: String...) throws -> StageFixture.Outcome {
            try fixture.run(
                [fixture.programs.appending("stage").text] + arguments, environment: ["STAGE_SOCKET": socket.text])
        }

        /// Runs `body` while the service runs, `seconds` later than it is, then kills the service.
        func later(by seconds: Int, _ body: () throws -> Void) throws {
            let service = try fixture.start([
                "unshare", "--time", "--boottime", "\(seconds)", fixture.programs.appending("staged").text,
                "--socket", socket.text, "--store", fixture.scratch("store").text,
            ])
            defer {
                service.send(signal: SIGKILL)
                _ = service.wait()
            }
            let listens = try Patience.until { try stage("status").status == 0 }
            try #require(listens, "\(service.errorsSoFar)")
            try body()
        }
    }

    private static let needsTimeNamespaces: ConditionTrait = .enabled("needs time namespaces") {
        (try? StageFixture.with {
            try $0.run(["unshare", "--time", "--boottime", "60", "true"]).status
        }) == 0
    }

    @Test(
        "rules 1, 2 and 11, case B33: what the boot-time clock ends is ended by a sleep and over a restart, and told for 24 hours",
        needsTimeNamespaces)
    func ends() throws {
        try StageFixture.with { fixture in
            let aged = try Aged(fixture)
            try fixture.scratch.file("f.txt", "content\n")
            var short = ""
            var long = ""
            var areas: [Path] = []
            try aged.later(by: 1000) {
                short = try aged.stage("send", "--ttl", "10m", "f.txt").text
                long = try aged.stage("send", "--ttl", "2d", "f.txt").text
                areas = try ["5m", "20m"].map { Path(try aged.stage("receive", short, "--hold", $0).text) }
                #expect(areas.allSatisfy { Scratch.content(of: $0) != nil })
            }
            // 13 minutes and some seconds later.
            try aged.later(by: 1000 + 13 * 60) {
                let refused = try aged.stage("receive", short)
                #expect(refused.status == 3, "\(refused)")
                #expect(refused.errors.contains("expired 3 minutes ago"), "\(refused)")
                let json = try aged.stage("receive", "--json", short)
                #expect(json.errors.contains(#""error":"grantExpired""#), "\(json)")
                #expect(try aged.stage("receive", long, "--stdout").text == "content")
                #expect(Scratch.content(of: areas[0]) == nil, "gone before the first answer")
                #expect(Scratch.content(of: areas[1]) != nil)
                #expect(try aged.stage("keep", areas[0].text, "kept").status == 3)
                #expect(try aged.stage("keep", areas[1].text, "kept").status == 0)
                let live = try aged.stage("list").text
                #expect(!live.contains("expired"), "\(live)")
                #expect(try aged.stage("list", "--all").text.contains("expired"))
            }
            // Ten minutes and 23 hours after the end; then more than a day.
            try aged.later(by: 1000 + 23 * 3600 + 20 * 60) {
                let refused = try aged.stage("receive", short)
                #expect(refused.status == 3, "\(refused)")
                #expect(refused.errors.contains("expired 23 hours ago"), "\(refused)")
            }
            try aged.later(by: 1000 + 24 * 3600 + 20 * 60) {
                let forgotten = try Patience.until {
                    let refused = try aged.stage("receive", short)
                    return refused.status == 3 && refused.errors.contains("no grant is known")
                }
                #expect(forgotten)
                #expect(try aged.stage("receive", long, "--stdout").text == "content")
            }
        }
    }

    @Test("rule 11, case B31: keep at the end of a lease gives the whole file and 0, or no file and 3")
    func keepAtTheEnd() throws {
        try Handover.with { it in
            // As large as in the case in the full check: the copy itself takes its time then.
            let size = LoopBudget.rounds(1, full: 5) << 20
            try it.scratch.file("film.bin", Sample.bytes(size))
            let token = try it.token("film.bin")
            let rounds = LoopBudget.rounds(60, full: 500)
            var kept = 0
            for batch in stride(from: 0, to: rounds, by: 20) {
                let areas = try (0..<20).map { _ in
                    let path = try it.receive(token, "--hold", "1s").text
                    return (path: path, end: SystemClock.boot() + 1_000_000_000)
                }
                for (place, area) in areas.enumerated() {
                    let wanted = area.end + Int64.random(in: -20_000_000...20_000_000)
                    Waiting.pause(milliseconds: Int32(clamping: max(0, wanted - SystemClock.boot()) / 1_000_000))
                    let name = "kept-\(batch)-\(place)"
                    let outcome = try it.stage(["keep", area.path, name])
                    if outcome.status == 0 {
                        kept += 1
                        #expect(Scratch.content(of: it.scratch(name)) == Sample.bytes(size))
                    } else {
                        #expect(outcome.status == 3, "\(outcome)")
                        #expect(!it.exists(name))
                    }
                }
            }
            #expect(try it.incoming.isEmpty)
            #expect(
                try Scratch.names(in: it.scratch.path).filter { $0.hasPrefix(".stage") }.isEmpty, "nothing half made")
            #expect((0...rounds).contains(kept))
        }
    }
}
