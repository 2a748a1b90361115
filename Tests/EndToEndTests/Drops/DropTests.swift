import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Destinations on the command line")
struct DropTests {
    @Test("a bare worker prints the path of an area for each item, and the sender a token when it is accepted")
    func area() throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "one\n")
            try it.scratch.file("b.txt", "two\n")
            let worker = try it.worker("--count", "2")
            let sent = try it.stage(["send", "--drop", "general", "--wait", "a.txt", "b.txt"])
            #expect(
                sent.status == 0 && sent.lines.count == 2 && sent.lines.allSatisfy { $0.hasPrefix("stg_") }, "\(sent)")
            let done = worker.wait()
            #expect(done.status == 0, "\(done)")
            #expect(done.lines.map { Path($0).lastComponent.text } == ["a.txt", "b.txt"])
            #expect(done.lines.map { Scratch.content(of: Path($0)) } == [Array("one\n".utf8), Array("two\n".utf8)])
            // What is done is spent.
            #expect(try it.receive(sent.lines[0]).status == 3)
        }
    }

    @Test("--to places items under free names, --json tells of each in a line, as sections 4 and 5 have it")
    func to() throws {
        try Handover.with { it in
            try it.scratch.folder("in")
            try it.scratch.folder("tree")
            try it.scratch.file("tree/x", "inner\n")
            try it.scratch.file("a.txt", "text\n")
            let worker = try it.fixture.start(
                [it.fixture.programs.appending("stage").text, "drop", "box", "--to", "in", "--json", "--count", "3"])
            try it.eventually("it is open") { try it.stage(["send", "--drop", "box", "--wait", "a.txt"]).status == 0 }
            #expect(try it.stage(["send", "--drop", "box", "--wait", "a.txt", "tree"]).status == 0)
            let lines = try worker.wait().lines.map { try JSONObject($0) }
            #expect(lines.map { $0.text("path") } == ["in/a.txt", "in/a (2).txt", "in/tree"])
            #expect(lines.map { $0.text("type") } == ["public.plain-text", "public.plain-text", "public.folder"])
            #expect(lines.allSatisfy { Set($0.members.keys) == ["item", "name", "type", "size", "path"] })
            #expect(it.text("in/tree/x") == "inner\n")
            #expect(try it.stage(["drop", "--to", "nowhere"]).status == 2)
        }
    }

    @Test(
        "with --exec status 0 is done, and anything else a failed try with its reason",
        arguments: [
            (["true"], nil), (["sh", "-c", "exit 42"], "exit status 42"),
            (["sh", "-c", "kill -9 $$"], "ended by signal 9"),
            (["no-such-command-at-all"], "the command cannot be run: No such file or directory"),
            (["grep", "-q", "text", "{}"], nil),
        ] as [([String], String?)])
    func exec(_ command: [String], _ reason: String?) throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "text\n")
            let worker = try it.fixture.worker(["box", "--tries", "1", "--once", "--exec"] + command)
            let sent = try it.stage(["send", "--drop", "box", "--wait", "a.txt"])
            #expect(sent.status == (reason == nil ? 0 : 1), "\(sent)")
            #expect(worker.wait().status == (reason == nil ? 0 : 1))
            let items = try it.items("box")
            #expect(items.map { $0.text("state") } == (reason == nil ? [] : ["dead"]))
            if let reason {
                #expect(sent.errors.contains(reason))
                #expect(items.first?.text("reason") == reason)
            }
            // The area has ended with the command.
            try it.eventually("no area is left") { try Scratch.names(in: it.store.appending("areas")).isEmpty }
        }
    }

    @Test("what its types or sizes leave out is refused with status 4 and the reason, and nothing stays")
    func refused() throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "text\n")
            try it.scratch.file("large.txt", String(repeating: "text\n", count: 1000))
            try it.scratch.file("p.png", Sample.png)
            let worker = try it.worker(
                "box", "--accept", "public.text,.gz", "--max-size", "1K", "--min-size", "2", "--once")
            let cases = [
                ("p.png", "no worker of the destination 'box' takes public.png"),
                ("large.txt", "the destination 'box' refused it: it is larger than 1.0 KiB"),
            ]
            for (name, reason) in cases {
                let sent = try it.stage(["send", "--drop", "box", name])
                #expect(sent.status == 4 && sent.text == "", "\(sent)")
                #expect(sent.errors.contains(reason), "\(sent)")
            }
            #expect(try it.stage(["list", "--json"]).lines == [])
            #expect(try it.stage(["send", "--drop", "nowhere", "a.txt"]).status == 3)
            // With several PATHs the others are still done.
            let mixed = try it.stage(["send", "--drop", "box", "p.png", "a.txt"])
            #expect(mixed.status == 4 && mixed.lines.map(\.isEmpty) == [true, false], "\(mixed)")
            #expect(worker.wait().status == 0)
        }
    }

    @Test("a dead letter is listed with its reason, tried anew, and forgotten")
    func deadLetters() throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "text\n")
            let failing = try it.worker("box", "--tries", "2", "--count", "2", "--exec", "false")
            #expect(try it.stage(["send", "--drop", "box", "--wait", "a.txt"]).status == 1)
            _ = failing.wait()
            let list = try it.stage(["drop", "--list", "box"])
            #expect(list.text.contains("dead") && list.text.contains("2/2") && list.text.contains("exit status 1"))
            let item = try #require(try it.items().first?.text("id"))
            #expect(try it.stage(["drop", "--retry", item]).status == 0)
            #expect(try it.items("box").map { $0.text("state") } == ["queued"])
            #expect(try it.stage(["drop", "--retry", item]).status == 2, "it waits already")
            let working = try it.worker("box", "--once", "--exec", "true")
            #expect(working.wait().status == 0)
            #expect(try it.items().isEmpty)

            let again = try it.worker("box", "--tries", "1", "--once", "--exec", "false")
            #expect(try it.stage(["send", "--drop", "box", "--wait", "a.txt"]).status == 1)
            _ = again.wait()
            let other = try #require(try it.items().first?.text("id"))
            #expect(try it.stage(["drop", "--forget", other]).status == 0)
            #expect(try it.stage(["drop", "--forget", other]).status == 3)
            #expect(try it.stage(["list", "--json"]).lines == [])
        }
    }

    @Test("an interrupted sender takes back what nobody has accepted")
    func interruptedSender() throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "text\n")
            let command = "echo ready; while [ ! -e go ]; do sleep 0.01; done"
            let worker = try it.worker("box", "--exec", "sh", "-c", command)
            let first = try it.stage(["send", "--drop", "box", "a.txt"])
            #expect(first.status == 0)
            // Accepted is not received yet.
            try it.eventually("the command runs") { worker.outputSoFar.contains("ready") }
            let second = try it.fixture.start(
                [it.fixture.programs.appending("stage").text, "send", "--drop", "box", "a.txt"])
            try it.eventually("it waits") { try it.items().map { $0.text("state") } == ["accepted", "queued"] }
            let outcome = second.end(SIGINT)
            #expect(outcome.status == 130 && outcome.text == "", "\(outcome)")
            #expect(try it.items().map { $0.text("state") } == ["accepted"])
            #expect(try it.stage(["list", "--json"]).lines.count == 1 + 1, "the first one's grant and its area")
            try it.scratch.file("go", "")
            try it.eventually("it is done") { try it.items().isEmpty }
            worker.end()
        }
    }

    @Test("an interrupted worker passes the signal on, and its item goes to another", arguments: [SIGINT, SIGTERM])
    func interruptedWorker(_ signal: Int32) throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "text\n")
            let command = "trap 'echo caught >> caught; exit 9' INT TERM; echo ready; while :; do sleep 0.02; done"
            let worker = try it.worker("box", "--exec", "sh", "-c", command)
            let sender = try it.fixture.start(
                [it.fixture.programs.appending("stage").text, "send", "--drop", "box", "--wait", "a.txt"])
            try it.eventually("the command runs") { worker.outputSoFar.contains("ready") }
            #expect(worker.end(signal).status == 128 + signal)
            #expect(it.text("caught") == "caught\n")
            // The service sees the end of the connection a moment later.
            try it.eventually("the item waits") { try it.items("box").map { $0.text("state") } == ["queued"] }
            #expect(try it.items("box").first?["tries"] as? Int == 1)
            let next = try it.worker("box", "--once", "--exec", "cat")
            #expect(next.wait().text == "text")
            #expect(sender.wait().status == 0)
        }
    }

    @Test("--jobs works at several items side by side, and --count is for all of them together")
    func jobs() throws {
        try Handover.with { it in
            let names = (0..<6).map { "\($0).txt" }
            for name in names { try it.scratch.file(name, name) }
            // Each waits until three are at work.
            let worker = try it.worker(
                "box", "--jobs", "3", "--count", "6", "--exec", "sh", "-c",
                "touch \"at-$(basename \"$1\")\"; while [ $(ls | grep -c ^at-) -lt 3 ]; do sleep 0.01; done; echo \"$(cat \"$1\")\"",
                "x")
            let sent = try it.stage(["send", "--drop", "box", "--wait"] + names)
            #expect(sent.status == 0, "\(sent)")
            let outcome = worker.wait()
            #expect(outcome.status == 0 && outcome.lines.sorted() == names, "\(outcome)")
        }
    }

    @Test(
        "options that contradict each other are wrong usage",
        arguments: [
            ["drop", "--once", "--count", "2"], ["drop", "--list", "--exec", "true"], ["drop", "--list", "--once"],
            ["drop", "box", "--retry", "x"], ["drop", "--retry", "x", "--forget", "y"], ["drop", "a", "b"],
            ["drop", "--to", "in", "--exec", "true"], ["drop", "--tries", "0"], ["drop", "--tries", "1001"],
            ["drop", "a\nb"], ["send", "--drop", "x", "--once", "f"], ["send", "--wait", "f"],
            ["send", "--drop", "x", "--move", "f"], ["send", "--drop", "x", "--key", "k", "f"],
            ["send", "--owner", "root", "f"], ["send", "--drop", "x", "--owner", "no such user", "f"],
        ])
    func wrongUsage(_ arguments: [String]) throws {
        try Handover.with { it in
            try it.scratch.file("f", "text\n")
            let outcome = try it.stage(arguments)
            #expect(outcome.status == 2, "\(outcome)")
        }
    }
}
