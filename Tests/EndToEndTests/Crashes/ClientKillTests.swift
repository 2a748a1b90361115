import Foundation
import LinuxSystem
import StagingClient
import StagingModel
import StagingTestSupport
import Testing

@Suite("Clients that are killed half-way")
struct ClientKillTests {
    @Test("rule 6: of a stream whose sender is killed nothing is left, in the store and in the service")
    func stream() throws {
        try KillableService.with { service in
            let before = try service.openFilesAtRest()
            let fifo = service.fixture.scratch("fifo")
            #expect(try service.fixture.run(["mkfifo", fifo.text]).status == 0)
            let writer = try OwnedDescriptor.open(fifo, [.readWrite, .nonBlocking])
            let sender = try service.start(script: "exec stage send - < fifo")
            // More than the pipe holds: the service reads.
            try writer.feed(1 << 20)
            sender.send(signal: SIGKILL)
            _ = sender.wait()
            try #require(Patience.until { try service.openFiles() == before })
            #expect(try service.list().grants.allSatisfy { $0.state == .revoked })
            #expect(try service.strayNames() == [])
        }
    }

    @Test("rule 6: of a tree whose sender is killed nothing is left")
    func tree() throws {
        try KillableService.with { service in
            let before = try service.openFilesAtRest()
            try service.fixture.scratch.folder("tree")
            for number in 0..<1500 { try service.fixture.scratch.file("tree/file\(number)", "\(number)") }
            var (killed, round) = (0, 0)
            // Some more, where each sender was done before the look at it.
            while round < LoopBudget.rounds(5, full: 50) || killed == 0 && round < 50 {
                round += 1
                let sender = try service.start(script: "exec stage send tree")
                let incoming = service.store.appending("incoming")
                _ = try Patience.until { try !Scratch.names(in: incoming).isEmpty || !sender.isRunning }
                sender.send(signal: SIGKILL)
                if sender.wait().status == 128 + SIGKILL { killed += 1 }
                try #require(
                    Patience.until { try Scratch.names(in: incoming).isEmpty && service.openFiles() == before })
                for grant in try service.list().grants where grant.state == .active {
                    try service.stage("revoke", grant.id)
                }
                try #require(Patience.until { try service.strayNames() == [] })
            }
            #expect(killed > 0)
        }
    }

    @Test("rules 5, 6: a file whose sender is killed is granted whole or not at all", arguments: ["", "--move"])
    func file(_ option: String) throws {
        try KillableService.with { service in
            let before = try service.openFilesAtRest()
            let content = Sample.bytes(8 << 20)
            for _ in 0..<LoopBudget.rounds(8, full: 100) {
                let path = try service.fixture.scratch.file("big.bin", content)
                let sender = try service.start(script: "exec stage send \(option) big.bin")
                Waiting.pause(milliseconds: Int32.random(in: 0...25))
                sender.send(signal: SIGKILL)
                _ = sender.wait()
                // Served after whoever has connected before: the sender is known to the service by now.
                _ = try service.list()
                try #require(Patience.until { try service.openFiles() == before })
                #expect(try service.strayNames() == [])
                let grants = try service.list().grants.filter { $0.state == .active }
                #expect(grants.count <= 1)
                for grant in grants { #expect(grant.representations.first?.size == Int64(content.count)) }
                if grants.isEmpty { #expect(Scratch.content(of: path) == content) }
                for grant in grants { try service.stage("revoke", grant.id) }
            }
        }
    }

    @Test(
        "rules 1, 12: a receiver that is killed shows no half tree, gives the use back, and its hidden name goes",
        arguments: ["receive", "keep"])
    func treeReceiver(_ verb: String) throws {
        try KillableService.with { service in
            try service.fixture.scratch.folder("tree")
            let out = try service.fixture.scratch.folder("out")
            for number in 0..<400 { try service.fixture.scratch.file("tree/file\(number)", "\(number)\n") }
            let content = TreeContent.of(service.fixture.scratch("tree"))
            var (hidden, round) = (0, 0)
            // Some more, where each receiver was done before the look at it.
            while round < LoopBudget.rounds(5, full: 50) || hidden == 0 && round < 50 {
                round += 1
                let token = try service.stage("send", "--once", "tree").text
                let area = verb == "keep" ? try service.stage("receive", token).text : ""
                let receiver = try service.start(
                    script: verb == "keep"
                        ? "exec stage keep \(area) out/new" : "exec stage receive \(token) --to out/new")
                _ = try Patience.until { try !Scratch.names(in: out).isEmpty || !receiver.isRunning }
                receiver.send(signal: SIGKILL)
                _ = receiver.wait()
                let left = try Scratch.names(in: out).filter { $0 != "new" }
                #expect(left.allSatisfy { $0.hasPrefix(".stage-") })
                hidden += left.count
                let isPlaced = TreeContent.of(out.appending("new")) != nil
                if isPlaced { #expect(TreeContent.of(out.appending("new")) == content) }
                if verb == "receive" {
                    let again = try Self.whenReturned(unless: isPlaced) {
                        try service.stage("receive", token, "--to", "out/again")
                    }
                    // Killed after the use was spent, the tree is there.
                    #expect(again.status == 0 || isPlaced && again.status == 3, "\(again)")
                } else {
                    let again = try service.stage("keep", area, "out/again")
                    #expect(again.status == 0 || isPlaced && again.status == 3, "\(again)")
                }
                for name in try Scratch.names(in: out) where name.hasPrefix(".stage-") {
                    // The one that came next was told that there is nothing to place.
                    #expect(isPlaced, "\(name) is still there")
                }
                try service.fixture.run(["sh", "-c", "rm -rf out/* out/.stage-*"])
                for area in try service.list().areas { try service.stage("release", area.id) }
                try #require(Patience.until { try service.strayNames() == [] && service.list().areas.isEmpty })
            }
            #expect(hidden > 0, "some were killed half-way")
        }
    }

    @Test(
        "rules 1, 12: a receiver of a file that is killed leaves it whole or not at all, under no other name",
        arguments: ["receive", "keep"], ["", "--force"])
    func fileReceiver(_ verb: String, _ option: String) throws {
        try KillableService.with { service in
            let content = Sample.bytes(4 << 20)
            let out = try service.fixture.scratch.folder("out")
            let old = Array("old\n".utf8)
            try service.fixture.scratch.file("big.bin", content)
            for _ in 0..<LoopBudget.rounds(6, full: 60) {
                let token = try service.stage("send", "--once", "big.bin").text
                let area = verb == "keep" ? try service.stage("receive", token).text : ""
                if !option.isEmpty { try service.fixture.scratch.file("out/new", old) }
                let receiver = try service.start(
                    script: verb == "keep"
                        ? "exec stage keep \(option) \(area) out/new"
                        : "exec stage receive \(option) \(token) --to out/new")
                Waiting.pause(milliseconds: Int32.random(in: 0...20))
                receiver.send(signal: SIGKILL)
                _ = receiver.wait()
                let placed = Scratch.content(of: out.appending("new"))
                let isPlaced = placed == content
                #expect(isPlaced || placed == (option.isEmpty ? nil : old), "\(placed?.count ?? -1) bytes")
                let names = try Scratch.names(in: out)
                if option.isEmpty { #expect(names == (isPlaced ? ["new"] : [])) }
                let again =
                    verb == "keep"
                    ? try service.stage("keep", "--force", area, "out/again")
                    : try Self.whenReturned(unless: isPlaced) {
                        try service.stage("receive", "--force", token, "--to", "out/again")
                    }
                #expect(again.status == 0 || isPlaced && again.status == 3, "\(again)")
                if again.status == 0 {
                    #expect(Scratch.content(of: out.appending("again")) == content)
                    #expect(try Scratch.names(in: out).allSatisfy { !$0.hasPrefix(".") }, "the hidden name is gone")
                }
                try service.fixture.run(["sh", "-c", "rm -rf out/* out/.stage-*"])
                for area in try service.list().areas { try service.stage("release", area.id) }
                try #require(Patience.until { try service.strayNames() == [] && service.list().areas.isEmpty })
            }
        }
    }

    /// Receives what another receiver was killed over: the service sees the end of its connection a moment later, and
    /// gives the use back then.
    /// - Parameter isSpent: the use may be spent for good.
    private static func whenReturned(
        unless isSpent: Bool, _ receive: () throws -> StageFixture.Outcome
    ) throws -> StageFixture.Outcome {
        var received = try receive()
        _ = try Patience.until {
            if received.status == 3, !isSpent { received = try receive() }
            return received.status != 3 || isSpent
        }
        return received
    }
}

extension OwnedDescriptor {
    /// Writes so many bytes into a pipe that does not block, as its reader takes them.
    func feed(_ count: Int) throws {
        let part = [UInt8](repeating: UInt8(ascii: "a"), count: 4096)
        for _ in 0..<count / part.count { try #require(Patience.until { (try? write(part)) != nil }) }
    }
}

extension KillableService {
    /// Runs a script of the shell's, with the programs in its PATH, and the service for them.
    func start(script: String) throws -> StageFixture.Running {
        try fixture.start(["sh", "-c", script], environment: ["STAGE_SOCKET": socket.text])
    }

    /// How many files the service has open when nothing goes on and all that stays open has been opened.
    func openFilesAtRest() throws -> Int {
        // Of bytes that nothing but libmagic could know, so that its process is there.
        try fixture.scratch.file("warm.bin", Sample.bytes(1 << 16))
        let token = try stage("send", "warm.bin").text
        try stage("receive", token, "--stdout")
        try stage("revoke", token)
        var before = 0
        var since = 0
        try #require(
            Patience.until {
                let now = try openFiles()
                since = try now == before && !hasClients() ? since + 1 : 0
                before = now
                return since == 5
            })
        return before
    }

    /// Whether the service has not done yet with one that was connected: each has a thread of its own.
    private func hasClients() throws -> Bool {
        let threads = Path("/proc/\(pid ?? 0)/task")
        return try Scratch.names(in: threads).contains { thread in
            let name = try? SmallFile.read(threads.appending(Path(thread)).appending("comm"))
            return name?.starts(with: "client".utf8) ?? false
        }
    }

    /// How many files the service has open, connections included.
    func openFiles() throws -> Int { try Scratch.names(in: Path("/proc/\(pid ?? 0)/fd")).count }
}
