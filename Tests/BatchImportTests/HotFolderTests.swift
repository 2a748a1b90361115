import LinuxSystem
import StagingModel
import StagingTestSupport
import Synchronization
import Testing

@testable import BatchImport

@Suite("Hot folders")
struct HotFolderTests {
    /// A folder that is followed while `body` runs; it is handed what was imported so far.
    private static func following(
        settle: Duration = .milliseconds(300), doneSuffix: String? = nil, moves: Bool = false,
        _ body: (ImportFixture, @escaping @Sendable () -> [String]) throws -> Void
    ) throws {
        try ImportFixture.with { fixture in
            let control = ImportControl()
            let told = Mutex<[String]>([])
            let ended = Semaphore()
            let failure = Mutex<String?>(nil)
            try BlockingThread.start(name: "watch", stackSize: 1 << 20) {
                do {
                    _ = try fixture.run(control: control) {
                        var watching = ImportOptions.Watching()
                        watching.settle = settle
                        watching.doneSuffix = doneSuffix
                        $0.watching = watching
                        $0.moves = moves
                    } each: { outcome in
                        if outcome.outcome == .imported { told.withLock { $0.append(outcome.entry) } }
                    }
                } catch { failure.withLock { $0 = "\(error)" } }
                ended.signal()
            }
            defer {
                control.stop()
                ended.wait()
                if let failure = failure.withLock({ $0 }) { Issue.record("\(failure)") }
            }
            try body(fixture) { told.withLock { $0 } }
        }
    }

    private static func wait(_ condition: () throws -> Bool) rethrows -> Bool {
        for _ in 0..<6000 {
            if try condition() { return true }
            Waiting.pause(milliseconds: 10)
        }
        return false
    }

    /// Writes a file, and another one where the writing was held up for as long as a file takes to settle: what was
    /// there by then may have been taken.
    /// - Parameter write: answers the longest time in which nobody had the file open.
    /// - Returns: the name of the file.
    private static func written(
        within settle: Duration, _ write: (_ name: String) throws -> Duration
    ) throws -> String {
        for round in 0..<20 {
            let name = "\(round).txt"
            if try write(name) < settle { return name }
        }
        throw StagingError(.failed, "the writing was held up each time")
    }

    /// The time of a clock that does not stop.
    private static var now: Duration { .nanoseconds(SystemClock.boot()) }

    @Test("what is there, what is written and what is moved in are taken once each, in new folders too")
    func arrivals() throws {
        try Self.following { fixture, told in
            try fixture.file("first.txt", "1")
            #expect(Self.wait { told() == ["first.txt"] })
            try fixture.file("sub/deep/second.txt", "2")
            let elsewhere = try fixture.scratch.file("third.txt", "3")
            try Directory.open(elsewhere.parent).rename(
                "third.txt", to: Directory.open(fixture.source), as: "third.txt", .noReplace)
            #expect(Self.wait { told().count == 3 })
            #expect(try fixture.imported() == ["first.txt": "1", "sub/deep/second.txt": "2", "third.txt": "3"])
        }
    }

    @Test("B47: a file is not taken while its writer has it open, and then once, whole")
    func slowWriter() throws {
        try Self.following { fixture, told in
            let writer = try OwnedDescriptor.open(fixture.source.appending("slow.txt"), [.writeOnly, .create])
            try writer.write(Array("half".utf8))
            try fixture.file("other.txt", "x")
            // The other file's settling and import pass meanwhile, so this one's did too.
            #expect(Self.wait { told() == ["other.txt"] })
            try fixture.file("another.txt", "x")
            #expect(Self.wait { told().count == 2 })
            try writer.write(Array(" and half".utf8))
            try writer.close()
            #expect(Self.wait { told().count == 3 })
            #expect(try fixture.imported()["slow.txt"] == "half and half")
        }
    }

    @Test("B47: a file that is opened anew for each of many parts is taken once, whole")
    func appends() throws {
        let settle = Duration.milliseconds(300)
        try Self.following(settle: settle) { fixture, told in
            let name = try Self.written(within: settle) { name in
                var (longest, closed) = (Duration.zero, Self.now)
                for number in 0..<50 {
                    let file = try OwnedDescriptor.open(
                        fixture.source.appending(Path(name)), [.writeOnly, .create, .append])
                    if number > 0 { longest = max(longest, Self.now - closed) }
                    try file.write(Array("\(number)\n".utf8))
                    closed = Self.now
                    try file.close()
                    Waiting.pause(milliseconds: 20)
                }
                return longest
            }
            #expect(Self.wait { told().contains(name) })
            #expect(told().count { $0 == name } == 1)
            #expect(try fixture.imported()[name]?.split(separator: "\n").count == 50)
        }
    }

    @Test(
        "B47: a file that is closed and appended to later is taken once, whole, where settling lasts longer than that")
    func appendedAfterClose() throws {
        let settle = Duration.milliseconds(1500)
        try Self.following(settle: settle) { fixture, told in
            let name = try Self.written(within: settle) { name in
                let start = Self.now
                try fixture.file(name, "page 1")
                Waiting.pause(milliseconds: 600)
                let file = try OwnedDescriptor.open(fixture.source.appending(Path(name)), [.writeOnly, .append])
                let pause = Self.now - start
                try file.write(Array(", page 2".utf8))
                try file.close()
                return pause
            }
            #expect(Self.wait { told().contains(name) })
            #expect(told().count { $0 == name } == 1)
            #expect(try fixture.imported()[name] == "page 1, page 2")
        }
    }

    @Test(
        "B47: an upload's temporary name is not taken, and its last name is",
        arguments: ["x.zip.filepart", "x.zip.part", "x.crdownload", "x.tmp", "x.PARTIAL"])
    func temporaryName(name: String) throws {
        try Self.following { fixture, told in
            try fixture.file(name, "upload")
            try fixture.file("other.txt", "x")
            #expect(Self.wait { told() == ["other.txt"] })
            try Directory.open(fixture.source).rename(Path(name), as: "x.txt")
            #expect(Self.wait { told() == ["other.txt", "x.txt"] })
        }
    }

    @Test("a done-file says when its file is whole, and goes with it in a move")
    func doneFile() throws {
        try Self.following(doneSuffix: ".ok", moves: true) { fixture, told in
            try fixture.file("a.txt", "a")
            try fixture.file("b.txt", "b")
            try fixture.file("b.txt.ok", "")
            #expect(Self.wait { told() == ["b.txt"] })
            #expect(try Self.wait { try Scratch.names(in: fixture.source) == ["a.txt"] })
            try fixture.file("a.txt.ok", "")
            #expect(Self.wait { told() == ["b.txt", "a.txt"] })
            #expect(try fixture.imported() == ["a.txt": "a", "b.txt": "b"])
        }
    }

    @Test("a file that changed after it was taken is taken again, beside the first")
    func changed() throws {
        try Self.following { fixture, told in
            try fixture.file("a.txt", "1")
            #expect(Self.wait { told().count == 1 })
            try fixture.file("a.txt", "22")
            #expect(Self.wait { told().count == 2 })
            #expect(try fixture.imported() == ["a.txt": "1", "a (2).txt": "22"])
        }
    }

    @Test("files come and go, and neither memory of names nor descriptors grow")
    func steady() throws {
        try Self.following(settle: .milliseconds(20), moves: true) { fixture, told in
            // Those that lead to this test's own folders: other tests have theirs at the same time.
            let own = (OwnProcess.canonicalPath(fixture.scratch.path) ?? fixture.scratch.path).text
            func descriptors() throws -> Int {
                try Scratch.names(in: "/proc/self/fd").count { number in
                    (try? Directory.open("/proc/self/fd").readLink(Path(number)))?.text.hasPrefix(own) == true
                }
            }
            var before = 0
            for round in 0..<6 {
                for number in 0..<30 { try fixture.file("\(round)/\(number).txt", "\(round) \(number)") }
                #expect(Self.wait { told().count == (round + 1) * 30 })
                if round == 1 { before = try descriptors() }
            }
            #expect(try descriptors() <= before + 10)
        }
    }

    @Test(
        "names of unfinished files",
        arguments: [
            (".report.pdf.a1B2c3", true), (".report.pdf.a1B2c", false), ("report.pdf", false), ("x.part", true),
            (".part", false), ("partial", false), ("x.ok", true), ("ok", false), ("x.download", true),
        ])
    func unfinished(name: String, expected: Bool) {
        #expect(UnfinishedNames(doneSuffix: Array(".ok".utf8)).isUnfinished(Path(name)) == expected)
    }
}
