extension FileNaming {
    /// The base for content that came without a name: what it is, and when it came.
    ///
    /// - Parameters:
    ///   - kind: a word for what the content is, such as `Image`.
    ///   - moment: an RFC 3339 text; its date and time are taken as they stand.
    /// - Returns: `Image 2031-05-04 13.45.10`, or the word alone where the moment is none.
    package static func base(forKind kind: String, at moment: String) -> String {
        let digits = moment.utf8.prefix(19).map { (0x30...0x39).contains($0) ? $0 : 0 }
        let shape = digits.map { $0 == 0 ? "-" : "0" }.joined()
        guard shape == "0000-00-00-00-00-00" else { return kind }
        let date = moment.prefix(10)
        let time = moment.dropFirst(11).prefix(8).map { $0 == ":" ? "." : String($0) }.joined()
        return "\(kind) \(date) \(time)"
    }
}
