internal import CLinux
internal import Glibc

/// Copies a stream, such as a pipe or a socket, to its end into an empty file.
///
/// Blocks until the stream ends, as long as its writer likes, unless `cancel` ends it before.
/// - Parameter destination: A regular file open for writing; it is written from 0 on with explicit offsets.
/// - Parameter limit: The most bytes that may come.
/// - Parameter cancel: A descriptor that calls the copy off as soon as it has something to read or its other end is
///   closed; nothing is read from it.
/// - Parameter methods: `sendfile` stands for `splice`, which a pipe allows; the rest is read and written.
/// - Parameter between: Called after every chunk with the bytes copied so far.
/// - Throws: ``CopyError``: `ECANCELED` by `cancel`, `EFBIG` over the limit.
package func copyStream<Stop: Error>(
    from stream: CInt, to destination: CInt, limit: Int64? = nil, cancel: CInt? = nil,
    allowing methods: Set<CopyMethod> = [.sendfile, .readWrite],
    between: (_ copied: Int64) throws(Stop) -> Void
) throws(CopyError<Stop>) -> CopyOutcome {
    var copier = StreamCopier(stream: stream, destination: destination, methods: methods)
    while true {
        try CopyError<Stop>.wrap(try wait(for: stream, POLLIN, cancel: cancel))
        // One byte more than may come tells a stream that is too long from one that just fits.
        let length = min(1 << 20, limit.map { $0 - copier.copied } ?? .max) + 1
        guard let count = try CopyError<Stop>.wrap(try copier.copySome(Int(length))) else { continue }
        if count == 0 { return CopyOutcome(method: copier.method, bytes: copier.copied) }
        if let limit, copier.copied > limit { throw .system(SystemError(EFBIG, copier.call)) }
        do throws(Stop) { try between(copier.copied) } catch { throw .stopped(error) }
    }
}

/// Copies a stream to its end into an empty file, as
/// ``copyStream(from:to:limit:cancel:allowing:between:)`` does.
/// - Throws: ``CopyError``.
package func copyStream(
    from stream: CInt, to destination: CInt, limit: Int64? = nil, cancel: CInt? = nil
) throws(CopyError<Never>) -> CopyOutcome {
    try copyStream(from: stream, to: destination, limit: limit, cancel: cancel) { (_) throws(Never) in }
}

/// Sends the contents of a regular file, from 0 to its end, to a stream: a pipe, a socket, a terminal, or a file at its
/// position, as standard output may be any of them.
///
/// Blocks as long as the stream's reader likes. A stream that nobody reads is `EPIPE`, after `SIGPIPE`.
/// - Parameter methods: `sendfile`, or reading and writing.
/// - Parameter between: Called after every chunk with the bytes sent so far.
/// - Throws: ``SystemError`` from the calls.
package func sendContents(
    of source: CInt, to stream: CInt, allowing methods: Set<CopyMethod> = [.sendfile, .readWrite],
    between: (_ sent: Int64) -> Void = { _ in }
) throws(SystemError) -> CopyOutcome {
    var offset: Int64 = 0
    var buffer: [UInt8] = []
    var sends = methods.contains(.sendfile)
    while true {
        do throws(SystemError) {
            if sends {
                var from = off_t(offset)
                let count = try checked("sendfile") { unsafe Glibc.sendfile(stream, source, &from, 1 << 20) }
                offset += Int64(count)
                between(offset)
                if count > 0 { continue }
            }
        } catch {
            if error.code == EAGAIN {
                try wait(for: stream, POLLOUT, cancel: nil)
                continue
            }
            guard methods.contains(.readWrite), meansUnsupported(error.code) else { throw error }
            sends = false
        }
        if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: 1 << 18) }
        // 0 from sendfile may also mean that it knows nothing of the file's contents: only reading is trusted.
        let count = try checked("pread") {
            unsafe buffer.withUnsafeMutableBytes { unsafe pread(source, $0.baseAddress, $0.count, off_t(offset)) }
        }
        if count == 0 { return CopyOutcome(method: sends ? .sendfile : .readWrite, bytes: offset) }
        sends = false
        offset += Int64(try writeSome(buffer[..<count], to: stream))
        between(offset)
    }
}

/// Writes some of the bytes at the stream's position, and waits where that has no room.
private func writeSome(_ bytes: ArraySlice<UInt8>, to stream: CInt) throws(SystemError) -> Int {
    while true {
        do throws(SystemError) {
            return try checked("write") {
                unsafe bytes.withUnsafeBytes { unsafe write(stream, $0.baseAddress, $0.count) }
            }
        } catch {
            guard error.code == EAGAIN else { throw error }
            try wait(for: stream, POLLOUT, cancel: nil)
        }
    }
}

/// Waits until `descriptor` is ready.
/// - Throws: ``SystemError`` `ECANCELED` when `cancel` is readable or closed at its other end.
private func wait(for descriptor: CInt, _ event: CInt, cancel: CInt?) throws(SystemError) {
    // poll(2) leaves out a descriptor of -1. A stream socket whose other end has closed counts as readable.
    var polled = [
        pollfd(fd: cancel ?? -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: descriptor, events: Int16(event), revents: 0),
    ]
    try checked("poll") { unsafe poll(&polled, 2, -1) }
    if polled[0].revents != 0 { throw SystemError(ECANCELED, "poll") }
}

private struct StreamCopier {
    let stream: CInt
    let destination: CInt
    private(set) var method: CopyMethod
    private(set) var copied: Int64 = 0
    private let mayRead: Bool
    private var buffer: [UInt8] = []

    init(stream: CInt, destination: CInt, methods: Set<CopyMethod>) {
        self.stream = stream
        self.destination = destination
        mayRead = methods.contains(.readWrite)
        method = methods.contains(.sendfile) ? .sendfile : .readWrite
    }

    /// The call in use, for an error.
    var call: String { method == .sendfile ? "splice" : "read" }

    /// Copies up to `length` bytes: 0 at the end, nil when there was nothing yet.
    mutating func copySome(_ length: Int) throws(SystemError) -> Int? {
        do throws(SystemError) {
            let count = try method == .sendfile ? splice(length) : readAndWrite(length)
            copied += Int64(count)
            return count
        } catch {
            // A stream set to O_NONBLOCK that somebody else has emptied.
            if error.code == EAGAIN { return nil }
            guard method == .sendfile, mayRead, meansUnsupported(error.code) else { throw error }
            method = .readWrite
            return nil
        }
    }

    private func splice(_ length: Int) throws(SystemError) -> Int {
        var to = copied
        return try checked("splice") { unsafe clinux_splice(stream, nil, destination, &to, length, 0) }
    }

    private mutating func readAndWrite(_ length: Int) throws(SystemError) -> Int {
        if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: 1 << 18) }
        let count = try checked("read") {
            unsafe buffer.withUnsafeMutableBytes { unsafe read(stream, $0.baseAddress, min(length, $0.count)) }
        }
        try writeAll(buffer[..<count], to: destination, at: copied)
        return count
    }
}
