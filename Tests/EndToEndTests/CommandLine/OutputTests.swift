import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("What is printed where")
struct PrintedOutputTests {
    @Test(
        "a reader that has gone ends a command without a word",
        arguments: [
            "list", "list --json", "status", "show $t", "type --declared", "completions bash", "--help",
            "receive $t --stdout",
        ])
    func brokenPipe(command: String) throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", [UInt8](repeating: 65, count: 1 << 20))
            let script = "t=$(stage send f.txt); { stage \(command); echo $? >status; } | head -c 0"
            let outcome = try fixture.run(["sh", "-c", script])
            #expect(outcome.errors == "", "\(outcome)")
            let status = String(decoding: Scratch.content(of: fixture.scratch("status")) ?? [], as: UTF8.self)
            // Ended by the signal, or all was written before the reader had gone.
            #expect(status == "141\n" || status == "0\n")
        }
    }

    @Test(
        "section 4: a full standard output is out of space",
        arguments: [
            "send f.txt", "list", "status --json", "show $t", "receive $t", "receive $t --stdout", "type f.txt",
            "name a", "--help", "--version",
        ])
    func fullOutput(command: String) throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "content\n")
            let outcome = try fixture.run(["sh", "-c", "t=$(stage send f.txt); stage \(command) >/dev/full"])
            #expect(outcome.status == 6, "\(outcome)")
        }
    }

    @Test("rule 1: a receive whose path could not be printed spends no use and leaves no area")
    func unprintedPath() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "content\n")
            let outcome = try fixture.run(
                ["sh", "-c", "stage send --once f.txt >t; stage receive @t >/dev/full; stage receive @t --stdout"])
            #expect(outcome.text == "content", "\(outcome)")
            #expect(try fixture.stage("list", "--json").lines.isEmpty)
            #expect(try fixture.stage("list", "--all", "--json").lines.count == 1, "the spent grant")
        }
    }

    @Test("-q leaves notes out, and errors in")
    func quiet() throws {
        try StageFixture.with { fixture in
            let noted = try fixture.stage("list")
            #expect(noted.errors == "stage: you have no grants and no areas\n" && noted.output == [])
            #expect(try fixture.stage("list", "-q").errors == "")
            #expect(try fixture.stage("-q", "list").errors == "")
            #expect(try fixture.stage("list", "--json").errors == "")
            let token = try fixture.sent()
            #expect(try fixture.stage("renew", "--ttl", "1h", token).errors.hasPrefix("stage: ends at "))
            #expect(try fixture.stage("renew", "-q", "--ttl", "1h", token).errors == "")
            let failed = try fixture.stage("show", "-q", "nothing")
            #expect(failed.errors.hasPrefix("stage: you have no grant"))
        }
    }

    @Test("rule 21: stage status shows every limit; --metrics is Prometheus text")
    func status() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.folder("config")
            try fixture.scratch.folder("config/stage")
            try fixture.scratch.file("config/stage/staged.conf", "[limits]\nmax-ttl = 2d\nitem-size = 10M\n")
            let environment = ["XDG_CONFIG_HOME": fixture.scratch("config").text]
            let token = try fixture.sent(environment: environment)
            try fixture.stage("receive", token, "--stdout")
            let limits = [
                "default-ttl", "max-ttl", "default-lease", "max-lease", "item-size", "free-space", "grants-per-user",
                "areas-per-user", "open-receives-per-user", "held-originals-per-user", "tokens-per-grant",
                "connections-per-user", "connections", "message-size", "descriptors-per-message",
                "name-size", "tree-entries", "representations", "default-promise", "max-promise",
                "destinations-per-user", "drop-items", "pasteboards-per-user", "pasteboard-items",
            ]
            let people = try fixture.stage("status")
            let json = try fixture.stage("status", "--json")
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any], "\(json)")
            let values = try #require(object["limits"] as? [String: Int])
            #expect(Set(values.keys) == Set(limits))
            for limit in limits { #expect(people.text.contains("  \(limit) "), "\(limit)") }
            #expect(values["max-ttl"] == 172_800 && values["item-size"] == 10 << 20)
            #expect(object["sent"] as? Int == 1 && object["received"] as? Int == 1)
            #expect(object["bytesStaged"] as? Int == 8)

            let metrics = try fixture.stage("status", "--metrics")
            for name in ["stage_grants", "stage_sent_total", "stage_received_total", "stage_staged_bytes_total"] {
                #expect(metrics.lines.contains { $0.hasPrefix("# HELP \(name) ") })
                #expect(metrics.lines.contains { $0.hasPrefix("# TYPE \(name) ") })
            }
            let form = #/(# (HELP|TYPE) stage_[a-z_]+ .+)|(stage_[a-z_]+\{service="own"\} -?[0-9]+)/#
            for line in metrics.lines { #expect(line.wholeMatch(of: form) != nil, "\(line)") }
            #expect(metrics.lines.contains(#"stage_sent_total{service="own"} 1"#))
            #expect(try fixture.stage("status", "--metrics", "--json").status == 2)
        }
    }

    @Test(
        "rule 20: on a terminal names are printed with controls escaped, elsewhere byte for byte",
        Needs.program("python3"))
    func escaped() throws {
        try StageFixture.with { fixture in
            let name = "a\u{1B}[31m\u{202E}b.txt"
            try fixture.scratch.file(name, "content\n")
            let plain = try fixture.stage("type", name)
            let onTerminal = try fixture.run(
                ["python3", Scripts.path("on_terminal.py"), "stage", "type", "--json", name])
            #expect(onTerminal.status == 0, "\(onTerminal)")
            for outcome in [plain, onTerminal] {
                #expect(!outcome.text.contains("\u{1B}") && !outcome.text.contains("\u{202E}"), "\(outcome)")
            }
            let token = try fixture.stage("send", name, "--ttl", "1h")
            try #require(token.status == 0, "\(token)")
            // A path in an area is safe already; the original's is not.
            let original = try fixture.stage("send", "--original", name)
            let received = try fixture.stage("receive", original.text)
            #expect(received.text.hasSuffix(name), "\(received)")
            let shown = try fixture.run(["python3", Scripts.path("on_terminal.py"), "stage", "receive", original.text])
            #expect(shown.status == 0 && !shown.text.contains("\u{1B}"), "\(shown)")
        }
    }
}
