internal import Archives
internal import ContentSniffing
internal import FileNaming
internal import LinuxSystem
internal import StagingModel
internal import Synchronization

/// The entries of an archive with a directory, for several workers to share.
final class ArchiveShare: Sendable {
    let opened: OpenedArchive
    let archive: Archive
    let entries: [ArchiveEntry]
    private let next = Atomic<Int>(0)
    /// What made the rest unreadable.
    private let end = Atomic<Bool>(false)

    init(_ opened: OpenedArchive, _ archive: Archive, _ entries: [ArchiveEntry]) {
        self.opened = opened
        self.archive = archive
        self.entries = entries
    }

    /// The next entry, each once.
    func take() -> ArchiveEntry? {
        if end.load(ordering: .relaxed) { return nil }
        let place = next.add(1, ordering: .relaxed).oldValue
        return place < entries.count ? entries[place] : nil
    }

    /// Lets nobody take another one.
    /// - Returns: how many were not taken; 0 for all but the first call.
    func finish() -> Int {
        guard !end.exchange(true, ordering: .relaxed) else { return 0 }
        return max(0, entries.count - next.load(ordering: .relaxed))
    }
}

extension EntryWorker {
    /// Imports what an archive holds in place of the archive.
    /// - Returns: false where it is none after all, and is to be taken as a file.
    /// - Throws: what makes the archive itself fail.
    func unpack(_ entry: OpenedEntry, _ verdict: Verdict) throws -> Bool {
        var options = ArchiveOptions()
        options.limits = plan.archiveLimits
        options.name = entry.kept.lastComponent
        options.outer = entry.archive?.usage
        do {
            let archive = try Archive(entry.readable(), options: options)
            let reader = archive.reader()
            // The first entry tells whether it is an archive, before anything else is said of it.
            let first = archive.isIndexed ? nil : try reader.next()
            let isOneFile = reader.formatName == "compressed file"
            let opened = OpenedArchive(
                archive.usage, entry.name, entry.key, kept: Self.folder(for: entry, isOneFile: isOneFile),
                source: removal(of: entry), outer: entry.archive, isCounted: archive.isIndexed)
            entry.archive?.entryIsBegun()
            defer { opened.entryIsHandedOver(committer) }
            run.correct(entries: -1, bytes: -entry.size)
            if let entries = archive.entries {
                count(entries)
                share(ArchiveShare(opened, archive, entries))
            } else {
                read(archive, reader, from: first, opened)
            }
            return true
        } catch let error as ArchiveError {
            // A few bytes make some formats, and so does chance: what is not called an archive either is a file.
            if error.kind == .notAnArchive || !ArchiveTypes.isCalledArchive(entry.kept.lastComponent) { return false }
            throw StagingError(reading: error, entry.name)
        }
    }

    private func removal(of entry: OpenedEntry) -> SourceRemoval? {
        guard run.options.moves, let source = entry.source else { return nil }
        return SourceRemoval(source)
    }

    /// The folder for what an archive holds: none for an archive that is a source itself, else one that is called as the
    /// archive is, beside where that would go. A compressed file just loses its compression.
    private static func folder(for entry: OpenedEntry, isOneFile: Bool) -> Path {
        let isSource =
            entry.archive == nil && entry.name.path == entry.name.source.shown.lastComponent
            && entry.source?.path == entry.name.source.absolute
        let parent = entry.kept.bytes.contains(UInt8(ascii: "/")) ? entry.kept.parent : Path("")
        if isSource || isOneFile { return parent }
        let name = entry.kept.lastComponent
        let base = Ending.split(name.exactText ?? FileNaming.sanitize(name.bytes)).base
        return parent.appending(Path(base))
    }

    // MARK: Archives with a directory

    private func count(_ entries: [ArchiveEntry]) {
        guard run.options.countsAhead else { return }
        let wanted = entries.filter {
            $0.kind == .file && $0.problem == nil && plan.leftOut.reason(inArchive: $0.path) == nil
        }
        run.correct(entries: wanted.count, bytes: wanted.reduce(0) { $0 &+ ($1.size ?? 0) })
    }

    private func share(_ share: ArchiveShare) {
        let helpers = min(run.options.workers ?? OwnProcess.processorCount, share.entries.count / 8 + 1) - 1
        for _ in 0..<max(0, helpers) {
            share.opened.entryIsBegun()
            if !queue.offer(.share(share)) { share.opened.entryIsHandedOver(committer) }
        }
        take(share)
    }

    func work(on share: ArchiveShare) {
        defer { share.opened.entryIsHandedOver(committer) }
        take(share)
    }

    private func take(_ share: ArchiveShare) {
        let reader = share.archive.reader()
        while !run.isStopped, let entry = share.take() {
            do {
                try reader.select(entry)
                try take(entry, reader, share.opened, isShared: true)
            } catch {
                fail(entry, error, share.opened)
                guard let error = error as? ArchiveError, error.kind == .limit, error.endsReading else { continue }
                let left = share.finish()
                if left > 0 {
                    let entries = left == 1 ? "one more entry" : "\(left) more entries"
                    failRest(
                        share.opened, "\(entries) of \(share.opened.name.quoted) cannot be read: \(error.reason)")
                }
            }
        }
        if run.isStopped { share.opened.fail() }
    }

    // MARK: Archives that are read in order

    private func read(
        _ archive: Archive, _ reader: ArchiveReader, from first: ArchiveEntry?, _ opened: OpenedArchive
    ) {
        var further = FurtherNames()
        readAll(reader, from: first, opened, &further)
        if !further.links.isEmpty, !run.isStopped { take(further, archive, opened) }
    }

    private func readAll(
        _ reader: ArchiveReader, from first: ArchiveEntry?, _ opened: OpenedArchive, _ further: inout FurtherNames
    ) {
        var entry = first
        while let current = entry {
            if run.isStopped { return opened.fail() }
            do {
                if try !further.add(current) { try take(current, reader, opened, isShared: false) }
            } catch {
                fail(current, error, opened)
                if (error as? ArchiveError)?.endsReading == true { return }
            }
            do {
                entry = try reader.next()
            } catch {
                return failRest(opened, "the rest of \(opened.name.quoted) cannot be read: \(error)")
            }
        }
        guard reader.hasRest else { return }
        opened.keep()
        run.note("\(opened.name.quoted) has more behind its end, which was not looked at")
    }

    // MARK: Entries

    private func name(of entry: ArchiveEntry, _ opened: OpenedArchive) -> EntryName {
        let own = Path(entry.name.isEmpty ? "entry \(entry.position + 1)" : entry.name)
        let isSource = opened.depth == 1 && opened.name.path == opened.name.source.shown.lastComponent
        return EntryName(source: opened.name.source, path: isSource ? own : opened.name.path.appending(own))
    }

    private func key(of entry: ArchiveEntry, _ opened: OpenedArchive) -> EntryKey {
        var key = opened.key
        key.inner = key.inner.appending(entry.components.isEmpty ? Path(bytes: entry.rawName) : entry.path)
        // The place keeps twins of one name apart, also those of archives in archives.
        key.ordinal = key.ordinal &* 1_000_003 &+ entry.position
        return key
    }

    /// Tells of what failed without an entry of its own.
    private func failRest(_ opened: OpenedArchive, _ reason: String) {
        var decided = Decided(name: opened.name, key: opened.key, outcome: ImportOutcome(opened.name, .failed))
        decided.archive = opened
        decided = run.failed(decided, StagingError(.unreadable, reason))
        committer.commit(decided)
    }

    func fail(_ entry: ArchiveEntry, _ error: any Error, _ opened: OpenedArchive) {
        let name = name(of: entry, opened)
        var decided = Decided(name: name, key: key(of: entry, opened), outcome: ImportOutcome(name, .failed))
        decided.archive = opened
        decided.outcome.size = entry.size
        let told = (error as? ArchiveError).map { StagingError(reading: $0, name) } ?? error
        if told is Interrupted { return opened.fail() }
        decided = run.failed(decided, told)
        committer.commit(decided)
    }

    /// Unpacks one entry and goes on with it as with a file.
    private func take(
        _ entry: ArchiveEntry, _ reader: ArchiveReader, _ opened: OpenedArchive, isShared: Bool
    ) throws {
        let name = name(of: entry, opened)
        if let problem = entry.problem, entry.kind != .special { throw problem }
        switch entry.kind {
        case .directory: return
        // One with bytes of its own is as good as a file; the others come when all has been read.
        case .file, .hardLink: break
        case .symbolicLink: return leaveOut(name, "a symbolic link in an archive", opened)
        case .special: return leaveOut(name, "a device, FIFO or socket in an archive", opened)
        }
        guard var made = try wanted(entry, size: entry.size, opened) else { return }
        try unpack(size: entry.size, reader, &made)
        opened.entryIsBegun()
        // Who alone can read the archive leaves the rest to others, as far as they keep up.
        if isShared || !queue.offer(.opened(made)) { process(made) }
    }

    private func leaveOut(_ name: EntryName, _ reason: String, _ opened: OpenedArchive) {
        opened.keep()
        run.tell(.of(name, .skipped, because: reason))
    }

    /// An entry without its bytes.
    /// - Parameter size: what the archive says that its bytes come to.
    /// - Returns: nil where it is not to be unpacked, which was told.
    func wanted(_ entry: ArchiveEntry, size: Int64?, _ opened: OpenedArchive) throws -> OpenedEntry? {
        let name = name(of: entry, opened)
        if let reason = plan.leftOut.reason(inArchive: entry.path) {
            if plan.leftOut.isLeftBehind(inArchive: entry.path) {
                run.tell(.of(name, .skipped, because: reason))
            } else {
                leaveOut(name, reason, opened)
            }
            return nil
        }
        // Those of an archive with a directory have been counted.
        if entry.kind == .hardLink || !opened.isCounted { run.correct(entries: 1, bytes: size ?? 0) }
        let key = key(of: entry, opened)
        guard try !isDone(key, nil) else { return nil }
        if let size, run.options.reject == nil, let reason = plan.refusal(ofSize: size) {
            var decided = Decided(name: name, key: key, outcome: .of(name, .refused, because: reason))
            decided.archive = opened
            decided.outcome.size = size
            committer.commit(decided)
            return nil
        }
        var made = OpenedEntry(
            name: name, key: key, kept: opened.kept.appending(entry.path), content: nil, size: 0,
            modified: entry.modified ?? key.version.modified, permissions: entry.permissions ?? 0o644, source: nil)
        made.archive = opened
        return made
    }

    /// Gives an entry the bytes that the reader stands at.
    func unpack(size: Int64?, _ reader: ArchiveReader, _ made: inout OpenedEntry) throws {
        if let size, size <= Self.mostInMemory {
            made.bytes = try reader.contents(limit: Int(size))
            made.size = size
        } else {
            made.size = try unpackLarge(reader, &made)
        }
    }

    /// - Returns: its size.
    private func unpackLarge(_ reader: ArchiveReader, _ made: inout OpenedEntry) throws -> Int64 {
        let file: SharedDescriptor
        if let copy = try target.makeCopy() {
            made.unpacked = copy
            file = copy.descriptor
        } else {
            let folder = try Directory.open("/var/tmp")
            file = SharedDescriptor(try folder.namelessFile() ?? OwnedDescriptor.memoryFile(named: "entry"))
        }
        made.content = file
        return try file.withNumber { (number) throws(any Error) in
            do {
                return try reader.copyContents(to: number) { (_) throws(ArchiveError) in
                    if run.isStopped { throw ArchiveError(.canceled, "it was interrupted") }
                }
            } catch let error as ArchiveError where error.kind == .canceled { throw Interrupted() }
        }
    }
}

extension StagingError {
    /// An archive, or an entry of it, that cannot be had.
    init(reading error: ArchiveError, _ name: EntryName) {
        if let system = error.system {
            if system.isNoSpace {
                self.init(
                    .noSpace, "no space to unpack \(name.quoted)",
                    hint: "free some space, then run the same command again")
            } else {
                self.init(importing: system)
            }
            return
        }
        let code: Code =
            switch error.kind {
            case .limit: .limitExceeded
            case .unsafeName, .unsafeLink, .specialFile: .unsupportedFile
            default: .unreadable
            }
        self.init(code, "\(name.quoted): \(error.reason)", hint: error.limit.map(Self.hint))
    }

    private static func hint(_ limit: ArchiveError.Limit) -> String {
        let option =
            switch limit {
            case .entries: "--max-entries"
            case .bytes: "--max-bytes"
            case .ratio: "--max-ratio"
            case .depth: "--max-depth"
            case .nesting: "--nested"
            }
        return "\(option) allows more, if the archive is to be trusted"
    }
}
