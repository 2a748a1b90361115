import CoreTransferable
import LinuxSystem
import StagingModel
import StagingTestSupport
import Testing

/// The pasteboard on a real service; the other process is `stage`. One test after the other: they count the exports of
/// one type.
@Suite("Pasteboards", .serialized)
struct PasteboardTests {
    private struct Refused: Error {}

    /// A value with a rich form and a plain one; counts how often it is exported.
    private struct Note: Transferable, Equatable {
        var text: String
        static let exports = Counter()

        static var transferRepresentation: some TransferRepresentation {
            DataRepresentation(contentType: .html) { note in
                exports.add()
                return Data("<p>\(note.text)".utf8)
            } importing: { data in
                Note(text: String(decoding: data.dropFirst(3), as: UTF8.self))
            }
            ProxyRepresentation(exporting: \.text)
        }
    }

    @Test("text, addresses and bytes are there for other processes, and come back from them")
    func values() async throws {
        try await Service.with { service in
            let pasteboard = service.pasteboard
            #expect(try await pasteboard.string == nil)
            #expect(try await !pasteboard.hasStrings)
            try await pasteboard.setString("naïve")
            #expect(try await pasteboard.hasStrings)
            #expect(try await !pasteboard.hasURLs)
            #expect(try service.stage("paste", "--stdout").text == "naïve")
            #expect(try await pasteboard.string == "naïve")
            #expect(try await pasteboard.changeCount == 1)

            try await pasteboard.setStrings(["a", "b"])
            #expect(try await pasteboard.strings == ["a", "b"])
            #expect(try await pasteboard.numberOfItems == 2)
            let url = try #require(URL(string: "https://example.org/x?y#z"))
            try await pasteboard.setURL(url)
            #expect(try await pasteboard.url == url)
            #expect(try await pasteboard.hasURLs)
            #expect(try await pasteboard.urls == [url])

            try await pasteboard.setData(Data("{}".utf8), forPasteboardType: "public.json")
            #expect(try await pasteboard.types == ["public.json"])
            #expect(try await pasteboard.contains(pasteboardTypes: ["public.png", "public.text"]))
            #expect(try await !pasteboard.contains(pasteboardTypes: ["public.png"]))
            #expect(try await pasteboard.data(forPasteboardType: "public.json") == Data("{}".utf8))
            #expect(try await pasteboard.data(forPasteboardType: "public.png") == nil)

            #expect(try service.stage("copy", "--name", "x.txt", input: Array("from outside".utf8)).status == 0)
            #expect(try await pasteboard.string == "from outside")
            try await pasteboard.setString(nil)
            #expect(try await pasteboard.contents.items.isEmpty)
            #expect(try service.stage("paste").status == 3)
        }
    }

    @Test("a value is exported when somebody asks for its type, and not by who looks")
    func promises() async throws {
        try await Service.with { service in
            let pasteboard = service.pasteboard
            let before = Note.exports.count
            #expect(try await pasteboard.copy(Note(text: "hello")) == 1)
            #expect(try await pasteboard.types == ["public.html", "public.utf8-plain-text"])
            #expect(try await pasteboard.contains(Note.self))
            #expect(Note.exports.count == before)
            // Another process waits for this one, which must not wait for it.
            let pasted = try await service.stageMeanwhile("paste", "--stdout", "--accept", "public.html")
            #expect(pasted.text == "<p>hello" && Note.exports.count == before + 1, "\(pasted)")
            #expect(try await pasteboard.paste(Note.self) == Note(text: "hello"))
            #expect(try await pasteboard.paste(String.self) == "hello")
            #expect(Note.exports.count == before + 1, "what was exported is there")

            var options = Pasteboard.Options()
            options.materializes = true
            options.appends = true
            try await pasteboard.copy(Note(text: "again"), options: options)
            #expect(Note.exports.count == before + 2)
            #expect(try await pasteboard.pasteAll(Note.self).map(\.text) == ["hello", "again"])
        }
    }

    @Test("a validator rejects before anything is exported, and sees what is read")
    func validator() async throws {
        try await Service.with { service in
            let pasteboard = service.pasteboard
            let before = Note.exports.count
            try await pasteboard.copy(Note(text: "large"))
            await #expect(throws: Refused.self) {
                _ = try await pasteboard.paste(Note.self) { contents in
                    #expect(contents.items.first?.representations.map(\.kind) == [.promised, .promised])
                    throw Refused()
                }
            }
            #expect(Note.exports.count == before)
            let error = await #expect(throws: StagingError.self) {
                _ = try await pasteboard.paste(Note.self) { _ in try await pasteboard.setString("other") }
            }
            #expect(error?.code == .pasteboardChanged)
            await #expect(throws: TransferError.self) { _ = try await pasteboard.paste(Picture.self) }
            try await pasteboard.clear()
            let empty = await #expect(throws: StagingError.self) { _ = try await pasteboard.paste(Note.self) }
            #expect(empty?.code == .pasteboardEmpty)
        }
    }

    private struct Picture: Transferable {
        static var transferRepresentation: some TransferRepresentation {
            DataRepresentation(importedContentType: .png) { _ in Picture() }
        }
    }

    @Test("item providers: their handlers are asked lazily, and what is there comes as providers")
    func itemProviders() async throws {
        try await Service.with { service in
            let pasteboard = service.pasteboard
            let asked = Counter()
            let provider = NSItemProvider()
            provider.suggestedName = "notes"
            provider.registerDataRepresentation(for: .plainText) { completion in
                asked.add()
                completion(Data("from a provider".utf8), nil)
                return nil
            }
            provider.registerFileRepresentation(for: .png) { completion in
                completion(nil, false, Refused())
                return nil
            }
            try await pasteboard.setItemProviders(
                [provider], localOnly: true, expirationDate: Date(timeIntervalSinceNow: 600))
            #expect(asked.count == 0)
            let pasted = try await service.stageMeanwhile("paste", "--stdout", "--accept", ".txt")
            #expect(pasted.text == "from a provider" && asked.count == 1, "\(pasted)")
            let refused = try await service.stageMeanwhile("paste", "--stdout", "--accept", ".png")
            #expect(refused.status == 1, "\(refused)")

            // A large one, a folder and a small one, as others put them there.
            try service.scratch.file("large.bin", [UInt8](repeating: 0, count: 2 << 20))
            try service.scratch.folder("d")
            try service.scratch.file("d/f", "x\n")
            try service.scratch.file("small.txt", "small\n")
            #expect(try service.stage("copy", "large.bin", "d", "small.txt").status == 0)
            let providers = try await pasteboard.itemProviders
            #expect(providers.map(\.suggestedName) == ["large.bin", "d", "small.txt"])
            let size = try await Self.file(of: providers[0], .data) { url in
                try url.resourceValues(forKeys: [.fileSizeKey]).fileSize
            }
            #expect(size == 2 << 20)
            let names = try await Self.file(of: providers[1], .folder) { url in
                try FileManager.default.contentsOfDirectory(atPath: url.path)
            }
            #expect(names == ["f"])
            let text = try await Self.file(of: providers[2], .plainText) { url in
                try String(contentsOf: url, encoding: .utf8) + url.lastPathComponent
            }
            #expect(text == "small\nsmall.txt")
            #expect(try await pasteboard.itemProviders(forPasteboardTypes: ["public.text"]).count == 1)
        }
    }

    /// What `read` finds in the file that a provider loads.
    private static func file<Result: Sendable>(
        of provider: NSItemProvider, _ type: UTType, _ read: @escaping @Sendable (URL) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            provider.loadFileRepresentation(for: type) { url, _, error in
                continuation.resume(
                    with: Swift.Result {
                        if let error { throw error }
                        return try read(try #require(url))
                    })
            }
        }
    }

    @Test("changes come as they happen, and expiry is one")
    func changes() async throws {
        try await Service.with { service in
            let pasteboard = service.pasteboard
            var counts: [Int64] = []
            for try await contents in pasteboard.changes {
                counts.append(contents.changeCount)
                switch counts.count {
                case 1: try await pasteboard.setString("a")
                case 2:
                    // What takes longer to be put there than it lives has ended before, and gets more time.
                    for ttl in [300, 3000, 30_000] {
                        var options = Pasteboard.Options()
                        options.ttl = .milliseconds(ttl)
                        options.materializes = true
                        do {
                            try await pasteboard.copy("short", options: options)
                            break
                        } catch let error as StagingError where error.code == .grantExpired && ttl < 30_000 {}
                    }
                // A loop that is slow may see it only when it has ended.
                default: break
                }
                if contents.changeCount == 2, contents.items.isEmpty { break }
            }
            #expect(counts.prefix(3) == [0, 1, 2])
        }
    }

    @Test("what is wrong is told: another user's pasteboard, a stale count, a name that is none")
    func mistakes() async throws {
        try await Service.with { service in
            var options = Pasteboard.Options()
            options.changeCount = 7
            let given = options
            let stale = await #expect(throws: StagingError.self) {
                try await service.pasteboard.copy("x", options: given)
            }
            #expect(stale?.code == .pasteboardChanged)
            let foreign = Pasteboard(name: .general, owner: OwnProcess.uid + 1, service: service.service)
            let error = await #expect(throws: StagingError.self) { try await foreign.setString("x") }
            #expect(error?.code == .notAdmitted)
            let items = try await foreign.contents.items
            #expect(items.isEmpty)
            let none = Pasteboard(name: "a\nb", service: service.service)
            let name = await #expect(throws: StagingError.self) { try await none.setString("x") }
            #expect(name?.code == .invalidRequest)
            #expect(Pasteboard.general.name == .general && Pasteboard.Name("general") == "general")
        }
    }
}

/// Counts, from any thread.
final class Counter: @unchecked Sendable {
    // Unchecked: the lock guards the count.
    private let lock = NSLock()
    private var value = 0

    var count: Int { lock.withLock { value } }

    func add() { lock.withLock { value += 1 } }
}

/// A service of a test's own, which ends with it.
private struct Service {
    let fixture: StageFixture
    let socket: Path

    var scratch: Scratch { fixture.scratch }
    var service: StageService { .socket(socket.text) }
    var pasteboard: Pasteboard { Pasteboard(name: "test", service: service) }

    static func with(_ body: @Sendable (Service) async throws -> Void) async throws {
        try await StageFixture.withAsync { fixture in
            let socket = fixture.scratch("socket")
            let service = try fixture.start([
                fixture.programs.appending("staged").text, "--socket", socket.text, "--store",
                fixture.scratch("store").text,
            ])
            defer {
                service.send(signal: 15)
                _ = service.wait()
            }
            // A connection that is made counts until the service has seen its end.
            for _ in 0..<1000 {
                if (try? UnixSocket.connect(to: socket)) != nil { break }
                Waiting.pause(milliseconds: 10)
            }
            try await body(Service(fixture: fixture, socket: socket))
        }
    }

    /// Runs `stage` to its end.
    @discardableResult
    func stage(_ arguments: String..., input: [UInt8]? = nil) throws -> StageFixture.Outcome {
        try run(arguments, input)
    }

    /// The same for one that waits for this process.
    func stageMeanwhile(_ arguments: String...) async throws -> StageFixture.Outcome {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try run(arguments, nil) }) }
        }
    }

    private func run(_ arguments: [String], _ input: [UInt8]?) throws -> StageFixture.Outcome {
        let verb = Array(arguments.prefix(1)) + ["--pasteboard", "test"]
        return try fixture.run(
            [fixture.programs.appending("stage").text] + verb + arguments.dropFirst(), input: input,
            environment: ["STAGE_SOCKET": socket.text])
    }
}
