internal import Glibc
internal import LinuxSystem

/// Bytes to be looked at: a beginning in memory, and the rest within reach.
protocol ByteSource {
    /// The first bytes, at most ``ContentSniffer/prefixBytes``.
    var prefix: [UInt8] { get }
    /// The number of bytes in all.
    var size: Int64 { get }
    /// At most `count` bytes from `offset`; fewer at the end, none outside.
    func read(at offset: Int64, count: Int) throws(SniffingError) -> [UInt8]
}

extension ByteSource {
    /// Whether the prefix is all there is.
    var isWhole: Bool { size <= Int64(prefix.count) }
}

/// An open regular file, read at explicit offsets: its position is shared with whoever sent it and is never moved.
struct DescriptorSource: ByteSource {
    let prefix: [UInt8]
    let size: Int64
    private let descriptor: CInt

    init(_ descriptor: CInt, size: Int64) throws(SniffingError) {
        self.descriptor = descriptor
        prefix = try Self.read(descriptor, at: 0, count: ContentSniffer.prefixBytes)
        // Files in /proc say that they hold nothing and hold something.
        self.size = max(size, Int64(prefix.count))
    }

    func read(at offset: Int64, count: Int) throws(SniffingError) -> [UInt8] {
        // Offsets come out of the file and may be anything.
        guard offset >= 0, offset < size else { return [] }
        if offset + Int64(count) <= Int64(prefix.count) {
            return Array(prefix[Int(offset)..<Int(offset) + count])
        }
        return try Self.read(descriptor, at: offset, count: count)
    }

    private static func read(_ descriptor: CInt, at offset: Int64, count: Int) throws(SniffingError) -> [UInt8] {
        guard offset >= 0, count > 0 else { return [] }
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(SystemError) {
                while filled < count {
                    let done = filled
                    let rest = unsafe UnsafeMutableRawBufferPointer(
                        rebasing: UnsafeMutableRawBufferPointer(buffer)[done...])
                    let got = try checked("pread") {
                        unsafe pread(descriptor, rest.baseAddress, rest.count, Int(offset) + done)
                    }
                    if got == 0 { break }
                    filled += got
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw .unreadable(code: failure.code, reason: failure.description) }
        return bytes
    }
}

/// Bytes that are in memory as a whole.
struct MemorySource: ByteSource {
    private let bytes: [UInt8]
    let prefix: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        prefix = bytes.count <= ContentSniffer.prefixBytes ? bytes : Array(bytes.prefix(ContentSniffer.prefixBytes))
    }

    var size: Int64 { Int64(bytes.count) }

    func read(at offset: Int64, count: Int) -> [UInt8] {
        guard offset >= 0, offset < size else { return [] }
        return Array(bytes[Int(offset)...].prefix(count))
    }
}
