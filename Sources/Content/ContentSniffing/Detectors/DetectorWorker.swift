internal import LinuxSystem
internal import Magic

/// The other end of ``ConfinedDetector``: a process that answers for bytes, and can do nothing else.
package enum DetectorWorker {
    enum Question: UInt8 {
        case describe = 1
        case summarize
    }

    static let known: UInt8 = 1
    private static let unknown: UInt8 = 2

    /// Beyond what it has when it begins.
    private static let memory = 256 << 20
    private static let seconds = 10

    /// Answers until the other end closes the socket. To be called by a process that does nothing else and has one
    /// thread.
    /// - Throws: ``MagicError`` without a database; ``SystemError`` where it cannot be confined, or at a broken frame.
    package static func serve(on socket: Int32) throws {
        var cookie = try MagicCookie()
        // What is set up at the first look is set up while files can still be opened.
        _ = try look(.describe, Array("#!/bin/sh\n".utf8)[...], &cookie)
        // Its starter's directory is to be free for others.
        try ProcessControl.changeDirectory(to: "/")
        try Confinement.keepComputing(memory: memory, openFiles: Int(socket) + 3)
        while true {
            guard let (kind, bytes) = try? readFrame(from: socket) else { return }
            guard let question = Question(rawValue: kind) else { return }
            try Confinement.limitComputing(seconds: seconds)
            let answer = try? look(question, bytes[...], &cookie)
            try UnixSocket.send(frame(answer == nil ? unknown : known, Array((answer ?? "").utf8)[...]), to: socket)
        }
    }

    private static func look(
        _ question: Question, _ bytes: ArraySlice<UInt8>, _ cookie: inout MagicCookie
    ) throws(MagicError) -> String {
        unsafe try bytes.withUnsafeBytes { buffer in
            Result { () throws(MagicError) in
                switch question {
                case .describe: unsafe try cookie.words(bytes: buffer)
                case .summarize: unsafe try cookie.summary(bytes: buffer)
                }
            }
        }.get()
    }

    // MARK: Frames

    /// A kind, the length in four bytes, the smallest first, and the bytes.
    static func frame(_ kind: UInt8, _ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var frame: [UInt8] = [kind]
        frame.reserveCapacity(bytes.count + 5)
        for shift in stride(from: 0, to: 32, by: 8) { frame.append(UInt8(truncatingIfNeeded: bytes.count >> shift)) }
        frame += bytes
        return frame
    }

    private static let longest = 1 << 20

    /// Reads one frame. Blocks.
    /// - Throws: ``SystemError``; `EPIPE` at the end, `EMSGSIZE` for a frame that is too long.
    static func readFrame(from socket: Int32) throws(SystemError) -> (kind: UInt8, bytes: [UInt8]) {
        let head = try readWhole(5, from: socket)
        let length = head[1...].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= longest else { throw SystemError(90, "frame") }
        return (head[0], try readWhole(length, from: socket))
    }

    private static func readWhole(_ count: Int, from socket: Int32) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let part = try readStream(socket, most: count - bytes.count)
            if part.isEmpty { throw SystemError(32, "read") }
            bytes += part
        }
        return bytes
    }
}
