internal import Archives
internal import LinuxSystem

/// The hard links of an archive that is read in order: each is a further name of an entry before it, whose bytes are
/// gone by when the link is met, and are read again once all else is done.
struct FurtherNames {
    /// Where the latest entry of each path stands, as a link means it.
    private var files: [Path: Int] = [:]
    /// By the entries whose bytes they have.
    private(set) var links: [Int: [ArchiveEntry]] = [:]

    /// Takes note of an entry.
    /// - Returns: whether it is a further name, and has no bytes of its own.
    /// - Throws: ``ArchiveError`` for one of what the archive does not have before it.
    mutating func add(_ entry: ArchiveEntry) throws(ArchiveError) -> Bool {
        guard entry.problem == nil else { return false }
        // Some archives give the bytes with every name, or with the last one.
        guard entry.kind == .hardLink, (entry.size ?? 0) == 0 else {
            if entry.kind == .file || entry.kind == .hardLink { files[entry.path] = entry.position }
            return false
        }
        let target = entry.linkTarget ?? ""
        let names = target.split(separator: "/").filter { $0 != "." }
        guard let position = files[Path(names.joined(separator: "/"))] else {
            throw ArchiveError(
                .damaged, "it is a further name of \(Path(target).quoted), which does not stand before it",
                entry: entry.displayName)
        }
        files[entry.path] = position
        links[position, default: []].append(entry)
        return true
    }
}

extension EntryWorker {
    /// Imports what has several names under the others, each a file of its own.
    func take(_ further: FurtherNames, _ archive: Archive, _ opened: OpenedArchive) {
        var left = further.links
        let reader = archive.reader()
        do {
            while !left.isEmpty, let entry = try reader.next() {
                if run.isStopped { return opened.fail() }
                guard let links = left.removeValue(forKey: entry.position) else { continue }
                take(links[...], with: entry, reader, opened)
            }
            if !left.isEmpty { throw ArchiveError(.damaged, "the archive has changed", endsReading: true) }
        } catch {
            for links in left.sorted(by: { $0.key < $1.key }) { for link in links.value { fail(link, error, opened) } }
        }
    }

    private func take(
        _ links: ArraySlice<ArchiveEntry>, with entry: ArchiveEntry, _ reader: ArchiveReader, _ opened: OpenedArchive
    ) {
        // The bytes are read once, for the first name that wants them.
        var first: OpenedEntry?
        for link in links {
            do {
                guard var made = try wanted(link, size: entry.size, opened) else { continue }
                if let first {
                    (made.bytes, made.content, made.size) = (first.bytes, first.content, first.size)
                } else {
                    try unpack(size: entry.size, reader, &made)
                    first = made
                }
                opened.entryIsBegun()
                process(made)
            } catch { fail(link, error, opened) }
        }
    }
}
