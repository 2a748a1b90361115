internal import CArchive
internal import CArchiveWorker
internal import Glibc

/// Converts text of an older character set to UTF-8, by iconv.
@safe  // The descriptor is this value's own and closed once, in `deinit`.
struct CharacterSet: ~Copyable {
    private let descriptor: iconv_t

    /// - Returns: nil for a name that iconv does not know.
    init?(_ name: String) {
        // iconv reads options behind slashes, such as one that leaves out what it cannot convert.
        guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }),
            let opened = unsafe Self.open(name), Int(bitPattern: opened) != -1
        else { return nil }
        unsafe descriptor = opened
    }

    private static func open(_ name: String) -> iconv_t? {
        carchive_lock_iconv()
        defer { carchive_unlock_iconv() }
        return unsafe iconv_open("UTF-8", name)
    }

    deinit {
        carchive_lock_iconv()
        unsafe iconv_close(descriptor)
        carchive_unlock_iconv()
    }

    /// - Returns: nil where the bytes are no text of this set.
    func decoded(_ bytes: [UInt8]) -> String? {
        var input = bytes.map(CChar.init(bitPattern:))
        // No set has characters that are longer than four bytes in UTF-8 for one of its own, some have combined ones.
        var output = [CChar](repeating: 0, count: bytes.count * 8 + 16)
        let filled: Int? = unsafe input.withUnsafeMutableBufferPointer { from in
            unsafe output.withUnsafeMutableBufferPointer { to in
                var (source, left) = (from.baseAddress, from.count)
                var (target, room) = (to.baseAddress, to.count)
                guard unsafe iconv(descriptor, nil, nil, nil, nil) != .max,
                    unsafe iconv(descriptor, &source, &left, &target, &room) != .max,
                    // What was held back, waiting for a character that combines with it.
                    unsafe iconv(descriptor, nil, nil, &target, &room) != .max
                else { return nil }
                return to.count - room
            }
        }
        guard let filled else { return nil }
        return String(validating: output[..<filled].lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
