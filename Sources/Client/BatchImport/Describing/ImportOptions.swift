package import Archives
package import LinuxSystem
package import StagingModel

/// What is imported, and how.
public struct ImportOptions: Sendable {
    // MARK: What is taken

    /// Globs over the path below the source, with `*`, `?`, `[…]` and `**`; one without a slash is held against the last
    /// component. Where there are any, only files that match one are taken.
    public var include: [String] = []
    /// Globs in the same form; what matches one is left out, a folder with all that is in it.
    public var exclude: [String] = []
    /// Whether files and folders whose names begin with a dot are taken.
    public var takesHidden = false
    /// Whether what other systems leave behind is taken: `.DS_Store`, `._*`, `__MACOSX`, `Thumbs.db`, `desktop.ini`.
    public var takesSystemFiles = false
    /// Whether archives are opened, and not taken as files.
    public var unpacks = true
    /// How many archives deep an archive in an archive is opened; 0 takes it as a file.
    public var nesting = 0
    /// What an archive may ask for.
    package var archiveLimits = ArchiveLimits()
    /// Types in any form in which a type can be given; where there are any, what conforms to none is refused.
    public var accept: [String] = []
    /// In bytes; smaller files are refused.
    public var leastSize: Int64?
    /// In bytes; larger files are refused.
    public var mostSize: Int64?
    /// Whether programs and scripts may come under another type or ending (rule 19); they are refused otherwise.
    public var allowsExecutable = false

    // MARK: What becomes of it

    /// The path below the destination, with placeholders such as `{path}`, `{year}` and `{type}`.
    public var layout = "{path}"
    /// Whether the source's name goes when the file is committed, if it still names what was imported.
    public var moves = false
    /// Whether a file that lies on the destination's file system gets a further name there (a hard link) in place of being
    /// copied, where it is the user's own and nobody has it open for writing. That costs no space and hardly any time,
    /// but both names are one file: what is later written to one in place shows in the other, which also keeps its mode
    /// and gets no attributes.
    public var links = false
    /// Whether content that the job has imported before is reported as a duplicate and not stored again.
    public var skipsDuplicates = false
    /// Whether the SHA-256 digest of each file is computed for its outcome.
    public var wantsDigest = false
    /// Whether attributes that tell type and time of the import are set on the files (rule 14).
    public var keepsProvenance = true
    /// Whether each file is made durable against a power cut before it counts as imported.
    public var isDurable = false

    /// The directory that keeps what was refused, each file with its reason beside it.
    package var reject: Path?

    // MARK: Hot folders

    /// How a folder is followed.
    public struct Watching: Sendable, Hashable {
        /// For so long nobody may have written to a file before it is taken.
        public var settle: Duration = .seconds(1)
        /// A file is taken once another of its name with this behind it is there, such as `.ok`; nil takes it when its
        /// writer has closed it.
        public var doneSuffix: String?

        /// After a second of quiet.
        public init() {}
    }

    /// Follows the sources, which are folders, and takes what arrives until the import is ended; nil ends with what is
    /// there.
    public var watching: Watching?

    // MARK: How it is done

    /// How many files are worked on at once; nil is one for each processor.
    public var workers: Int?

    /// The job's name: under it a journal is kept in the user's store, and the same import started again goes on where
    /// it was, whatever ended it.
    public var job: String?
    /// Whether what failed in the job before is tried again, although it has not changed.
    public var retriesFailed = false
    /// Where the journal lies, in place of the user's store.
    package var store: Path?
    /// Whether files and bytes are counted ahead, so that progress can tell how much is left.
    package var countsAhead = false
    /// The program that looks at bytes in a process of its own; nil looks in this process.
    package var detector: Path?

    /// Everything but hidden files, archives opened, under their own paths.
    public init() {}

    /// Sets the directory that keeps what was refused, each file with its reason beside it.
    public mutating func keepRefused(in directory: String) { reject = Path(directory) }
}

extension ImportOptions {
    /// Whether an error ends the run, since every further file would meet it: a full disk, a service that is not there, a
    /// destination that nobody works for, unless it is waited for what comes.
    package func isEnded(by code: StagingError.Code) -> Bool {
        switch code {
        case .noSpace, .noService: true
        case .noSuchDestination: watching == nil
        default: false
        }
    }
}
