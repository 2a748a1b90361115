import CoreTransferable
import LinuxSystem
import Testing

/// What an importing closure gets, and for how long: reference sections 1.3, 1.4, 2.1, 2.6.
@Suite struct ImportTests {
    private struct Movie: TestItem {
        var text = "text"
        var flag = true
        var file: URL?

        static var transferRepresentation: some TransferRepresentation {
            FileRepresentation(importedContentType: .movie) { received in
                // The file outlives every suspension in here.
                for _ in 0..<10 { await Task.yield() }
                try await Task.sleep(for: .milliseconds(1))
                return Movie(
                    text: try CoreTransferableTests.text(of: received.file), flag: received.isOriginalFile,
                    file: received.file)
            }
            FileRepresentation(importedContentType: .folder) { received in
                Movie(text: try names(in: received.file).joined(separator: ","), file: received.file)
            }
            FileRepresentation(importedContentType: .pdf, shouldAttemptToOpenInPlace: true) { received in
                Movie(text: "in place", flag: received.isOriginalFile, file: received.file)
            }
            DataRepresentation(importedContentType: .plainText) {
                Movie(text: "data " + String(decoding: $0, as: UTF8.self))
            }
        }
    }

    @Test func theImporterGetsACopyThatGoesAfterwards() async throws {
        try await withFolder { folder in
            let source = try make("a.mov", "frames", in: folder)
            let movie = try await Movie(importing: source, contentType: nil)
            #expect(movie.text == "frames")
            #expect(movie.flag == false)
            let file = try #require(movie.file)
            #expect(file != source)
            #expect(file.lastPathComponent == "a.mov")
            #expect(!exists(file))
            #expect(exists(source))
        }
    }

    @Test func oneThatOpensInPlaceGetsTheFile() async throws {
        try await withFolder { folder in
            let source = try make("a.pdf", in: folder)
            let movie = try await Movie(importing: source, contentType: nil)
            #expect(movie.file == source)
            #expect(movie.flag)
        }
    }

    @Test func bytesComeInATemporaryFileWithAFittingName() async throws {
        let movie = try await Movie(importing: Data("frames".utf8), contentType: .mpeg4Movie)
        #expect(movie.text == "frames")
        #expect(movie.flag == false)
        let file = try #require(movie.file)
        #expect(!exists(file))
        #expect(!exists(file.deletingLastPathComponent()))
    }

    @Test func aFileIsReadForWhoeverWantsBytes() async throws {
        try await withFolder { folder in
            let movie = try await Movie(importing: try make("a.txt", "x", in: folder), contentType: nil)
            #expect(movie.text == "data x")
        }
    }

    @Test func aFolderIsImportedAsSuch() async throws {
        try await withFolder { folder in
            try make("tree/a", in: folder)
            try make("tree/b/c", in: folder)
            let movie = try await Movie(importing: folder.appending(path: "tree"), contentType: nil)
            #expect(movie.text == "a,b")
        }
    }

    @Test func theTypeIsToldByTheNameElseByAttributes() async throws {
        try await withFolder { folder in
            let file = try make("noextension", "x", in: folder)
            let descriptor = try OwnedDescriptor.open(Path(file.path), .readWrite)
            guard try ExtendedAttributes.set("user.mime_type", to: Array("video/mp4".utf8), on: descriptor.number)
            else { return }
            #expect(try await Movie(importing: file, contentType: nil).text == "x")
            _ = try ExtendedAttributes.set(
                "user.stage.type", to: Array("public.plain-text".utf8), on: descriptor.number)
            #expect(try await Movie(importing: file, contentType: nil).text == "data x")
        }
    }

    @Test func aFileOfAKnownTypeThatNothingImportsIsRefused() async throws {
        try await withFolder { folder in
            let file = try make("a.png", in: folder)
            let error = try await #require(throws: TransferError.self) {
                try await Movie(importing: file, contentType: nil)
            }
            #expect(error.description.contains("public.png does not conform to public.movie"))
        }
    }

    @Test(arguments: [UTType.movie, nil])
    func aFileThatIsMissingIsTold(_ type: UTType?) async throws {
        let missing = URL(filePath: "/nonexistent/a.mov")
        let error = try await #require(throws: TransferError.self) {
            try await Movie(importing: missing, contentType: type)
        }
        #expect(error.description == "cannot read '/nonexistent/a.mov': No such file or directory")
    }

    private struct Trying: TestItem {
        var text = "text"
        var flag = true
        var file: URL?

        static var transferRepresentation: some TransferRepresentation {
            FileRepresentation(importedContentType: .movie) { received in
                // It may even take the file away: the next one gets a copy of its own.
                try FileManager.default.removeItem(at: received.file)
                throw Refusal()
            }
            DataRepresentation(importedContentType: .png) { _ in throw Refusal() }
            FileRepresentation(importedContentType: .pdf) { Trying(text: try CoreTransferableTests.text(of: $0.file)) }
        }
    }

    @Test func ofAnUnknownTypeEveryRepresentationIsTried() async throws {
        try await withFolder { folder in
            let file = try make("what.nobody-knows-this", "x", in: folder)
            #expect(try await Trying(importing: file, contentType: nil).text == "x")
            #expect(try text(of: file) == "x")
        }
    }

    @Test func theCopyGoesWhenTheImporterThrows() async throws {
        let notes = Notes()
        struct Noting: Transferable {
            static let notes = Notes()
            static var transferRepresentation: some TransferRepresentation {
                FileRepresentation(importedContentType: .data) { received -> Noting in
                    notes.add(received.file.path)
                    throw Refusal()
                }
            }
        }
        await #expect(throws: Refusal.self) { try await Noting(importing: Data("x".utf8), contentType: .png) }
        for path in Noting.notes.all { #expect(!exists(URL(filePath: path).deletingLastPathComponent())) }
        #expect(Noting.notes.all.count == 1)
        _ = notes
    }

    @Test func whatAKilledProcessLeftIsRemoved() async throws {
        try await withFolder { folder in
            let directory = try Directory.open(Path(folder.path))
            for name in ["used", "left"] {
                try make("\(TemporaryArea.prefix)\(name)/deep/file", in: folder)
            }
            try make("other/file", in: folder)
            let used = try directory.openDirectory(Path(TemporaryArea.prefix + "used"))
            let isLocked = try used.descriptor.tryLock()
            #expect(isLocked)
            TemporaryArea.removeLeftovers(in: directory)
            let left = try names(in: folder)
            #expect(left == ["other", TemporaryArea.prefix + "used"])
            withExtendedLifetime(used) {}
        }
    }

    @Test func cancellingEndsTheAttempts() async throws {
        struct Slow: Transferable {
            static let notes = Notes()
            static var transferRepresentation: some TransferRepresentation {
                DataRepresentation(importedContentType: .png) { _ -> Slow in
                    notes.add("first")
                    try await Task.sleep(for: .seconds(600))
                    return Slow()
                }
                DataRepresentation(importedContentType: .pdf) { _ in
                    notes.add("second")
                    return Slow()
                }
            }
        }
        let task = Task { try await Slow(importing: Data(), contentType: nil) }
        while Slow.notes.all.isEmpty { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(Slow.notes.all == ["first"])
    }
}
