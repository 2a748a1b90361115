internal import CArchive
internal import Glibc
internal import LinuxSystem

/// Goes through an archive entry by entry and reads their contents.
///
/// After ``next()`` or ``select(_:)``, the contents of that entry can be read once. An error whose
/// ``ArchiveError/endsReading`` is false is the entry's alone: the next one can be read all the same. One reader belongs
/// to one thread at a time; it blocks while it reads.
package final class ArchiveReader {
    private let archive: Archive
    private let zip: ZipIndex?
    private var process: ReaderProcess?
    /// The entry whose contents are to be read.
    private var current: ArchiveEntry?
    /// The place of the entry that comes next.
    private var position = 0
    private var decoder: NameDecoder
    private var end: ArchiveError?
    private var format: String?
    /// Whether there was an encrypted entry, after which libarchive may be lost.
    private var metEncrypted = false

    init(_ archive: Archive, zip: ZipIndex?) {
        self.archive = archive
        self.zip = zip
        decoder = NameDecoder(encoding: archive.options.encoding, origin: .unix)
        if zip != nil { format = "zip" }
    }

    /// The format in libarchive's words, such as "GNU tar format"; "zip" for zip; nil before the first entry.
    package var formatName: String? { format }

    /// Goes on to the next entry, past what is left of the one before.
    /// - Returns: nil at the end. An entry with a ``ArchiveEntry/problem`` counts as one: it is there and cannot be had.
    /// - Throws: ``ArchiveError`` where nothing more can be read.
    package func next() throws(ArchiveError) -> ArchiveEntry? {
        if let end { throw end }
        current = nil
        if let zip {
            guard position < zip.entries.count else { return nil }
            current = zip.entries[position]
            position += 1
        } else {
            do throws(ArchiveError) { current = try nextInOrder() } catch {
                end = error
                process = nil
                throw error
            }
        }
        return current
    }

    /// Goes to an entry that this archive has told of before, by this reader or another.
    ///
    /// At no cost in a zip archive. Elsewhere everything before the entry is read again where this reader is past it.
    /// - Throws: ``ArchiveError``: `unsupported` where the archive is a stream that has gone by.
    package func select(_ entry: ArchiveEntry) throws(ArchiveError) {
        if let zip {
            precondition(entry.position < zip.entries.count, "an entry of another archive")
            current = zip.entries[entry.position]
            position = entry.position + 1
            return
        }
        if current?.position == entry.position, isUnread { return }
        if entry.position < position {
            if archive.source.size == nil {
                throw ArchiveError(.unsupported, "a stream cannot be read twice", entry: entry.displayName)
            }
            process = nil
            end = nil
            position = 0
        }
        while position <= entry.position {
            guard try next() != nil else {
                throw ArchiveError(.damaged, "the archive has changed", entry: entry.displayName)
            }
        }
    }

    /// Whether bytes stand behind the archive's end that were not read, such as another archive; once ``next()`` has
    /// answered nil. Seen in tar and cpio archives on disk, packed by gzip or lz4 or not at all, and behind what those two
    /// packed; never in a stream.
    package private(set) var hasRest = false

    /// Whether no contents of the current entry were asked for.
    private var isUnread = false

    private func nextInOrder() throws(ArchiveError) -> ArchiveEntry? {
        let process = try startedProcess()
        try process.askNext()
        switch try process.hear() {
        case .end:
            if position == 0, format == nil, archive.source.size == 0 {
                throw ArchiveError(.notAnArchive, "it is empty", endsReading: true)
            }
            hasRest = process.hasRest
            return nil
        case .header(var header):
            if header.isRAR5, archive.source.size != nil {
                header.isEncrypted = try archive.source.file.withNumber { (number) throws(ArchiveError) in
                    try passing { () throws(SystemError) in try RarBlocks.isEncrypted(number, from: header.place) }
                }
                metEncrypted = metEncrypted || header.isEncrypted
            }
            if format == nil { try check(header) }
            if header.isTable { return try nextInOrder() }
            let entry = header.entry(position: position, decoder: &decoder, options: archive.options)
            position += 1
            isUnread = true
            try archive.usage.allow(entries: position, last: entry.displayName)
            return entry
        case .failure(let failure):
            if failure.isFatal || position == 0 && !failure.isPassed { throw self.error(failure, isHeader: true) }
            // An entry that is there, and of which nothing can be told.
            let problem = self.error(failure, isHeader: true)
            let entry = ArchiveEntry(
                position: position, rawName: [], name: "", components: [], kind: .file, size: nil, packedSize: nil,
                permissions: nil, modified: nil, linkTarget: nil, isEncrypted: false, problem: problem)
            position += 1
            isUnread = false
            try archive.usage.allow(entries: position, last: nil)
            return entry
        case .block:
            throw ArchiveError(.crashed, "its reader says nonsense", endsReading: true)
        }
    }

    /// A reading process, started where there is none.
    private func startedProcess() throws(ArchiveError) -> ReaderProcess {
        if let process { return process }
        let source = archive.source
        let started = try source.file.withNumber { (number) throws(ArchiveError) in
            try passing { () throws(SystemError) in
                try ReaderProcess(
                    archive: number, head: source.head, name: archive.options.name, isZip: zip != nil,
                    limits: archive.options.limits)
            }
        }
        process = started
        return started
    }

    /// Refuses a file that libarchive takes only because it takes everything.
    private func check(_ header: EntryHeader) throws(ArchiveError) {
        if header.format == ARCHIVE_FORMAT_RAW {
            if header.filters <= 1 {
                throw ArchiveError(.notAnArchive, "it is no archive of a known format", endsReading: true)
            }
            format = "compressed file"
        } else {
            format = header.formatName
        }
        if header.isFromWindows { decoder = NameDecoder(encoding: archive.options.encoding, origin: .dos) }
    }

    private func error(_ failure: ReaderFailure, isHeader: Bool) -> ArchiveError {
        let text = failure.text.isEmpty ? "it ends too soon, or its last bytes are wrong" : escaped(failure.text)
        if failure.hasEncrypted || metEncrypted || text.contains("ncrypt") || text.contains("assphrase") {
            return ArchiveError(
                .encrypted, "it is encrypted, and there is no password to open it",
                endsReading: failure.isFatal || isHeader)
        }
        let kind: ArchiveError.Kind
        if isHeader, position == 0, failure.isRaw, failure.filters <= 1 {
            kind = .notAnArchive
        } else if !text.contains("block header size"),
            ["nsupported", "not supported", "nable to spawn", "Can't initialize filter"].contains(
                where: text.contains)
        {
            kind = .unsupported
        } else {
            kind = .damaged
        }
        if ["allocate memory", "no memory", "emory limit"].contains(where: text.contains) {
            return ArchiveError(
                .limit, "it needs more than the \(archive.options.limits.memory) bytes of memory that are allowed",
                endsReading: true)
        }
        let isCut = text.contains("runcated") || text.contains("remature") || text.contains("nexpected end")
        let start = kind == .damaged ? (isCut ? "it is damaged and ends too soon: " : "it is damaged: ") : ""
        return ArchiveError(kind, start + text, endsReading: failure.isFatal)
    }
}

// Contents

extension ArchiveReader {
    /// Reads the contents of the entry, part by part, in the order of their offsets; what lies between two parts is a
    /// hole of zeros.
    /// - Parameter body: Gets the offset of a part and its bytes, which are its own only while it runs. What it throws
    ///   ends the reading of this entry.
    /// - Returns: The length of the contents, which may end in a hole.
    /// - Throws: ``ArchiveError``, whatever `body` throws among it; what was read is of no use then.
    @discardableResult
    package func readContents(
        _ body: (Int64, UnsafeRawBufferPointer) throws(ArchiveError) -> Void
    ) throws(ArchiveError) -> Int64 {
        guard let entry = current else { preconditionFailure("no entry was asked for") }
        if let end { throw end }
        if let problem = entry.problem { throw problem }
        guard entry.kind != .directory else { return 0 }
        isUnread = false
        current = nil
        do throws(ArchiveError) {
            let process = try startedProcess()
            if let zip { try process.ask(member: zip.members[entry.position]) } else { try process.askContents() }
            return try unsafe receive(entry, from: process, body)
        } catch {
            let error = error.about(entry.displayName)
            if error.endsReading {
                process = nil
                // Another member of a zip archive can be read by another process, if the archive is not at fault.
                if zip == nil || error.kind == .limit { end = error }
            }
            throw error
        }
    }

    private func receive(
        _ entry: ArchiveEntry, from process: ReaderProcess,
        _ body: (Int64, UnsafeRawBufferPointer) throws(ArchiveError) -> Void
    ) throws(ArchiveError) -> Int64 {
        var length: Int64 = 0
        while true {
            switch try process.hear() {
            case .block(let offset, let count, let slot):
                do throws(ArchiveError) {
                    guard offset >= length else { throw ArchiveError(.damaged, "it is damaged: its parts overlap") }
                    let grown = offset + Int64(count)
                    if let size = entry.size, grown > size, entry.kind != .hardLink {
                        throw ArchiveError(
                            .damaged, "it is damaged: it unpacks to more than the \(size) bytes it should have")
                    }
                    try archive.usage.take(
                        grown - length, of: entry, entryBytes: grown, consumed: process.consumed)
                    length = grown
                    try unsafe process.withBlock(slot: slot, length: count) { (bytes) throws(ArchiveError) in
                        unsafe try body(offset, bytes)
                    }
                } catch {
                    if !error.endsReading { try stop(process) }
                    throw error
                }
                process.free()
            case .end(let told):
                if told > length {
                    try archive.usage.take(told - length, of: entry, entryBytes: told, consumed: process.consumed)
                    length = told
                }
                if let size = entry.size, size != length, entry.kind == .file {
                    throw ArchiveError(
                        .damaged,
                        "it is damaged and ends too soon: it has \(length) of the \(size) bytes it should have")
                }
                return length
            case .failure(let failure): throw self.error(failure, isHeader: false)
            case .header: throw ArchiveError(.crashed, "its reader says nonsense", endsReading: true)
            }
        }
    }

    /// Wants no more of the contents, and lets what is on its way go by.
    private func stop(_ process: ReaderProcess) throws(ArchiveError) {
        try process.stop()
        while true {
            switch try process.hear() {
            case .block: process.free()
            case .end: return
            case .failure(let failure):
                if failure.isFatal { throw self.error(failure, isHeader: false) }
                return
            case .header: return
            }
        }
    }

    /// Copies the contents of the entry into an empty regular file, from 0 on, with their holes.
    /// - Parameter descriptor: Open for writing, not for appending; written with explicit offsets.
    /// - Parameter between: Called after every part with the length so far; what it throws ends the copy, such as an
    ///   ``ArchiveError`` of the kind `canceled`.
    /// - Returns: The length.
    /// - Throws: ``ArchiveError``; what stands in the file is of no use then.
    @discardableResult
    package func copyContents(
        to descriptor: CInt, between: (Int64) throws(ArchiveError) -> Void = { (_) throws(ArchiveError) in }
    ) throws(ArchiveError) -> Int64 {
        var written: Int64 = 0
        let length = unsafe try readContents { (offset, bytes) throws(ArchiveError) in
            try passing { () throws(SystemError) in
                unsafe try Self.write(bytes, to: descriptor, at: offset)
            }
            written = offset + Int64(bytes.count)
            try between(written)
        }
        // A hole at the end is a matter of the length alone.
        if length > written {
            try passing { () throws(SystemError) in
                _ = try checked("ftruncate") { ftruncate(descriptor, off_t(length)) }
            }
        }
        return length
    }

    private static func write(
        _ bytes: UnsafeRawBufferPointer, to descriptor: CInt, at offset: Int64
    ) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let start = done
            done += try checked("pwrite") {
                unsafe pwrite(
                    descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start,
                    off_t(offset) + off_t(start))
            }
        }
    }

    /// The contents of the entry in memory.
    /// - Parameter limit: The most bytes that it may have.
    /// - Throws: ``ArchiveError``, of the kind `limit` where there are more.
    package func contents(limit: Int) throws(ArchiveError) -> [UInt8] {
        var contents: [UInt8] = []
        func grow(to length: Int64) throws(ArchiveError) {
            guard length <= Int64(limit) else {
                throw ArchiveError(.limit, "it has more than the \(limit) bytes that are allowed here")
            }
            contents += [UInt8](repeating: 0, count: Int(length) - contents.count)
        }
        let length = unsafe try readContents { (offset, bytes) throws(ArchiveError) in
            try grow(to: offset + Int64(bytes.count))
            unsafe contents.replaceSubrange(Int(offset)..<contents.count, with: bytes)
        }
        try grow(to: length)
        return contents
    }
}
