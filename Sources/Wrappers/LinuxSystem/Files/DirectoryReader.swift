internal import CLinux
internal import Glibc

/// One name in a directory.
package struct DirectoryEntry: Hashable, Sendable {
    package let name: Path
    package let inode: UInt64
    /// nil where the file system does not say.
    package let kind: FileKind?
}

/// Reads a directory name by name through one buffer of 32 KiB, whatever the directory's size.
///
/// Names that come or go while it reads may or may not be seen; all others are seen once.
@safe  // The buffer is this value's own, never lent, and read only up to what the kernel filled.
package struct DirectoryReader: ~Copyable {
    let descriptor: OwnedDescriptor
    private let buffer: UnsafeMutableRawBufferPointer
    private var filled = 0
    private var position = 0

    /// Takes over `descriptor`, an open directory that nobody else reads: its position is used.
    package init(taking descriptor: consuming OwnedDescriptor) {
        self.descriptor = descriptor
        unsafe buffer = .allocate(byteCount: 32 * 1024, alignment: 8)
    }

    deinit { unsafe buffer.deallocate() }

    /// The next name, "." and ".." left out; nil at the end.
    /// - Throws: ``SystemError`` from `getdents64`: `ENOTDIR`, or `ENOENT` when the directory itself was removed.
    package mutating func next() throws(SystemError) -> DirectoryEntry? {
        while true {
            if position == filled {
                position = 0
                filled = 0
                filled = try checked("getdents64") {
                    unsafe clinux_getdents64(descriptor.number, buffer.baseAddress, buffer.count)
                }
                if filled == 0 { return nil }
            }
            // struct linux_dirent64: inode and offset (8 bytes each), length (2), type (1), name up to NUL.
            let length = unsafe Int(buffer.loadUnaligned(fromByteOffset: position + 16, as: UInt16.self))
            let record = unsafe UnsafeRawBufferPointer(rebasing: buffer[position..<position + length])
            position += length
            let name = unsafe Path(bytes: record[19...])
            guard name != ".", name != ".." else { continue }
            return unsafe DirectoryEntry(
                name: name, inode: record.loadUnaligned(as: UInt64.self),
                kind: FileKind(directoryType: record[18]))
        }
    }

    /// Begins anew.
    package mutating func rewind() throws(SystemError) {
        try checked("lseek") { lseek(descriptor.number, 0, SEEK_SET) }
        position = filled
    }
}
