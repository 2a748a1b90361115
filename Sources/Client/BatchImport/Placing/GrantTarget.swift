internal import Digests
internal import LinuxSystem
internal import StagingClient
internal import StagingModel
internal import Synchronization

/// A grant for each entry.
final class GrantTarget: EntryTarget {
    private let terms: SendOptions
    /// Connections serve one thread at a time.
    // Why `@unchecked`: taken out by one thread, used, and put back.
    private final class Line: @unchecked Sendable {
        let connection = StagingConnection(ServiceLocator(programs: .besideThisProgramOrInstalled))
    }

    private let idle = Mutex<[Line]>([])
    private let layout: Layout
    /// Where the grants are offered; nil leaves them to those who get their tokens.
    private let drop: DropTarget?

    init(_ terms: SendOptions, layout: Layout, drop: DropTarget? = nil) {
        self.terms = terms
        self.layout = layout
        self.drop = drop
    }

    func take(
        _ opened: OpenedEntry, _ facts: Layout.Facts, isRefused: Bool, _ run: RunState,
        _ decided: inout Decided
    ) throws {
        var terms = terms
        terms.mode = .snapshot
        terms.allowsExecutable = run.options.allowsExecutable
        terms.isDurable = terms.isDurable || run.options.isDurable
        terms.key = run.journal.map { Self.key(of: opened.key, in: $0) }
        terms.uses = drop == nil ? terms.uses : nil
        let request = terms.key.map { DropTarget.request(of: $0) }
        let name = layout.components(for: facts).last ?? facts.name
        let line = idle.withLock { $0.popLast() } ?? Line()
        defer { idle.withLock { $0.append(line) } }
        try run.placing(&decided) { decided in
            while true {
                do {
                    if let drop, let request, let grant = try run.journal?.offered(opened.key),
                        try drop.resume(grant, request, line.connection, run, &decided)
                    {
                        return
                    }
                    let item = ItemToSend(.descriptor(try opened.readable()), name: name)
                    let grant = try line.connection.send([item], terms)
                    decided.outcome.token = grant.token?.text
                    decided.outcome.grant = grant.id
                    if let drop {
                        try drop.handOver(grant.id, request, opened.key, line.connection, run, &decided)
                    }
                    return
                } catch let error as StagingError
                    where error.code == .grantExpired && run.options.watching != nil && !run.isStopped
                {
                    // No worker came in its time; the file is still there to be offered.
                }
            }
        }
    }

    func makeCopy() -> StagedCopy? { nil }

    /// The key under which an entry's grant is made: the same in every run of the job, so that a run that was ended
    /// between the grant and the mark that it is made gets the same grant again (rule 6).
    static func key(of key: EntryKey, in journal: Journal) -> String {
        var digest = SHA256()
        for part in [key.file.bytes, key.inner.bytes] {
            digest.update(part)
            digest.update([0])
        }
        digest.update(Array("\(key.ordinal) \(key.version.size) \(key.version.modified.total)".utf8))
        return "import-\(journal.identity)-\(hexText(digest.finalize().prefix(16)))"
    }
}
