internal import CArchive
internal import Glibc
package import LinuxSystem

/// Writes an archive, entry by entry, to a descriptor or to memory.
///
/// Nothing is read to and fro, so that the descriptor may be a pipe. Names are written as UTF-8 and marked as that; those
/// that are not UTF-8 as the bytes that they are, unmarked. Owners are left out: the archive is the same whoever writes
/// it.
// @safe: the archive is this object's own and freed once, in `deinit`; the box that libarchive calls lives as long.
@safe
package final class ArchiveWriter {
    /// What is written.
    package enum Format: String, CaseIterable, Hashable, Sendable {
        /// Deflated, 64-bit where it has to be.
        case zip
        /// POSIX tar, compressed by Zstandard.
        case tarZstd = "tar.zst"
        /// POSIX tar, compressed by gzip.
        case tarGzip = "tar.gz"
        /// POSIX tar.
        case tar
    }

    private let archive: OpaquePointer
    private let format: Format
    private let sink: Sink
    private var buffer = [UInt8](repeating: 0, count: 1 << 18)

    /// Begins an archive.
    /// - Parameter descriptor: Open for writing, at whose position the archive goes; it stays the caller's and has to
    ///   stay open. Blocks while a pipe is full.
    /// - Throws: ``ArchiveError``.
    package convenience init(_ format: Format, to descriptor: CInt) throws(ArchiveError) {
        try self.init(format, sink: Sink(descriptor: descriptor, limit: .max))
    }

    /// Begins an archive in memory, whose bytes ``finish()`` gives.
    /// - Parameter limit: The most bytes that it may have.
    /// - Throws: ``ArchiveError``.
    package convenience init(inMemory format: Format, limit: Int = 1 << 30) throws(ArchiveError) {
        try self.init(format, sink: Sink(descriptor: nil, limit: limit))
    }

    private init(_ format: Format, sink: Sink) throws(ArchiveError) {
        guard let archive = unsafe archive_write_new() else {
            throw ArchiveError(SystemError(ENOMEM, "archive_write_new"), endsReading: true)
        }
        unsafe self.archive = archive
        self.format = format
        self.sink = sink
        unsafe archive_write_set_bytes_per_block(archive, 1 << 18)
        // Not filled up to a block of a tape.
        unsafe archive_write_set_bytes_in_last_block(archive, 1)
        try unsafe inUTF8 { (archive) throws(ArchiveError) in
            switch format {
            case .zip: try unsafe check(archive_write_set_format_zip(archive))
            case .tarZstd, .tarGzip, .tar: try unsafe check(archive_write_set_format_pax_restricted(archive))
            }
            switch format {
            case .zip, .tar: break
            case .tarZstd: try unsafe check(archive_write_add_filter_zstd(archive))
            case .tarGzip:
                try unsafe check(archive_write_add_filter_gzip(archive))
                // The same bytes at any time.
                try unsafe check(archive_write_set_filter_option(archive, "gzip", "timestamp", nil))
            }
            try unsafe check(
                archive_write_open(
                    archive, Unmanaged.passUnretained(sink).toOpaque(), nil,
                    { archive, context, bytes, count in
                        guard let context = unsafe context else { return -1 }
                        let sink = unsafe Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue()
                        if unsafe sink.write(UnsafeRawBufferPointer(start: bytes, count: count)) { return count }
                        return -1
                    }, nil))
        }
    }

    deinit { unsafe archive_write_free(archive) }

    /// What an entry is called and how it is marked.
    package struct Header: Sendable, Hashable {
        /// Relative to the archive's root, with slashes between names.
        package var path: Path
        /// The nine permission bits.
        package var permissions: UInt32
        package var modified: Timestamp

        package init(path: Path, permissions: UInt32, modified: Timestamp) {
            self.path = path
            self.permissions = permissions
            self.modified = modified
        }
    }

    /// Adds a directory, which may stay empty.
    /// - Throws: ``ArchiveError``; the archive is of no use then.
    package func add(directory header: Header) throws(ArchiveError) {
        try begin(header, S_IFDIR, size: 0)
        try finishEntry(header)
    }

    /// Adds a symbolic link, whose target is not looked at.
    /// - Throws: ``ArchiveError``; the archive is of no use then.
    package func add(symbolicLink header: Header, to target: Path) throws(ArchiveError) {
        try begin(header, S_IFLNK, size: 0, target: target)
        try finishEntry(header)
    }

    /// Adds a file with this content.
    /// - Throws: ``ArchiveError``; the archive is of no use then.
    package func add(file header: Header, contents: [UInt8]) throws(ArchiveError) {
        try begin(header, S_IFREG, size: Int64(contents.count))
        try unsafe contents.withUnsafeBytesThrowing { (bytes) throws(ArchiveError) in
            unsafe try write(bytes, of: header)
        }
        try finishEntry(header)
    }

    /// Adds the contents of a regular file, read by offset from 0.
    ///
    /// A read lease tells of every writer, where the kernel gives one; elsewhere size and times before and after do.
    /// - Parameter between: Called after every part with the bytes of the file so far; what it throws ends the archive.
    /// - Throws: ``ArchiveError``, of the kind `changed` where the file did while it was read; the archive is of no use then.
    package func add(
        file header: Header, from descriptor: CInt,
        between: (Int64) throws(ArchiveError) -> Void = { (_) throws(ArchiveError) in }
    ) throws(ArchiveError) {
        let lease = ReadLease.acquire(on: descriptor)
        let isLeased = lease != nil
        let before = try passing { () throws(SystemError) in try FileStatus.of(descriptor) }
        if !isLeased { revealMappedWrites(to: descriptor) }
        try begin(header, S_IFREG, size: before.size)
        var offset: Int64 = 0
        while offset < before.size {
            let most = Int(min(Int64(buffer.count), before.size - offset))
            let place = off_t(offset)
            let count = try passing { () throws(SystemError) in
                try checked("pread") { unsafe pread(descriptor, &buffer, most, place) }
            }
            if count == 0 { break }
            try unsafe buffer.withUnsafeBytesThrowing { (bytes) throws(ArchiveError) in
                unsafe try write(UnsafeRawBufferPointer(rebasing: bytes[..<count]), of: header)
            }
            offset += Int64(count)
            if isLeased, !ReadLease.isHeld(on: descriptor) { throw .changed(header.path) }
            try between(offset)
        }
        let after = try passing { () throws(SystemError) in try FileStatus.of(descriptor) }
        guard offset == before.size, isLeased ? ReadLease.isHeld(on: descriptor) : after.stamp == before.stamp else {
            throw .changed(header.path)
        }
        try finishEntry(header)
    }

    /// Ends the archive and writes what is left of it. Nothing can be added after that.
    /// - Returns: The archive, where it was written to memory; else nothing.
    /// - Throws: ``ArchiveError``; the archive is of no use then.
    @discardableResult
    package func finish() throws(ArchiveError) -> [UInt8] {
        try unsafe inUTF8 { (archive) throws(ArchiveError) in try unsafe check(archive_write_close(archive)) }
        return sink.taken()
    }

    // libarchive

    private func begin(
        _ header: Header, _ type: mode_t, size: Int64, target: Path? = nil
    ) throws(ArchiveError) {
        let isText = header.path.exactText != nil && (target == nil || target?.exactText != nil)
        // Where the locale is UTF-8 a zip's names are marked so, whatever they are; tar finds out by itself.
        try unsafe inUTF8(unless: format == .zip && !isText) { (archive) throws(ArchiveError) in
            guard let entry = unsafe archive_entry_new2(archive) else {
                throw ArchiveError(SystemError(ENOMEM, "archive_entry_new"), endsReading: true)
            }
            defer { unsafe archive_entry_free(entry) }
            unsafe header.path.withCString { unsafe archive_entry_copy_pathname(entry, $0) }
            unsafe archive_entry_set_mode(entry, type | mode_t(header.permissions & 0o777))
            unsafe archive_entry_set_mtime(entry, time_t(header.modified.seconds), Int(header.modified.nanoseconds))
            if let target {
                unsafe target.withCString { unsafe archive_entry_copy_symlink(entry, $0) }
            } else {
                unsafe archive_entry_set_size(entry, size)
            }
            let code = unsafe archive_write_header(archive, entry)
            // tar warns that the name is not UTF-8, and writes it as it is.
            if code != ARCHIVE_WARN || isText || format == .zip { try check(code, header) }
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer, of header: Header) throws(ArchiveError) {
        var done = 0
        while done < bytes.count {
            let count = unsafe archive_write_data(archive, bytes.baseAddress?.advanced(by: done), bytes.count - done)
            if count <= 0 { throw failure(header) }
            done += count
        }
    }

    private func finishEntry(_ header: Header) throws(ArchiveError) {
        try unsafe inUTF8 { (archive) throws(ArchiveError) in
            try unsafe check(archive_write_finish_entry(archive), header)
        }
    }

    private func check(_ code: CInt, _ header: Header? = nil) throws(ArchiveError) {
        // A warning here means that something of the entry was left out.
        if code != ARCHIVE_OK { throw failure(header) }
    }

    private func failure(_ header: Header?) -> ArchiveError {
        let entry = header?.path.escapedText
        if let error = sink.failure { return ArchiveError(error, entry: entry, endsReading: true) }
        let text = unsafe archive_error_string(archive).map { unsafe String(cString: $0) } ?? ""
        return ArchiveError(
            .unsupported, "it cannot be written: " + (text.isEmpty ? "no reason given" : escaped(text)), entry: entry,
            endsReading: true)
    }

    /// Runs `body` in a UTF-8 locale of this thread's: libarchive loses names in the C locale.
    /// - Parameter isPlain: in the C locale.
    private func inUTF8(
        unless isPlain: Bool = false, _ body: (OpaquePointer) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        let before = unsafe uselocale(isPlain ? Locales.shared.c : Locales.shared.utf8)
        defer { unsafe uselocale(before) }
        try unsafe body(archive)
    }
}

/// Where an archive's bytes go.
private final class Sink {
    private let descriptor: CInt?
    private let limit: Int
    private var bytes: [UInt8] = []
    private(set) var failure: SystemError?

    init(descriptor: CInt?, limit: Int) {
        self.descriptor = descriptor
        self.limit = limit
    }

    /// Whether all of it could be written; ``failure`` tells why not.
    func write(_ part: UnsafeRawBufferPointer) -> Bool {
        do throws(SystemError) {
            if let descriptor {
                var done = 0
                while done < part.count {
                    let start = done
                    done += try checked("write") {
                        unsafe Glibc.write(descriptor, part.baseAddress?.advanced(by: start), part.count - start)
                    }
                }
            } else {
                guard part.count <= limit - bytes.count else { throw SystemError(EFBIG, "write") }
                unsafe bytes.append(contentsOf: part)
            }
            return true
        } catch {
            failure = error
            return false
        }
    }

    func taken() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}

/// One in which names are UTF-8, and one in which they are bytes. Never freed: they live as long as the process.
@safe
private final class Locales: Sendable {
    static let shared = Locales()
    nonisolated(unsafe) let utf8: locale_t?
    nonisolated(unsafe) let c: locale_t?

    private init() {
        unsafe utf8 = newlocale(CInt(1) << LC_CTYPE, "C.UTF-8", nil)
        unsafe c = newlocale(CInt(1) << LC_CTYPE, "C", nil)
    }
}

extension [UInt8] {
    /// `withUnsafeBytes` for a closure with a typed error.
    fileprivate func withUnsafeBytesThrowing<Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let outcome: Result<Void, Failure> = unsafe withUnsafeBytes { bytes in
            do throws(Failure) { return .success(unsafe try body(bytes)) } catch { return .failure(error) }
        }
        try outcome.get()
    }
}
