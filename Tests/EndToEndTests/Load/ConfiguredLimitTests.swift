import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

/// Every limit of rule 21, reached with a small value of its own.
@Suite("Configured limits")
struct ConfiguredLimitTests {
    struct Case: Sendable, CustomTestStringConvertible {
        /// A line of the configuration's `[limits]`.
        let setting: String
        /// What is done before, and has to work.
        var before = "true"
        /// What meets the limit.
        let script: String
        /// Part of the message.
        let message: String
        /// What still works afterwards.
        var after = "true"

        var testDescription: String { setting }
    }

    private static let cases = [
        Case(
            setting: "max-ttl = 20m", before: "stage send --ttl 20m f",
            script: "stage send --ttl 21m f", message: "at most 20 minutes", after: "stage send f"),
        Case(
            setting: "max-lease = 20m", before: "stage receive $t --hold 20m", script: "stage receive $t --hold 21m",
            message: "at most 20 minutes", after: "stage receive $t"),
        Case(
            setting: "item-size = 4", before: "printf 1234 > 4; stage send 4", script: "stage send f",
            message: "larger than the 4 bytes"),
        Case(
            setting: "item-size = 4", before: "mkdir d; printf 1234 > d/4", script: "cp f d; stage send d",
            message: "larger than the 4 bytes"),
        Case(
            setting: "item-size = 4", script: "stage send - < f", message: "larger than the 4 bytes"),
        Case(
            setting: "grants-per-user = 2", before: "stage send f > second", script: "stage send f",
            message: "2 active grants", after: "stage revoke - < second; stage send f"),
        Case(
            setting: "areas-per-user = 1", before: "stage receive $t > path", script: "stage receive $t",
            message: "1 areas, which is the limit",
            after: "stage receive $t --stdout; stage release \"$(cat path)\"; stage receive $t"),
        Case(
            setting: "tokens-per-grant = 2", before: "stage send --key k f; stage send --key k f",
            script: "stage send --key k f", message: "has 2 tokens", after: "stage send --key other f"),
        Case(
            setting: "tree-entries = 3", before: "mkdir d; echo > d/1; echo > d/2; stage send d",
            script: "echo > d/3; stage send d", message: "more than 3 entries"),
        Case(
            setting: "representations = 2", before: "stage send f --also f", script: "stage send f --also f --also f",
            message: "at most 2 representations"),
    ]

    @Test("rule 21: each limit is reached, says so with 6, and hinders nothing else", arguments: cases)
    func limit(_ limit: Case) throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f", "hello")
            try fixture.scratch.file("small", "1")
            try fixture.withSharedService(configuration: "[limits]\n\(limit.setting)\n") { socket in
                let environment = ["STAGE_SOCKET": socket.text]
                let token = try fixture.stage("send", "small", environment: environment)
                #expect(token.status == 0, "\(token)")
                func run(_ script: String) throws -> StageFixture.Outcome {
                    try fixture.run(
                        ["sh", "-ec", script], environment: environment.merging(["t": token.text]) { $1 })
                }
                let before = try run(limit.before)
                #expect(before.status == 0, "\(before)")
                let reached = try run(limit.script)
                #expect(reached.status == 6, "\(reached)")
                #expect(reached.errors.contains(limit.message), "\(reached)")
                let after = try run(limit.after)
                #expect(after.status == 0, "\(after)")
            }
        }
    }

    @Test("rule 21: what is not said takes the configured default, and a name the configured length")
    func defaults() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f", "hello")
            let configuration = "[limits]\ndefault-ttl = 10m\ndefault-lease = 2m\nname-size = 64\n"
            try fixture.withSharedService(configuration: configuration) { socket in
                let environment = ["STAGE_SOCKET": socket.text]
                let name = String(repeating: "n", count: 200) + ".txt"
                let sent = try fixture.stage("send", "--json", "--name", name, "f", environment: environment)
                let grant = try JSONObject(sent.text)
                #expect(abs(try seconds(until: grant.text("expires")) - 600) < 10)
                let received = try fixture.stage("receive", "--json", grant.text("token"), environment: environment)
                let area = try JSONObject(received.text)
                #expect(abs(try seconds(until: area.text("leaseExpires")) - 120) < 10)
                #expect(area.text("name") == String(repeating: "n", count: 60) + ".txt")
            }
        }
    }

    private func seconds(until instant: String) throws -> TimeInterval {
        try #require(ISO8601DateFormatter().date(from: instant)).timeIntervalSinceNow
    }

    @Test("rule 21: stage status shows every limit with the value in force")
    func shown() throws {
        try StageFixture.with { fixture in
            let limits: [(name: String, value: String, number: Int64, text: String)] = [
                ("default-ttl", "11m", 660, "11m"), ("max-ttl", "12h", 43200, "12h"),
                ("default-lease", "3m", 180, "3m"), ("max-lease", "4h", 14400, "4h"),
                ("item-size", "5G", 5 << 30, "5.0 GiB"), ("free-space", "6M", 6 << 20, "6.0 MiB"),
                ("grants-per-user", "7", 7, "7"), ("areas-per-user", "8", 8, "8"),
                ("open-receives-per-user", "9", 9, "9"), ("held-originals-per-user", "10", 10, "10"),
                ("tokens-per-grant", "11", 11, "11"), ("connections-per-user", "12", 12, "12"),
                ("connections", "13", 13, "13"), ("message-size", "512K", 512 << 10, "512 KiB"),
                ("descriptors-per-message", "65", 65, "65"), ("name-size", "100", 100, "100 B"),
                ("tree-entries", "16", 16, "16"), ("representations", "17", 17, "17"),
                ("default-promise", "18s", 18, "18s"), ("max-promise", "19m", 1140, "19m"),
                ("destinations-per-user", "20", 20, "20"), ("drop-items", "21", 21, "21"),
                ("pasteboards-per-user", "22", 22, "22"), ("pasteboard-items", "23", 23, "23"),
            ]
            let lines = limits.map { "\($0.name) = \($0.value)\n" }.joined()
            try fixture.withSharedService(configuration: "[limits]\n" + lines) { socket in
                let environment = ["STAGE_SOCKET": socket.text]
                let json = try fixture.stage("status", "--json", environment: environment)
                let status = try #require(
                    try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
                let shown = try #require(status["limits"] as? [String: Int64])
                #expect(shown == Dictionary(uniqueKeysWithValues: limits.map { ($0.name, $0.number) }))
                let text = try fixture.stage("status", environment: environment)
                for limit in limits {
                    let line = text.lines.first { $0.split(separator: " ").first.map(String.init) == limit.name }
                    #expect(line?.hasSuffix(" " + limit.text) == true, "\(limit): \(line ?? "")")
                }
            }
        }
    }

    @Test("rule 21: a longer message than is configured costs its connection, one as long does not")
    func messageSize() throws {
        try StageFixture.with { fixture in
            try fixture.withSharedService(configuration: "[limits]\nmessage-size = 256K\n") { socket in
                func message(_ length: Int) -> [UInt8] {
                    let frame = RawConnection.message("Show", #"{"id":""}"#).count - 1
                    let id = String(repeating: "x", count: length - frame)
                    return RawConnection.message("Show", #"{"id":"\#(id)"}"#)
                }
                let fitting = try RawConnection(to: socket)
                try fitting.write(message(256 << 10))
                #expect(try fitting.next()?.error == "io.stage.Staging.NoSuchGrant", "answered, though not with the id")
                let longer = try RawConnection(to: socket)
                _ = longer.writeUntilRefused(message((256 << 10) + 1))
                let answer = try #require(try longer.next())
                #expect(answer.error == "io.stage.Staging.LimitExceeded")
                #expect((answer.parameters["message"] as? String)?.contains("262144") == true)
                #expect(try fitting.call("Status").error == nil)
            }
        }
    }

    @Test(
        "rule 21: receives that nobody confirms are bounded for a user, whatever their connections, and freed with them"
    )
    func openReceives() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f", "hello")
            let configuration = "[limits]\nopen-receives-per-user = 3\n"
            try fixture.withSharedService(configuration: configuration) { socket in
                let environment = ["STAGE_SOCKET": socket.text]
                let snapshot = try fixture.stage("send", "f", environment: environment).text
                let original = try fixture.stage("send", "--original", "f", environment: environment).text
                func receive(_ token: String, over connection: RawConnection) throws -> RawConnection.Message {
                    try connection.call(
                        "Receive", #"{"requestId":"\#(UUID())","token":"\#(token)","delivery":"descriptor"}"#)
                }
                let one = try RawConnection(to: socket)
                #expect(try receive(snapshot, over: one).error == nil)
                #expect(try receive(original, over: one).error == nil)
                do {
                    let other = try RawConnection(to: socket)
                    let third = try receive(original, over: other)
                    let claim = try #require((third.parameters["delivery"] as? [String: Any])?["claim"] as? String)
                    let refused = try receive(original, over: other)
                    #expect(refused.error == "io.stage.Staging.LimitExceeded", "\(refused)")
                    #expect((refused.parameters["message"] as? String)?.contains("3 receives") == true)
                    let command = try fixture.stage("receive", snapshot, environment: environment)
                    #expect(command.status == 6, "\(command)")
                    // Another user is not hindered.
                    if Needs.canRunAsOthers {
                        let all = try fixture.stage("send", "--scope", "all", "f", environment: environment).text
                        let free = try fixture.stage(
                            "receive", all, "--stdout", as: Users.receiver, environment: environment)
                        #expect(free.status == 0, "\(free)")
                    }
                    #expect(try other.call("Confirm", #"{"claim":"\#(claim)"}"#).error == nil)
                    #expect(try receive(snapshot, over: other).error == nil, "a confirmed one makes room")
                }
                #expect(
                    try Patience.until {
                        try fixture.stage("receive", snapshot, "--stdout", environment: environment).status == 0
                    }, "and so does a closed connection")
            }
        }
    }

    @Test("rule 21: originals that cost the service a descriptor are bounded for a user", Needs.severalUsers)
    func heldOriginals() throws {
        try SharedService.with(configuration: "[limits]\nheld-originals-per-user = 2\n") { service in
            try service.fixture.scratch.file("f", "hello")
            let first = try service.send("--original", "f", as: Users.sender)
            _ = try service.send("--original", "f", as: Users.sender)
            let refused = try service.stage("send", "--original", "f", as: Users.sender)
            #expect(refused.status == 6, "\(refused)")
            #expect(refused.errors.contains("2 originals"), "\(refused)")
            #expect(try service.stage("list", "--json", as: Users.sender).lines.count == 2, "nothing is left of it")
            _ = try service.send("--original", "f", as: Users.third)
            _ = try service.send("f", as: Users.sender)
            try service.stage("revoke", first, as: Users.sender)
            _ = try service.send("--original", "f", as: Users.sender)
        }
    }

    @Test("rule 21: one user at a limit does not hinder another", Needs.severalUsers)
    func fair() throws {
        let configuration = "[limits]\ngrants-per-user = 1\nareas-per-user = 1\n"
        try SharedService.with(configuration: configuration) { service in
            try service.fixture.scratch.file("f", "hello")
            let token = try service.send("--scope", "all", "f", as: Users.sender)
            #expect(try service.stage("send", "f", as: Users.sender).status == 6)
            _ = try service.send("f", as: Users.third)
            for user in [Users.receiver, Users.third] {
                #expect(try service.stage("receive", token, as: user).status == 0)
                #expect(try service.stage("receive", token, as: user).status == 6)
            }
        }
    }

    @Test(
        "rules 21 and 22: the configured space stays free on a volume",
        .enabled(if: StageFixture.isRoot, "mounts a file system: needs root"))
    func freeSpace() throws {
        try StageFixture.with { fixture in
            // 5 % of 64 MiB, which is less than what is configured. As streams: a file would be staged where it lies.
            let script = """
                mkdir -p state/stage; mount -t tmpfs -o size=64m,mode=700 none state/stage
                head -c 55M /dev/urandom > big; head -c 7M /dev/urandom > more
                cat big | stage send -; cat more | stage send - || { status=$?; cat small | stage send -; }
                stage stop; exit $status
                """
            try fixture.scratch.file("small", "1")
            let outcome = try fixture.run(["unshare", "--mount", "sh", "-ec", script])
            #expect(outcome.status == 6, "\(outcome)")
            #expect(outcome.errors.contains("noSpace") || outcome.errors.contains("fit"), "\(outcome)")
            #expect(outcome.lines.count >= 2, "what is small still fits: \(outcome)")
        }
    }
}
