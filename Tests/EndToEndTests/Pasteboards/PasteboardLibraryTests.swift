import LinuxSystem
import StagingClient
import StagingModel
import StagingTestSupport
import Testing

/// The library's pasteboards, on a real service.
@Suite("Pasteboards from Swift")
struct PasteboardLibraryTests {
    private struct Refused: Error {}

    private static func item(_ path: Path, _ name: String) -> ItemToSend { .file(path.text, name: name) }

    @Test("copy, look, paste into an area, to a path, as an open file")
    func everyWay() async throws {
        try await withService { service, scratch in
            let client = StagingClient(socket: service)
            let file = try scratch.file("a.txt", "a\n")
            let picture = try scratch.file("p", Sample.png)
            let count = try await client.copy([
                [Self.item(file, "a.txt")], [Self.item(picture, "p.png"), Self.item(file, "p.txt")],
            ])
            #expect(count == 1)
            let contents = try await client.pasteboard()
            #expect(contents.types == ["public.plain-text", "public.png"] && contents.items.count == 2)
            let second = try #require(contents.items.last)
            let area = try await client.paste(second, of: contents)
            #expect(Scratch.content(of: Path(area.path ?? "")) == Sample.png)
            var options = ReceiveOptions()
            options.accept = ["public.text"]
            let placed = try await client.paste(second, of: contents, to: scratch("p.txt").text, options: options)
            #expect(placed.path == scratch("p.txt").text)
            #expect(Scratch.content(of: scratch("p.txt")) == Array("a\n".utf8))
            let open = try await client.open(nil, of: contents)
            #expect(open.received.size == 2)
            try await client.clearPasteboard()
            #expect(try await client.pasteboard().items.isEmpty)
        }
    }

    @Test("a validator sees types, names and sizes, and rejects before any byte moves")
    func validator() async throws {
        try await withService { service, scratch in
            let client = StagingClient(socket: service)
            try await client.copy(Self.item(scratch.file("a.txt", "a\n"), "a.txt"), to: "notes")
            await #expect(throws: Refused.self) {
                _ = try await client.paste(from: "notes") { contents in
                    let form = contents.items.first?.representations.first
                    #expect(form?.name == "a.txt" && form?.size == 2 && form?.type == "public.plain-text")
                    throw Refused()
                }
            }
            #expect(try await client.list().areas.isEmpty)
            #expect(try await client.status().map(\.received) == [0])
            // What is received is what it saw.
            let other = BlockingStagingClient(socket: service)
            let error = #expect(throws: StagingError.self) {
                _ = try other.paste(from: "notes") { _ in
                    try BlockingStagingClient(socket: service).clearPasteboard(named: "notes")
                    try BlockingStagingClient(socket: service).copy(
                        Self.item(scratch.file("b.txt", "b\n"), "b.txt"), to: "notes")
                }
            }
            #expect(error?.code == .pasteboardChanged)
            let received = try await client.paste(from: "notes") { _ in }
            #expect(received.name == "b.txt")
        }
    }

    @Test("a change count lets two writers notice each other")
    func changeCount() async throws {
        try await withService { service, scratch in
            let client = StagingClient(socket: service)
            let item = Self.item(try scratch.file("a.txt", "a\n"), "a.txt")
            var options = CopyOptions()
            options.changeCount = try await client.pasteboard().changeCount
            #expect(try await client.copy(item, options: options) == 1)
            let error = await #expect(throws: StagingError.self) { try await client.copy(item, options: options) }
            #expect(error?.code == .pasteboardChanged)
            #expect(try await client.list().grants.count == 1, "what was sent for nothing is gone")
        }
    }

    @Test("changes come as they happen; each loop sees what there is first, and its end ends the watch")
    func changes() async throws {
        try await withService { service, scratch in
            let client = StagingClient(socket: service)
            let item = Self.item(try scratch.file("a.txt", "a\n"), "a.txt")
            var seen: [Int64] = []
            for try await contents in client.pasteboardChanges() {
                seen.append(contents.changeCount)
                if seen.count == 3 { break }
                try await client.copy(item)
            }
            #expect(seen == [0, 1, 2])
            for try await contents in client.pasteboardChanges() {
                #expect(contents.changeCount == 2)
                break
            }
            let isClosed = try await Self.eventually { try await client.status().first?.connections == 1 }
            #expect(isClosed, "no watch is left")
            let task = Task {
                for try await _ in client.pasteboardChanges() {}
                return true
            }
            task.cancel()
            #expect(try await task.value, "a cancelled task's loop ends")
        }
    }

    @Test("the end of the service ends the loop with an error; a new one watches on")
    func serviceEnds() async throws {
        var kept: PasteboardChanges.Iterator?
        try await withService { service, _ in
            var changes = StagingClient(socket: service).pasteboardChanges().makeAsyncIterator()
            let first = try await changes.next()
            #expect(first?.changeCount == 0)
            kept = changes
        }
        var changes = try #require(kept)
        let error = await #expect(throws: StagingError.self) { _ = try await changes.next() }
        #expect(error?.code == .noService)
    }

    @Test("contents end with a process, and after their time")
    func ends() async throws {
        try await withService { service, scratch in
            let client = StagingClient(socket: service)
            let item = Self.item(try scratch.file("a.txt", "a\n"), "a.txt")
            var changes = client.pasteboardChanges().makeAsyncIterator()
            #expect(try await changes.next()?.items.count == 0)
            var options = CopyOptions()
            // Time enough to put it there: a grant that has ended by then is refused.
            options.ttl = .seconds(3)
            try await client.copy(item, options: options)
            // A loop that is slow may see it only when it has ended.
            var last = try await changes.next()
            while let seen = last, !seen.items.isEmpty { last = try await changes.next() }
            #expect(last?.changeCount == 1)

            let child = try ChildProcess.start("/bin/sleep", arguments: ["sleep", "1000"])
            options = CopyOptions()
            try options.endWith(process: child.pid)
            try await client.copy(item, options: options)
            #expect(try await changes.next()?.items.count == 1)
            child.send(signal: 9)
            _ = try child.wait()
            #expect(try await client.pasteboard().items.isEmpty)
            #expect(try await changes.next()?.items.count == 0)
            #expect(throws: StagingError.self) { try options.endWith(process: child.pid) }
        }
    }

    private static func eventually(_ isSo: () async throws -> Bool) async throws -> Bool {
        for _ in 0..<6000 {
            if try await isSo() { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    /// Lends the socket of a service of this test's own, which ends with it.
    private func withService<Result>(_ body: (String, Scratch) async throws -> Result) async throws -> Result {
        try await Scratch.withAsync { scratch in
            let programs = try StageFixture.with { $0.programs }
            let socket = scratch("socket")
            let service = try ChildProcess.start(
                programs.appending("staged"),
                arguments: [
                    "staged", "--socket", socket, "--store", scratch("store"), "--config",
                    try scratch.file("staged.conf", ""),
                ])
            defer {
                service.send(signal: 15)
                _ = try? service.wait()
            }
            try #require(Patience.until { (try? UnixSocket.connect(to: socket)) != nil })
            return try await body(socket.text, scratch)
        }
    }
}
