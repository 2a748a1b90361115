internal import CLinux
internal import Glibc

/// A way in which the kernel copies, cheapest first.
package enum CopyMethod: String, CaseIterable, Hashable, Sendable {
    /// `FICLONE`: both files share the blocks; one instant, whatever the size.
    case reflink
    /// `copy_file_range`: within the kernel, shared blocks where the file system can.
    case copyRange
    /// `sendfile`, or `splice` for a stream: within the kernel, also between file systems.
    case sendfile
    /// `pread` and `pwrite` through a buffer of this process.
    case readWrite
}

/// What a copy did.
package struct CopyOutcome: Hashable, Sendable {
    /// The dearest method that was needed.
    package let method: CopyMethod
    /// The length of the copy in bytes, holes among them.
    package let bytes: Int64

    package init(method: CopyMethod, bytes: Int64) {
        self.method = method
        self.bytes = bytes
    }
}

/// Why a copy failed. What stands in the destination then is of no use.
package enum CopyError<Stop: Error>: Error {
    /// A call failed, on either file: `ENOSPC`, `EDQUOT`, `EFBIG`, `EIO`; `ECANCELED` where the copy was called off.
    case system(SystemError)
    /// The source became shorter meanwhile than it was at the start, in bytes.
    case shrank(expected: Int64, found: Int64)
    /// The caller's own look between chunks ended it.
    case stopped(Stop)

    /// Passes a system error on as the copy's.
    static func wrap<Result>(_ body: @autoclosure () throws(SystemError) -> Result) throws(CopyError) -> Result {
        do throws(SystemError) { return try body() } catch { throw .system(error) }
    }
}

/// Copies the contents of a regular file into an empty one, at the kernel's speed and with its holes.
///
/// The source is read from 0 with explicit offsets, never at the position that its descriptor shares with others
/// (a search for holes moves it and puts it back). The copy has the size that the source had at the start, even if it
/// grows meanwhile; where a size is only nominal, as in `/proc` and `/sys`, it has what reading gives. To know that the
/// contents are those of one moment, compare ``FileStatus/stamp`` before and after, or hold a ``ReadLease``. Blocks
/// until it is done.
/// - Parameter destination: A regular file open for writing, not for appending; what it held is gone, its position moves.
/// - Parameter methods: What may be tried. A part that comes after a nominal size is read and written in any case.
/// - Parameter between: Called after every chunk of at most 16 MiB with the bytes copied so far; not for a reflink.
/// - Throws: ``CopyError``; `EINVAL` where the source is no regular file or the destination appends.
package func copyContents<Stop: Error>(
    from source: CInt, to destination: CInt, allowing methods: Set<CopyMethod> = Set(CopyMethod.allCases),
    between: (_ copied: Int64) throws(Stop) -> Void
) throws(CopyError<Stop>) -> CopyOutcome {
    typealias Failed = CopyError<Stop>
    var copier = try Failed.wrap(try ContentCopier(source, destination, methods))
    if let outcome = try Failed.wrap(try copier.reflink()) { return outcome }
    try Failed.wrap(try copier.prepare())
    defer { copier.restorePosition() }
    var isWhole = true
    while isWhole, let extent = try Failed.wrap(try copier.nextExtent()) {
        copier.offset = extent.lowerBound
        while isWhole, copier.offset < extent.upperBound {
            let length = Int(min(extent.upperBound - copier.offset, 16 << 20))
            isWhole = try Failed.wrap(try copier.copySome(length)) > 0
            do throws(Stop) { try between(copier.offset) } catch { throw .stopped(error) }
        }
    }
    if let found = try Failed.wrap(try copier.shrunkenSize(isWhole: isWhole)) {
        throw .shrank(expected: copier.before.size, found: found)
    }
    while try Failed.wrap(try copier.copyTail()) {
        do throws(Stop) { try between(copier.offset) } catch { throw .stopped(error) }
    }
    return copier.outcome
}

/// Copies the contents of a regular file into an empty one, as ``copyContents(from:to:allowing:between:)`` does.
/// - Throws: ``CopyError``.
package func copyContents(
    from source: CInt, to destination: CInt, allowing methods: Set<CopyMethod> = Set(CopyMethod.allCases)
) throws(CopyError<Never>) -> CopyOutcome {
    try copyContents(from: source, to: destination, allowing: methods) { (_) throws(Never) in }
}

/// Whether an error means that a way of copying does not exist for these two files, rather than that copying failed.
func meansUnsupported(_ code: CInt) -> Bool {
    // EBADF: copy_file_range on some file systems; EPERM: a filter of system calls; ETXTBSY: a swap file.
    [EXDEV, EOPNOTSUPP, EINVAL, ENOSYS, EBADF, ENOTTY, EPERM, ETXTBSY].contains(code)
}

private struct ContentCopier {
    private let source: CInt
    private let destination: CInt
    /// The source at the start.
    let before: FileStatus
    /// What is left to try, best first; never empty.
    private var methods: [CopyMethod]
    private var buffer: [UInt8] = []
    /// Where the source's own position was, when the search for holes moves it.
    private var savedPosition: off_t?
    /// How far the copy has come.
    var offset: Int64 = 0

    init(_ source: CInt, _ destination: CInt, _ allowed: Set<CopyMethod>) throws(SystemError) {
        before = try FileStatus.of(source)
        methods = CopyMethod.allCases.filter(allowed.contains)
        // What is written to a file opened for appending lands behind what stands there, whatever the offset.
        let appends = try checked("fcntl", "", { clinux_fcntl(destination, F_GETFL, 0) }) & O_APPEND != 0
        guard before.kind == .regular, !appends, !methods.isEmpty else { throw SystemError(EINVAL, "copy") }
        self.source = source
        self.destination = destination
        // Only where there is something: ext4 takes a file that was cut to nothing for one that is being replaced, and
        // writes all of it to the device when it is closed, which takes as long as the copy did.
        if try FileStatus.of(destination).size > 0 {
            try checked("ftruncate") { ftruncate(destination, 0) }
        }
    }

    /// The whole copy, where blocks can be shared and that may be tried.
    mutating func reflink() throws(SystemError) -> CopyOutcome? {
        guard methods[0] == .reflink else { return nil }
        do throws(SystemError) {
            try checked("FICLONE") { clinux_ficlone(destination, source) }
        } catch {
            guard methods.count > 1, meansUnsupported(error.code) else { throw error }
            methods.removeFirst()
            return nil
        }
        return CopyOutcome(method: .reflink, bytes: try FileStatus.of(destination).size)
    }

    /// Gives the destination its size, so that what is not written is a hole.
    mutating func prepare() throws(SystemError) {
        try checked("ftruncate") { ftruncate(destination, off_t(before.size)) }
        // The search needs the position of the source, which may be shared, so it is done only where it can pay.
        guard before.allocated < before.size else { return }
        savedPosition = try checked("lseek") { lseek(source, 0, SEEK_CUR) }
    }

    func restorePosition() {
        if let savedPosition { _ = lseek(source, savedPosition, SEEK_SET) }
    }

    /// The next range that holds data, nil behind the last.
    func nextExtent() throws(SystemError) -> Range<Int64>? {
        guard offset < before.size else { return nil }
        guard savedPosition != nil else { return offset..<before.size }
        do throws(SystemError) {
            let start = try checked("lseek") { Int64(lseek(source, off_t(offset), clinux_SEEK_DATA)) }
            guard start < before.size else { return nil }
            let end = try checked("lseek") { Int64(lseek(source, off_t(start), clinux_SEEK_HOLE)) }
            return start..<min(end, before.size)
        } catch {
            // ENXIO: nothing but a hole up to the end, also where the file has become shorter.
            if error.code == ENXIO { return nil }
            guard meansUnsupported(error.code) else { throw error }
            return offset..<before.size
        }
    }

    /// Copies up to `length` bytes and moves on; 0 at the end of the file.
    mutating func copySome(_ length: Int) throws(SystemError) -> Int {
        while true {
            do throws(SystemError) {
                let count =
                    switch methods[0] {
                    case .reflink: throw SystemError(EOPNOTSUPP, "FICLONE")
                    case .copyRange: try copyRange(length)
                    case .sendfile: try sendfile(length)
                    case .readWrite: try readAndWrite(length)
                    }
                // 0 may also mean that the call knows nothing of the file's contents: only reading is trusted.
                if count > 0 || methods.count == 1 {
                    offset += Int64(count)
                    return count
                }
            } catch {
                guard methods.count > 1, meansUnsupported(error.code) else { throw error }
            }
            methods.removeFirst()
        }
    }

    /// The size to which the source has fallen, nil where it has not.
    /// - Parameter isWhole: Whether reading came as far as the size at the start; if not, and the file is untouched, then
    ///   its size was never more than nominal.
    mutating func shrunkenSize(isWhole: Bool) throws(SystemError) -> Int64? {
        let after = try FileStatus.of(source)
        if after.size < before.size { return after.size }
        if isWhole {
            offset = before.size
        } else {
            if after.stamp != before.stamp { return offset }
            try checked("ftruncate") { ftruncate(destination, off_t(offset)) }
        }
        return nil
    }

    /// Copies some of what a file of nominal size has behind it.
    /// - Returns: Whether there may be more.
    mutating func copyTail() throws(SystemError) -> Bool {
        let count = try read(1 << 18)
        // A file that has grown is no such file: the copy ends with what was there at the start.
        guard count > 0, try FileStatus.of(source).size == before.size else { return false }
        try write(count)
        offset += Int64(count)
        methods = [.readWrite]
        return true
    }

    /// What was done, once it is.
    var outcome: CopyOutcome { CopyOutcome(method: methods[0], bytes: offset) }

    private func copyRange(_ length: Int) throws(SystemError) -> Int {
        var from = offset
        var to = offset
        return try checked("copy_file_range") {
            unsafe clinux_copy_file_range(source, &from, destination, &to, length)
        }
    }

    private func sendfile(_ length: Int) throws(SystemError) -> Int {
        // The one call that writes at the destination's position.
        try checked("lseek") { lseek(destination, off_t(offset), SEEK_SET) }
        var from = off_t(offset)
        return try checked("sendfile") { unsafe Glibc.sendfile(destination, source, &from, length) }
    }

    private mutating func readAndWrite(_ length: Int) throws(SystemError) -> Int {
        let count = try read(length)
        try write(count)
        return count
    }

    private mutating func read(_ length: Int) throws(SystemError) -> Int {
        if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: 1 << 18) }
        return try checked("pread") {
            unsafe buffer.withUnsafeMutableBytes {
                unsafe pread(source, $0.baseAddress, min(length, $0.count), off_t(offset))
            }
        }
    }

    private func write(_ count: Int) throws(SystemError) {
        try writeAll(buffer[..<count], to: destination, at: offset)
    }
}

/// Writes all bytes at an offset.
package func writeAll(_ bytes: ArraySlice<UInt8>, to destination: CInt, at offset: Int64) throws(SystemError) {
    var written = 0
    while written < bytes.count {
        written += try checked("pwrite") {
            unsafe bytes.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
                return unsafe pwrite(destination, rest.baseAddress, rest.count, off_t(offset) + written)
            }
        }
    }
}
