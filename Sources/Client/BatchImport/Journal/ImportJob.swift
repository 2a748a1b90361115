package import LinuxSystem
internal import SQLite
internal import StagingModel

/// A job that an import keeps a journal of, seen from outside.
public struct ImportJob: Sendable {
    private let place: JobPlace

    /// The job of this name.
    /// - Throws: `StagingError` (`invalidRequest`) for a name that is none.
    public init(_ name: String) throws { place = try JobPlace(name, store: nil) }

    /// The job of this name in another store.
    package init(_ name: String, store: Path?) throws { place = try JobPlace(name, store: store) }

    /// What a job has done so far.
    public struct Status: Sendable, Hashable, Encodable {
        /// The job's name.
        public var job: String
        /// Whether an import works on it now.
        public var isRunning: Bool
        /// Where it imports to.
        public var destination: String
        /// So many files are in their place, or granted.
        public var imported = 0
        /// So many were kept out by a filter.
        public var refused = 0
        /// So many had content that the job had already.
        public var duplicates = 0
        /// So many could not be read or placed; ``ImportOptions/retriesFailed`` tries them again.
        public var failed = 0
        /// So many were under way when a run was ended; the next run finds out what came of them.
        public var unfinished = 0
        /// The sizes of what was imported, added up.
        public var bytes: Int64 = 0

        private enum CodingKeys: String, CodingKey {
            case job, isRunning = "running", destination, imported, refused, duplicates, failed, unfinished, bytes
        }
    }

    /// What the job has done so far; may be asked while it runs.
    /// - Throws: `StagingError` (`failed`) where there is no such job, or its journal cannot be read.
    public func status() throws -> Status {
        guard place.exists else { throw missing }
        do {
            let connection = try Connection(path: place.database.text)
            let destination = try connection.first("SELECT value FROM meta WHERE key = 'destination'") { $0.text(0) }
            var status = Status(job: place.name, isRunning: place.isRunning, destination: destination ?? "")
            let counts = try connection.rows(
                "SELECT state, count(*), coalesce(sum(bytes), 0) FROM entries GROUP BY state"
            ) { ($0.text(0), $0.int(1), $0.int64(2)) }
            for (state, count, bytes) in counts {
                switch Journal.State(rawValue: state) {
                case .imported: (status.imported, status.bytes) = (count, bytes)
                case .refused: status.refused = count
                case .duplicate: status.duplicates = count
                case .failed: status.failed = count
                case .intent: status.unfinished = count
                case .emptied, nil: break
                }
            }
            return status
        } catch { throw Journal.failure(error, place) }
    }

    /// What failed in the job, with the reasons.
    /// - Throws: `StagingError` as ``status()`` does.
    public func failures() throws -> [ImportOutcome] {
        guard place.exists else { throw missing }
        do {
            return try Journal.failures(in: Connection(path: place.database.text))
        } catch { throw Journal.failure(error, place) }
    }

    /// Forgets the job: its journal goes, and nothing that it imported.
    /// - Throws: `StagingError` (`failed`) where there is no such job, or an import works on it.
    public func forget() throws {
        guard place.exists else { throw missing }
        let lock = try place.takeLock()
        for file in place.files { OwnProcess.unlink(file) }
        withExtendedLifetime(lock) {}
    }

    private var missing: StagingError {
        StagingError(
            .failed, "there is no job \(Path(place.name).quoted)",
            hint: "its journal would be in \(place.folder.quoted)")
    }
}
