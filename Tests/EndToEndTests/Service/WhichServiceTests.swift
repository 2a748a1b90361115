import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Which service is asked")
struct WhichServiceTests {
    private static let hasSystemService = (try? FileStatus.of("/run/stage/stage.sock")) != nil

    @Test(
        "section 6: a scope beyond the user wants the system-wide service, and says how to set it up",
        .enabled(if: !hasSystemService, "a system-wide service runs here"),
        arguments: [
            ["--scope", "all"], ["--scope", "group"], ["--scope", "team:film"], ["--also", "f.txt,scope=all"],
        ])
    func beyondTheUser(options: [String]) throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "content\n")
            let outcome = try fixture.run(["stage", "send"] + options + ["f.txt"])
            #expect(outcome.status == 7, "\(outcome)")
            #expect(outcome.errors.contains("no system-wide service runs"))
            #expect(outcome.errors.contains("hint: an administrator can set it up"))
            #expect(
                try fixture.run(["stage", "send"] + options + ["f.txt", "--json"]).errors.contains(
                    #""error":"noService""#))
        }
    }

    @Test(
        "section 6: STAGE_SOCKET is the only service then; where nobody listens it is 7, and none is started",
        arguments: [
            ["list"], ["send", "f.txt"], ["receive", "stg_aaaaaaaaaaaaaaaaaaaaaaaaaa"], ["status"], ["watch"], ["stop"],
        ])
    func nobodyListens(command: [String]) throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "content\n")
            let outcome = try fixture.run(
                ["stage"] + command, environment: ["STAGE_SOCKET": fixture.scratch("nowhere").text])
            #expect(outcome.status == 7, "\(outcome)")
            #expect(outcome.errors.contains("no service at STAGE_SOCKET="))
            #expect(outcome.errors.contains("hint: start one: staged --socket"))
            #expect((try? FileStatus.of(fixture.ownStore)) == nil)
        }
    }

    @Test("section 6: with STAGE_SOCKET every scope is served there")
    func everyScope() throws {
        try StageFixture.with { fixture in
            try fixture.withSharedService { socket in
                for scope in ["process", "team", "group", "all"] {
                    let token = try fixture.sent(
                        "f.txt", "--scope", scope, environment: ["STAGE_SOCKET": socket.text])
                    #expect(token.hasPrefix("stg_"))
                }
                #expect((try? FileStatus.of(fixture.ownStore)) == nil)
            }
        }
    }
}
