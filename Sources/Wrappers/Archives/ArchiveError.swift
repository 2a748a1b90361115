package import LinuxSystem

/// Why an archive, or an entry of it, cannot be had.
package struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of reason; ``ArchiveError/reason`` says more.
    package enum Kind: Hashable, Sendable {
        /// The bytes are no archive of any known format.
        case notAnArchive
        /// What is put into an archive changed while it was read.
        case changed
        /// The archive is cut short or contradicts itself.
        case damaged
        /// It needs a password, which nobody can give here.
        case encrypted
        /// A method, a format or a program that is not to be had; also one part of several.
        case unsupported
        /// The name leads out of the place where the archive is unpacked, or is none.
        case unsafeName
        /// A link leads out, or to something that the archive does not hold.
        case unsafeLink
        /// A device, a FIFO or a socket.
        case specialFile
        /// More than ``ArchiveLimits`` allow.
        case limit
        /// Its reader computed for long and got nowhere.
        case stalled
        /// Its reader crashed.
        case crashed
        /// Called off by the caller.
        case canceled
        /// A system call failed: see ``ArchiveError/system``.
        case system
    }

    /// A limit that the caller may set higher.
    package enum Limit: Hashable, Sendable { case entries, bytes, ratio, depth, nesting }

    package let kind: Kind
    /// Which of ``ArchiveLimits`` it is, where ``kind`` is `limit` and the caller may know better.
    package let limit: Limit?
    /// What is wrong, as a clause of a sentence without a full stop: "the archive ends too soon".
    package let reason: String
    /// The entry that it is about, as its archive names it, escaped for a message; nil for the archive as a whole.
    package let entry: String?
    /// Whether nothing more can be read from this reader.
    package let endsReading: Bool
    /// The failed call, where ``kind`` is `system`.
    package let system: SystemError?

    package init(_ kind: Kind, _ reason: String, entry: String? = nil, endsReading: Bool = false) {
        self.kind = kind
        self.reason = reason
        self.entry = entry
        self.endsReading = endsReading
        limit = nil
        system = nil
    }

    /// More than a limit allows.
    init(over limit: Limit, _ reason: String, entry: String? = nil, endsReading: Bool = true) {
        kind = .limit
        self.limit = limit
        self.reason = reason
        self.entry = entry
        self.endsReading = endsReading
        system = nil
    }

    /// A call that failed.
    package init(_ error: SystemError, entry: String? = nil, endsReading: Bool = false) {
        kind = .system
        limit = nil
        reason = error.description
        self.entry = entry
        self.endsReading = endsReading
        system = error
    }

    /// What was to be put into an archive did not stay as it was.
    static func changed(_ entry: Path) -> ArchiveError {
        ArchiveError(.changed, "it changed while it was read", entry: entry.escapedText, endsReading: true)
    }

    private init(_ other: ArchiveError, entry: String?, endsReading: Bool) {
        kind = other.kind
        limit = other.limit
        reason = other.reason
        self.entry = entry
        self.endsReading = endsReading
        system = other.system
    }

    /// The same as an end of the reading.
    var ending: ArchiveError { ArchiveError(self, entry: entry, endsReading: true) }

    /// The same, said of an entry, where it names none yet.
    package func about(_ entry: String) -> ArchiveError {
        self.entry == nil ? ArchiveError(self, entry: entry, endsReading: endsReading) : self
    }

    package var description: String { entry.map { "'\($0)': \(reason)" } ?? reason }
}

/// Passes a failed call on as an error of the archive's.
func passing<Result: ~Copyable>(_ body: () throws(SystemError) -> Result) throws(ArchiveError) -> Result {
    do throws(SystemError) { return try body() } catch { throw ArchiveError(error) }
}

/// Text of the archive's own making, fit for a message.
func escaped(_ text: String) -> String { Path(text).escapedText }
