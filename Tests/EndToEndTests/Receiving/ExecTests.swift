import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Receiving for the time that a command runs")
struct ExecTests {
    @Test(
        "{} is replaced in every word, and the path is appended where there is none",
        arguments: [
            (["echo", "{}"], "P"), (["echo", "if={}", "of={}.out"], "if=P of=P.out"), (["echo"], "P"),
            (["echo", "-n", "--", "x"], "-- x P"), (["echo", "{}{}"], "PP"), (["echo", "{ }", "{"], "{ } { P"),
        ] as [([String], String)])
    func words(_ command: [String], _ expected: String) throws {
        try Handover.with { it in
            try it.scratch.file("a b.txt", "text\n")
            let run = try it.stage(["receive", "-", "--exec"] + command, input: it.token("a b.txt"))
            #expect(run.status == 0)
            let pattern = try Regex(
                NSRegularExpression.escapedPattern(for: expected).replacing("P", with: #"/\S+/a b\.txt"#))
            #expect(run.text.wholeMatch(of: pattern) != nil, "\(run.text)")
        }
    }

    @Test(
        "the status is the command's own, 128+n for a signal, 126 and 127 where it cannot be run",
        arguments: [
            (["true"], 0), (["false"], 1), (["sh", "-c", "exit 42"], 42), (["sh", "-c", "exit 255"], 255),
            (["sh", "-c", "kill -9 $$"], 137), (["sh", "-c", "kill -15 $$"], 143), (["/etc/passwd"], 126), (["/"], 126),
            (["no-such-command-at-all"], 127), (["./missing"], 127), (["cmp", "/dev/null"], 1),
        ] as [([String], Int32)])
    func statuses(_ command: [String], _ status: Int32) throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "text\n")
            let run = try it.stage(["receive", "-", "--exec"] + command, input: it.token("a.txt"))
            #expect(run.status == status, "\(run)")
            try it.eventually("the area is gone") {
                try it.stage(["list", "--json"]).lines.filter { $0.contains("leaseExpires") }.isEmpty
            }
            try it.eventually("its files are gone") { try Scratch.names(in: it.store.appending("areas")).isEmpty }
        }
    }

    @Test("what Stage itself cannot do is 125", arguments: ["stg_aaaaaaaaaaaaaaaaaaaaaaaaaa", "no token", "spent"])
    func own(_ token: String) throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "text\n")
            var token = token
            if token == "spent" {
                token = try it.token("--once", "a.txt")
                try it.receive(token)
            }
            let run = try it.receive(token, "--exec", "echo", "ran")
            #expect(run.status == 125)
            #expect(run.text.isEmpty && !run.errors.isEmpty)
        }
    }

    @Test("the file is there while the command runs, and everything behind --exec is the command's")
    func content() throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "text\n")
            let run = try it.receive(
                it.token("--once", "a.txt"), "--exec", "sh", "-c", "cat \"$1\"; echo $2 $3", "x", "{}", "--json", "--to"
            )
            #expect(run.text == "text\n--json --to")
        }
    }

    @Test("the command reads what is left of standard input behind the token's line")
    func standardInput() throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "text\n")
            let run = try it.script("printf '%s\\nrest\\n' \(it.token("a.txt")) | stage receive - --exec sh -c cat")
            #expect(run.text == "rest", "\(run)")
        }
    }

    @Test("rule 11: the area ends with its receiver, whatever ends that", arguments: [SIGKILL, SIGTERM, SIGHUP])
    func killed(_ signal: Int32) throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "text\n")
            let run = try it.fixture.start(
                [
                    it.fixture.programs.appending("stage").text, "receive", "-", "--exec", "sh", "-c",
                    "echo {}; exec sleep 60",
                ],
                input: Array(try it.token("a.txt").utf8))
            try it.eventually("the command runs") { run.outputSoFar.hasSuffix("\n") }
            let area = Path(String(run.outputSoFar.dropLast()))
            #expect(Scratch.content(of: area) != nil)
            let command = try it.script("pgrep -P \(run.pid)").text
            run.send(signal: signal)
            try it.eventually("the area is gone") { (try? FileStatus.of(area)) == nil }
            if let pid = Int32(command) { kill(pid, SIGKILL) }
            _ = run.wait()
        }
    }

    @Test("rule 11: an area that is released while a command has it stays until the command ends")
    func pinned() throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "text\n")
            let run = try it.fixture.start(
                [
                    it.fixture.programs.appending("stage").text, "receive", "-", "--exec", "sh", "-c",
                    "echo {}; while [ ! -e go ]; do sleep 0.01; done; cat {}",
                ], input: Array(try it.token("a.txt").utf8))
            try it.eventually("the command runs") { run.outputSoFar.hasSuffix("\n") }
            let area = Path(String(run.outputSoFar.dropLast()))
            #expect(try it.stage(["release", area.text]).status == 0)
            #expect(try it.stage(["keep", area.text, "kept"]).status == 3, "it is released for everybody else")
            // What comes after it in the queue of removals is gone, and it is not.
            let other = try it.area(of: it.token("a.txt"))
            #expect(try it.stage(["release", other.text]).status == 0)
            try it.eventually("another area goes") { (try? FileStatus.of(other.parent)) == nil }
            #expect(Scratch.content(of: area) != nil)
            try it.scratch.file("go", "")
            #expect(run.wait().lines.last == "text")
            try it.eventually("it is gone") { (try? FileStatus.of(area.parent)) == nil }
        }
    }

    @Test("a directory is given as a directory")
    func tree() throws {
        try Handover.with { it in
            try it.scratch.folder("tree")
            try it.scratch.file("tree/x", "inner\n")
            #expect(try it.receive(it.token("tree"), "--exec", "sh", "-c", "cd {} && cat x").text == "inner")
        }
    }
}
