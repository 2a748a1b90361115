internal import CArchive
internal import CArchiveWorker
internal import Glibc
internal import LinuxSystem

/// A process of its own that reads an archive by libarchive, and can do nothing else.
@safe  // The shared memory is this value's own, unmapped once, and read only within its slots.
final class ReaderProcess {
    private let pid: pid_t
    private let socket: OwnedDescriptor
    private let slots: UnsafeMutableRawPointer
    private let buffer: UnsafeMutableRawPointer
    private var hasEnded = false
    private let stall: Int
    /// How many bytes of the archive it has read.
    private(set) var consumed: Int64 = 0
    /// Whether bytes stand behind the end of the archive; once it has come.
    private(set) var hasRest = false

    private static let slotsLength = Int(CARCHIVE_SLOT_SIZE * CARCHIVE_SLOTS)

    /// Starts one that reads `archive`.
    /// - Parameter head: nil for a regular file; of a stream, what was read of it already.
    /// - Parameter name: What the archive is called, where that is known.
    /// - Parameter isZip: Whether members are asked for, by what the archive's directory says.
    init(
        archive: CInt, head: [UInt8]?, name: Path?, isZip: Bool, limits: ArchiveLimits
    ) throws(SystemError) {
        guard let slots = unsafe carchive_make_slots() else { throw SystemError(ENOMEM, "mmap") }
        var pair: [CInt] = [-1, -1]
        var child: pid_t = -1
        do throws(SystemError) {
            try checked("socketpair") { unsafe carchive_make_sockets(&pair) }
            let far = OwnedDescriptor(taking: pair[1])
            let bytes = head ?? []
            child = try checked("fork") {
                unsafe bytes.withUnsafeBytes { bytes in
                    var setup = unsafe carchive_setup()
                    unsafe setup.archive = archive
                    unsafe setup.socket = far.number
                    unsafe setup.is_stream = head == nil ? 0 : 1
                    unsafe setup.is_zip = isZip ? 1 : 0
                    let compressed = CompressedName(name)
                    unsafe setup.named_formats = CInt(compressed.formats)
                    unsafe setup.may_be_file = compressed.mayBeFile ? 1 : 0
                    unsafe setup.head = bytes.baseAddress
                    unsafe setup.head_length = bytes.count
                    unsafe setup.slots = slots
                    unsafe setup.memory = limits.memory
                    unsafe setup.seconds = CInt(clamping: limits.stall)
                    return unsafe carchive_start(&setup)
                }
            }
        } catch {
            unsafe munmap(slots, Self.slotsLength)
            if pair[0] >= 0 { close(pair[0]) }
            throw error
        }
        pid = child
        socket = OwnedDescriptor(taking: pair[0])
        unsafe self.slots = slots
        unsafe buffer = .allocate(byteCount: Int(CARCHIVE_MOST_MESSAGE), alignment: 16)
        stall = limits.stall
    }

    deinit {
        if !hasEnded { carchive_finish(pid, 1) }
        unsafe munmap(slots, Self.slotsLength)
        unsafe buffer.deallocate()
    }

    /// Asks for the next entry.
    func askNext() throws(ArchiveError) { try ask(CARCHIVE_NEXT) }

    /// Asks for the contents of the entry.
    func askContents() throws(ArchiveError) { try ask(CARCHIVE_CONTENTS) }

    /// Asks for the contents of a member of a zip archive.
    func ask(member: ZipMember) throws(ArchiveError) {
        var request = carchive_request()
        request.question = CARCHIVE_MEMBER.rawValue
        request.method = UInt32(member.method)
        request.flags = UInt32(member.flags)
        request.checksum = member.checksum
        request.offset = member.dataOffset
        request.packed = member.packedSize
        request.size = member.size
        try send(request)
    }

    /// Wants no more blocks; the end that answers is still to be waited for.
    func stop() throws(ArchiveError) { try ask(CARCHIVE_ENOUGH) }

    private func ask(_ question: carchive_question) throws(ArchiveError) {
        var request = carchive_request()
        request.question = question.rawValue
        try send(request)
    }

    private func send(_ request: carchive_request) throws(ArchiveError) {
        var request = request
        let count = unsafe carchive_ask(socket.number, &request)
        if count < 0 { throw ended() }
    }

    /// What a reader says.
    enum Answer {
        case header(EntryHeader)
        /// Bytes in a slot, which is free again once it was handed back.
        case block(offset: Int64, length: Int, slot: Int)
        case end(length: Int64)
        case failure(ReaderFailure)
    }

    /// Waits for an answer, as long as the archive's own source may take.
    func hear() throws(ArchiveError) -> Answer {
        var count = 0
        repeat { count = unsafe carchive_hear(socket.number, buffer) } while count < 0 && errno == EINTR
        let fixed = MemoryLayout<carchive_reply>.size
        guard count >= fixed else { throw ended() }
        let reply = unsafe buffer.loadUnaligned(as: carchive_reply.self)
        consumed = reply.consumed
        hasRest = reply.has_rest != 0
        let lengths = [reply.name, reply.link, reply.format_name, reply.text].map(Int.init)
        guard lengths.reduce(fixed, +) == count else { throw ended() }
        var texts: [[UInt8]] = []
        var place = fixed
        for length in lengths {
            texts.append(unsafe Array(UnsafeRawBufferPointer(start: buffer + place, count: length)))
            place += length
        }
        switch carchive_answer(reply.answer) {
        case CARCHIVE_HEADER: return .header(EntryHeader(reply, texts))
        case CARCHIVE_BLOCK:
            let length = Int(clamping: reply.length)
            guard reply.slot < CARCHIVE_SLOTS, length > 0, length <= CARCHIVE_SLOT_SIZE,
                reply.offset >= 0, !reply.offset.addingReportingOverflow(reply.length).overflow
            else { throw ended() }
            return .block(offset: reply.offset, length: length, slot: Int(reply.slot))
        case CARCHIVE_END: return .end(length: reply.length)
        case CARCHIVE_FAILURE: return .failure(ReaderFailure(reply, text: texts[3]))
        default: throw ended()
        }
    }

    /// Lends the bytes of a block.
    func withBlock<Result, Failure: Error>(
        slot: Int, length: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = unsafe slots + slot * Int(CARCHIVE_SLOT_SIZE)
        return try unsafe body(UnsafeRawBufferPointer(start: start, count: length))
    }

    /// Hands a slot back. Nobody is there to be told where the reader has ended: the next answer says so.
    func free() {
        var request = carchive_request()
        request.question = CARCHIVE_FREED.rawValue
        _ = unsafe carchive_ask(socket.number, &request)
    }

    /// What became of a process that does not talk any more.
    private func ended() -> ArchiveError {
        if hasEnded { return ArchiveError(.crashed, "its reader has ended", endsReading: true) }
        hasEnded = true
        // It closes the socket only by ending; one that says nonsense has to be ended.
        let status = carchive_finish(pid, 1)
        let signal = status & 0x7F
        if status >= 0, signal == 0, status >> 8 & 0xFF == Int32(CARCHIVE_STALLED) {
            return ArchiveError(
                .stalled, "it is damaged: reading it got nowhere within \(stall) s of computing", endsReading: true)
        }
        return ArchiveError(
            .crashed,
            "it is damaged: its reader "
                + (signal == 0 ? "gave up, most likely for want of memory" : "crashed (signal \(signal))"),
            endsReading: true)
    }
}

/// An entry as libarchive tells it.
struct EntryHeader {
    let name: [UInt8]?
    let link: [UInt8]?
    let isHardLink: Bool
    let mode: UInt32
    let size: Int64?
    let modified: Timestamp?
    var isEncrypted: Bool
    /// Where libarchive began to look for it.
    let place: Int64
    let format: Int32
    let filters: Int32
    let formatName: String
    /// libarchive's warning.
    let warning: String?

    init(_ reply: carchive_reply, _ texts: [[UInt8]]) {
        name = reply.has_name == 0 ? nil : texts[0]
        link = reply.link_kind == CARCHIVE_NO_LINK.rawValue ? nil : texts[1]
        isHardLink = reply.link_kind == CARCHIVE_HARD.rawValue
        mode = reply.mode
        size = reply.has_size == 0 || reply.size < 0 ? nil : reply.size
        modified =
            reply.has_time == 0
            ? nil : Timestamp(seconds: reply.seconds, nanoseconds: min(max(reply.nanoseconds, 0), 999_999_999))
        isEncrypted = reply.encrypted != 0
        place = reply.place
        format = reply.format
        filters = reply.filters
        formatName = String(decoding: texts[2], as: UTF8.self)
        warning = reply.status == ARCHIVE_OK ? nil : String(decoding: texts[3], as: UTF8.self)
    }
}

/// libarchive's word that something failed.
struct ReaderFailure {
    /// Whether nothing more can be read.
    let isFatal: Bool
    /// Whether it is about a header, behind which others may come.
    let isPassed: Bool
    let hasEncrypted: Bool
    let isRaw: Bool
    let filters: Int32
    /// Never empty: libarchive has no word for some.
    let text: String

    init(_ reply: carchive_reply, text: [UInt8]) {
        isFatal = reply.status == ARCHIVE_FATAL
        isPassed = reply.status == ARCHIVE_RETRY
        hasEncrypted = reply.has_encrypted != 0
        isRaw = reply.format == ARCHIVE_FORMAT_RAW
        filters = reply.filters
        self.text = String(decoding: text, as: UTF8.self)
    }
}
