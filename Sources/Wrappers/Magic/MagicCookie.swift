internal import CMagic

/// What libmagic says of some bytes.
package struct MagicAnswer: Sendable, Hashable {
    /// A MIME type, lower-case, without parameters; `application/octet-stream` for what libmagic does not know.
    package let mimeType: String
    /// The character set, such as `utf-8`; `nil` where the bytes are no text.
    package let charset: String?

    /// Reads `text/plain; charset=utf-8`, and what is left of it when libmagic mixes other words in.
    package init(parsing text: String) {
        let folded = text.lowercased()
        let essence = folded.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "/+-._".contains($0)) }
        mimeType = essence.contains("/") ? String(essence) : "application/octet-stream"
        let mark = "charset="
        let found = folded.split(separator: " ").first { $0.hasPrefix(mark) }.map { $0.dropFirst(mark.count) }
        charset = found.flatMap { $0.isEmpty || $0 == "binary" ? nil : String($0) }
    }
}

/// A loaded database of libmagic, with the buffers of one look.
///
/// One cookie serves one caller at a time, which the compiler sees to: the value cannot be copied, and a look changes
/// it. Loading maps the compiled database and takes some 0.2 ms once the file is in memory.
@safe
package struct MagicCookie: ~Copyable, @unchecked Sendable {
    // Sendable: libmagic binds a cookie to no thread, and this value has one owner.
    // Safe: the pointer is private, comes from magic_open, is closed once, in deinit, and every string that libmagic
    // lends is copied before the next call on the same cookie.
    private let cookie: magic_t
    /// What the cookie is set to, to spare a call.
    private var flags: CInt

    /// Bytes of a text that libmagic's patterns look at: most of their time is spent on the long lines of texts, and
    /// what they look for stands in front.
    private static let patternBytes = 1024

    private static let mimeFlags = MAGIC_MIME | MAGIC_NO_CHECK_COMPRESS
    private static let summaryFlags = MAGIC_NO_CHECK_COMPRESS

    /// Loads the system's database. Reads files.
    /// - Throws: ``MagicError/outOfMemory``, ``MagicError/database(_:)``.
    package init() throws(MagicError) {
        guard let opened = unsafe magic_open(Self.mimeFlags) else { throw .outOfMemory }
        guard unsafe magic_load(opened, nil) == 0 else {
            let reason = unsafe Self.reason(opened)
            unsafe magic_close(opened)
            throw .database(reason)
        }
        var limit = Self.patternBytes
        _ = unsafe magic_setparam(opened, MAGIC_PARAM_REGEX_MAX, &limit)
        unsafe cookie = opened
        flags = Self.mimeFlags
    }

    deinit { unsafe magic_close(cookie) }

    /// The MIME type and character set of the bytes that a file begins with. Computes; touches no file.
    /// - Throws: ``MagicError/failed(_:)``.
    package mutating func describe(bytes: UnsafeRawBufferPointer) throws(MagicError) -> MagicAnswer {
        MagicAnswer(parsing: unsafe try words(bytes: bytes))
    }

    /// What ``MagicAnswer`` is parsed from, for who passes it on to another process.
    /// - Throws: ``MagicError/failed(_:)``.
    package mutating func words(bytes: UnsafeRawBufferPointer) throws(MagicError) -> String {
        unsafe try look(at: bytes, flags: Self.mimeFlags)
    }

    /// libmagic's words for the bytes, which exist for many more formats than it has MIME types for.
    /// - Throws: ``MagicError/failed(_:)``.
    package mutating func summary(bytes: UnsafeRawBufferPointer) throws(MagicError) -> String {
        unsafe try look(at: bytes, flags: Self.summaryFlags)
    }

    private mutating func look(at bytes: UnsafeRawBufferPointer, flags: CInt) throws(MagicError) -> String {
        if flags != self.flags {
            _ = unsafe magic_setflags(cookie, flags)
            self.flags = flags
        }
        guard let text = unsafe magic_buffer(cookie, bytes.baseAddress, bytes.count) else {
            throw .failed(unsafe Self.reason(cookie))
        }
        return unsafe String(cString: text)
    }

    private static func reason(_ cookie: magic_t) -> String {
        unsafe magic_error(cookie).map { unsafe String(cString: $0) } ?? "no reason given"
    }
}
