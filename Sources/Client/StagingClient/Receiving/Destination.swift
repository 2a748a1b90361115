internal import FileNaming
package import LinuxSystem
internal import StagingModel

/// Where something is to be placed, and what to do when the name is taken.
public struct Destination: Sendable {
    /// What to do when the name is taken.
    public enum Conflict: Sendable {
        /// Nothing existing is touched.
        case fail
        /// What is there gives way, whole: a file to a file, a directory to a directory.
        case replace
        /// The first free `name (2).ext` (rule 20).
        case rename
    }

    /// A file's or directory's future path, or an existing directory to put it into, under its suggested name.
    package var path: Path
    package var conflict: Conflict
    /// Whether the attributes that tell where the bytes came from are set (rule 14).
    package var keepsProvenance: Bool
    /// Made durable against a power cut before it is answered.
    package var isDurable: Bool

    package init(
        _ path: Path, conflict: Conflict = .fail, keepsProvenance: Bool = true, isDurable: Bool = false
    ) {
        self.path = path
        self.conflict = conflict
        self.keepsProvenance = keepsProvenance
        self.isDurable = isDurable
    }
}

/// A destination whose directory is open.
struct OpenDestination: ~Copyable {
    let folder: Directory
    /// The directory as it was named, for paths that are shown.
    let shownFolder: Path
    let name: Path
    let options: Destination
    private let isTree: Bool

    /// Opens the directory.
    /// - Parameters:
    ///   - suggested: the name for a destination that is a directory.
    ///   - isTree: what is to be placed is a directory.
    /// - Throws: `StagingError`: `failed` where the directory is not there or is none.
    init(_ destination: Destination, suggested: String, isTree: Bool) throws(StagingError) {
        let path = destination.path
        let isDirectory = (try? FileStatus.of(path, followLinks: true))?.kind == .directory
        guard isDirectory || !path.isEmpty && path.bytes.last != UInt8(ascii: "/") else {
            throw StagingError(.failed, "there is no directory \(path.quoted)", hint: "make it: mkdir -p")
        }
        let directory = isDirectory ? path : path.parent
        do {
            folder = try Directory.open(directory)
        } catch {
            throw StagingError(
                .failed, "cannot use \(directory.quoted): \(error.reason)",
                hint: error.isMissing ? "make it: mkdir -p" : nil)
        }
        name = isDirectory ? Path(suggested) : path.lastComponent
        let isHere = directory == "." && (isDirectory || !path.bytes.contains(UInt8(ascii: "/")))
        shownFolder = isHere ? Path("") : directory
        options = destination
        self.isTree = isTree
    }

    /// Tells before anything is copied what ``claim(_:)`` would find; that alone decides.
    /// - Throws: `StagingError` (`exists`).
    func checkName() throws(StagingError) {
        if options.conflict == .fail, (try? folder.status(of: name)) != nil { throw taken }
        try checkReplaceable()
    }

    private var taken: StagingError {
        StagingError(
            .exists, "\(shown(name).quoted) exists", hint: "--force replaces it, --rename takes another name")
    }

    /// The path of a name in it, as a person would write it.
    func shown(_ name: Path) -> Path { shownFolder.isEmpty ? name : shownFolder.appending(name) }

    /// Tries one name after the other until `claim` takes one, as the conflict rule has it.
    /// - Parameter claim: takes the name in one step; throws `EEXIST` where it is taken.
    func claim(_ claim: (Path, _ replacing: Bool) throws -> Void) throws -> Path {
        guard options.conflict == .rename, let text = name.exactText else {
            try checkReplaceable()
            do {
                try claim(name, options.conflict == .replace)
                return name
            } catch let error as SystemError where error.isNameTaken && options.conflict != .replace {
                throw taken
            }
        }
        let taken = try twinKeys()
        for candidate in FileNaming.candidates(for: text) where !taken.contains(FileNaming.twinKey(candidate)) {
            do {
                try claim(Path(candidate), false)
                return Path(candidate)
            } catch let error as SystemError where error.isNameTaken {
                // Somebody else took it since the directory was read.
            }
        }
        throw StagingError(.exists, "no free name like \(shown(name).quoted) was found")
    }

    /// A file never gives way to what is no file, and a directory only to a directory.
    private func checkReplaceable() throws(StagingError) {
        guard options.conflict == .replace, let there = try? folder.status(of: name) else { return }
        let fits = isTree ? there.kind == .directory : there.kind != .directory
        if !fits {
            throw StagingError(
                .exists, "\(shown(name).quoted) is a \(there.kind.words), and what was received is none",
                hint: "remove it, or choose another name")
        }
    }

    /// The names in the directory, folded so that twins by case or composition are equal.
    private func twinKeys() throws(SystemError) -> Set<String> {
        var keys: Set<String> = []
        var reader = try folder.entries()
        while let entry = try reader.next() {
            if let text = entry.name.exactText { keys.insert(FileNaming.twinKey(text)) }
        }
        return keys
    }
}

/// Names that a running receive or keep uses beside its destination until it is whole.
///
/// They tell the process that made them, so that what a kill left behind is known, and removed by the next one there.
package enum HiddenName {
    private static let prefix = ".stage-"
    /// Asked once: an import takes a name for every file.
    private static let own = ProcessIdentity(of: OwnProcess.pid)?.started ?? 0

    /// A name that nothing else has.
    package static func random() -> Path {
        Path("\(prefix)\(OwnProcess.pid)-\(own)-\(RequestID.random().prefix(8))")
    }

    /// Removes what processes that have ended left in the directory.
    package static func removeLeftovers(in folder: borrowing Directory) {
        guard var reader = try? folder.entries() else { return }
        while let entry = try? reader.next() {
            guard let maker = maker(of: entry.name), !maker.isAlive else { continue }
            _ = try? removeTree(named: entry.name, in: folder.descriptor.number)
        }
    }

    private static func maker(of name: Path) -> ProcessIdentity? {
        guard let text = name.exactText, text.hasPrefix(prefix) else { return nil }
        let parts = text.dropFirst(prefix.count).split(separator: "-")
        guard parts.count == 3, parts[2].count == 8, let pid = Int32(parts[0]), let started = UInt64(parts[1]) else {
            return nil
        }
        return ProcessIdentity(pid: pid, started: started)
    }
}
