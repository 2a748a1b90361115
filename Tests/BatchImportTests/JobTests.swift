import BatchImport
import LinuxSystem
import StagingModel
import StagingTestSupport
import Testing
import Synchronization

@Suite("Jobs")
struct JobTests {
    private struct Enough: Error {}

    @Test("a job that was ended anywhere goes on, and imports nothing twice", arguments: [1, 2, 7, 40, 99])
    func resumes(after count: Int) throws {
        try ImportFixture.with { fixture in
            for number in 0..<100 { try fixture.file("\(number % 7)/\(number).txt", "\(number)") }
            let seen = Mutex(0)
            #expect(throws: StagingError.self) {
                try fixture.run(
                    job: "j",
                    each: { _ in
                        try seen.withLock { seen in
                            seen += 1
                            if seen == count { throw Enough() }
                        }
                    })
            }
            let run = try fixture.run(job: "j")
            #expect(run.summary.failed == 0)
            let imported = try fixture.imported()
            #expect(imported.count == 100)
            #expect(Set(imported.values) == Set((0..<100).map(String.init)))
            #expect(imported.keys.allSatisfy { !$0.contains("(") })
            #expect(try fixture.run(job: "j").summary.before == 100)
        }
    }

    @Test("what a run left half-way is found: a file in its place counts, one that is not there is done again")
    func intents() throws {
        try ImportFixture.with { fixture in
            try fixture.file("a.txt", "a")
            try fixture.file("b.txt", "b")
            _ = try fixture.run(job: "j")
            // As a kill between the placing and the mark leaves them: one file there, one not.
            try fixture.editJournal("UPDATE entries SET state = 'intent'")
            OwnProcess.unlink(fixture.destination.appending("b.txt"))
            let run = try fixture.run(job: "j")
            #expect(run.entries(.imported) == ["a.txt", "b.txt"])
            #expect(try fixture.imported() == ["a.txt": "a", "b.txt": "b"])
        }
    }

    @Test("somebody else's file in the place of an intent is no import, and stays")
    func foreignFile() throws {
        try ImportFixture.with { fixture in
            try fixture.file("a.txt", "a")
            _ = try fixture.run(job: "j")
            try fixture.editJournal("UPDATE entries SET state = 'intent'")
            // Made before the other goes, so that it has another inode.
            try fixture.scratch.file("other.txt", "z")
            let folder = try Directory.open(fixture.scratch.path)
            try folder.rename("other.txt", to: Directory.open(fixture.destination), as: "a.txt", .replace)
            _ = try fixture.run(job: "j")
            #expect(try fixture.imported() == ["a.txt": "z", "a (2).txt": "a"])
        }
    }

    @Test("after a power cut what is short is imported anew, and what is gone was taken by somebody")
    func powerCut() throws {
        try ImportFixture.with { fixture in
            try fixture.file("short.txt", "whole")
            try fixture.file("gone.txt", "gone")
            _ = try fixture.run(job: "j")
            try fixture.editJournal("UPDATE runs SET boot = 'another'")
            let short = try OwnedDescriptor.open(fixture.destination.appending("short.txt"), .writeOnly)
            try short.truncate()
            OwnProcess.unlink(fixture.destination.appending("gone.txt"))
            let run = try fixture.run(job: "j")
            #expect(run.entries(.imported) == ["short.txt"])
            #expect(try fixture.imported() == ["short.txt": "whole"])
        }
    }

    @Test("a second run of one job at once is told")
    func twoAtOnce() throws {
        try ImportFixture.with { fixture in
            try fixture.file("a.txt", "a")
            let second = Mutex<StagingError?>(nil)
            _ = try fixture.run(
                job: "j",
                each: { _ in
                    do { _ = try fixture.run(job: "j") } catch let error as StagingError {
                        second.withLock { $0 = error }
                    }
                })
            #expect(second.withLock { $0?.message.contains("is running") } == true)
        }
    }

    @Test("a job keeps to what it was begun with")
    func settings() throws {
        try ImportFixture.with { fixture in
            try fixture.file("a.txt", "a")
            _ = try fixture.run(job: "j")
            for (destination, layout) in [("other", "{path}"), ("out", "{name}")] {
                #expect(throws: StagingError.self) {
                    try fixture.run(to: .directory("\(fixture.scratch.path)/\(destination)"), job: "j") {
                        $0.layout = layout
                    }
                }
            }
        }
    }

    @Test("sources that the job has moved are done, and no failure")
    func movedSources() throws {
        try ImportFixture.with { fixture in
            let file = try fixture.file("a.txt", "a")
            let archive = try fixture.archive("b.zip", [("b.txt", [66])])
            for expected in [2, 0] {
                let run = try fixture.run([file, archive], job: "move") { $0.moves = true }
                #expect(run.summary.failed == 0, "\(run)")
                #expect(run.summary.imported == expected)
            }
            let other = try fixture.run([fixture.source.appending("never.txt")], job: "move") { $0.moves = true }
            #expect(other.summary.failed == 1)
        }
    }

    @Test("what failed is told again and not tried again, until it is asked for or has changed")
    func failures() throws {
        try ImportFixture.with { fixture in
            let path = try fixture.file("x.zip", Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 100))
            #expect(try fixture.run([path], job: "j").summary.failed == 1)
            let again = try fixture.run([path], job: "j")
            #expect(again.outcomes.map(\.outcome) == [.failed])
            #expect(again.outcomes.first?.reason?.hasPrefix("failed before") == true)
            let retried = try fixture.run([path], job: "j") { $0.retriesFailed = true }
            #expect(retried.outcomes.first?.reason?.hasPrefix("failed before") == false)
            try fixture.archive("x.zip", [("a.txt", [65])])
            #expect(try fixture.run([path], job: "j").summary.imported == 1)
            #expect(try ImportJob("j", store: fixture.store).status().failed == 0)
        }
    }

    @Test("a file that changed is another one; one that did not is not imported again, whatever its inode")
    func changed() throws {
        try ImportFixture.with { fixture in
            let path = try fixture.file("a.txt", "a")
            _ = try fixture.run(job: "j")
            let before = try FileStatus.of(path)
            OwnProcess.unlink(path)
            try fixture.file("a.txt", "a")
            try OwnedDescriptor.open(path, .readWrite).setModified(before.modified)
            #expect(try fixture.run(job: "j").summary.before == 1)
            try fixture.file("a.txt", "longer")
            #expect(try fixture.run(job: "j").summary.imported == 1)
            #expect(try fixture.imported() == ["a.txt": "a", "a (2).txt": "longer"])
        }
    }

    @Test("one file that two sources name is imported once")
    func overlappingSources() throws {
        try ImportFixture.with { fixture in
            let path = try fixture.file("sub/a.txt", "a")
            let run = try fixture.run([fixture.source, fixture.source.appending("sub"), path], job: "j")
            #expect(run.summary.imported == 1)
            #expect(try ImportFixture.contents(of: fixture.destination).count == 1)
        }
    }

    @Test(
        "a job's status and failures can be asked for, and it can be forgotten", arguments: ["j", "a/b", "..", "日本 1"])
    func status(name: String) throws {
        try ImportFixture.with { fixture in
            try fixture.file("a.txt", "aa")
            try fixture.file("evil.jpg", program)
            _ = try fixture.run(job: name)
            let job = try ImportJob(name, store: fixture.store)
            let status = try job.status()
            #expect(status.job == name)
            #expect((status.imported, status.refused, status.bytes) == (1, 1, 2))
            #expect(!status.isRunning)
            #expect(try Scratch.names(in: fixture.store) == ["jobs"])
            try job.forget()
            #expect(try Scratch.names(in: fixture.store.appending("jobs")) == [])
            #expect(throws: StagingError.self) { try job.status() }
            #expect(try fixture.imported().count == 1)
        }
    }

    @Test("the same content in a later run of the job is a duplicate")
    func duplicates() throws {
        try ImportFixture.with { fixture in
            try fixture.file("a.txt", "same")
            _ = try fixture.run(job: "j") { $0.skipsDuplicates = true }
            try fixture.file("b.txt", "same")
            let run = try fixture.run(job: "j") { $0.skipsDuplicates = true }
            #expect(run.summary.duplicates == 1)
            #expect(run.outcomes.first?.destination == "\(fixture.destination)/a.txt")
            #expect(try fixture.imported().count == 1)
        }
    }
}

extension ImportFixture {
    /// Changes the journal as only a crash does.
    func editJournal(_ statement: String) throws {
        let journal = store.appending("jobs/j.sqlite")
        let outcome = try StageFixture.with {
            try $0.run([
                "python3", "-c",
                "import sqlite3,sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()",
                journal.text,
                statement,
            ])
        }
        try #require(outcome.status == 0, "\(outcome)")
    }
}
