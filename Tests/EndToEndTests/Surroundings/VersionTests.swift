import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Another version of the service", Needs.program("python3"))
struct VersionTests {
    @Test(
        "section 6: versions are exchanged where the two do not understand each other, and the older one is named",
        arguments: ["unknown", "parameter", "strange"], [("0.0.9", "restart the service"), ("0.10.0", "update it")])
    func told(kind: String, version: (String, String)) throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "content\n")
            let socket = fixture.scratch("socket")
            let service = try fixture.start([
                "/usr/bin/python3", Scripts.path("other_version.py", in: "Surroundings"), socket.text, version.0, kind,
            ])
            defer {
                service.send(signal: 9)
                _ = service.wait()
            }
            try #require(Patience.until { (try? UnixSocket.connect(to: socket)) != nil }, "\(service.errorsSoFar)")
            for command in [["send", "f.txt"], ["list"], ["status"], ["receive", "stg_aaaaaaaaaaaaaaaaaaaaaaaaaa"]] {
                let outcome = try fixture.run(["stage"] + command, environment: ["STAGE_SOCKET": socket.text])
                #expect(outcome.status == 1, "\(outcome)")
                #expect(
                    outcome.errors.contains(
                        "the service is staged \(version.0), and does not understand this stage, 0."), "\(outcome)")
                #expect(outcome.errors.contains("hint: ") && outcome.errors.contains(version.1), "\(outcome)")
            }
        }
    }

    @Test("section 6: a store that a later version has used is refused as such, and left as it was")
    func laterStore() throws {
        try StageFixture.with { fixture in
            let token = try fixture.sent()
            #expect(try fixture.stage("stop").status == 0)
            let database = fixture.ownStore.appending("catalogue.db").text
            func set(_ version: String) throws {
                let script =
                    "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); v = c.execute('PRAGMA user_version').fetchone()[0]; c.execute('PRAGMA user_version = %d' % eval(sys.argv[2])); c.close()"
                let done = try fixture.run(["/usr/bin/python3", "-c", script, database, version])
                try #require(done.status == 0, "\(done)")
            }
            try set("v + 1000")
            let refused = try fixture.stage("list")
            #expect(refused.status == 7 && refused.errors.contains("made by a later stage"), "\(refused)")
            try set("v - 1000")
            #expect(try fixture.stage("receive", token, "--stdout").text == "content")
        }
    }
}
