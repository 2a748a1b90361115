import Glibc
import LinuxSystem
import StagingTestSupport
import Testing

@testable import Archives

/// Section 8: a tree becomes an archive, and comes back as it was.
@Suite("writing archives", .serialized)
struct WritingTests {
    typealias Format = ArchiveWriter.Format

    /// A tree with what trees have.
    private func makeTree(_ scratch: Scratch) throws -> Path {
        let tree = try scratch.folder("tree")
        try scratch.folder("tree/empty")
        try scratch.folder("tree/日本語")
        try scratch.file("tree/日本語/документ.txt", "text")
        try scratch.file("tree/run.sh", "#!/bin/sh\n", mode: 0o755)
        try scratch.file("tree/nothing", "")
        try scratch.file("tree/large", [UInt8](repeating: 7, count: 3_000_000))
        try Directory.open(tree).makeSymbolicLink("link", to: "日本語/документ.txt")
        return tree
    }

    private func written(_ format: Format, _ tree: Path, prefix: Path = "") throws -> [UInt8] {
        let writer = try ArchiveWriter(inMemory: format)
        try writer.add(tree: try Directory.open(tree), prefix: prefix)
        return try writer.finish()
    }

    @Test("a tree comes back as it was", arguments: Format.allCases)
    func roundTrip(format: Format) throws {
        try Scratch.with { scratch in
            let tree = try makeTree(scratch)
            let bytes = try written(format, tree, prefix: "tree")
            let unpacked = try unpack(bytes)
            #expect(unpacked.refused == [:] && unpacked.error == nil)
            #expect(
                unpacked.tree.keys.sorted()
                    == [
                        "tree/", "tree/empty/", "tree/large", "tree/link", "tree/nothing", "tree/run.sh", "tree/日本語/",
                        "tree/日本語/документ.txt",
                    ].sorted())
            #expect(unpacked.tree["tree/link"] == "-> 日本語/документ.txt")
            #expect(unpacked.tree["tree/large"]?.utf8.count == 3_000_000)
            let run = unpacked.outcomes.map(\.entry).first { $0.name == "tree/run.sh" }
            #expect(run?.permissions == 0o755)
            #expect(run?.modified?.seconds == (try FileStatus.of(tree.appending("run.sh")).modified.seconds))
        }
    }

    @Test("the same tree gives the same archive, in the order of the names", arguments: Format.allCases)
    func deterministic(format: Format) throws {
        try Scratch.with { scratch in
            let tree = try makeTree(scratch)
            let bytes = try written(format, tree)
            #expect(try written(format, tree) == bytes)
            let names = try unpack(bytes).outcomes.map(\.entry.path.bytes)
            #expect(names == names.sorted { $0.lexicographicallyPrecedes($1) })
        }
    }

    @Test(
        "names that are not UTF-8 are written as the bytes that they are, and others read them so",
        arguments: Format.allCases)
    func bytesAsNames(format: Format) throws {
        let script = """
            import os, sys, tarfile, zipfile
            if zipfile.is_zipfile(sys.argv[1]):
                with zipfile.ZipFile(sys.argv[1]) as archive:
                    names = [i.filename.encode("utf-8" if i.flag_bits & 0x800 else "cp437") for i in archive.infolist()]
                    target = archive.read(archive.infolist()[-1])
            else:
                with tarfile.open(sys.argv[1]) as archive:
                    names = [os.fsencode(member.name) for member in archive]
                    target = os.fsencode(archive.getmembers()[-1].linkname)
            names = [name.rstrip(b"/") for name in names]
            assert names == [b"d\\xc3\\xa9", b"d\\xe9", b"d\\xe9/b\\xff\\xfe.txt", b"link"], names
            assert target == b"d\\xe9/b\\xff\\xfe.txt", target
            """
        try Scratch.with { scratch in
            let tree = try scratch.folder("tree")
            let odd = Path(bytes: Array("d".utf8) + [0xE9])
            let file = odd.appending(Path(bytes: [0x62, 0xFF, 0xFE] + Array(".txt".utf8)))
            let folder = try Directory.open(tree)
            try folder.makeDirectory(odd, mode: 0o755)
            try OwnedDescriptor.open(tree.appending(file), [.writeOnly, .create]).write([7])
            try folder.makeSymbolicLink("link", to: file)
            try scratch.file("tree/d\u{E9}", "text")
            // Python knows no tar of Zstandard.
            let archive = try scratch.file("archive", try written(format == .tarZstd ? .tar : format, tree))
            let child = try ChildProcess.start(
                "python3", arguments: ["python3", "-c", Path(script), archive], searching: true)
            #expect(try child.wait() == .exited(0))
            let unpacked = try unpack(try written(format, tree))
            #expect(unpacked.refused == [:] && unpacked.error == nil)
            #expect(unpacked.tree.count == 4)
        }
    }

    @Test("other programs read what is written", arguments: Format.allCases)
    func foreignReader(format: Format) throws {
        let script = """
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as archive:
                assert archive.testzip() is None
                assert "日本語/документ.txt" in archive.namelist(), archive.namelist()
            """
        try Scratch.with { scratch in
            let file = try scratch.file("archive", try written(format, try makeTree(scratch)))
            let arguments: [Path] =
                format == .zip
                ? ["python3", "-c", Path(script), file] : ["sh", "-c", "tar -tf \"$0\" >/dev/null", file]
            let child = try ChildProcess.start(arguments[0], arguments: arguments, searching: true)
            #expect(try child.wait() == .exited(0))
        }
    }

    @Test("an archive goes to a pipe while it is written", arguments: Format.allCases)
    func pipe(format: Format) throws {
        try Scratch.with { scratch in
            let tree = try makeTree(scratch)
            let pipe = try Pipe()
            let finished = LinuxSystem.Semaphore()
            try write(format, tree, to: try #require(pipe.writing), finished)
            pipe.closeWriting()
            let archive = try Archive(pipe.reading)
            let target = try scratch.folder("target")
            #expect(try ArchiveExtractor.extract(archive, into: try Directory.open(target)).count == 7)
            finished.wait()
        }
    }

    private func write(_ format: Format, _ tree: Path, to writing: SharedDescriptor, _ finished: LinuxSystem.Semaphore)
        throws
    {
        try BlockingThread.start(name: "writer", stackSize: 1 << 20) {
            try? writing.withNumber { number in
                let writer = try ArchiveWriter(format, to: number)
                try writer.add(tree: try Directory.open(tree))
                try writer.finish()
            }
            finished.signal()
        }
    }

    @Test("progress is told, and a call-off is obeyed")
    func progress() throws {
        try Scratch.with { scratch in
            let tree = try makeTree(scratch)
            let writer = try ArchiveWriter(inMemory: .zip)
            var seen: [ArchiveWriter.TreeProgress] = []
            try writer.add(tree: try Directory.open(tree)) { (progress) throws(ArchiveError) in seen.append(progress) }
            #expect(seen.last?.entries == 7)
            #expect(seen.map(\.bytes) == seen.map(\.bytes).sorted() && (seen.last?.bytes ?? 0) > 3_000_000)
            let other = try ArchiveWriter(inMemory: .zip)
            let error = #expect(throws: ArchiveError.self) {
                try other.add(tree: try Directory.open(tree)) { (progress) throws(ArchiveError) in
                    if progress.bytes > 1_000_000 { throw ArchiveError(.canceled, "enough") }
                }
            }
            #expect(error?.kind == .canceled)
        }
    }

    @Test("a FIFO in the tree is refused by name (rule 13)")
    func special() throws {
        try Scratch.with { scratch in
            let tree = try makeTree(scratch)
            #expect(unsafe mkfifo(tree.appending("pipe").text, 0o600) == 0)
            let error = #expect(throws: ArchiveError.self) { _ = try written(.zip, tree) }
            #expect(error?.kind == .specialFile)
            #expect(error?.entry == "pipe")
        }
    }

    @Test("rule 3: a file or a directory that changes while it is added is told by name", arguments: Format.allCases)
    func changed(format: Format) throws {
        for (change, entry) in [
            (
                // Without waiting until this very thread gives up the lease that it may hold on the file.
                { (tree: Path) throws in
                    do {
                        try OwnedDescriptor.open(tree.appending("large"), [.writeOnly, .nonBlocking]).write([1])
                    } catch let error as SystemError where error.isWouldBlock {}
                },
                "t/large"
            ),
            ({ (tree: Path) throws in try Directory.open(tree.appending("empty")).makeDirectory("new") }, "t/empty"),
        ] {
            try Scratch.with { scratch in
                let tree = try makeTree(scratch)
                let writer = try ArchiveWriter(inMemory: format)
                let directory = try Directory.open(tree)
                var isDone = false
                let error = #expect(throws: ArchiveError.self) {
                    try writer.add(tree: directory, prefix: "t") { (progress) throws(ArchiveError) in
                        if isDone || progress.bytes < 1_000_000 { return }
                        isDone = true
                        do { try change(tree) } catch { Issue.record(error) }
                    }
                }
                #expect(error?.kind == .changed && error?.entry == entry, "\(String(describing: error))")
            }
        }
    }

    @Test("a link is added as its caller likes, who sees where it stands")
    func links() throws {
        try Scratch.with { scratch in
            let tree = try makeTree(scratch)
            let writer = try ArchiveWriter(inMemory: .tar)
            let error = #expect(throws: ArchiveError.self) {
                try writer.add(
                    tree: try Directory.open(tree), prefix: "t",
                    checkLink: { (path, target) throws(ArchiveError) in
                        throw ArchiveError(.unsafeLink, "\(path) to \(target)")
                    }, between: { (_) throws(ArchiveError) in })
            }
            #expect(error?.entry == "t/link" && error?.reason == "link to 日本語/документ.txt")
        }
    }

    @Test("more than memory may hold is refused, and a full disk is told as one")
    func full() throws {
        let writer = try ArchiveWriter(inMemory: .zip, limit: 1000)
        let contents = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7 ^ $0) }
        let error = #expect(throws: ArchiveError.self) {
            try writer.add(
                file: .init(path: "a", permissions: 0o644, modified: Timestamp(seconds: 0)), contents: contents)
            try writer.finish()
        }
        #expect(error?.system?.code == EFBIG)
        let device = try OwnedDescriptor.open("/dev/full", .writeOnly)
        let onDisk = #expect(throws: ArchiveError.self) {
            let writer = try ArchiveWriter(.tarZstd, to: device.number)
            try writer.add(
                file: .init(path: "a", permissions: 0o644, modified: Timestamp(seconds: 0)), contents: contents)
            try writer.finish()
        }
        #expect(onDisk?.system?.isNoSpace == true)
    }
}
