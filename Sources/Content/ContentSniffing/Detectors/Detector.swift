package import Magic

/// Who looks at bytes that are not known at first sight. May block; used by any thread.
package protocol Detector: Sendable {
    /// The MIME type and character set of the bytes that a file begins with; nil where it failed on them.
    /// - Throws: ``SniffingError/detector(_:)`` where it can look at nothing at all.
    func describe(_ bytes: ArraySlice<UInt8>) throws(SniffingError) -> MagicAnswer?
    /// Words for the bytes, which there are for many more formats than MIME types; nil where it failed on them.
    /// - Throws: ``SniffingError/detector(_:)`` where it can look at nothing at all.
    func summary(_ bytes: ArraySlice<UInt8>) throws(SniffingError) -> String?
}
