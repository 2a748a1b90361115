internal import ContentSniffing
internal import ContentTypes
internal import Digests
internal import FileNaming
internal import LinuxSystem
internal import StagingModel

/// Looks at entries one by one, decides what becomes of each, and hands it to be committed. One for each thread.
final class EntryWorker {
    let run: RunState
    let committer: any Committer
    let target: any EntryTarget
    let plan: EntryPlan
    let queue: WorkQueue<WorkItem>

    init(
        _ run: RunState, _ committer: any Committer, _ target: any EntryTarget, _ plan: EntryPlan,
        _ queue: WorkQueue<WorkItem>
    ) {
        self.run = run
        self.committer = committer
        self.target = target
        self.plan = plan
        self.queue = queue
    }

    func process(_ item: WorkItem) {
        if run.isStopped { return }
        switch item {
        case .share(let share): work(on: share)
        case .opened(let opened): process(opened)
        case .found(let found):
            do {
                guard let opened = try open(found) else { return }
                process(opened)
            } catch {
                // Tried again in every run, since it has no version to know it by.
                var decided = Decided(
                    name: found.name, key: EntryKey(file: found.file), outcome: ImportOutcome(found.name, .failed))
                decided = run.failed(decided, error)
                decided.isRemembered = false
                committer.commit(decided)
            }
        }
    }

    // MARK: Opening

    /// Opens a file on disk. Nothing waits here: not for the writer of a FIFO, nor for a lease.
    /// - Returns: nil where it was told already, or done before.
    private func open(_ found: FoundEntry) throws -> OpenedEntry? {
        guard case .file(let folder, let name) = found.place else { return nil }
        let descriptor: SharedDescriptor
        do throws(SystemError) {
            descriptor = SharedDescriptor(try folder.directory.openFile(name, .nonBlocking))
        } catch {
            if error.isLink {
                run.tell(.of(found.name, .skipped, because: FileKind.symbolicLink.leftOutReason))
                return nil
            }
            throw StagingError(.unreadable, "cannot open \(found.name.quoted): \(error.reason)")
        }
        let status = try descriptor.withNumber { number throws(SystemError) in try FileStatus.of(number) }
        guard status.kind == .regular else {
            run.tell(.of(found.name, .skipped, because: status.kind.leftOutReason))
            return nil
        }
        let key = EntryKey(
            file: found.file, version: FileVersion(size: status.size, modified: status.modified))
        let source = OpenedEntry.SourceFile(
            folder: folder, name: name, path: found.file, status: status, companion: found.companion)
        guard try !isDone(key, source) else { return nil }
        return OpenedEntry(
            name: found.name, key: key, kept: found.kept, content: descriptor, size: status.size,
            modified: status.modified, permissions: status.permissions, source: source)
    }

    /// Whether the job has done the entry before.
    func isDone(_ key: EntryKey, _ source: OpenedEntry.SourceFile?) throws -> Bool {
        guard let journal = run.journal, let record = try journal.record(of: key) else { return false }
        switch record.state {
        case .intent: return false
        case .failed:
            if run.options.retriesFailed { return false }
            var outcome = record.outcome
            outcome.outcome = .failed
            outcome.reason = "failed before: \(outcome.reason ?? "")"
            run.tell(outcome)
        case .imported, .duplicate, .refused, .emptied:
            run.countBefore(size: record.outcome.size ?? 0)
            // An interruption may have come between the mark and the removal.
            if run.options.moves, record.state != .refused || run.options.reject != nil, let source {
                SourceRemoval(source).remove(run)
            }
        }
        return true
    }

    // MARK: Deciding

    func process(_ opened: OpenedEntry) {
        defer { opened.archive?.entryIsHandedOver(committer) }
        var opened = opened
        var decided = Decided(name: opened.name, key: opened.key, outcome: ImportOutcome(opened.name, .imported))
        decided.outcome.size = opened.size
        decided.archive = opened.archive
        do {
            if opened.bytes == nil { opened.bytes = try wholeContent(of: opened) }
            let verdict = opened.depth < plan.archiveDepth ? try verdict(of: opened) : nil
            if let verdict, ArchiveTypes.isOpened(verdict.type, called: opened.kept.lastComponent),
                try unpack(opened, verdict)
            {
                return
            }
            try decide(opened, verdict, &decided)
        } catch is Interrupted {
            return
        } catch {
            decided.placement = nil
            decided = run.failed(decided, error)
        }
        committer.commit(decided)
    }

    private func decide(_ opened: OpenedEntry, _ known: Verdict?, _ decided: inout Decided) throws {
        let tooLarge = plan.refusal(ofSize: opened.size)
        // What is refused for its size alone need not be looked at.
        if let tooLarge, known == nil, run.options.reject == nil { return refuse(&decided, tooLarge) }
        let verdict = try known ?? verdict(of: opened)
        decided.outcome.type = verdict.type.identifier
        let refusal = tooLarge ?? plan.refusal(of: verdict)
        if let refusal, run.options.reject == nil { return refuse(&decided, refusal) }
        if plan.needsDigest {
            let digest = try digest(of: opened)
            decided.digest = digest
            decided.outcome.sha256 = run.options.wantsDigest ? hexText(digest) : nil
            if refusal == nil, run.options.skipsDuplicates, let first = try run.first(withContent: digest) {
                decided.becomeDuplicate(of: first)
                setRemoval(opened, &decided)
                return
            }
        }
        let name = plan.name(for: opened.kept, verdict)
        if let refusal { refuse(&decided, refusal) }
        let facts = Layout.Facts(
            path: opened.kept, name: name, type: verdict.type.identifier, mime: verdict.mime,
            source: opened.name.source.shown.lastComponent.text, modified: opened.modified,
            sha256: decided.digest.map { hexText($0) } ?? "")
        let isRefused = refusal != nil
        let target = isRefused ? plan.rejectTarget ?? target : target
        try target.take(opened, facts, isRefused: isRefused, run, &decided)
        if !isRefused, decided.outcome.outcome == .refused {
            // By the destination. The source stays, unless it is kept elsewhere.
            guard let reject = plan.rejectTarget else { return }
            try reject.take(opened, facts, isRefused: true, run, &decided)
        }
        setRemoval(opened, &decided)
    }

    private func refuse(_ decided: inout Decided, _ reason: String) {
        decided.outcome.outcome = .refused
        decided.outcome.reason = reason
    }

    private func setRemoval(_ opened: OpenedEntry, _ decided: inout Decided) {
        guard run.options.moves, let source = opened.source else { return }
        decided.source = SourceRemoval(source)
    }

    // MARK: Reading

    /// Files up to this size are read once, and typed, digested and copied from memory.
    static let mostInMemory: Int64 = 64 << 10

    /// The content of a small file; nil for a large one.
    /// - Throws: `StagingError` (`sourceChanged`, `unreadable`).
    private func wholeContent(of opened: OpenedEntry) throws -> [UInt8]? {
        guard opened.size <= Self.mostInMemory, let content = opened.content else { return nil }
        let bytes: [UInt8]
        do {
            bytes = try content.withNumber { number throws(SystemError) in
                // One more, to see whether it is longer than it was.
                try readSome(of: number, at: 0, count: Int(opened.size) + 1)
            }
        } catch {
            throw StagingError(.unreadable, "cannot read \(opened.name.quoted): \(error.reason)")
        }
        guard Int64(bytes.count) == opened.size else { throw StagingError.changed(opened.name) }
        return bytes
    }

    private func verdict(of opened: OpenedEntry) throws -> Verdict {
        let name = opened.kept.lastComponent
        let text = name.exactText ?? FileNaming.sanitize(name.bytes)
        do {
            if let bytes = opened.bytes { return try plan.sniffer.verdict(bytes: bytes, name: text) }
            return try opened.readable().withNumber { number in
                try plan.sniffer.verdict(descriptor: number, size: opened.size, name: text)
            }
        } catch {
            throw StagingError(.unreadable, "cannot tell what \(opened.name.quoted) is: \(error)")
        }
    }

    private func digest(of opened: OpenedEntry) throws -> [UInt8] {
        if let bytes = opened.bytes { return SHA256.digest(of: bytes) }
        return try opened.readable().withNumber { number throws(SystemError) in try SHA256.digest(ofFile: number) }
    }
}

extension StagingError {
    static func changed(_ name: EntryName) -> StagingError {
        StagingError(
            .sourceChanged, "\(name.quoted) changed while it was imported",
            hint: "import it again when nobody writes to it")
    }
}
