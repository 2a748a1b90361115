import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("stage send --as", Needs.program("bsdtar"), Needs.program("python3"))
struct SendArchiveTests {
    @Test(
        "section 8: a folder becomes one archive, named and typed as what it is; other programs find in it what was there",
        arguments: [
            ("zip", "album.zip", "public.zip-archive"),
            ("tar.zst", "album.tar.zst", "org.facebook.tar-zstandard-archive"),
            (".TZST", "album.tar.zst", "org.facebook.tar-zstandard-archive"),
            ("tgz", "album.tar.gz", "org.gnu.gnu-zip-tar-archive"), ("tar", "album.tar", "public.tar-archive"),
        ])
    func formats(_ spelled: String, _ name: String, _ type: String) throws {
        try Handover.with { it in
            try ArchivedTree.make(it)
            let grant = try it.grant("--as", spelled, "album")
            let form = try #require(grant.representations.first)
            #expect(form.text("name") == name && form.text("type") == type && form.text("kind") == "snapshot")
            #expect(try it.receive(grant.text("token"), "--to", ".").text == name)
            try ArchivedTree.expectSame(it, name)
            #expect(try it.incoming == [])
        }
    }

    @Test("Python and unzip read what is sent as zip, whatever the names", Needs.program("unzip"))
    func foreignReaders() throws {
        try Handover.with { it in
            try ArchivedTree.make(it)
            try it.receive(it.token("--as", "zip", "album"), "--to", "a.zip")
            let listed = try it.fixture.run([
                "python3", "-c",
                "import sys, zipfile; z = zipfile.ZipFile('a.zip'); print(z.testzip(), sorted(z.namelist()))",
            ])
            #expect(
                listed.text
                    == "None ['album/', 'album/empty/', 'album/link', 'album/nothing', 'album/private', 'album/run.sh', "
                    + "'album/two\\nlines', 'album/写真/', 'album/写真/документ.txt']", "\(listed)")
            #expect(try it.script("unzip -tq a.zip").status == 0)
        }
    }

    @Test("each PATH is an archive of its own; a file is the one entry of its own; --name and --also say the rest")
    func several() throws {
        try Handover.with { it in
            try ArchivedTree.make(it)
            try it.scratch.file("a.txt", "text\n")
            let sent = try it.stage(["send", "--as", "tar", "album", "missing", "a.txt"])
            #expect(sent.status == 1 && sent.lines.count == 3 && sent.lines[1].isEmpty, "\(sent)")
            try it.receive(sent.lines[2], "--to", ".")
            #expect(try it.script("bsdtar -xOf a.txt.tar a.txt").text == "text")
            let here = try it.fixture.stage("send", "--as", "tar", ".", in: it.scratch("album"))
            #expect(try it.receive(here.text, "--to", ".").text == "album.tar")
            let grant = try it.grant("--as", "zip", "--name", "holiday", "--also", "album", "album")
            #expect(grant.representations.map { $0.text("name") } == ["holiday.zip", "album"])
            #expect(grant.representations.map { $0.text("kind") } == ["snapshot", "directory"])
        }
    }

    @Test("the same tree under the same key is the same grant, and another tree is none (rule 6)")
    func key() throws {
        try Handover.with { it in
            try ArchivedTree.make(it)
            let first = try it.grant("--as", "zip", "--key", "k", "album").text("id")
            #expect(try it.grant("--as", "zip", "--key", "k", "album").text("id") == first)
            try it.scratch.file("album/more", "more")
            #expect(try it.stage(["send", "--as", "zip", "--key", "k", "album"]).status != 0)
        }
    }

    @Test(
        "wrong usage says what there is and what cannot be",
        arguments: [
            (["--as", "rar", "album"], "there are zip, tar.zst, tar.gz, tar"),
            (["--as", "zip", "--move", "album"], "--as and --move contradict each other"),
            (["--as", "zip", "--original", "album/run.sh"], "--as and --original contradict each other"),
            (["--as", "zip", "-"], "- is standard input"),
        ])
    func wrongUsage(_ arguments: [String], _ message: String) throws {
        try Handover.with { it in
            try ArchivedTree.make(it)
            let sent = try it.stage(["send"] + arguments)
            #expect(sent.status == 2 && sent.errors.contains(message), "\(sent)")
        }
    }

    @Test(
        "rule 13: what no archive may hold fails the send by name, and nothing is left",
        arguments: [
            ("mkfifo album/写真/pipe", "'album/写真/pipe'", "a FIFO"),
            ("ln -s ../out album/climbs", "'album/climbs'", "leads out of the tree"),
            ("ln -s /etc/passwd album/absolute", "'album/absolute'", "leads out of the tree"),
            ("ln -s empty/../../x album/around", "'album/around'", "leads out of the tree"),
        ])
    func special(_ script: String, _ name: String, _ reason: String) throws {
        try Handover.with { it in
            try ArchivedTree.make(it)
            try it.script(script)
            for format in ArchivedTree.formats {
                let sent = try it.stage(["send", "--as", format, "album/"])
                #expect(sent.status == 1 && sent.errors.contains(name) && sent.errors.contains(reason), "\(sent)")
                #expect(sent.text.isEmpty)
            }
            #expect(try it.staged == [] && it.incoming == [])
            #expect(try it.stage(["list", "--json"]).text.isEmpty)
        }
    }

    @Test("a file that cannot be opened is named", Needs.severalUsers)
    func unreadable() throws {
        try SharedService.with { service in
            try service.fixture.scratch.folder("album", mode: 0o755)
            try service.fixture.scratch.file("album/closed", "x", mode: 0o600)
            let sent = try service.stage("send", "--as", "zip", "album", as: Users.sender)
            #expect(sent.status == 1 && sent.errors.contains("cannot read 'album/closed'"), "\(sent)")
        }
    }

    @Test("a file of 5 GiB makes a zip with 64-bit sizes, and is nowhere as a whole")
    func large() throws {
        try Handover.with { it in
            try it.script("mkdir huge; truncate -s 5G huge/zeros; echo end > huge/zz")
            try it.receive(it.token("--as", "zip", "huge"), "--to", "huge.zip")
            #expect(try it.status("huge.zip").size < 16 << 20)
            let listed = try it.fixture.run([
                "python3", "-c",
                """
                import zipfile
                z = zipfile.ZipFile("huge.zip")
                print([(i.filename, i.file_size) for i in z.infolist()], z.read("huge/zz"))
                """,
            ])
            #expect(
                listed.text == "[('huge/', 0), ('huge/zeros', 5368709120), ('huge/zz', 4)] b'end\\n'", "\(listed)")
        }
    }

    @Test("section 4: a terminal sees how much is read of all")
    func progress() throws {
        try Handover.with { it in
            try it.script("mkdir album; truncate -s 1G album/zeros")
            let sent = try it.fixture.run([
                "python3", Scripts.path("on_terminal.py"), "stage", "send", "--as", "zip", "album",
            ])
            #expect(sent.status == 0, "\(sent)")
            #expect(sent.text.contains("sending") && sent.text.contains("of 1.0 GiB"), "\(sent)")
        }
    }
}

/// Rules 3 and 6: an archive is there as a whole, or not at all.
@Suite("stage send --as that is disturbed", .serialized)
struct DisturbedArchiveTests {
    /// Starts to send something that takes some seconds to pack, and waits until the service stages it.
    private static func start(_ it: Handover, _ format: String = "zip") throws -> StageFixture.Running {
        try it.script("mkdir -p album/empty; truncate -s 3G album/zeros; echo x > album/a")
        _ = try it.servicePID()
        let running = try it.fixture.start([
            it.fixture.programs.appending("stage").text, "send", "--as", format, "album",
        ])
        // Its thread has begun once the service has a file for what comes.
        try it.eventually("it has begun") {
            try !running.isRunning || it.script("ls -l /proc/\(running.pid)/fd").text.contains("album/zeros")
        }
        #expect(running.isRunning)
        return running
    }

    private static func expectNothing(_ it: Handover) throws {
        try it.eventually("nothing is staged") { try it.staged == [] && it.incoming == [] }
        #expect(try it.stage(["list", "--json"]).text.isEmpty)
    }

    @Test("killed or interrupted, it leaves nothing, and never a short archive", arguments: [SIGKILL, SIGINT, SIGTERM])
    func ended(signal: Int32) throws {
        for format in ["zip", "tar.gz"] {
            try Handover.with { it in
                let running = try Self.start(it, format)
                #expect(running.end(signal).status == 128 + signal)
                try Self.expectNothing(it)
            }
        }
    }

    @Test(
        "rule 3: what changes meanwhile fails the send with 8 and its name",
        arguments: [
            ("printf x | dd of=album/zeros bs=1 conv=notrunc 2> errors", "album/zeros"),
            ("touch album/zeros", "album/zeros"), ("touch album/new", "album"),
            ("touch album/empty/new", "album/empty"),
        ])
    func changed(_ script: String, _ name: String) throws {
        try Handover.with { it in
            let running = try Self.start(it)
            try it.script(script)
            let sent = running.wait()
            #expect(sent.status == 8 && sent.errors.contains("'\(name)' changed while it was sent"), "\(sent)")
            try Self.expectNothing(it)
        }
    }

    @Test("a service that is killed: the send fails with 7, does not wait for ever, and nothing is there")
    func serviceKilled() throws {
        try Handover.with { it in
            let running = try Self.start(it)
            try it.fixture.killOwnService()
            let sent = running.wait()
            #expect(sent.status == 7 && sent.text.isEmpty, "\(sent)")
            try Self.expectNothing(it)
        }
    }

    @Test("rule 22: a full disk fails it with 6", DiskVolume.needs)
    func fullDisk() throws {
        try DiskVolume.memory(16).withStore { it in
            try it.scratch.folder("album")
            try it.scratch.file("album/large", Sample.bytes(24 << 20))
            for format in ArchivedTree.formats {
                let sent = try it.stage(["send", "--as", format, "album"])
                #expect(sent.status == 6 && sent.errors.contains("free some space"), "\(sent)")
            }
            #expect(try it.incoming == [] && it.staged == [])
        }
    }
}
