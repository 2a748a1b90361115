/// What libmagic could not do.
package enum MagicError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No memory for a cookie.
    case outOfMemory
    /// The database of magic is missing or unreadable; libmagic's own words.
    case database(String)
    /// The bytes could not be looked at; libmagic's own words.
    case failed(String)

    package var description: String {
        switch self {
        case .outOfMemory: "libmagic: out of memory"
        case .database(let reason): "libmagic has no database: \(reason)"
        case .failed(let reason): "libmagic: \(reason)"
        }
    }
}
