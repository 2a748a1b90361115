import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Destinations whose workers and service are killed")
struct DropCrashTests {
    private static let items = 200
    private static let senders = 4

    @Test(
        "of 200 items each is done once, and is one worker's at a time, while three workers are killed again and again")
    func workersKilled() throws {
        try Handover.with { it in
            for folder in ["items", "locks", "done"] { try it.scratch.folder(folder) }
            for number in 0..<Self.items { try it.scratch.file("items/\(number)", "\(number)") }
            // A lock goes with its process, killed or not; a killed one may have it a moment longer, but does nothing
            // more. What has been done is told by the last line alone.
            try it.scratch.file(
                "work",
                """
                n=$(cat "$1") || exit 1
                echo $n >> runs
                exec 9> locks/$n
                flock -n 9 || [ -e done/$n ] || { flock 9; [ ! -e done/$n ] || echo $n >> overlaps; }
                [ ! -e done/$n ] || echo $n >> again
                sleep 0.02
                echo $n > done/$n
                """)
            func start() throws -> StageFixture.Running {
                try it.fixture.worker(["box", "--tries", "1000", "--exec", "sh", it.scratch("work").text])
            }
            var workers = try (0..<3).map { _ in try start() }
            let perSender = Self.items / Self.senders
            let senders = try (0..<Self.senders).map { sender in
                try it.fixture.start(
                    [it.fixture.programs.appending("stage").text, "send", "--drop", "box", "--wait"]
                        + (0..<perSender).map { "items/\(sender * perSender + $0)" })
            }
            var kills = 0
            let limit = LoopBudget.rounds(25, full: 100)
            while senders.contains(where: \.isRunning), kills < limit {
                Waiting.pause(milliseconds: 150)
                let place = kills % 3
                // Each is a process group of its own: its command is killed with it.
                kill(-workers[place].pid, SIGKILL)
                _ = workers[place].wait()
                kills += 1
                workers[place] = try start()
            }
            for sender in senders {
                let outcome = sender.wait()
                #expect(outcome.status == 0, "\(outcome)")
            }
            #expect(kills > 3)
            for worker in workers {
                kill(-worker.pid, SIGKILL)
                _ = worker.wait()
            }
            func numbers(_ name: String) -> [Int] {
                (it.text(name) ?? "").split(separator: "\n").compactMap { Int($0) }
            }
            #expect(try Scratch.names(in: it.scratch("done")).count == Self.items)
            let runs = numbers("runs")
            #expect(Set(runs) == Set(0..<Self.items))
            #expect(runs.count <= Self.items + kills, "a kill costs one run at most")
            #expect(numbers("overlaps") == [])
            // Only a kill between the last line of the script and the service's record of it does something again.
            #expect(numbers("again").count <= kills)
            #expect(try it.items().isEmpty)
            #expect(try it.stage(["list", "--json"]).lines.filter { $0.contains("\"state\"") } == [])
        }
    }

    @Test("rule 6: a service that is killed costs nobody anything but a try: worker and sender find the next one")
    func serviceKilled() throws {
        try KillableService.with { service in
            let environment = ["STAGE_SOCKET": service.socket.text]
            let stage = service.fixture.programs.appending("stage").text
            try service.fixture.scratch.file("a.txt", "text\n")
            let worker = try service.fixture.worker(
                [
                    "box", "--exec", "sh", "-c", "echo run >> runs; while [ ! -e go ]; do sleep 0.01; done; cat \"$1\"",
                    "x",
                ],
                environment: environment)
            let senders = try (0..<2).map { _ in
                try service.fixture.start(
                    [stage, "send", "--drop", "box", "--wait", "a.txt"], environment: environment)
            }
            func states() throws -> [String] {
                try service.stage("drop", "--list", "--json").lines.map { try JSONObject($0).text("state") }.sorted()
            }
            #expect(try Patience.until { try states() == ["accepted", "queued"] })
            #expect(Patience.until { Scratch.content(of: service.fixture.scratch("runs")) != nil })
            service.kill()
            try service.start()
            try service.fixture.scratch.file("go", "")
            for sender in senders {
                let outcome = sender.wait()
                #expect(outcome.status == 0, "\(outcome)")
            }
            #expect(try states() == [])
            worker.end()
            let runs = Scratch.content(of: service.fixture.scratch("runs")) ?? []
            #expect(String(decoding: runs, as: UTF8.self) == "run\nrun\nrun\n", "the one at work was tried again")
            #expect(try Patience.until { try service.strayNames() == [] })
        }
    }
}

@Suite("Destinations of other users", Needs.severalUsers)
struct DropUserTests {
    private static let teams = """
        [team film]
        members = 61001, 61002
        """

    @Test("rules 15 to 17: the destination's scope decides who may send to it, and the grant's who may receive")
    func scopes() throws {
        try SharedService.with(configuration: Self.teams) { service in
            try service.fixture.scratch.file("f.txt", "text\n")
            let environment = ["STAGE_SOCKET": service.socket.text]
            let owner = String(Users.receiver.uid)
            let worker = try service.fixture.worker(
                ["box", "--exec", "cat"], as: Users.receiver, environment: environment)
            let sent = try service.stage("send", "--drop", "box", "--owner", owner, "--wait", "f.txt", as: Users.sender)
            #expect(sent.status == 0, "\(sent)")
            for (user, options, status) in [
                (Users.stranger, ["--owner", owner], 5), (Users.root, ["--owner", owner], 5),
                (Users.sender, [], 3), (Users.sender, ["--owner", owner, "--scope", "group"], 5),
                (Users.receiver, [], 0),
            ] as [(StageFixture.User, [String], Int32)] {
                let outcome = try service.fixture.run(
                    ["stage", "send", "--drop", "box", "--wait"] + options + ["f.txt"], as: user,
                    environment: environment)
                #expect(outcome.status == status, "\(user) \(options): \(outcome)")
            }
            let done = worker.end()
            #expect(done.lines == ["text", "text"], "\(done)")
            // Nobody sees or changes what is another's.
            #expect(try service.stage("drop", "--list", "--json", as: Users.sender).lines == [])
        }
    }

    @Test("a destination for all takes from everybody, by a grant for all")
    func all() throws {
        try SharedService.with { service in
            try service.fixture.scratch.file("f.txt", "text\n")
            let worker = try service.fixture.worker(
                ["--scope", "all", "--once", "--exec", "cat"], as: Users.receiver,
                environment: ["STAGE_SOCKET": service.socket.text])
            let owner = String(Users.receiver.uid)
            let narrow = try service.stage("send", "--drop", "general", "--owner", owner, "f.txt", as: Users.stranger)
            #expect(narrow.status == 5, "\(narrow)")
            let wide = try service.stage(
                "send", "--drop", "general", "--owner", owner, "--scope", "all", "f.txt", as: Users.stranger)
            #expect(wide.status == 0, "\(wide)")
            #expect(worker.wait().text == "text")
        }
    }
}
