import CoreTransferable
import LinuxSystem
import Testing

/// What `export(to:)` and `withExportedFile` leave and what they do not: reference section 2.1.
@Suite struct ExportedFileTests {
    private struct Document: TestItem {
        var text = "text"
        var flag = true
        var file: URL?

        static var transferRepresentation: some TransferRepresentation {
            FileRepresentation(exportedContentType: .item) { try $0.sent() }
        }
    }

    private struct Note: TestItem {
        var text = "text"
        var flag = true
        var file: URL?

        static var transferRepresentation: some TransferRepresentation {
            DataRepresentation(exportedContentType: .utf8PlainText) { note in
                if !note.flag { throw Refusal(number: 1) }
                return note.bytes
            }
            .suggestedFileName("note.txt")
        }
    }

    @Test func bytesAreWrittenAndTheCallerOwnsThem() async throws {
        try await withFolder { folder in
            let file = try await Note(text: "hello").export(to: folder, contentType: nil)
            #expect(file.deletingLastPathComponent().standardizedFileURL.path == folder.standardizedFileURL.path)
            #expect(try text(of: file) == "hello")
            try "more".write(to: file, atomically: false, encoding: .utf8)
        }
    }

    @Test func aFileIsCopiedAndTheItemsOwnStays() async throws {
        try await withFolder { folder in
            let source = try make("in/a.bin", in: folder)
            let file = try await Document(file: source).export(to: folder, contentType: nil)
            try Data().write(to: file)
            #expect(try text(of: source) == "content")
        }
    }

    @Test func aFileOfTenGibibytesTakesNoTimeAndNoRoom() async throws {
        try await withFolder { folder in
            let source = folder.appending(path: "in.bin")
            try Data("begin".utf8).write(to: source)
            let handle = try FileHandle(forWritingTo: source)
            try handle.truncate(atOffset: 10 << 30)
            try handle.close()
            let out = folder.appending(path: "out")
            try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
            let file = try await Document(file: source).export(to: out, contentType: nil)
            let status = try FileStatus.of(Path(file.path))
            #expect(status.size == 10 << 30)
            #expect(status.allocated < 1 << 20, "holes stay holes")
            let seen = try await Document(file: source).withExportedFile(contentType: nil) { url in
                try FileStatus.of(Path(url.path)).size
            }
            #expect(seen == 10 << 30)
        }
    }

    @Test func aFolderIsCopiedWithEverythingInIt() async throws {
        try await withFolder { folder in
            let source = folder.appending(path: "in/tree.bundle")
            try make("in/tree.bundle/deep/er/a.txt", "a", in: folder)
            try make("in/tree.bundle/run.sh", "b", in: folder)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: source.appending(path: "run.sh").path)
            try FileManager.default.createDirectory(
                at: source.appending(path: "empty"), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: source.appending(path: "link").path, withDestinationPath: "deep/er/a.txt")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o555], ofItemAtPath: source.appending(path: "deep").path)
            defer {
                for name in ["in/tree.bundle", "tree.bundle"] {
                    try? FileManager.default.setAttributes(
                        [.posixPermissions: 0o755], ofItemAtPath: folder.appending(path: "\(name)/deep").path)
                }
            }
            let copy = try await Document(file: source).export(to: folder, contentType: nil)
            #expect(copy.lastPathComponent == "tree.bundle")
            #expect(try names(in: copy) == ["deep", "empty", "link", "run.sh"])
            #expect(try text(of: copy.appending(path: "link")) == "a")
            #expect(
                try FileManager.default.destinationOfSymbolicLink(atPath: copy.appending(path: "link").path)
                    == "deep/er/a.txt")
            #expect(try FileStatus.of(Path(copy.appending(path: "run.sh").path)).permissions & 0o100 != 0)
            #expect(try FileStatus.of(Path(copy.appending(path: "deep").path)).permissions == 0o555)
            let again = try await Document(file: source).export(to: folder, contentType: nil)
            #expect(again.lastPathComponent == "tree (2).bundle")
        }
    }

    @Test func aFolderCopiedIntoItselfEnds() async throws {
        try await withFolder { folder in
            try make("tree/a.txt", "a", in: folder)
            let tree = folder.appending(path: "tree")
            let copy = try await Document(file: tree).export(to: tree, contentType: nil)
            #expect(try names(in: copy) == ["a.txt"])
        }
    }

    @Test func whatIsNoFileIsNamedAndLeavesNothing() async throws {
        try await withFolder { folder in
            try make("tree/a.txt", "a", in: folder)
            let made = unsafe mkfifo(folder.appending(path: "tree/pipe").path, 0o600)
            #expect(made == 0)
            let out = folder.appending(path: "out")
            try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
            for name in ["tree", "tree/pipe", "missing"] {
                let error = try await #require(throws: TransferError.self) {
                    try await Document(file: folder.appending(path: name)).export(to: out, contentType: nil)
                }
                #expect(error.description.contains(name == "tree" ? "tree/pipe" : name))
            }
            #expect(try names(in: out).isEmpty)
        }
    }

    @Test func aDestinationThatIsNoDirectoryIsTold() async throws {
        try await withFolder { folder in
            let file = try make("a", in: folder)
            for place in [folder.appending(path: "missing"), file, URL(string: "https://example.com/")] {
                let place = try #require(place)
                await #expect(throws: TransferError.self) { try await Note().export(to: place, contentType: nil) }
            }
            #expect(try names(in: folder) == ["a"])
        }
    }

    @Test func theTemporaryFileIsNamedAndGoesWhenTheHandlerReturns() async throws {
        let url = try await Note(text: "hello").withExportedFile(contentType: .plainText) { url in
            let content = try text(of: url)
            #expect(content == "hello")
            await Task.yield()
            #expect(exists(url))
            return url
        }
        #expect(url.lastPathComponent == "note.txt")
        #expect(!exists(url))
        #expect(!exists(url.deletingLastPathComponent()))
    }

    @Test func itGoesWhenTheHandlerThrows() async throws {
        let notes = Notes()
        await #expect(throws: Refusal(number: 3)) {
            try await Note().withExportedFile(contentType: nil) { url in
                notes.add(url.path)
                // The handler may do with it what it likes.
                try FileManager.default.removeItem(at: url)
                throw Refusal(number: 3)
            }
        }
        let path = try #require(notes.all.first)
        #expect(!exists(URL(filePath: path).deletingLastPathComponent()))
    }

    @Test func itGoesWhenTheTaskIsCancelled() async throws {
        let notes = Notes()
        let task = Task {
            try await Note().withExportedFile(contentType: nil) { url in
                notes.add(url.path)
                try await Task.sleep(for: .seconds(600))
            }
        }
        while notes.all.isEmpty { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let path = try #require(notes.all.first)
        #expect(!exists(URL(filePath: path).deletingLastPathComponent()))
    }

    @Test func anExporterThatThrowsLeavesNoDirectory() async throws {
        try await withFolder { folder in
            await #expect(throws: Refusal(number: 1)) {
                try await Note(flag: false).export(to: folder, contentType: nil)
            }
            let left = try names(in: folder)
            #expect(left.isEmpty)
        }
    }

    @Test func aCancelledCopyIsGivenUpWhole() async throws {
        try await withFolder { folder in
            let source = try make("in/a.bin", in: folder)
            let out = folder.appending(path: "out")
            try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
            let task = Task {
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                return try await Document(file: source).export(to: out, contentType: nil)
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try names(in: out).isEmpty)
        }
    }

    @Test(arguments: ["a b", "100%", "ü?#;", "\u{1F600}"])
    func pathsAreTakenAsTheyAre(_ name: String) async throws {
        try await withFolder { folder in
            let source = try make("\(name)/x.bin", in: folder)
            let file = try await Document(file: source).export(
                to: source.deletingLastPathComponent(), contentType: nil)
            #expect(try names(in: folder.appending(path: name)) == ["x (2).bin", "x.bin"])
            #expect(try text(of: file) == "content")
        }
    }

    @Test func aPathThatIsNoTextIsFollowed() async throws {
        try await withFolder { folder in
            let directory = try Directory.open(Path(folder.path))
            try directory.makeDirectory(Path(bytes: [0x61, 0xFF]))
            let odd = try #require(URL(string: folder.absoluteString + "/a%FF/"))
            let file = try await Note(text: "odd").export(to: odd, contentType: nil)
            #expect(file.absoluteString.hasSuffix("/a%FF/note.txt") || file.absoluteString.hasSuffix("/a%ff/note.txt"))
            let inside = try directory.openDirectory(Path(bytes: [0x61, 0xFF]))
            #expect(try inside.status(of: "note.txt").size == 3)
        }
    }
}
