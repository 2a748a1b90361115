import LinuxSystem
@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Testing

/// What every ``ByteStore`` MUST do with trees.
@Suite struct TreeConformanceTests {
    @Test(
        "rule 13: a tree's area has its names, contents, links and times; the manifest has its modes",
        arguments: ByteStoreUnderTest.all)
    func tree(_ implementation: ByteStoreUnderTest) throws {
        try implementation.with { (fixture) throws in
            let staged = try fixture.stageTree(StoreFixture.sampleTree)
            #expect(staged.record.isTree)
            #expect(staged.record.size == 10)
            let area = fixture.area(staged.record, name: "folder")
            try fixture.store.makeArea(area, of: staged.record)
            let root = fixture.store.path(of: area)
            #expect(try Scratch.names(in: root) == ["empty", "sub", "top"])
            #expect(Scratch.content(of: root.appending("sub/file")) == Array("inner".utf8))
            #expect(Scratch.content(of: root.appending("sub/link")) == Array("outer".utf8))
            #expect(try FileStatus.of(root.appending("top")).permissions == 0o554)
            #expect(try FileStatus.of(root.appending("empty")).permissions == 0o555)
            #expect(try FileStatus.of(root.appending("empty")).modified.total == 1_700_000_000_123_456_789)
            #expect(try FileStatus.of(root.appending("top")).modified.seconds == 1_000_000_000)
            let ofObject = try fixture.store.openManifest(staged.record).readAll()
            #expect(try fixture.remove(.object, staged.record.id, volume: staged.record.volume))
            let manifest = try #require(try fixture.store.openManifest(of: area)).readAll()
            #expect(manifest == ofObject, "the area outlives the grant's bytes")
            var reader = ManifestReader { offset, count in Array(manifest.dropFirst(Int(offset)).prefix(count)) }
            var entries: [TreeEntry] = []
            while let entry = try reader.next() { entries.append(entry) }
            #expect(
                entries.map { String(decoding: $0.path, as: UTF8.self) }
                    == StoreFixture.sampleTree.map {
                        String(decoding: $0.0.path, as: UTF8.self)
                    })
            #expect(
                entries.map(\.permissions) == [0o755, 0o755, 0o755, 0o754, 0o755, 0o754], "files as the kernel says")
            #expect(try fixture.remove(.area, area.id, volume: area.volume))
            #expect(try fixture.store.openManifest(of: area) == nil)
            #expect(try fixture.names().isEmpty)
        }
    }

    @Test("A tree that is not finished leaves nothing", arguments: ByteStoreUnderTest.all)
    func unfinished(_ implementation: ByteStoreUnderTest) throws {
        try implementation.with { (fixture) throws in
            do {
                let tree = try fixture.store.beginTree(as: StoreName.random(), from: nil)
                for (entry, content) in StoreFixture.sampleTree {
                    try tree.add(entry, source: try content.map { try fixture.source(Array($0.utf8)) })
                }
                #expect(tree.count == 6)
                let other = try fixture.store.beginTree(as: StoreName.random(), from: nil)
                #expect(code { _ = try other.finish() } == .invalidRequest, "no entries")
            }
            #expect(try fixture.names().isEmpty)
            #expect(try Scratch.names(in: fixture.folder.appending("store/incoming")).isEmpty)
        }
    }

    @Test(
        "Entries that leave the tree, or have no place in it, are refused",
        arguments: [
            ("../x", TreeEntry.Kind.file), ("/x", .file), ("a//b", .file), ("", .file), ("", .directory),
            ("missing/x", .file), ("file/x", .file), ("link/x", .file), ("file", .file), ("sub", .directory),
            ("sub", .link),
            (".", .directory), ("sub/..", .directory),
        ])
    func refused(_ path: String, _ kind: TreeEntry.Kind) throws {
        try ByteStoreUnderTest.all[0].with { (fixture) throws in
            let tree = try fixture.store.beginTree(as: StoreName.random(), from: nil)
            let source = try fixture.source([1])
            try tree.add(EngineFixture.entry("", .directory), source: nil)
            try tree.add(EngineFixture.entry("sub", .directory), source: nil)
            try tree.add(EngineFixture.entry("file", .file), source: source)
            try tree.add(EngineFixture.entry("link", .link, target: "sub"), source: nil)
            let entry = EngineFixture.entry(path, kind, target: kind == .link ? "file" : nil)
            #expect(throws: StagingError.self) { try tree.add(entry, source: kind == .file ? source : nil) }
            #expect(try Scratch.names(in: fixture.folder.appending("store")).contains("x") == false)
        }
    }

    @Test("The root comes first", arguments: [TreeEntry.Kind.file, .directory, .link])
    func rootFirst(_ kind: TreeEntry.Kind) throws {
        try ByteStoreUnderTest.all[0].with { (fixture) throws in
            let tree = try fixture.store.beginTree(as: StoreName.random(), from: nil)
            let source = kind == .file ? try fixture.source([1]) : nil
            #expect(throws: StagingError.self) {
                try tree.add(EngineFixture.entry("a", kind, target: kind == .link ? "b" : nil), source: source)
            }
        }
    }

    @Test(
        "rule 13 (case B17): links that lead out, by themselves or by way of others, fail the send",
        arguments: [
            (["link": "../x"], false), (["link": "/etc/passwd"], false), (["a/b/link": "../../../x"], false),
            (["a/b/link": "../../x"], true), (["link": "a/../x"], true), (["link": "missing/../x"], true),
            // The chain: each text looks harmless.
            (["here": ".", "link": "here/here/../../../../etc/passwd"], false),
            (["here": ".", "out": "here/.."], false), (["a/up": "..", "link": "a/up/.."], false),
            (["a/up": "..", "link": "a/up/x"], true), (["a/up": "..", "link": "a/up/a/../x"], true),
            (["loop": "loop/..", "y": "z"], true), (["one": "two/..", "two": "one/.."], true),
        ] as [([String: String], Bool)])
    func links(_ links: [String: String], _ isInner: Bool) throws {
        try EngineFixture.with { (fixture) throws in
            let refused = code { try fixture.sendTree(["x": "1", "a/x": "2"], links: links) }
            #expect(refused == (isInner ? nil : .unsupportedFile))
            #expect(try fixture.names("bytes").count == (isInner ? 1 : 0))
            #expect(try fixture.names("incoming").isEmpty)
        }
    }

    @Test("rule 10: a tree whose files were changed is damaged", arguments: ByteStoreUnderTest.all)
    func damaged(_ implementation: ByteStoreUnderTest) throws {
        try implementation.with { (fixture) throws in
            let record = try fixture.stageTree(StoreFixture.sampleTree).record
            let file = fixture.folder.appending("store/bytes").appending(Path(record.id)).appending("content/sub/file")
            let handle = try OwnedDescriptor.open(file)
            try handle.setPermissions(0o644)
            #expect(code { try fixture.store.makeArea(fixture.area(record), of: record) } == .damaged)
            var other = record
            other.modified += 1
            #expect(code { _ = try fixture.store.openManifest(other) } == .damaged)
        }
    }

    @Test("rule 13: a tree goes by pieces, whatever its depth and modes", arguments: ByteStoreUnderTest.all)
    func removal(_ implementation: ByteStoreUnderTest) throws {
        try implementation.with { (fixture) throws in
            var entries = [(EngineFixture.entry("", .directory), nil as String?)]
            var path = ""
            for depth in 0..<40 {
                path += path.isEmpty ? "d\(depth)" : "/d\(depth)"
                var folder = EngineFixture.entry(path, .directory)
                folder.permissions = 0
                entries.append((folder, nil))
                entries.append((EngineFixture.entry(path + "/f", .file), "x"))
            }
            let record = try fixture.stageTree(entries.map { ($0.0, content: $0.1) }).record
            let area = fixture.area(record)
            try fixture.store.makeArea(area, of: record)
            for (place, name) in [(RemovalRecord.Place.area, area.id), (.object, record.id)] {
                var calls = 0
                while try !fixture.remove(place, name, volume: record.volume, budget: 10) {
                    calls += 1
                    try #require(calls < 100)
                }
                #expect(calls >= 8)
            }
            #expect(try fixture.names().isEmpty)
        }
    }

    @Test("rule 21: a tree has so many entries and bytes, and no more")
    func limits() throws {
        var limits = Limits()
        limits.treeEntries = 6
        limits.itemBytes = 10
        try ByteStoreUnderTest.all[0].with(limits) { (fixture) throws in
            _ = try fixture.stageTree(StoreFixture.sampleTree)
            let more = StoreFixture.sampleTree + [(EngineFixture.entry("one more", .directory), nil)]
            #expect(code { _ = try fixture.stageTree(more) } == .limitExceeded)
            var larger = StoreFixture.sampleTree
            larger[5].content = "outer!"
            #expect(code { _ = try fixture.stageTree(larger) } == .limitExceeded)
            #expect(try fixture.names().count == 1)
        }
    }
}
