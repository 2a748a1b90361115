internal import LinuxSystem

/// What a symbolic link of an archive may point to: something below the directory that the archive is unpacked to,
/// whatever else comes to stand there.
enum LinkTargets {
    /// The target in the names on disk.
    ///
    /// Leading ".." are counted against the depth of the link's own directory, which is a real one. Later ones are
    /// allowed only behind directories that the archive made: behind a link or a missing name they could lead anywhere.
    /// - Parameter directory: Where the link stands.
    /// - Throws: ``ArchiveError`` of the kind `unsafeLink`.
    static func checked(_ target: String, in directory: ExtractionTree) throws(ArchiveError) -> Path {
        let shown = Path(target).quoted
        if target.isEmpty || target.utf8.contains(0) { throw ArchiveError(.unsafeLink, "the link points to no name") }
        if target.hasPrefix("/") {
            throw ArchiveError(.unsafeLink, "the link points outside the archive: \(shown)")
        }
        // nil once the way has left the directories that the archive made.
        var place: ExtractionTree? = directory
        var names: [String] = []
        for part in target.split(separator: "/") where part != "." {
            if part == ".." {
                guard let here = place else {
                    throw ArchiveError(.unsafeLink, "where the link points to cannot be told: \(shown)")
                }
                guard let parent = here.parent else {
                    throw ArchiveError(.unsafeLink, "the link points outside the archive: \(shown)")
                }
                names.append("..")
                place = parent
                continue
            }
            let original = String(part)
            if let next = place?.directories[original], place?.leaf(original) == nil {
                names.append(next.name)
                place = next
            } else {
                names.append(place?.leaf(original)?.name ?? original)
                place = nil
            }
        }
        let path = names.isEmpty ? "." : names.joined(separator: "/")
        return Path(target.hasSuffix("/") ? path + "/" : path)
    }
}
