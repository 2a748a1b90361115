import LinuxSystem
import StagingTestSupport
import Testing

/// Values by way of destinations, between processes (section 9).
@Suite("Destinations of values")
struct DropDestinationTests {
    private static func worker(
        _ fixture: StageFixture, _ kind: String, _ options: String...
    ) throws -> StageFixture.Running {
        let running = try fixture.start(
            [fixture.programs.appending("TransferPeer").text, "work", kind, "box"] + options)
        #expect(Patience.until { running.outputSoFar.hasPrefix("open\n") }, "\(running.errorsSoFar)")
        return running
    }

    private static func offer(_ fixture: StageFixture, _ kind: String, _ argument: String) throws
        -> StageFixture.Outcome
    {
        try fixture.run([fixture.programs.appending("TransferPeer").text, "offer", kind, argument, "to=box"])
    }

    @Test(
        "types and names are seen first, and the value is exported when it is accepted; one destination takes several types",
        arguments: [
            ("clip", ["words", "https://example.org/a"], ["text text words", "link https://example.org/a"]),
            ("recipe", ["soup"], ["recipe soup: cut, cook, eat"]), ("sticker", ["hello"], ["sticker hello"]),
        ])
    func values(kind: String, arguments: [String], described: [String]) throws {
        try StageFixture.with { fixture in
            let worker = try Self.worker(fixture, kind, "count=\(arguments.count)")
            for argument in arguments {
                let offered = try Self.offer(fixture, kind, argument)
                #expect(offered.lines == ["queued", "accepted", "done"], "\(offered)")
            }
            let worked = worker.wait()
            #expect(worked.status == 0, "\(worked)")
            #expect(worked.lines.filter { !$0.hasPrefix("saw ") && $0 != "open" } == described)
            #expect(worked.lines.count { $0.hasPrefix("saw ") } == arguments.count)
            #expect(try fixture.stage("list", "--json").lines == [])
        }
    }

    @Test("a file from the command line is imported by the first importer that fits, in an area that ends with it")
    func files() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file(
                "film.mp4", [0, 0, 0, 24] + Array("ftypisom".utf8) + [UInt8](repeating: 0, count: 64))
            try fixture.scratch.file("a.txt", "text\n")
            let worker = try Self.worker(fixture, "film")
            let refused = try fixture.stage("send", "--drop", "box", "a.txt")
            #expect(refused.status == 4, "\(refused)")
            let sent = try fixture.stage("send", "--drop", "box", "--wait", "film.mp4")
            #expect(sent.status == 0, "\(sent)")
            let worked = worker.wait()
            #expect(worked.lines.dropFirst().first == "saw public.mpeg-4 film.mp4 76", "\(worked)")
            #expect(worked.text.contains("film film.mp4 of 76 bytes, copy, gone at "), "\(worked)")
        }
    }

    @Test("a refusal reaches the sender, and so does the error of a worker that fails")
    func refusals() throws {
        try StageFixture.with { fixture in
            let refusing = try Self.worker(fixture, "recipe", "refuse=no soup today")
            #expect(try Self.offer(fixture, "recipe", "soup").lines == ["queued", "refused: no soup today"])
            #expect(refusing.wait().status == 0)
            let failing = try Self.worker(fixture, "recipe", "count=3", "fail=the stove is cold")
            let offered = try Self.offer(fixture, "recipe", "soup")
            let again = ["accepted", "queued: the stove is cold"]
            #expect(
                offered.lines == ["queued"] + again + again + ["accepted", "dead: the stove is cold"], "\(offered)")
            #expect(failing.wait().status == 0)
        }
    }
}
