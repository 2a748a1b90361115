internal import CLinux
internal import Glibc

/// The extended attributes of an open file: values of bytes under names such as `user.mime_type`.
///
/// `user.*` needs the right to write the inode by its mode, whatever the descriptor was opened for: set them before
/// a file is made read-only. On ext4 all of a file's attributes must fit in one block (`ENOSPC`, on a volume with room).
package enum ExtendedAttributes {
    /// The value of `name`; nil where there is none or the file system keeps no such attributes.
    /// - Throws: ``SystemError`` from `fgetxattr`.
    package static func value(of name: Path, on descriptor: CInt) throws(SystemError) -> [UInt8]? {
        do throws(SystemError) {
            return try unsafe read("fgetxattr", name.escapedText) { buffer in
                unsafe name.withCString { unsafe fgetxattr(descriptor, $0, buffer.baseAddress, buffer.count) }
            }
        } catch {
            if error.code == ENODATA || error.code == ENOTSUP { return nil }
            throw error
        }
    }

    /// Sets `name` to `value`, in place of any value before.
    /// - Returns: false where the file system keeps no such attributes.
    /// - Throws: ``SystemError`` from `fsetxattr`: `EACCES`, `EPERM`, `ENOSPC`, `E2BIG`, `EDQUOT`.
    package static func set(_ name: Path, to value: [UInt8], on descriptor: CInt) throws(SystemError) -> Bool {
        try unlessUnsupported { () throws(SystemError) -> CInt in
            try checked("fsetxattr", name.escapedText) {
                unsafe name.withCString { name in
                    unsafe value.withUnsafeBytes { unsafe fsetxattr(descriptor, name, $0.baseAddress, $0.count, 0) }
                }
            }
        }
    }

    /// Removes `name`; no error where there is none.
    /// - Returns: Whether there was one.
    /// - Throws: ``SystemError`` from `fremovexattr`: `EACCES`, `EPERM`.
    package static func remove(_ name: Path, on descriptor: CInt) throws(SystemError) -> Bool {
        try unlessUnsupported { () throws(SystemError) -> CInt in
            try checked("fremovexattr", name.escapedText) {
                unsafe name.withCString { unsafe fremovexattr(descriptor, $0) }
            }
        }
    }

    /// All names; empty where the file system keeps none.
    /// - Throws: ``SystemError`` from `flistxattr`.
    package static func names(on descriptor: CInt) throws(SystemError) -> [Path] {
        do throws(SystemError) {
            let list = try unsafe read("flistxattr") { unsafe flistxattr(descriptor, $0.baseAddress, $0.count) }
            return list.split(separator: 0).map { Path(bytes: $0) }
        } catch {
            if error.code == ENOTSUP { return [] }
            throw error
        }
    }

    /// Asks for the size, then for the bytes, again when they grew in between.
    private static func read(
        _ call: String, _ subject: String = "", _ body: (UnsafeMutableBufferPointer<CChar>) -> Int
    ) throws(SystemError) -> [UInt8] {
        while true {
            let size = try checked(call, subject) { unsafe body(UnsafeMutableBufferPointer(start: nil, count: 0)) }
            if size == 0 { return [] }
            var buffer = [CChar](repeating: 0, count: size)
            do throws(SystemError) {
                let length = try checked(call, subject) {
                    unsafe buffer.withUnsafeMutableBufferPointer { unsafe body($0) }
                }
                return buffer[..<length].map { UInt8(bitPattern: $0) }
            } catch {
                if error.code != ERANGE { throw error }
            }
        }
    }

    private static func unlessUnsupported(_ body: () throws(SystemError) -> CInt) throws(SystemError) -> Bool {
        do throws(SystemError) {
            _ = try body()
            return true
        } catch {
            if error.code == ENODATA || error.code == ENOTSUP { return false }
            throw error
        }
    }
}
