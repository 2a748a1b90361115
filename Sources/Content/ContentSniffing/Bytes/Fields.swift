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
        let pattern = Array(text.utf8)
        guard let first = pattern.first, start >= 0 else { return nil }
        var index = start
        while index + pattern.count <= count {
            guard let found = self[index...].firstIndex(of: first), found + pattern.count <= count else { return nil }
            if self[found..<found + pattern.count].elementsEqual(pattern) { return found }
            index = found + 1
        }
        return nil
    }
}
