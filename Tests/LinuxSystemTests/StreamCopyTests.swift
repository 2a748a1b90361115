import Foundation
import Glibc
import LinuxSystem
import Testing

@Suite struct StreamCopyTests {
    @Test(
        "rule 7: a pipe is read to its end, by splice and by reading", arguments: [CopyMethod.sendfile, .readWrite],
        [0, 1, 65_536, 1_000_003])
    func copiesPipe(_ method: CopyMethod, _ count: Int) throws {
        try withScratch { folder, _ in
            let pipe = try TestPipe()
            let content = pattern(count)
            let writer = pipe.write(content)
            let copy = try folder.openFile("copy", [.readWrite, .create])
            let outcome = try copyStream(from: pipe.readEnd, to: copy.number, allowing: [method]) { (_) throws(Never) in
            }
            #expect(outcome == CopyOutcome(method: method, bytes: Int64(count)))
            #expect(try folder.read("copy") == content)
            writer.wait()
        }
    }

    @Test("rule 7: a socket is read to its end")
    func copiesSocket() throws {
        try withScratch { folder, _ in
            var ends: [CInt] = [-1, -1]
            try #require(unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
            let near = OwnedDescriptor(taking: ends[0])
            let far = OwnedDescriptor(taking: ends[1])
            try #require(unsafe write(far.number, "over a socket", 13) == 13)
            try far.close()
            let copy = try folder.openFile("copy", [.readWrite, .create])
            #expect(try copyStream(from: near.number, to: copy.number).bytes == 13)
            #expect(try folder.read("copy") == Array("over a socket".utf8))
        }
    }

    @Test(
        "rule 21: a stream may have as many bytes as the limit and not one more",
        arguments: [CopyMethod.sendfile, .readWrite])
    func limits(_ method: CopyMethod) throws {
        try withScratch { folder, _ in
            for (limit, fits) in [(Int64(10), true), (9, false), (.max, true)] {
                let pipe = try TestPipe()
                pipe.write(Array("0123456789".utf8)).wait()
                let copy = try folder.openFile("copy", [.readWrite, .create, .truncate])
                do throws(CopyError<Never>) {
                    let outcome = try copyStream(
                        from: pipe.readEnd, to: copy.number, limit: limit, allowing: [method]
                    ) { (_) throws(Never) in }
                    #expect(fits && outcome.bytes == 10)
                } catch {
                    guard case .system(let error) = error else { continue }
                    #expect(!fits && error.code == EFBIG)
                }
            }
        }
    }

    @Test("rule 23: a stream that never ends is called off with its connection")
    func cancels() throws {
        try withScratch { folder, _ in
            let stream = try TestPipe()
            let connection = try TestPipe()
            let copy = try folder.openFile("copy", [.readWrite, .create])
            let (readEnd, number) = (connection.readEnd, copy.number)
            // Called off while it waits: the connection ends once some bytes have come through.
            try #require(unsafe write(stream.writeEnd, "abc", 3) == 3)
            do throws(CopyError<Never>) {
                _ = try copyStream(from: stream.readEnd, to: number, cancel: readEnd) { (_) throws(Never) in
                    connection.closeWriteEnd()
                }
                Issue.record("went on")
            } catch {
                guard case .system(let error) = error else { return }
                #expect(error.code == ECANCELED)
            }
            #expect(try folder.read("copy") == Array("abc".utf8))
        }
    }

    @Test(
        "section 4: contents go to standard output whatever that is", arguments: [CopyMethod.sendfile, .readWrite])
    func sends(_ method: CopyMethod) throws {
        try withScratch { folder, _ in
            let content = pattern(400_000)
            try folder.write("source", content)
            let source = try folder.openFile("source")
            try #require(lseek(source.number, 1000, SEEK_SET) == 1000)
            let pipe = try TestPipe()
            let reader = pipe.readAll()
            #expect(try sendContents(of: source.number, to: pipe.writeEnd, allowing: [method]).bytes == 400_000)
            pipe.closeWriteEnd()
            #expect(reader() == content)
            // `>>` gives a file that is appended to, which sendfile refuses.
            try folder.write("log", Array("before ".utf8))
            let log = try folder.openFile("log", [.writeOnly, .append])
            #expect(try sendContents(of: source.number, to: log.number).method == .readWrite)
            #expect(try folder.read("log") == Array("before ".utf8) + content)
        }
    }

    @Test("B43: what the kernel makes up on reading goes to a stream whole")
    func sendsPseudoFile() throws {
        let source = try OwnedDescriptor.openForReading("/proc/self/status")
        let pipe = try TestPipe()
        let reader = pipe.readAll()
        let outcome = try sendContents(of: source.number, to: pipe.writeEnd)
        pipe.closeWriteEnd()
        #expect(outcome.bytes == Int64(reader().count) && outcome.bytes > 100)
    }

    @Test("section 4: a stream set not to block is waited for")
    func sendsToNonBlocking() throws {
        try withScratch { folder, _ in
            let content = pattern(700_000)
            try folder.write("source", content)
            let source = try folder.openFile("source")
            for method in [CopyMethod.sendfile, .readWrite] {
                let pipe = try TestPipe(nonBlocking: true)
                let reader = pipe.readAll()
                #expect(try sendContents(of: source.number, to: pipe.writeEnd, allowing: [method]).bytes == 700_000)
                pipe.closeWriteEnd()
                #expect(reader() == content)
            }
        }
    }
}

/// A pipe whose far end is served by a thread of its own.
private final class TestPipe: @unchecked Sendable {  // The ends are only closed, once each, by the test's own thread.
    let readEnd: CInt
    let writeEnd: CInt
    private var isWriteEndOpen = true

    init(nonBlocking: Bool = false) throws {
        var ends: [CInt] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        (readEnd, writeEnd) = (ends[0], ends[1])
        if nonBlocking { try #require(fcntl(writeEnd, F_SETFL, O_NONBLOCK) == 0) }
    }

    deinit {
        close(readEnd)
        closeWriteEnd()
    }

    func closeWriteEnd() {
        if isWriteEndOpen { close(writeEnd) }
        isWriteEndOpen = false
    }

    /// Writes and closes, on a thread of its own.
    func write(_ bytes: [UInt8]) -> DispatchGroup {
        isWriteEndOpen = false
        let group = DispatchGroup()
        let end = writeEnd
        group.enter()
        Thread.detachNewThread {
            var written = 0
            while written < bytes.count {
                let count = unsafe bytes.withUnsafeBytes {
                    unsafe Glibc.write(end, $0.baseAddress?.advanced(by: written), bytes.count - written)
                }
                if count <= 0 { break }
                written += count
            }
            close(end)
            group.leave()
        }
        return group
    }

    /// Reads to the end on a thread of its own; the answer waits for it.
    func readAll() -> () -> [UInt8] {
        let group = DispatchGroup()
        let end = readEnd
        final class Box: @unchecked Sendable { var bytes: [UInt8] = [] }  // Read when the group is empty only.
        let box = Box()
        group.enter()
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = unsafe read(end, &buffer, buffer.count)
                if count <= 0 { break }
                box.bytes += buffer[..<count]
            }
            group.leave()
        }
        return {
            group.wait()
            return box.bytes
        }
    }
}
