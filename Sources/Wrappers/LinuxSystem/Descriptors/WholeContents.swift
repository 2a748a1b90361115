internal import CLinux
internal import Glibc

/// Some bytes at an explicit offset, never at the position that the descriptor shares; empty at the end.
/// - Throws: ``SystemError`` from `pread`.
package func readSome(of descriptor: CInt, at offset: Int64, count: Int) throws(SystemError) -> [UInt8] {
    var filled = 0
    var buffer = [UInt8](repeating: 0, count: count)
    while filled < count {
        let start = filled
        let length = try checked("pread") {
            unsafe buffer.withUnsafeMutableBytes { all in
                unsafe pread(
                    descriptor, all.baseAddress?.advanced(by: start), count - start, off_t(offset) + off_t(start))
            }
        }
        if length == 0 { break }
        filled += length
    }
    buffer.removeLast(count - filled)
    return buffer
}

/// Writes all of `bytes` at the descriptor's position. Blocks while a pipe is full.
/// - Throws: ``SystemError`` from `write`.
package func writeAll(_ bytes: [UInt8], to descriptor: CInt) throws(SystemError) {
    var written = 0
    while written < bytes.count {
        let start = written
        written += try checked("write") {
            unsafe bytes.withUnsafeBytes { all in
                unsafe write(descriptor, all.baseAddress?.advanced(by: start), all.count - start)
            }
        }
    }
}

/// Sets the permission bits of an open file, untouched by the umask.
/// - Throws: ``SystemError`` from `fchmod`.
package func changePermissions(of descriptor: CInt, to permissions: UInt32) throws(SystemError) {
    try checked("fchmod") { fchmod(descriptor, mode_t(permissions)) }
}

extension OwnedDescriptor {
    /// Writes all of `bytes` at the position. - Throws: ``SystemError`` from `write`.
    package func write(_ bytes: [UInt8]) throws(SystemError) { try writeAll(bytes, to: number) }

    /// Makes everything on the file's volume durable against a power cut. Blocks until the device says so.
    /// - Throws: ``SystemError`` from `syncfs`.
    package func synchronizeVolume() throws(SystemError) { try checked("syncfs") { clinux_syncfs(number) } }
}

extension SharedDescriptor {
    /// The whole content of a file, from 0, in memory: for files that this program wrote and knows to be small.
    /// - Throws: ``SystemError`` from `pread`.
    package func readAll() throws(SystemError) -> [UInt8] {
        var content = [UInt8]()
        while true {
            let part = try readSome(of: number, at: Int64(content.count), count: 1 << 20)
            if part.isEmpty { return content }
            content += part
        }
    }
}

/// What a stream has now, at most `most` bytes; empty at its end. Blocks while it has nothing.
/// - Throws: ``SystemError`` from `read`.
package func readStream(_ descriptor: CInt, most: Int) throws(SystemError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: most)
    let count = try checked("read") { unsafe read(descriptor, &buffer, most) }
    buffer.removeLast(most - count)
    return buffer
}

/// Where the next read or write of a descriptor happens.
/// - Throws: ``SystemError``: `ESPIPE` for a pipe, a socket or a terminal.
package func positionOf(_ descriptor: CInt) throws(SystemError) -> Int64 {
    Int64(try checked("lseek") { lseek(descriptor, 0, SEEK_CUR) })
}

/// Sets where the next read or write of a descriptor happens, for all who share it.
/// - Throws: ``SystemError``: `ESPIPE` for a pipe, a socket or a terminal.
package func setPosition(of descriptor: CInt, to position: Int64) throws(SystemError) {
    try checked("lseek") { lseek(descriptor, off_t(position), SEEK_SET) }
}

/// Cuts a file to its first `size` bytes.
/// - Throws: ``SystemError`` from `ftruncate`.
package func cut(_ descriptor: CInt, to size: Int64) throws(SystemError) {
    try checked("ftruncate") { ftruncate(descriptor, off_t(size)) }
}
