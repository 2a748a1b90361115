/// What a name in an archive comes to below the directory that it is unpacked to.
enum EntryNames {
    /// The names on the way, or why there is none.
    /// - Parameter isFromDOS: Whether the archive was made on DOS or Windows, where a backslash separates names.
    /// - Parameter depth: The most names.
    static func components(
        of name: String, isFromDOS: Bool, depth: Int
    ) -> Result<[String], ArchiveError> {
        if name.isEmpty { return .failure(ArchiveError(.unsafeName, "the entry has no name")) }
        if name.utf8.contains(0) { return .failure(ArchiveError(.unsafeName, "the name holds a NUL")) }
        let isSeparator: (UInt8) -> Bool = {
            $0 == UInt8(ascii: "/") || (isFromDOS && $0 == UInt8(ascii: "\\"))
        }
        let bytes = Array(name.utf8)
        if isSeparator(bytes[0]) { return .failure(ArchiveError(.unsafeName, "the name is absolute")) }
        if isFromDOS, bytes.count > 1, bytes[1] == UInt8(ascii: ":"), (bytes[0] | 0x20).isLetter {
            return .failure(ArchiveError(.unsafeName, "the name is absolute"))
        }
        var components: [String] = []
        for part in bytes.split(whereSeparator: isSeparator) {
            if part == [UInt8(ascii: ".")] { continue }
            if part.elementsEqual("..".utf8) {
                return .failure(ArchiveError(.unsafeName, "the name climbs out by '..'"))
            }
            components.append(String(decoding: part, as: UTF8.self))
        }
        if components.count > depth {
            return .failure(
                ArchiveError(
                    over: .depth, "the path has \(components.count) names, and \(depth) are allowed",
                    endsReading: false))
        }
        return .success(components)
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { UInt8(ascii: "a") <= self && self <= UInt8(ascii: "z") }
}
