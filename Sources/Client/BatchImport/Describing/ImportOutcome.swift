package import LinuxSystem
internal import StagingModel

/// What became of one file that an import found.
public struct ImportOutcome: Sendable, Hashable, Encodable {
    /// The kinds of outcome.
    public enum Result: String, Sendable, Hashable, Codable, CaseIterable {
        /// It is in its place, granted, or accepted by a worker of the destination.
        case imported
        /// A filter kept it out, by its type, its size, or for a program in disguise; or the destination refused it.
        case refused
        /// The job has the same content already.
        case duplicate
        /// It could not be read, or not be placed.
        case failed
        /// It was left out without a look at its content: a link, a device, a hidden or system file.
        case skipped
    }

    /// The source as it was named.
    public var source: String
    /// The path in the source, through archives too.
    public var entry: String
    /// The type of the content; nil where it was not looked at.
    public var type: String?
    /// In bytes; nil where it is not known.
    public var size: Int64?
    /// What became of it.
    public var outcome: Result
    /// The path of the imported file; of a duplicate that of the first with the same content.
    public var destination: String?
    /// The token of the grant that was made.
    public var token: String?
    /// The id of the grant that was made.
    public var grant: String?
    /// Why it is not imported, for people.
    public var reason: String?
    /// What can be done about it, for people, where that is known.
    public var hint: String?
    /// The stable name of the error, of what failed.
    public var error: String?
    /// The digest of the content, in lower-case hexadecimal digits, where it was asked for.
    public var sha256: String?

    /// The path of the imported file byte for byte.
    package var path: Path?

    private enum CodingKeys: String, CodingKey {
        case source, entry, type, size, outcome, destination, token, grant, reason, hint, error, sha256
    }

    /// One that a journal tells.
    init(source: String, entry: String) {
        self.source = source
        self.entry = entry
        outcome = .imported
    }

    init(_ name: EntryName, _ outcome: Result) {
        source = name.source.shown.text
        entry = name.path.text
        self.outcome = outcome
    }

    /// An outcome with its reason.
    static func of(_ name: EntryName, _ outcome: Result, because reason: String) -> ImportOutcome {
        var made = ImportOutcome(name, outcome)
        made.reason = reason
        return made
    }

    /// What an error makes of an entry: refused where a rule kept it out, failed otherwise.
    static func failure(_ name: EntryName, _ error: any Error) -> ImportOutcome {
        let error = StagingError(importing: error)
        var made = ImportOutcome(name, error.code == .executableRefused ? .refused : .failed)
        made.error = error.code.rawValue
        made.reason = error.message
        made.hint = error.hint
        return made
    }
}

extension StagingError {
    /// Any error of an import.
    init(importing error: any Error) {
        switch error {
        case let error as StagingError: self = error
        case let error as SystemError:
            self.init(
                error.isNoSpace ? .noSpace : .failed, error.description,
                hint: error.isNoSpace ? "free some space, then run the same command again" : nil)
        default: self.init(.failed, "\(error)")
        }
    }
}

/// How many of each outcome an import had.
public struct ImportSummary: Sendable, Hashable, Encodable {
    /// In their place, or granted.
    public internal(set) var imported = 0
    /// Kept out by a filter.
    public internal(set) var refused = 0
    /// With content that the job had already.
    public internal(set) var duplicates = 0
    /// Not read, or not placed.
    public internal(set) var failed = 0
    /// Left out without a look at their content.
    public internal(set) var skipped = 0
    /// Sources that were imported and that a move could not take away.
    public internal(set) var stayed = 0
    /// What the job had done before this run.
    public internal(set) var before = 0
    /// The sizes of what was imported, added up.
    public internal(set) var bytes: Int64 = 0
    /// What was left out, by reason.
    public internal(set) var reasons: [String: Int] = [:]
    /// Whether it ended before all was done.
    public internal(set) var isCancelled = false

    /// Nothing so far.
    public init() {}

    /// Counts an outcome.
    public mutating func add(_ outcome: ImportOutcome) {
        switch outcome.outcome {
        case .imported:
            imported += 1
            bytes += outcome.size ?? 0
        case .refused: refused += 1
        case .duplicate: duplicates += 1
        case .failed: failed += 1
        case .skipped:
            skipped += 1
            reasons[outcome.reason ?? "", default: 0] += 1
        }
    }
}
