import Foundation
import LinuxSystem
import StagingClient
import StagingModel
import StagingTestSupport
import Testing

@Suite("stage import --drop")
struct ImportDropTests {
    private static func makeSource(_ scratch: Scratch, _ count: Int = 3) throws {
        try scratch.folder("in")
        for number in 0..<count { try scratch.file("in/\(number).txt", "\(number)\n") }
    }

    private static func lines(_ outcome: StageFixture.Outcome) throws -> [String: JSONObject] {
        Dictionary(try outcome.lines.map { try JSONObject($0) }.map { ($0.text("entry"), $0) }) { $1 }
    }

    @Test("each file is a grant that a worker takes; what is accepted is imported, and spent when it is done")
    func accepted() throws {
        try Handover.with { it in
            try Self.makeSource(it.scratch)
            try it.script("mkdir got && cd in && python3 -m zipfile -c z.zip 0.txt && rm 0.txt")
            let worker = try it.worker("box", "--to", "got", "--count", "3")
            let run = try it.stage(["import", "in", "--drop", "box"])
            #expect(run.status == 0 && run.lines.count == 3 && run.errors.contains("imported 3"), "\(run)")
            #expect(run.lines.allSatisfy { $0.hasPrefix("stg_") })
            #expect(worker.wait().status == 0)
            #expect(try Scratch.names(in: it.scratch("got")).sorted() == ["0.txt", "1.txt", "2.txt"])
            #expect(try it.stage(["list", "--json"]).text.isEmpty)
        }
    }

    @Test(
        "what the destination refuses is refused with its reason, keeps its place or goes to --reject; a move takes the rest"
    )
    func refused() throws {
        try KillableService.with { service in
            for reject in [false, true] {
                if reject { _ = try service.fixture.run(["rm", "-r", "in"]) }
                try Self.makeSource(service.fixture.scratch)
                let worker = try DestinationWorker(service.connect(), at: "box", DestinationOptions())
                let running = try service.fixture.start(
                    [
                        service.fixture.programs.appending("stage").text, "import", "in", "--drop", "box", "--json",
                        "--move",
                    ] + (reject ? ["--reject", "rejected"] : []), environment: ["STAGE_SOCKET": service.socket.text])
                for _ in 0..<3 {
                    let turn = try #require(try worker.next())
                    if turn.item.grant.representations.first?.name == "1.txt" {
                        try worker.refuse(turn, "no ones")
                    } else {
                        try worker.accept(turn)
                        try worker.finish(turn)
                    }
                }
                let run = running.wait()
                worker.close()
                #expect(run.status == 0, "\(run)")
                let one = try #require(try Self.lines(run)["1.txt"])
                #expect(one.text("outcome") == "refused" && one["token"] == nil && one["grant"] == nil)
                #expect(one.text("reason") == "the destination 'box' refused it: no ones")
                #expect(try Self.lines(run)["0.txt"]?.text("outcome") == "imported")
                let (left, kept) = (service.fixture.scratch("in"), service.fixture.scratch("rejected"))
                #expect(try Scratch.names(in: left) == (reject ? [] : ["1.txt"]))
                if reject { #expect(Scratch.content(of: kept.appending("1.txt")) == Array("1\n".utf8)) }
                #expect(try service.list().grants.isEmpty, "what is refused is revoked, what is done is spent")
            }
        }
    }

    @Test("a type that no worker takes is refused")
    func types() throws {
        try Handover.with { it in
            try Self.makeSource(it.scratch, 1)
            try it.scratch.file("in/image.png", Sample.png)
            let worker = try it.worker("box", "--accept", "image/*")
            let run = try it.stage(["import", "in", "--drop", "box", "--json"])
            #expect(run.status == 0, "\(run)")
            #expect(try Self.lines(run)["0.txt"]?.text("outcome") == "refused")
            #expect(try Self.lines(run)["image.png"]?.text("outcome") == "imported")
            worker.end()
        }
    }

    @Test("a destination that is not open ends the run, which is said once; with a worker the same command goes on")
    func notOpen() throws {
        try Handover.with { it in
            try Self.makeSource(it.scratch)
            let command = ["import", "in", "--drop", "box", "--job", "j"]
            for json in [[], ["--json"]] {
                let ended = try it.stage(command + json)
                #expect(ended.status == 3, "\(ended)")
                #expect(ended.errors.components(separatedBy: "no destination 'box' is open").count == 2, "\(ended)")
            }
            #expect(try it.stage(["list", "--json"]).text.isEmpty)
            let worker = try it.worker("box", "--count", "3")
            let again = try it.stage(command)
            #expect(again.status == 0 && again.lines.count == 3, "\(again)")
            #expect(worker.wait().lines.count == 3)
            #expect(try it.stage(["import", "--status", "j"]).lines.contains("imported     3 (6 B)"))
            let other = try it.stage(["import", "in", "--drop", "other", "--job", "j"])
            #expect(other.status == 2 && other.errors.contains("was begun with destination 'drop box'"), "\(other)")
        }
    }

    @Test(
        "what arrives in a followed folder waits for a worker, longer than a grant lives",
        arguments: [[], ["--job", "j"]])
    func waitsForWorker(_ job: [String]) throws {
        try Handover.with { it in
            try Self.makeSource(it.scratch)
            let command = ["import", "--watch", "in", "--drop", "box", "--ttl", "2s", "--move"] + job
            let watch = try it.fixture.start([it.fixture.programs.appending("stage").text] + command)
            try it.eventually("it says that it waits") { watch.errorsSoFar.contains("waits for a worker") }
            Waiting.pause(milliseconds: 3000)
            let worker = try it.worker("box", "--count", "3")
            #expect(worker.wait().lines.count == 3)
            try it.eventually("all were taken") { try Scratch.names(in: it.scratch("in")).isEmpty }
            let ended = watch.end(SIGINT)
            #expect(ended.status == 0 && ended.errors.contains("moved 3"), "\(ended)")
        }
    }

    @Test("a service that is not there ends the run, which is said once")
    func noService() throws {
        try Handover.with { it in
            try Self.makeSource(it.scratch)
            let command = ["import", "in", "--grant", "--scope", "team:film"]
            for json in [[], ["--json"]] {
                let ended = try it.stage(command + json)
                #expect(ended.status == 7, "\(ended)")
                #expect(ended.errors.components(separatedBy: "no system-wide service runs").count == 2, "\(ended)")
            }
        }
    }

    @Test("rule 6, case B49: killed at any instant and run again, a job gives every file to one worker once")
    func kills() throws {
        try Handover.with { it in
            let files = 150
            try Self.makeSource(it.scratch, files)
            let worker = try it.worker("box", "--exec", "sh", "-c", "cat \"$1\" >> done", "x")
            let command = [it.fixture.programs.appending("stage").text, "import", "in", "--drop", "box", "--job", "k"]
            var kills = 0
            for _ in 0..<LoopBudget.rounds(12, full: 60) {
                let run = try it.fixture.start(command)
                Waiting.pause(milliseconds: Int32.random(in: 20...400))
                run.send(signal: SIGKILL)
                if run.wait().status == 128 + SIGKILL { kills += 1 }
            }
            let last = try it.fixture.run(command)
            #expect(last.status == 0 && kills > 0, "\(last)")
            let expected = (0..<files).map { String($0) }.sorted()
            func done() -> [String] { (it.text("done") ?? "").split(separator: "\n").map(String.init).sorted() }
            try it.eventually("all are done") { try done().count >= files && it.items().isEmpty }
            #expect(done() == expected)
            worker.end()
            let status = try it.stage(["import", "--status", "k"])
            #expect(status.lines.contains { $0.hasPrefix("imported     \(files) ") }, "\(status)")
            #expect(status.lines.contains("unfinished   0"))
        }
    }

    @Test("interrupted while a worker is waited for, it takes back what nobody has accepted; a job goes on with it")
    func interrupted() throws {
        for job in [[], ["--job", "j"]] {
            try Handover.with { it in
                try Self.makeSource(it.scratch, 2)
                let worker = try it.worker(
                    "box", "--exec", "sh", "-c", "while [ ! -e go ]; do sleep 0.01; done; cat \"$1\" >> done", "x")
                let command = [it.fixture.programs.appending("stage").text, "import", "in", "--drop", "box"] + job
                let run = try it.fixture.start(command)
                func states() throws -> [String] { try it.items().map { $0.text("state") }.sorted() }
                // The token of what was accepted is told: the import knows of it, and not the service alone.
                try it.eventually("one waits") {
                    try states() == ["accepted", "queued"] && !run.outputSoFar.isEmpty
                }
                #expect(run.end(SIGINT).status == 128 + SIGINT)
                #expect(try states() == (job.isEmpty ? ["accepted"] : ["accepted", "queued"]))
                try it.scratch.file("go", "")
                if !job.isEmpty {
                    let last = try it.fixture.run(command)
                    #expect(last.status == 0 && last.errors.contains("imported 1"), "\(last)")
                }
                try it.eventually("what is left is done") { try states().isEmpty }
                worker.end()
                #expect(it.text("done")?.count == (job.isEmpty ? 2 : 4))
            }
        }
    }

    @Test(
        "wrong usage",
        arguments: [
            ["--drop", "box", "--grant"], ["--drop", "box", "--to", "out"], ["--drop", "box", "--uses", "2"],
            ["--drop", "box", "--once"], ["--to", "out", "--ttl", "1h"], ["--grant", "--owner", "root"],
            ["--drop", "box", "--owner", "no-such-user-here"], [],
        ])
    func wrongUsage(_ arguments: [String]) throws {
        try Handover.with { it in
            try Self.makeSource(it.scratch, 1)
            let run = try it.stage(["import", "in"] + arguments)
            #expect(run.status == 2, "\(arguments): \(run)")
        }
    }

    @Test("--owner names whose destination it is", Needs.severalUsers)
    func owner() throws {
        try SharedService.with(configuration: "[team film]\nmembers = 61001, 61002\n") { service in
            try service.fixture.scratch.folder("in", mode: 0o755)
            try service.fixture.scratch.file("in/f.txt", "text\n")
            let worker = try service.fixture.worker(
                ["box", "--once", "--exec", "cat"], as: Users.receiver,
                environment: ["STAGE_SOCKET": service.socket.text])
            let command = ["import", "in", "--drop", "box"]
            let own = try service.fixture.run(
                ["stage"] + command, as: Users.sender, environment: ["STAGE_SOCKET": service.socket.text])
            #expect(own.status == 3 && own.errors.contains("no destination 'box' is open"), "\(own)")
            let others = try service.fixture.run(
                ["stage"] + command + ["--owner", String(Users.receiver.uid)], as: Users.sender,
                environment: ["STAGE_SOCKET": service.socket.text])
            #expect(others.status == 0, "\(others)")
            #expect(worker.wait().text == "text")
        }
    }
}
