internal import Glibc
internal import LinuxSystem

/// The bytes of an archive: a file that is read by offset, or a stream that is read once.
struct ArchiveSource: Sendable {
    let file: SharedDescriptor
    /// Bytes of the file; nil for a stream.
    let size: Int64?
    /// What was read of the stream already.
    let head: [UInt8]?
    let isZip: Bool

    /// Enough to tell the formats that can be read in one go from the others.
    private static let headLength = 64 * 1024

    init(_ descriptor: SharedDescriptor, options: ArchiveOptions) throws(ArchiveError) {
        let status = try passing { () throws(SystemError) in try FileStatus.of(descriptor.number) }
        switch status.kind {
        case .regular:
            file = descriptor
            size = status.size
            head = nil
            isZip = try Self.isZip(descriptor, size: status.size)
        case .fifo, .socket, .characterDevice:
            let head = try passing { () throws(SystemError) in try Self.readHead(descriptor) }
            if Self.canStream(head) {
                file = descriptor
                size = nil
                self.head = head
                isZip = false
            } else {
                let spool = try Self.spool(descriptor, head, options)
                let length = try passing { () throws(SystemError) in try FileStatus.of(spool.number) }.size
                file = spool
                size = length
                self.head = nil
                isZip = try Self.isZip(spool, size: length)
            }
        case .directory: throw ArchiveError(SystemError(EISDIR, "read"), endsReading: true)
        default: throw ArchiveError(.notAnArchive, "it is no file", endsReading: true)
        }
    }

    func readIndex(_ options: ArchiveOptions, _ usage: ArchiveUsage) throws(ArchiveError) -> ZipIndex {
        try file.withNumber { (number) throws(ArchiveError) in
            try ZipIndex(number, size: size ?? 0, options: options, usage: usage)
        }
    }

    private static func isZip(_ file: SharedDescriptor, size: Int64) throws(ArchiveError) -> Bool {
        try passing { () throws(SystemError) in
            try file.withNumber { (number) throws(SystemError) in
                try ZipDirectory.claims(
                    head: try readSome(of: number, at: 0, count: 512), number, size: size)
            }
        }
    }

    private static func readHead(_ stream: SharedDescriptor) throws(SystemError) -> [UInt8] {
        var head: [UInt8] = []
        while head.count < headLength {
            let part = try waitAndRead(stream, most: headLength - head.count)
            if part.isEmpty { break }
            head += part
        }
        return head
    }

    /// Waits for a stream that does not wait by itself.
    private static func waitAndRead(_ stream: SharedDescriptor, most: Int) throws(SystemError) -> [UInt8] {
        while true {
            do throws(SystemError) { return try readStream(stream.number, most: most) } catch {
                guard error.isWouldBlock else { throw error }
                _ = try Waiting.untilReadable([stream.number], milliseconds: -1)
            }
        }
    }

    /// Whether it begins like a format that is read from its beginning to its end. All others are kept in a file first,
    /// those that need no seeking too: they are rare.
    private static func canStream(_ head: [UInt8]) -> Bool {
        let beginnings: [[UInt8]] = [
            [0x1F, 0x8B], [0x1F, 0x9D], Array("BZh".utf8), [0xFD, 0x37, 0x7A, 0x58, 0x5A], [0x28, 0xB5, 0x2F, 0xFD],
            [0x04, 0x22, 0x4D, 0x18], Array("LZIP".utf8), [0x89, 0x4C, 0x5A, 0x4F], [0x5D, 0x00, 0x00],
            Array("070701".utf8), Array("070702".utf8), Array("070707".utf8), Array("!<arch>\n".utf8),
            [0xED, 0xAB, 0xEE, 0xDB],
        ]
        return beginnings.contains { head.starts(with: $0) }
            || head[...].part(257, 5)?.elementsEqual("ustar".utf8) == true
    }

    /// Keeps a stream in a file without a name, to its end.
    private static func spool(
        _ stream: SharedDescriptor, _ head: [UInt8], _ options: ArchiveOptions
    ) throws(ArchiveError) -> SharedDescriptor {
        let spool = try passing { () throws(SystemError) in
            let folder = try Directory.open(options.spoolFolder)
            guard let file = try folder.namelessFile() else { throw SystemError(EOPNOTSUPP, "openat") }
            return SharedDescriptor(file)
        }
        var (part, length) = (head, Int64(0))
        while !part.isEmpty {
            length += Int64(part.count)
            if length > options.limits.spooledBytes {
                throw ArchiveError(
                    .limit,
                    "it is a stream of more than the \(options.limits.spooledBytes) bytes that may be kept while it is read",
                    endsReading: true)
            }
            try passing { () throws(SystemError) in try writeAll(part, to: spool.number) }
            part = try passing { () throws(SystemError) in try waitAndRead(stream, most: 1 << 18) }
        }
        return spool
    }
}
