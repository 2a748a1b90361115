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

/// A source of which no more than a fixed number of bytes is read, whatever a file says of itself.
final class BoundedSource<Base: ByteSource>: ByteSource {
    private let base: Base
    private var left: Int

    /// - Parameter most: what may be read beyond the prefix, in bytes.
    init(_ base: Base, most: Int) {
        self.base = base
        left = most
    }

    var prefix: [UInt8] { base.prefix }
    var size: Int64 { base.size }

    /// As the base's; nothing when what may be read is used up.
    func read(at offset: Int64, count: Int) throws(SniffingError) -> [UInt8] {
        guard count > 0, count <= left else { return [] }
        let bytes = try base.read(at: offset, count: count)
        left -= bytes.count
        return bytes
    }
}

/// An open regular file, read at explicit offsets: its position is shared with whoever sent it and is never moved.
struct DescriptorSource: ByteSource {
    let prefix: [UInt8]
    let size: Int64
    private let descriptor: CInt

    init(_ descriptor: CInt, size: Int64) throws(SniffingError) {
        self.descriptor = descriptor
        // A pipe or a device would block, or be changed by being read. Whether the number is open, the read tells.
        if let kind = try? FileStatus.of(descriptor).kind, kind != .regular {
            throw .unreadable(code: EINVAL, reason: "it is a \(kind.words)")
        }
        prefix = try Self.read(descriptor, at: 0, count: ContentSniffer.prefixBytes)
        // Files in /proc say that they hold nothing and hold something.
        self.size = max(size, Int64(prefix.count))
    }

    func read(at offset: Int64, count: Int) throws(SniffingError) -> [UInt8] {
        // Offsets come out of the file and may be anything.
        guard offset >= 0, offset < size else { return [] }
        if count <= prefix.count, offset <= Int64(prefix.count - count) {
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
