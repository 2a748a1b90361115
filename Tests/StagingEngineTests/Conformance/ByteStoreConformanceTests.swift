import LinuxSystem
@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Testing

/// What every ``ByteStore`` MUST do with files and streams.
@Suite struct ByteStoreConformanceTests {
    @Test(
        "every file system is tried here",
        .enabled(if: ByteStoreUnderTest.canMount, "XFS wants root and a loop device, and is left out"))
    func all() {
        for candidate in ByteStoreUnderTest.candidates {
            #expect(candidate.isAvailable, "\(candidate.testDescription) wants what Config/setup --tests installs")
        }
    }

    @Test(
        "rules 3, 10, 14: a staged file is whole, read-only, its own inode, and tells where it is from",
        arguments: ByteStoreUnderTest.all)
    func file(_ implementation: ByteStoreUnderTest) throws {
        try implementation.with { fixture in
            let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
            let source = try fixture.source(content, mode: 0o751)
            var inspected: [UInt8]?
            let object = StoreName.random()
            let staged = try fixture.store.stageFile(source, as: object, taking: false) { descriptor, size in
                #expect(size == 300_000)
                inspected = try readSome(of: descriptor, at: 0, count: 400_000)
                return StoreFixture.provenance
            }
            #expect(inspected == content)
            #expect(staged.record.id == object)
            #expect(staged.record.size == 300_000)
            #expect(staged.record.permissions == 0o751)
            #expect(staged.record.mode == 0o555)
            #expect(staged.takenFrom == nil)
            #expect(staged.staged == .reflink ? staged.consistency == .reflink : staged.consistency == .checked)
            let file = try fixture.store.open(staged.record)
            #expect(try file.readAll() == content)
            let status = try FileStatus.of(file.number)
            #expect(!status.sameFile(as: source.status))
            #expect(status.permissions == 0o555)
            #expect(status.modified == source.status.modified)
            #expect(
                try source.descriptor.withNumber { try FileStatus.of($0) } == source.status, "the source is untouched")
            for (name, value) in StoreFixture.provenance.attributes {
                // A file system without attributes goes without.
                if let found = try ExtendedAttributes.value(of: Path(name), on: file.number) {
                    #expect(found == Array(value.utf8))
                }
            }
            #expect(try fixture.names() == ["object \(object)"])
        }
    }

    @Test("Bytes of every length, and holes, arrive", arguments: ByteStoreUnderTest.all)
    func lengths(_ implementation: ByteStoreUnderTest) throws {
        try implementation.with { fixture in
            for length in [0, 1, 4095, 4096, 4097, 1 << 20] {
                let content = [UInt8](repeating: UInt8(truncatingIfNeeded: length), count: length)
                let staged = try fixture.store.stageFile(
                    fixture.source(content), as: StoreName.random(), taking: false
                ) { _, _ in StoreFixture.provenance }
                #expect(staged.record.size == Int64(length))
                #expect(try fixture.store.open(staged.record).readAll() == content)
            }
        }
    }

    private struct Stop: Error {}

    @Test("What fails leaves nothing", arguments: ByteStoreUnderTest.all)
    func failures(_ implementation: ByteStoreUnderTest) throws {
        var limits = Limits()
        limits.itemBytes = 10
        try implementation.with(limits) { fixture in
            let inspect: Inspection = { _, _ in StoreFixture.provenance }
            let source = try fixture.source(Array("12345".utf8))
            #expect(throws: Stop.self) {
                try fixture.store.stageFile(source, as: StoreName.random(), taking: false) { _, _ in throw Stop() }
            }
            let large = try fixture.source(Array("1234567890!".utf8))
            for taking in [false, true] {
                let refused = code {
                    _ = try fixture.store.stageFile(
                        large, as: StoreName.random(), taking: taking, inspect: inspect)
                }
                #expect(refused == .limitExceeded)
            }
            let pipe = try Pipe()
            try writeAll(Array("1234567890!".utf8), to: #require(pipe.writing).number)
            pipe.closeWriting()
            let tooLong = code {
                _ = try fixture.store.stageStream(
                    pipe.reading.number, as: StoreName.random(), hangUp: nil, onProgress: nil, inspect: inspect)
            }
            #expect(tooLong == .limitExceeded)
            #expect(try fixture.names().isEmpty)
            try fixture.store.clearIncoming()
        }
    }

    @Test(
        "rule 3: a file that is not as it came is refused, unless one instant's bytes were had anyway",
        arguments: ByteStoreUnderTest.all)
    func changed(_ implementation: ByteStoreUnderTest) throws {
        try implementation.with { fixture in
            let before = try fixture.source(Array("before".utf8))
            let after = try fixture.source(Array("after, and longer".utf8))
            let stale = SourceFile(descriptor: after.descriptor, status: before.status, label: "source")
            do {
                let staged = try fixture.store.stageFile(stale, as: StoreName.random(), taking: false) { _, _ in
                    StoreFixture.provenance
                }
                #expect(staged.consistency == .reflink)
                #expect(try fixture.store.open(staged.record).readAll() == Array("after, and longer".utf8))
            } catch let error as StagingError {
                #expect(error.code == .sourceChanged)
                #expect(try fixture.names().isEmpty)
            }
        }
    }

    @Test("A stream is read to its end; a hang-up ends it", arguments: ByteStoreUnderTest.all)
    func stream(_ implementation: ByteStoreUnderTest) throws {
        try implementation.with { fixture in
            let pipe = try Pipe()
            do {
                // The thread has the last reference to the writing end.
                let writer = try #require(pipe.writing)
                try BlockingThread.start(name: "writer") {
                    for _ in 0..<40 { try? writeAll([UInt8](repeating: 65, count: 10_000), to: writer.number) }
                }
            }
            pipe.closeWriting()
            let staged = try fixture.store.stageStream(
                pipe.reading.number, as: StoreName.random(), hangUp: nil, onProgress: nil
            ) {
                _, size in
                #expect(size == 400_000)
                return StoreFixture.provenance
            }
            #expect(try fixture.store.open(staged.record).readAll() == [UInt8](repeating: 65, count: 400_000))
            let open = try Pipe()
            let hangUp = try WakeUp()
            hangUp.signal()
            let ended = code {
                _ = try fixture.store.stageStream(
                    open.reading.number, as: StoreName.random(), hangUp: hangUp.number, onProgress: nil
                ) { _, _ in StoreFixture.provenance }
            }
            #expect(ended == .failed)
            #expect(try fixture.names().count == 1)
        }
    }

    @Test("rule 10: a staged file that was changed is not opened", arguments: ByteStoreUnderTest.all)
    func damage(_ implementation: ByteStoreUnderTest) throws {
        try implementation.with { fixture in
            let record = try fixture.stage("content").record
            var others: [ObjectRecord] = []
            for change in [\ObjectRecord.size, \.modified] as [WritableKeyPath<ObjectRecord, Int64>] {
                var other = record
                other[keyPath: change] += 1
                others.append(other)
            }
            for change in [\ObjectRecord.mode, \.owner] as [WritableKeyPath<ObjectRecord, UInt32>] {
                var other = record
                other[keyPath: change] += 1
                others.append(other)
            }
            var moved = record
            moved.inode += 1
            var gone = record
            gone.id = StoreName.random()
            var elsewhere = record
            elsewhere.volume = "/nowhere"
            for other in others + [moved, gone] {
                #expect(code { _ = try fixture.store.open(other) } == .damaged)
            }
            #expect(code { _ = try fixture.store.open(elsewhere) } == .volumeMissing)
            _ = try fixture.store.open(record)
        }
    }

    @Test(
        "rule 10: an area holds the content under its name, read-only, and never the sender's inode",
        arguments: ByteStoreUnderTest.all)
    func area(_ implementation: ByteStoreUnderTest) throws {
        try implementation.with { fixture in
            let record = try fixture.stage("content", mode: 0o755).record
            let areas = [fixture.area(record, name: "näme (2).tar.gz"), fixture.area(record, name: "-x")]
            for area in areas {
                try fixture.store.makeArea(area, of: record)
                let path = fixture.store.path(of: area)
                #expect(path.lastComponent == Path(area.name))
                #expect(Scratch.content(of: path) == Array("content".utf8))
                let status = try FileStatus.of(path)
                #expect(status.permissions == 0o555)
                #expect(try !status.sameFile(as: FileStatus.of(fixture.folder.appending("source"))))
                #expect(fixture.store.area(at: path) == area.id)
                #expect(fixture.store.area(at: path.parent) == area.id)
                #expect(fixture.store.area(at: path.parent.parent) == nil)
                #expect(try fixture.store.openManifest(of: area) == nil)
                #expect(try FileStatus.of(path.parent).permissions & 0o222 == 0)
            }
            #expect(try fixture.remove(.object, record.id, volume: record.volume))
            #expect(Scratch.content(of: fixture.store.path(of: areas[0])) == Array("content".utf8), "areas stay")
            for area in areas { #expect(try fixture.remove(.area, area.id, volume: area.volume)) }
            #expect(try fixture.names().isEmpty)
        }
    }

    @Test(
        "An area is its receiver's alone", .enabled(if: OwnProcess.uid == 0, "needs other users"),
        arguments: ByteStoreUnderTest.all.filter { !$0.testDescription.contains("memory") })
    func receivers(_ implementation: ByteStoreUnderTest) throws {
        try implementation.with { fixture in
            let record = try fixture.stage("content", mode: 0o600).record
            let area = fixture.area(record, uid: 4711)
            try fixture.store.makeArea(area, of: record)
            for (uid, isReceiver) in [(4711, true), (4712, false)] as [(Int, Bool)] {
                // The folders above are the store's own; the receiver gets to the area by its descriptor here.
                let look =
                    "test \"$(cat name.txt)\" = content && ! touch x 2> /dev/null && ! touch -a name.txt 2> /dev/null"
                let script = Path(
                    "cd \"$1\"; exec setpriv --reuid=\(uid) --regid=\(uid) --clear-groups sh -c '\(look)' 2> /dev/null")
                let child = try ChildProcess.start(
                    "/bin/sh", arguments: ["sh", "-c", script, "sh", fixture.store.path(of: area).parent])
                #expect((try child.wait() == .exited(0)) == isReceiver)
            }
        }
    }

    @Test(
        "rule 12: a file that a receiver linked elsewhere is the store's own again", arguments: ByteStoreUnderTest.all)
    func restore(_ implementation: ByteStoreUnderTest) throws {
        try implementation.with { fixture in
            let record = try fixture.stage("content").record
            #expect(try fixture.store.restore(record) == record, "untouched")
            let taken = try fixture.store.open(record)
            try taken.withNumber { try Directory.open(fixture.folder).link(openFile: $0, as: "taken") }
            let file = try OwnedDescriptor.open(fixture.folder.appending("taken"))
            try file.setPermissions(0o644)
            let restored = try fixture.store.restore(record)
            #expect(restored.inode != record.inode)
            #expect(restored.modified == record.modified)
            #expect(restored.mode == record.mode)
            let again = try fixture.store.open(restored)
            #expect(try again.readAll() == Array("content".utf8))
            #expect(try again.withNumber { try FileStatus.of($0).linkCount } == 1)
            #expect(try fixture.store.restore(restored) == restored)
        }
    }

    @Test("Removing what is not there is done at once", arguments: ByteStoreUnderTest.all)
    func removalOfNothing(_ implementation: ByteStoreUnderTest) throws {
        try implementation.with { fixture in
            let volume = try fixture.stage("x").record.volume
            for place in [RemovalRecord.Place.object, .area] {
                #expect(try fixture.remove(place, StoreName.random(), volume: volume))
                #expect(try fixture.remove(place, StoreName.random(), volume: "/nowhere"))
            }
            #expect(try fixture.names().count == 1)
        }
    }

    @Test("Sameness is of contents alone", arguments: ByteStoreUnderTest.all)
    func sameness(_ implementation: ByteStoreUnderTest) throws {
        try implementation.with { fixture in
            let one = try fixture.stage("content", mode: 0o600).record
            #expect(try fixture.store.haveSameContent(one, fixture.stage("content", mode: 0o755).record))
            #expect(try !fixture.store.haveSameContent(one, fixture.stage("Content").record))
            #expect(try !fixture.store.haveSameContent(one, fixture.stage("content!").record))
            let tree = try fixture.stageTree(StoreFixture.sampleTree).record
            #expect(try fixture.store.haveSameContent(tree, fixture.stageTree(StoreFixture.sampleTree).record))
            #expect(try !fixture.store.haveSameContent(one, tree))
            var other = StoreFixture.sampleTree
            other[3].content = "INNER"
            #expect(try !fixture.store.haveSameContent(tree, fixture.stageTree(other).record))
            other = StoreFixture.sampleTree
            other[4].0.target = Array("file".utf8)
            #expect(try !fixture.store.haveSameContent(tree, fixture.stageTree(other).record))
        }
    }

    @Test(
        "What is staged is there for a store that is opened anew, and can be made durable",
        arguments: ByteStoreUnderTest.all)
    func reopened(_ implementation: ByteStoreUnderTest) throws {
        try implementation.with { fixture in
            let file = try fixture.stage("content").record
            let tree = try fixture.stageTree(StoreFixture.sampleTree).record
            for record in [file, tree] { try fixture.store.synchronize(record) }
            let again = try fixture.reopen()
            try again.clearIncoming()
            #expect(try again.open(file).readAll() == Array("content".utf8))
            _ = try again.openManifest(tree)
            #expect(!again.volumes().isEmpty)
            #expect(again.volumes().allSatisfy { $0.totalBytes > 0 && $0.freeBytes <= $0.totalBytes })
        }
    }
}
