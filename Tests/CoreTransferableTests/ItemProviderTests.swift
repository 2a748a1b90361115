import Archives
import CoreTransferable
import LinuxSystem
import Synchronization
import Testing

/// What a provider has and what it is asked: reference section 4.2.
@Suite struct ItemProviderTests {
    @Test func typesKeepTheOrderOfRegistration() {
        let provider = NSItemProvider()
        for type in [UTType.heic, .jpeg, .utf8PlainText] {
            provider.registerDataRepresentation(for: type) { completion in
                completion(Data(type.identifier.utf8), nil)
                return nil
            }
        }
        provider.registerFileRepresentation(for: .pdf, openInPlace: true) { _ in nil }
        #expect(provider.registeredContentTypes == [.heic, .jpeg, .utf8PlainText, .pdf])
        #expect(
            provider.registeredTypeIdentifiers == [
                "public.heic", "public.jpeg", "public.utf8-plain-text", "com.adobe.pdf",
            ])
        #expect(provider.registeredContentTypes(conformingTo: .image) == [.heic, .jpeg])
        #expect(provider.registeredContentTypesForOpenInPlace == [.pdf])
        #expect(provider.registeredTypeIdentifiers(fileOptions: .openInPlace) == ["com.adobe.pdf"])
        #expect(provider.hasItemConformingToTypeIdentifier("public.image"))
        #expect(!provider.hasItemConformingToTypeIdentifier("public.png"))
        #expect(!provider.hasItemConformingToTypeIdentifier("no identifier"))
        #expect(provider.hasRepresentationConforming(toTypeIdentifier: "com.adobe.pdf", fileOptions: .openInPlace))
        #expect(!provider.hasRepresentationConforming(toTypeIdentifier: "public.jpeg", fileOptions: .openInPlace))
        #expect(NSItemProvider().registeredContentTypes.isEmpty)
    }

    @Test func aFileGivesItsNameAndType() async throws {
        try await withFolder { folder in
            let file = try make("clip.mov", "frames", in: folder)
            let provider = try #require(NSItemProvider(contentsOf: file))
            #expect(provider.suggestedName == "clip.mov")
            #expect(provider.registeredContentTypes == [.quickTimeMovie])
            #expect(NSItemProvider(contentsOf: folder.appending(path: "missing.mov")) == nil)
            #expect(NSItemProvider(contentsOf: URL(string: "https://example.com/a.mov")) == nil)
            let named = NSItemProvider(contentsOf: file, contentType: .movie, openInPlace: true)
            #expect(named.registeredContentTypesForOpenInPlace == [.movie])
        }
    }

    @Test func aCopyHasPromisesOfItsOwn() throws {
        let provider = NSItemProvider()
        provider.register("text")
        let copy = try #require(provider.copy() as? NSItemProvider)
        copy.register(Data())
        copy.suggestedName = "b"
        #expect(provider.registeredContentTypes == [.utf8PlainText])
        #expect(provider.suggestedName == nil)
        #expect(copy.registeredContentTypes == [.utf8PlainText, .data])
    }

    @Test func objectsAreWrittenAndRead() async throws {
        let text = NSItemProvider(object: "größer" as NSString)
        #expect(text.canLoadObject(ofClass: NSString.self))
        #expect(text.canLoadObject(ofClass: String.self))
        #expect(!text.canLoadObject(ofClass: URL.self))
        #expect(try await text.object(of: String.self) == "größer")
        let link = try #require(NSURL(string: "https://example.com/a"))
        let address = NSItemProvider(object: link)
        #expect(address.registeredContentTypes == [.url])
        #expect(try await address.object(of: URL.self).absoluteString == "https://example.com/a")
        await #expect(throws: TransferError.self) { try await address.object(of: String.self) }
        #expect(NSItemProvider(object: NSURL(fileURLWithPath: "/a")).registeredContentTypes == [.fileURL, .url])
    }

    @Test func itemsComeBack() async throws {
        let provider = NSItemProvider(item: "text" as NSString, typeIdentifier: nil)
        let item = try await provider.loadItem(forTypeIdentifier: "public.plain-text")
        #expect((item as? NSString)?.isEqual(to: "text") == true)
        #expect(try await provider.data(for: .text) == Data("text".utf8))
        let lazy = NSItemProvider()
        lazy.registerItem(forTypeIdentifier: "public.png") { completion, _, _ in
            completion?(NSData(data: Data([1])), nil)
        }
        #expect(try await lazy.data(for: .png) == Data([1]))
    }
}

/// How a provider loads: reference sections 4.1 and 4.3.
@Suite struct ItemProviderLoadingTests {
    private func provider(
        _ type: UTType = .utf8PlainText,
        _ handler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
    ) -> NSItemProvider {
        let provider = NSItemProvider()
        provider.registerDataRepresentation(for: type, loadHandler: handler)
        return provider
    }

    @Test func theFirstRegisteredThatConformsIsLoaded() async throws {
        let provider = NSItemProvider()
        for type in [UTType.heic, .jpeg] {
            provider.registerDataRepresentation(for: type) { completion in
                completion(Data(type.identifier.utf8), nil)
                return nil
            }
        }
        #expect(try await provider.data(for: .image) == Data("public.heic".utf8))
        #expect(try await provider.data(for: .jpeg) == Data("public.jpeg".utf8))
        let error = await #expect(throws: TransferError.self) { try await provider.data(for: .png) }
        #expect(error?.description == "the item provider has no public.png, only public.heic, public.jpeg")
    }

    @Test func aHandlerThatAnswersTwiceIsHeardOnce() async throws {
        let notes = Notes()
        let provider = provider { completion in
            completion(Data("first".utf8), nil)
            completion(Data("second".utf8), nil)
            completion(nil, Refusal())
            return nil
        }
        let data = try await provider.data(for: .text) { notes.add("called") }
        #expect(data == Data("first".utf8))
        #expect(try await provider.data(for: .text) == Data("first".utf8), "it may be loaded any number of times")
        #expect(notes.all == ["called"])
    }

    @Test func aHandlerThatForgetsToAnswerIsAnError() async throws {
        let error = await #expect(throws: TransferError.self) {
            try await self.provider { _ in nil }.data(for: .text)
        }
        #expect(error?.description.contains("neither content nor error") == true)
        await #expect(throws: TransferError.self) {
            try await self.provider { completion in
                completion(nil, nil)
                return nil
            }.data(for: .text)
        }
    }

    @Test func aHandlerMayAnswerLate() async throws {
        let provider = provider { completion in
            Task {
                await Task.yield()
                completion(Data("late".utf8), nil)
            }
            return nil
        }
        #expect(try await provider.data(for: .text) == Data("late".utf8))
    }

    @Test func anErrorOfTheHandlerComesThrough() async throws {
        await #expect(throws: Refusal(number: 8)) {
            try await self.provider { completion in
                completion(nil, Refusal(number: 8))
                return nil
            }.data(for: .text)
        }
    }

    @Test func cancellingCompletesOnceAndReachesTheHandler() async throws {
        let held = Mutex<[@Sendable (Data?, (any Error)?) -> Void]>([])
        let inner = Progress(totalUnitCount: 5)
        let provider = provider { completion in
            // Kept, and never called in time.
            held.withLock { $0.append(completion) }
            return inner
        }
        let notes = Notes()
        let progress = provider.loadDataRepresentation(for: .text) { data, error in
            notes.add(data == nil && (error as? CocoaError)?.code == .userCancelled ? "cancelled" : "other")
        }
        while held.withLock({ $0.isEmpty }) { await Task.yield() }
        progress.cancel()
        while notes.all.isEmpty { await Task.yield() }
        while !inner.isCancelled { await Task.yield() }
        for completion in held.withLock({ $0 }) { completion(Data("too late".utf8), nil) }
        // A load of the same provider that comes after shows that nothing more came of the first.
        held.withLock { $0.removeAll() }
        #expect(notes.all == ["cancelled"])
    }

    @Test func progressEndsWithTheLoad() async throws {
        let inner = Progress(totalUnitCount: 4)
        let provider = provider { completion in
            inner.completedUnitCount = 2
            completion(Data(), nil)
            return inner
        }
        let progress = Mutex<Progress?>(nil)
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            let load = provider.loadDataRepresentation(for: .text) { _, error in
                if let error { done.resume(throwing: error) } else { done.resume() }
            }
            progress.withLock { $0 = load }
        }
        #expect(progress.withLock { $0?.fractionCompleted } == 1)
        #expect(progress.withLock { $0?.isFinished } == true)
    }

    @Test(.timeLimit(.minutes(20)))
    func aFinishedLoadIsHeldByNobody() async throws {
        let provider = NSItemProvider()
        provider.register("text")
        weak var progress: Progress?
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            progress = provider.loadDataRepresentation(for: .text) { _, error in
                if let error { done.resume(throwing: error) } else { done.resume() }
            }
        }
        while progress != nil { await Task.yield() }
    }

    @Test func aHandlerMayGiveTheSameProgressToEachLoad() async throws {
        let inner = Progress(totalUnitCount: 4)
        let provider = provider { completion in
            completion(Data("text".utf8), nil)
            return inner
        }
        for _ in 0..<3 { #expect(try await provider.data(for: .text) == Data("text".utf8)) }
    }

    @Test func bytesLoadedAsAFileAreNamedAndGoAfterwards() async throws {
        let provider = provider(.png) { completion in
            completion(Data("picture".utf8), nil)
            return nil
        }
        let (name, gone) = try await provider.file(for: .image) { url in
            let content = try text(of: url)
            #expect(content == "picture")
        }
        #expect(name == "file.png")
        #expect(!exists(gone))
        provider.suggestedName = "Sunset"
        #expect(try await provider.file(for: .png).name == "Sunset.png")
    }

    @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
    func aFileIsOpenedInPlaceWhereBothSaySo(_ allowed: Bool, _ wanted: Bool) async throws {
        try await withFolder { folder in
            let file = try make("clip.mov", in: folder)
            let provider = NSItemProvider(contentsOf: file, contentType: nil, openInPlace: allowed)
            let answer: (URL, Bool) = try await withCheckedThrowingContinuation { done in
                provider.loadFileRepresentation(for: .movie, openInPlace: wanted) { url, inPlace, error in
                    if let url {
                        done.resume(returning: (url, inPlace))
                    } else {
                        done.resume(throwing: error ?? Refusal())
                    }
                }
            }
            #expect(answer.1 == (allowed && wanted))
            #expect((answer.0 == file) == (allowed && wanted))
            #expect(exists(file))
            #expect(answer.0.lastPathComponent == "clip.mov")
        }
    }

    @Test func aFolderLoadedAsDataIsAZipArchive() async throws {
        try await withFolder { folder in
            try make("tree/a.txt", "first", in: folder)
            try make("tree/deep/ü.txt", "second", in: folder)
            let tree = folder.appending(path: "tree", directoryHint: .isDirectory)
            let provider = NSItemProvider(contentsOf: tree, contentType: nil)
            #expect(provider.registeredContentTypes == [.folder])
            let zip = folder.appending(path: "tree.zip")
            try await provider.data(for: .folder).write(to: zip)
            let archive = try Archive(path: Path(zip.path))
            let paths = archive.entries?.map { $0.path.text }.sorted()
            #expect(paths == ["tree", "tree/a.txt", "tree/deep", "tree/deep/ü.txt"])
            let copy = try await provider.file(for: .folder) { url in
                let inside = try names(in: url)
                #expect(inside == ["a.txt", "deep"])
            }
            #expect(copy.name == "tree")
        }
    }

    @Test func aFolderThatCannotBeArchivedIsTold() async throws {
        try await withFolder { folder in
            try make("tree/a.txt", in: folder)
            let made = unsafe mkfifo(folder.appending(path: "tree/pipe").path, 0o600)
            #expect(made == 0)
            let provider = NSItemProvider(contentsOf: folder.appending(path: "tree"), contentType: .folder)
            let error = await #expect(throws: TransferError.self) { try await provider.data(for: .folder) }
            #expect(error?.description.contains("tree/pipe") == true)
        }
    }

    private struct Clip: TestItem {
        var text = "text"
        var flag = true
        var file: URL?

        static var transferRepresentation: some TransferRepresentation {
            FileRepresentation(contentType: .movie, exporting: { try $0.sent() }) { received in
                Clip(
                    text: try CoreTransferableTests.text(of: received.file), flag: received.isOriginalFile,
                    file: received.file)
            }
            DataRepresentation(contentType: .html, exporting: { $0.bytes }, importing: { Clip($0) })
                .exportingCondition { $0.flag }
            DataRepresentation(contentType: .plainText, exporting: { $0.bytes }, importing: { Clip($0) })
                .suggestedFileName("clip.txt")
        }
    }

    @Test func aValueIsMadeLazilyAndOnce() async throws {
        let notes = Notes()
        let provider = NSItemProvider()
        provider.register(
            {
                notes.add("made")
                return "text"
            }())
        #expect(provider.registeredContentTypes == [.utf8PlainText])
        #expect(notes.all.isEmpty)
        #expect(try await provider.value(of: String.self) == "text")
        #expect(try await provider.data(for: .text) == Data("text".utf8))
        #expect(notes.all == ["made"])
    }

    @Test func aValueComesAsTheReceiverWantsItFirst() async throws {
        try await withFolder { folder in
            let provider = NSItemProvider()
            let source = try make("a.mov", "frames", in: folder)
            provider.register(Clip(text: "words", file: source))
            let clip = try await provider.value(of: Clip.self)
            #expect(clip.text == "frames")
            #expect(!clip.flag)
            #expect(clip.file?.lastPathComponent == "clip.mov", "the item's name, with the extension that fits")
            #expect(clip.file.map(exists) == false)
            #expect(exists(source))
            #expect(try await provider.value(of: String.self) == "words")
        }
    }

    @Test func aFalseConditionLeavesTheNext() async throws {
        let provider = NSItemProvider()
        provider.register(Clip(text: "plain", flag: false))
        #expect(try await provider.data(for: .plainText) == Data("plain".utf8))
        await #expect(throws: TransferError.self) { try await provider.data(for: .html) }
        struct Text: Transferable {
            var text: String
            static var transferRepresentation: some TransferRepresentation {
                DataRepresentation(importedContentType: .text) { Text(text: String(decoding: $0, as: UTF8.self)) }
            }
        }
        #expect(try await provider.value(of: Text.self).text == "plain")
    }

    @Test func aTypeThatNothingIsForIsToldWithWhatThereIs() async throws {
        let provider = NSItemProvider()
        provider.register(Data())
        let error = await #expect(throws: TransferError.self) { try await provider.value(of: String.self) }
        #expect(error?.description.hasPrefix("String imports public.utf8-plain-text, ") == true)
        #expect(error?.description.hasSuffix("and what is offered is public.data") == true)
    }

    @Test func manyLoadsAtOnceAreEachAnswered() async throws {
        let provider = NSItemProvider()
        provider.register("text")
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<200 { group.addTask { try await provider.value(of: String.self) } }
            var count = 0
            for try await text in group where text == "text" { count += 1 }
            #expect(count == 200)
        }
    }
}

// MARK: Awaiting

extension NSItemProvider {
    fileprivate func data(for type: UTType, _ called: @escaping @Sendable () -> Void = {}) async throws -> Data {
        try await withCheckedThrowingContinuation { done in
            loadDataRepresentation(for: type) { data, error in
                called()
                if let data {
                    done.resume(returning: data)
                } else {
                    done.resume(throwing: error ?? Refusal(number: -1))
                }
            }
        }
    }

    fileprivate func file(
        for type: UTType, _ look: @escaping @Sendable (URL) throws -> Void = { _ in }
    ) async throws -> (name: String, url: URL) {
        let url: URL = try await withCheckedThrowingContinuation { done in
            loadFileRepresentation(forTypeIdentifier: type.identifier) { url, error in
                done.resume(
                    with: Result {
                        guard let url else { throw error ?? Refusal(number: -1) }
                        try look(url)
                        return url
                    })
            }
        }
        // The file goes when the handler has returned, which is after it resumed this.
        while exists(url) { await Task.yield() }
        return (url.lastPathComponent, url)
    }

    fileprivate func value<T: Transferable>(of type: T.Type) async throws -> T {
        try await withCheckedThrowingContinuation { done in
            loadTransferable(type: type) { done.resume(with: $0) }
        }
    }

    fileprivate func object<T>(of type: T.Type) async throws -> T
    where
        T: _ObjectiveCBridgeable & SendableMetatype & Sendable,
        T._ObjectiveCType: NSItemProviderReading & SendableMetatype
    {
        try await withCheckedThrowingContinuation { done in
            loadObject(ofClass: type) { value, error in
                if let value {
                    done.resume(returning: value)
                } else {
                    done.resume(throwing: error ?? Refusal(number: -1))
                }
            }
        }
    }
}
