import Glibc
import LinuxSystem
import Testing

private struct Stopped: Error, Equatable {}

@Suite struct FileCopyTests {
    static let rangeMethods: [CopyMethod] = [.copyRange, .sendfile, .readWrite]

    @Test("section 6: each way of copying gives the same bytes", arguments: rangeMethods)
    func copies(_ method: CopyMethod) throws {
        try withScratch { folder, _ in
            let content = pattern(3 << 20 | 17)
            try folder.write("source", content)
            try folder.write("copy", [UInt8](repeating: 9, count: 5 << 20))
            let source = try folder.openFile("source")
            let copy = try folder.openFile("copy", .readWrite)
            let outcome = try copyContents(from: source.number, to: copy.number, allowing: [method])
            #expect(outcome == CopyOutcome(method: method, bytes: Int64(content.count)))
            #expect(try folder.read("copy") == content)
        }
    }

    @Test("section 6: without reflinks a copy within the kernel is taken")
    func fallsBack() throws {
        try withScratch { folder, _ in
            let source = try folder.openFile("source", [.readWrite, .create])
            let copy = try folder.openFile("copy", [.readWrite, .create])
            try #require(unsafe write(source.number, "abc", 3) == 3)
            let outcome = try copyContents(from: source.number, to: copy.number)
            #expect(outcome.bytes == 3)
            #expect([.reflink, .copyRange].contains(outcome.method))
            let log = try folder.openFile("log", [.writeOnly, .create, .append])
            #expect(
                systemCode { () throws(CopyError<Never>) in
                    _ = try copyContents(from: source.number, to: log.number)
                } == EINVAL)
        }
    }

    @Test("section 6: a copy between file systems", .enabled(if: isWritable("/dev/shm")))
    func crossesFileSystems() throws {
        try withScratch { folder, _ in
            try withScratch(in: "/dev/shm") { other, _ in
                try folder.write("source", pattern(300_000))
                let source = try folder.openFile("source")
                let copy = try other.openFile("copy", [.readWrite, .create])
                #expect(try copyContents(from: source.number, to: copy.number).bytes == 300_000)
                #expect(try other.read("copy") == pattern(300_000))
            }
        }
    }

    @Test("rule 13: holes stay, those at the end too", arguments: rangeMethods)
    func keepsHoles(_ method: CopyMethod) throws {
        try withScratch { folder, _ in
            let source = try folder.openFile("source", [.readWrite, .create])
            try #require(ftruncate(source.number, 64 << 20) == 0)
            for offset in [8 << 20, 40 << 20] { try #require(unsafe pwrite(source.number, "data", 4, offset) == 4) }
            try #require(lseek(source.number, 77, SEEK_SET) == 77)
            let copy = try folder.openFile("copy", [.readWrite, .create])
            let outcome = try copyContents(from: source.number, to: copy.number, allowing: [method])
            #expect(outcome.bytes == 64 << 20)
            let status = try FileStatus.of(copy.number)
            #expect(status.size == 64 << 20)
            #expect(status.allocated <= 256 << 10, "\(status.allocated) bytes on disk")
            #expect(try folder.read("copy") == folder.read("source"))
            #expect(lseek(source.number, 0, SEEK_CUR) == 77, "the position that others share stays")
        }
    }

    @Test("B45: a descriptor read half way is copied from its start", arguments: rangeMethods)
    func ignoresPosition(_ method: CopyMethod) throws {
        try withScratch { folder, _ in
            try folder.write("source", Array("0123456789".utf8))
            let source = try folder.openFile("source")
            try #require(lseek(source.number, 6, SEEK_SET) == 6)
            let copy = try folder.openFile("copy", [.readWrite, .create])
            #expect(try copyContents(from: source.number, to: copy.number, allowing: [method]).bytes == 10)
            #expect(try folder.read("copy") == Array("0123456789".utf8))
            #expect(lseek(source.number, 0, SEEK_CUR) == 6)
        }
    }

    @Test(
        "B43: what the kernel makes up on reading arrives whole, whatever its size says",
        arguments: [
            "/proc/self/status", "/proc/version", "/proc/self/mountinfo", "/sys/kernel/mm/transparent_hugepage/enabled",
        ],
        [Set(CopyMethod.allCases), [.sendfile, .readWrite], [.readWrite]])
    func copiesPseudoFiles(_ path: String, _ methods: Set<CopyMethod>) throws {
        guard let source = try? OwnedDescriptor.openForReading(Path(path)) else { return }
        try withScratch { folder, _ in
            let copy = try folder.openFile("copy", [.readWrite, .create])
            let outcome = try copyContents(from: source.number, to: copy.number, allowing: methods)
            let copied = try folder.read("copy")
            #expect(outcome.bytes == Int64(copied.count) && !copied.isEmpty)
            #expect(copied.prefix(40) == (try bytes(of: source.number)).prefix(40))
        }
    }

    @Test("B43: an empty file arrives empty")
    func copiesEmptyFile() throws {
        try withScratch { folder, _ in
            try folder.write("source", [])
            let source = try folder.openFile("source")
            try folder.write("copy", [1])
            let copy = try folder.openFile("copy", .readWrite)
            #expect(try copyContents(from: source.number, to: copy.number).bytes == 0)
            #expect(try FileStatus.of(copy.number).size == 0)
        }
    }

    @Test("B45: a file that grows gives what it held at the start", arguments: [[CopyMethod.readWrite], [.copyRange]])
    func copiesGrowingFile(_ methods: [CopyMethod]) throws {
        try withScratch { folder, _ in
            try folder.write("source", pattern(17 << 20))
            let source = try folder.openFile("source")
            let writer = try folder.openFile("source", [.writeOnly, .append])
            let copy = try folder.openFile("copy", [.readWrite, .create])
            let before = try FileStatus.of(source.number)
            let outcome = try copyContents(from: source.number, to: copy.number, allowing: Set(methods)) {
                (_) throws(Stopped) in
                if unsafe write(writer.number, "more", 4) != 4 { throw Stopped() }
            }
            #expect(outcome.bytes == 17 << 20)
            #expect(try FileStatus.of(copy.number).size == 17 << 20)
            #expect(try FileStatus.of(source.number).stamp != before.stamp)
        }
    }

    @Test("B45: a file that shrinks is an error, with holes or without", arguments: rangeMethods, [false, true])
    func detectsShrinking(_ method: CopyMethod, sparse: Bool) throws {
        try withScratch { folder, _ in
            try folder.write("source", pattern(sparse ? 1 << 20 : 17 << 20))
            let source = try folder.openFile("source", .readWrite)
            if sparse {
                try #require(ftruncate(source.number, 40 << 20) == 0)
                try #require(unsafe pwrite(source.number, "data", 4, 39 << 20) == 4)
            }
            let size = try FileStatus.of(source.number).size
            let copy = try folder.openFile("copy", [.readWrite, .create])
            do throws(CopyError<Stopped>) {
                _ = try copyContents(from: source.number, to: copy.number, allowing: [method]) { (_) throws(Stopped) in
                    if ftruncate(source.number, 100) != 0 { throw Stopped() }
                }
                Issue.record("not noticed")
            } catch {
                guard case .shrank(let expected, let found) = error else {
                    Issue.record(error)
                    return
                }
                #expect(expected == size && found < size)
            }
        }
    }

    @Test("rule 3: the caller can end a copy between two chunks", arguments: rangeMethods)
    func stops(_ method: CopyMethod) throws {
        try withScratch { folder, _ in
            try folder.write("source", pattern(40 << 20))
            let source = try folder.openFile("source")
            let copy = try folder.openFile("copy", [.readWrite, .create])
            var calls = 0
            do throws(CopyError<Stopped>) {
                _ = try copyContents(from: source.number, to: copy.number, allowing: [method]) {
                    (copied) throws(Stopped) in
                    calls += 1
                    #expect(copied <= Int64(calls) * 16 << 20)
                    throw Stopped()
                }
                Issue.record("ran on")
            } catch {
                guard case .stopped = error else {
                    Issue.record(error)
                    return
                }
            }
            #expect(calls == 1)
        }
    }

    @Test("rule 7: only regular files are copied this way", arguments: ["/dev/zero", "/tmp"])
    func refusesOthers(_ path: String) throws {
        try withScratch { folder, _ in
            let source = try OwnedDescriptor.openForReading(Path(path))
            let copy = try folder.openFile("copy", [.readWrite, .create])
            #expect(
                systemCode { () throws(CopyError<Never>) in
                    _ = try copyContents(from: source.number, to: copy.number)
                } == EINVAL)
        }
    }

    @Test("B39: an O_PATH descriptor gives nothing")
    func refusesPathOnly() throws {
        try withScratch { folder, _ in
            try folder.write("source", pattern(100))
            let source = try folder.openFile("source", .pathOnly)
            let copy = try folder.openFile("copy", [.readWrite, .create])
            #expect(
                systemCode { () throws(CopyError<Never>) in
                    _ = try copyContents(from: source.number, to: copy.number)
                } == EBADF)
        }
    }

    @Test(
        "rule 22: a full volume is told as such by every way of copying",
        .enabled(if: ScratchVolume.canMake(.tiny), "needs root, to mount a small volume"), arguments: rangeMethods)
    func tellsFullVolume(_ method: CopyMethod) throws {
        try withScratch { folder, _ in
            try folder.write("source", pattern(4 << 20))
            let source = try folder.openFile("source")
            try ScratchVolume.tiny.mount { volume, _ in
                let copy = try volume.openFile("copy", [.readWrite, .create])
                // Between two file systems, so copy_file_range leads on to sendfile.
                let methods: Set<CopyMethod> = method == .copyRange ? [.copyRange, .sendfile] : [method]
                #expect(
                    systemCode { () throws(CopyError<Never>) in
                        _ = try copyContents(from: source.number, to: copy.number, allowing: methods)
                    } == ENOSPC)
            }
        }
    }

    @Test(
        "rule 3: where the volume can, blocks are shared and holes stay",
        .enabled(if: ScratchVolume.canMake(.xfs) && ScratchVolume.canMake(.btrfs), "needs root and both mkfs programs"),
        arguments: [ScratchVolume.xfs, .btrfs])
    func reflinks(_ volume: ScratchVolume) throws {
        try volume.mount { folder, _ in
            let source = try folder.openFile("source", [.readWrite, .create])
            let data = pattern(1 << 20)
            try #require(unsafe write(source.number, data, data.count) == data.count)
            try #require(ftruncate(source.number, 30 << 20) == 0)
            let space = try VolumeSpace.of(folder.descriptor.number)
            #expect(space.available > 0 && space.available <= space.total)
            let whole = try folder.openFile("whole", [.readWrite, .create])
            let shared = try copyContents(from: source.number, to: whole.number)
            #expect(shared == CopyOutcome(method: .reflink, bytes: 30 << 20))
            #expect(try folder.read("whole") == folder.read("source"))
            let ranges = try folder.openFile("ranges", [.readWrite, .create])
            let copied = try copyContents(
                from: source.number, to: ranges.number, allowing: [.copyRange, .sendfile, .readWrite])
            #expect(copied == CopyOutcome(method: .copyRange, bytes: 30 << 20))
            #expect(try FileStatus.of(ranges.number).allocated <= 2 << 20)
            #expect(try folder.read("ranges") == folder.read("source"))
        }
    }

    private func systemCode(_ body: () throws(CopyError<Never>) -> Void) -> CInt? {
        do throws(CopyError<Never>) { try body() } catch {
            if case .system(let error) = error { return error.code }
        }
        return nil
    }
}
