internal import Glibc
internal import LinuxSystem

/// Where a member of a zip archive lies, and how its bytes are packed.
struct ZipMember: Sendable, Hashable {
    let method: UInt16
    let flags: UInt16
    let checksum: UInt32
    /// Where its packed bytes begin in the file.
    let dataOffset: Int64
    let packedSize: Int64
    let size: Int64
}

/// What a zip archive holds, by its directory alone.
struct ZipIndex: Sendable {
    private(set) var entries: [ArchiveEntry] = []
    /// One for each entry.
    private(set) var members: [ZipMember] = []

    /// Reads the directory, and the members' own headers, which have to agree with it.
    init(_ file: CInt, size: Int64, options: ArchiveOptions, usage: ArchiveUsage) throws(ArchiveError) {
        let directory = try ZipDirectory.read(file, size: size)
        let records = try Self.records(of: directory, usage: usage)
        var decoder = NameDecoder(
            encoding: options.encoding, origin: records.contains { $0.isFromDOS } ? .dos : .unix)
        decoder.learn(records.lazy.filter { !$0.isUnicode }.map(\.name))
        let places = try Self.places(of: records, in: directory)
        entries.reserveCapacity(records.count)
        members.reserveCapacity(records.count)
        for (position, record) in records.enumerated() {
            let place = places[position]
            let header = try passing { () throws(SystemError) in
                try LocalHeader(file, at: place.start, nameLength: record.name.count)
            }
            let member = ZipMember(
                method: record.method, flags: record.flags, checksum: record.checksum,
                dataOffset: header?.dataOffset ?? place.start, packedSize: record.packedSize, size: record.size)
            members.append(member)
            let entry = record.entry(
                position: position, decoder: &decoder, depth: options.limits.pathDepth, isLocked: header?.isEncrypted)
            guard entry.problem == nil else {
                entries.append(entry)
                continue
            }
            guard let problem = Self.problem(of: record, member, header, end: place.end) else {
                entries.append(entry)
                continue
            }
            if problem.endsReading { throw problem.about(entry.displayName) }
            entries.append(entry.with(problem: problem))
        }
    }

    private static func records(of directory: ZipDirectory, usage: ArchiveUsage) throws(ArchiveError) -> [ZipRecord] {
        var records: [ZipRecord] = []
        var rest = directory.bytes[...]
        while !rest.isEmpty {
            guard let record = ZipRecord(rest) else {
                // What else stands in a directory is a signature, which nothing here needs.
                if rest.number32(0) == 0x0505_4B50 { break }
                throw ArchiveError(.damaged, "the archive is damaged: its directory is broken", endsReading: true)
            }
            records.append(record)
            try usage.allow(entries: records.count, last: Path(bytes: record.name).escapedText)
            rest = rest.dropFirst(record.length)
        }
        let expected = directory.isCount64 ? directory.count : directory.count & 0xFFFF
        let found = directory.isCount64 ? UInt64(records.count) : UInt64(records.count) & 0xFFFF
        guard expected == found else {
            throw ArchiveError(
                .damaged,
                "the archive is damaged: its directory has \(records.count) entries, and should have \(expected)",
                endsReading: true)
        }
        return records
    }

    /// Where each member begins, and where the next one does: no two may share bytes.
    private static func places(
        of records: [ZipRecord], in directory: ZipDirectory
    ) throws(ArchiveError) -> [(start: Int64, end: Int64)] {
        var places = [(start: Int64, end: Int64)](repeating: (0, 0), count: records.count)
        for (position, record) in records.enumerated() {
            let (start, overflow) = record.offset.addingReportingOverflow(directory.shift)
            guard !overflow, start >= 0, start < directory.offset else {
                throw ArchiveError(
                    .damaged, "the archive is damaged: it has no room for this entry",
                    entry: Path(bytes: record.name).escapedText, endsReading: true)
            }
            places[position].start = start
        }
        let order = records.indices.sorted { places[$0].start < places[$1].start }
        var end = directory.offset
        for position in order.reversed() {
            places[position].end = end
            end = places[position].start
            let record = records[position]
            // At least that much; what stands in its own header is added when that is read.
            let least = record.packedSize.addingReportingOverflow(Int64(30 + record.name.count))
            if least.overflow || least.partialValue > places[position].end - places[position].start {
                throw overlap(entry: Path(bytes: record.name).escapedText)
            }
        }
        return places
    }

    private static func overlap(entry: String?) -> ArchiveError {
        ArchiveError(
            .damaged, "the entry overlaps another one, which no honest archive does", entry: entry, endsReading: true)
    }

    private static func problem(
        of record: ZipRecord, _ member: ZipMember, _ header: LocalHeader?, end: Int64
    ) -> ArchiveError? {
        guard let header else { return ArchiveError(.damaged, "it is damaged: it does not begin where it should") }
        if !header.agrees(with: record.name) {
            return ArchiveError(
                .damaged, "the archive has two names for it, the other one '\(Path(bytes: header.name).escapedText)'")
        }
        if member.packedSize > end - header.dataOffset { return overlap(entry: nil) }
        if member.method == 0, member.packedSize != member.size {
            return ArchiveError(.damaged, "it is damaged: it is not packed, and yet has two sizes")
        }
        return nil
    }
}

/// What stands before a member's own bytes.
private struct LocalHeader {
    let name: [UInt8]
    let dataOffset: Int64
    let isEncrypted: Bool

    /// nil where there is none.
    init?(_ file: CInt, at offset: Int64, nameLength: Int) throws(SystemError) {
        let bytes = try readSome(of: file, at: offset, count: 30 + nameLength)[...]
        guard bytes.number32(0) == 0x0403_4B50, let flags = bytes.number16(6), let length = bytes.number16(26),
            let extra = bytes.number16(28)
        else { return nil }
        // A name of another length is another name: its beginning shows which.
        name = Array(bytes.dropFirst(30).prefix(Int(length)))
        dataOffset = offset + 30 + Int64(length) + Int64(extra)
        isEncrypted = flags & 1 != 0
    }

    func agrees(with name: [UInt8]) -> Bool {
        func slashed(_ bytes: [UInt8]) -> [UInt8] { bytes.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 } }
        return self.name == name || slashed(self.name) == slashed(name)
    }
}

extension ZipRecord {
    private var host: UInt8 { UInt8(madeBy >> 8) }
    /// DOS, OS/2, NTFS or VFAT.
    var isFromDOS: Bool { [0, 6, 10, 14].contains(host) }
    /// Whether the name is said to be UTF-8.
    var isUnicode: Bool { flags & 0x800 != 0 }
    /// The mode where a Unix or a Mac made the archive.
    private var mode: UInt32? { (host == 3 || host == 19) && attributes >> 16 != 0 ? attributes >> 16 : nil }

    func entry(position: Int, decoder: inout NameDecoder, depth: Int, isLocked: Bool?) -> ArchiveEntry {
        let text = unicodeName ?? (isUnicode ? String(validating: name, as: UTF8.self) : nil) ?? decoder.decoded(name)
        let endsLikeDirectory = text.hasSuffix("/") || (isFromDOS && text.hasSuffix("\\"))
        let isDirectory = endsLikeDirectory || (mode == nil && isFromDOS && attributes & 0x10 != 0)
        let kind: ArchiveEntry.Kind = isDirectory ? .directory : .init(FileKind(modeBits: mode ?? 0))
        let isEncrypted = flags & 0x2041 != 0 || isLocked == true || method == 99
        var problem: ArchiveError?
        var components: [String] = []
        switch EntryNames.components(of: text, isFromDOS: isFromDOS, depth: depth) {
        case .success(let found): components = found
        case .failure(let error): problem = error
        }
        if problem == nil, isEncrypted { problem = .needsPassword }
        if problem == nil, kind == .special { problem = .special }
        if problem == nil, kind == .directory, size > 0 {
            problem = ArchiveError(.damaged, "it is a directory, and yet has contents")
        }
        return ArchiveEntry(
            position: position, rawName: name, name: text, components: components, kind: kind,
            size: kind == .directory ? 0 : size, packedSize: packedSize, permissions: mode.map { $0 & 0o777 },
            modified: modified, linkTarget: nil, isEncrypted: isEncrypted,
            problem: problem?.about(escaped(text)))
    }

    /// The name in UTF-8 beside an older one (Info-ZIP's field), where it is meant for that one.
    private var unicodeName: String? {
        guard let field = extraField(0x7075), field.first == 1, field.number32(1) == checksum32(name) else {
            return nil
        }
        return String(validating: field.dropFirst(5), as: UTF8.self)
    }

    private var modified: Timestamp? {
        if let field = extraField(0x5455), let first = field.first, first & 1 != 0, let seconds = field.number32(1) {
            return Timestamp(seconds: Int64(Int32(bitPattern: seconds)))
        }
        // NTFS: the first attribute's first time, in 100 ns since 1601.
        if let field = extraField(0x000A), field.number16(4) == 1, let ticks = field.number64(8) {
            let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: 10_000_000)
            return Timestamp(seconds: Int64(clamping: seconds) - 11_644_473_600, nanoseconds: Int64(rest) * 100)
        }
        // The maker's local time, which is taken for the reader's.
        guard date != 0 else { return nil }
        var parts = unsafe tm()
        unsafe parts.tm_year = CInt(date >> 9) + 80
        unsafe parts.tm_mon = CInt(date >> 5 & 15) - 1
        unsafe parts.tm_mday = CInt(date & 31)
        unsafe parts.tm_hour = CInt(time >> 11)
        unsafe parts.tm_min = CInt(time >> 5 & 63)
        unsafe parts.tm_sec = CInt(time & 31) * 2
        unsafe parts.tm_isdst = -1
        return unsafe Timestamp(seconds: Int64(mktime(&parts)))
    }
}

extension ArchiveError {
    static var needsPassword: ArchiveError {
        ArchiveError(.encrypted, "it is encrypted, and there is no password to open it")
    }
    static var special: ArchiveError { ArchiveError(.specialFile, "it is a device, a FIFO or a socket") }
}
