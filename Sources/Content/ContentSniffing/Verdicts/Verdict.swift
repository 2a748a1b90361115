package import ContentTypes

/// What some bytes are, how that was decided, and whether what was said of them holds.
package struct Verdict: Sendable, Hashable {
    /// What decided.
    package enum Evidence: String, Sendable, Hashable, CaseIterable {
        /// The bytes themselves.
        case content
        /// The bytes say something general, and the name's ending says which of its kinds.
        case name
        /// What the bytes hold: the entries of an archive, the codecs of a recording, the streams of a document.
        case container
        /// The bytes and the name say something general, and the sender's claim says which of its kinds.
        case declared
    }

    /// The type; `public.data` for what nothing knows.
    package let type: UTType
    /// The MIME type, one spelling for each type; `application/octet-stream` for what nothing knows.
    package let mime: String
    /// The character set of a text, such as `us-ascii` or `utf-8`.
    package let charset: String?
    package let evidence: Evidence
    /// Whether the bytes say no more than octet stream, text, zip, gzip, XML, JSON, compound document or empty. The
    /// ending of a name is never replaced on the strength of such an answer.
    package let isGeneral: Bool
    /// Whether the bytes contradict the name's ending or the claim.
    package let mismatch: Bool
    /// The claim.
    package let declared: UTType?
    /// Whether this can be run while it was said to be something that cannot.
    ///
    /// True when the type conforms to `public.executable` or `public.script`, something was said of it (a claim, or an
    /// ending that is some type's), and nothing that was said conforms to either. A program without an ending and
    /// without a claim, such as `/bin/ls`, hides nothing; nor does one whose ending means nothing, such as `libz.so.1`.
    package let isHiddenExecutable: Bool
}

/// Why bytes could not be looked at.
package enum SniffingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// libmagic's database cannot be used; its own words.
    case detector(String)
    /// The file cannot be read; `errno` and the kernel's words.
    case unreadable(code: CInt, reason: String)

    package var description: String {
        switch self {
        case .detector(let reason): reason
        case .unreadable(_, let reason): "the content cannot be read: \(reason)"
        }
    }
}
