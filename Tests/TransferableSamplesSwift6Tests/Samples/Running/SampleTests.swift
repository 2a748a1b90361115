import CoreTransferable
import Testing

/// The samples do at run time what they promise.
@Suite struct SampleTests {
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = URL.temporaryDirectory.appending(path: "samples-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    @Test func aRecipeIsJSONFirstAndTextSecond() async throws {
        let recipe = Recipe(title: "Tea", steps: "Boil water.")
        let (data, identifier) = try await shareRecipe(recipe)
        #expect(identifier == "com.example.samples.recipe")
        #expect(try await Recipe(importing: data, contentType: .recipe) == recipe)
        #expect(try await recipe.exported(as: .plainText) == Data("Boil water.".utf8))
        #expect(recipe.exportedContentTypes() == [.recipe, .utf8PlainText])
        #expect(Recipe.importedContentTypes() == [.recipe])
    }

    @Test func aBookmarkGoesThroughItsAddress() async throws {
        let link = try #require(URL(string: "https://example.com/a?b=c"))
        let data = try await Bookmark(link: link).exported(as: .url)
        #expect(try await Bookmark(importing: data, contentType: .url) == Bookmark(link: link))
    }

    @Test func aStickerRefusesWhatIsNoPicture() async throws {
        await #expect(throws: Sticker.Failure.noPicture) {
            try await Sticker(importing: Data("GIF".utf8), contentType: .png)
        }
    }

    @Test func aRecordingTakesNarrowerTypesToo() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "memo.m4a")
            try Data("sound".utf8).write(to: file)
            let recording = try await Recording(importing: file, contentType: nil)
            defer { try? FileManager.default.removeItem(at: recording.url) }
            #expect(try Data(contentsOf: recording.url) == Data("sound".utf8))
            #expect(recording.url.lastPathComponent.hasSuffix("memo.m4a"))
        }
    }

    @Test func clipsSwitchInTheirClosure() async throws {
        #expect(try await Clip.note(title: "A", body: "b").exported(as: .text) == Data("A\n\nb".utf8))
        guard case .text("in") = try await Clip(importing: Data("in".utf8), contentType: .utf8PlainText) else {
            Issue.record("it was imported as something else")
            return
        }
    }

    @Test func asynchronousClosuresAreAwaited() async throws {
        #expect(try await Statement(account: "7").exported(as: .pdf) == Data("%PDF-1.7 7".utf8))
        #expect(try await Async(text: "a").exported(as: .plainText) == Data("A".utf8))
        #expect(try await Counter(value: 3).exported(as: .plainText) == Data("3".utf8))
    }

    @Test func conditionsAndNamesCount() async throws {
        var archive = ProfilesArchive(profiles: [Profile(name: "Ada")])
        #expect(archive.exportedContentTypes() == [.commaSeparatedText])
        archive.supportsCSV = false
        #expect(archive.exportedContentTypes().isEmpty)
        #expect(Video(url: URL(filePath: "/nowhere"), title: "Sea").suggestedFilename == "Sea.mp4")
        #expect(NamedVideo(file: URL(filePath: "/nowhere")).suggestedFilename == "My Video.mp4")
        #expect(Chained(isPublic: true, isFinished: true).suggestedFilename == "final.txt")
    }

    @Test func closuresOfImportersAreToldApartByTheirParameter() async throws {
        #expect(try await DroppableItem(importing: Data("x".utf8), contentType: .utf8PlainText).text == "x")
        let item = try await DroppableItem(importing: Data("https://example.com".utf8), contentType: .url)
        guard case .url = item else {
            Issue.record("it was imported as something else")
            return
        }
    }

    @Test func aPhotoIsItsPicture() async throws {
        let photo = Photo(image: Image(bytes: Data([1, 2])), caption: "")
        #expect(try await photo.exported(as: .image) == Data([1, 2]))
    }

    @Test func tenStandInABlock() async throws {
        #expect(Ten().exportedContentTypes().count == 10)
        #expect(try await Ten().exported(as: .utf8PlainText) == Data("ten".utf8))
    }

    @Test func aBodyMayBeOfOthers() async throws {
        let note = Note(text: "Hello")
        #expect(note.exportedContentTypes() == [.json, .utf8PlainText])
        #expect(note.suggestedFilename == "Hello.json")
        #expect(try await Wrapper(value: 5).exported(as: .plainText) == Data("5".utf8))
        #expect(try await [1, 2].map { Wrapper(value: $0) }.exported(as: .json).isEmpty == false)
    }

    @Test func itemProvidersHoldSamples() async throws {
        let recipe = Recipe(title: "Tea", steps: "Boil water.")
        let loaded = try await DropModel().loadAll([provider(for: recipe)])
        #expect(loaded == [recipe])
        #expect(await DropModel().handle([promisedFile(URL(filePath: "/nowhere")), dragString("text")]))
    }

    @Test func copiesAreMade() async throws {
        try await withFolder { folder in
            let (file, size) = try await copies(of: "four", to: folder)
            #expect(try Data(contentsOf: file) == Data("four".utf8))
            #expect(size == 4)
        }
    }
}
