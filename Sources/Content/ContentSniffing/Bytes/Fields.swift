internal import Glibc

// Reads fields of formats out of bytes that may end anywhere. Offsets count from the first byte.
extension [UInt8] {
    /// Whether the ASCII text stands at `offset`.
    func has(_ text: String, at offset: Int = 0) -> Bool {
        let text = text.utf8
        guard offset >= 0, offset + text.count <= count else { return false }
        return self[offset..<offset + text.count].elementsEqual(text)
    }

    /// The big-endian number of `width` bytes (at most 8) at `offset`.
    func bigEndian(_ offset: Int, _ width: Int) -> Int? {
        guard offset >= 0, width <= count - offset else { return nil }
        var value: UInt64 = 0
        for byte in self[offset..<offset + width] { value = value << 8 | UInt64(byte) }
        return Int(exactly: value)
    }

    /// The little-endian number of `width` bytes (at most 8) at `offset`.
    func littleEndian(_ offset: Int, _ width: Int) -> Int? {
        guard offset >= 0, width <= count - offset else { return nil }
        var value: UInt64 = 0
        for byte in self[offset..<offset + width].reversed() { value = value << 8 | UInt64(byte) }
        return Int(exactly: value)
    }

    /// The text of `length` bytes at `offset`, with U+FFFD for what is no UTF-8; cut at the end of the bytes.
    func text(_ offset: Int, _ length: Int) -> String {
        guard offset >= 0, length > 0, offset < count else { return "" }
        return String(decoding: self[offset..<Swift.min(count, offset + length)], as: UTF8.self)
    }

    /// Where the ASCII text stands first, at or after `start`.
    func position(of text: String, from start: Int = 0) -> Int? {
        guard !text.isEmpty, start >= 0, start < count else { return nil }
        let pattern = Array(text.utf8)
        return unsafe withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, pattern.count <= bytes.count else { return nil }
            let end = bytes.count - pattern.count + 1
            var index = start
            // The C library looks for a byte a vector at a time.
            while index < end, let found = unsafe memchr(base + index, Int32(pattern[0]), end - index) {
                index = unsafe UnsafeRawPointer(found) - base
                if unsafe bytes[index..<index + pattern.count].elementsEqual(pattern) { return index }
                index += 1
            }
            return nil
        }
    }

    /// How many bytes stand before the first that does not hold.
    /// - Parameters:
    ///   - words: whether eight bytes hold for sure, in the order of the machine; the rest is looked at byte by byte.
    ///   - bytes: whether a byte holds.
    @inline(__always)
    func lengthOfPrefix(words: (UInt64) -> Bool, bytes holds: (UInt8) -> Bool) -> Int {
        unsafe withUnsafeBytes { bytes in
            var offset = 0
            while offset + 8 <= bytes.count {
                if !words(unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) {
                    for index in offset..<offset + 8 where unsafe !holds(bytes[index]) { return index }
                }
                offset += 8
            }
            while offset < bytes.count, unsafe holds(bytes[offset]) { offset += 1 }
            return offset
        }
    }
}
