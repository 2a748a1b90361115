internal import CLinux

/// A path as Linux knows it: bytes without NUL, of any encoding.
///
/// `String` would repair bytes that are not UTF-8 and so name another file; ``text`` is for people and for JSON only.
package struct Path: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The bytes, none of them 0.
    package let bytes: [UInt8]

    /// Takes the bytes up to the first NUL.
    package init(bytes: [UInt8]) { self.bytes = bytes.firstIndex(of: 0).map { Array(bytes[..<$0]) } ?? bytes }

    /// Takes the bytes up to the first NUL.
    package init(bytes: some Sequence<UInt8>) { self.init(bytes: Array(bytes)) }

    package init(_ text: some StringProtocol) { self.init(bytes: Array(text.utf8)) }

    package init(stringLiteral value: String) { self.init(value) }

    /// The path as text, with U+FFFD for what is no UTF-8.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The path as text when it is UTF-8, so that the text names the same file.
    package var exactText: String? { String(validating: bytes, as: UTF8.self) }

    package var description: String { text }

    package var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

    package var isEmpty: Bool { bytes.isEmpty }

    /// The last component, without trailing slashes; empty for "/" and "".
    package var lastComponent: Path {
        let trimmed = bytes[..<endWithoutSlashes]
        return Path(bytes: trimmed.suffix(while: { $0 != UInt8(ascii: "/") }))
    }

    /// What stands before the last component: "." for a bare name, "/" for the root and what is in it.
    package var parent: Path {
        let trimmed = bytes[..<endWithoutSlashes]
        guard let slash = trimmed.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        var end = slash
        while end > 0, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
        return end == 0 ? "/" : Path(bytes: bytes[..<end])
    }

    /// This path with `component` below it.
    package func appending(_ component: Path) -> Path {
        if isEmpty { return component }
        var joined = bytes
        if joined.last != UInt8(ascii: "/") { joined.append(UInt8(ascii: "/")) }
        joined += component.bytes
        return Path(bytes: joined)
    }

    /// The path in two parts, at the last slash among its first `length` bytes; the first is empty where there is none.
    func split(before length: Int) -> (head: Path, rest: Path) {
        guard let slash = bytes.prefix(length).lastIndex(of: UInt8(ascii: "/")) else { return ("", self) }
        return (Path(bytes: bytes[..<slash]), Path(bytes: bytes[(slash + 1)...]))
    }

    /// Lends the path as a C string.
    package func withCString<Result, Failure: Error>(
        _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Through a heap array: paths are short and the closure may throw a typed error, which the standard
        // library's own lenders cannot pass on.
        let terminated = bytes + [0]
        return try unsafe terminated.withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in
            guard let base = buffer.baseAddress else { preconditionFailure("never empty") }
            return unsafe try body(UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self))
        }
    }

    private var endWithoutSlashes: Int {
        var end = bytes.count
        while end > 0, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
        return end
    }
}

extension BidirectionalCollection {
    /// The longest run at the end whose elements all fit.
    fileprivate func suffix(while predicate: (Element) -> Bool) -> SubSequence {
        var start = endIndex
        while start > startIndex {
            let before = index(before: start)
            if !predicate(self[before]) { break }
            start = before
        }
        return self[start...]
    }
}
