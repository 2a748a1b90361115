internal import Glibc
internal import LinuxSystem
internal import StagingModel
internal import StagingProtocol

/// Where the journals of jobs are: `jobs` in the user's store, a database for each.
struct JobPlace: Sendable {
    let name: String
    let folder: Path
    /// The name as a file has it: letters, digits, dot, dash and underscore; every other byte as `%` and two digits.
    private let safeName: String

    /// - Throws: `StagingError`: `invalidRequest` for a name that is none, `failed` for a user without a home.
    init(_ name: String, store: Path?) throws(StagingError) {
        guard !name.isEmpty else { throw StagingError(.invalidRequest, "the job's name is empty") }
        self.name = name
        safeName = Self.safe(name)
        guard safeName.utf8.count <= 200 else {
            throw StagingError(.invalidRequest, "the job's name \(Path(name).quoted) is too long")
        }
        guard let store = store ?? ServicePlaces.ownStore(ServicePlaces.environment) else {
            throw StagingError(
                .failed, "there is no place for the job's journal: neither XDG_STATE_HOME nor a home directory is set",
                hint: "set XDG_STATE_HOME to a directory of yours")
        }
        folder = store.appending("jobs")
    }

    var database: Path { folder.appending(Path(safeName + ".sqlite")) }
    var lock: Path { folder.appending(Path(safeName + ".lock")) }
    /// All that a job has on disk, the lock last.
    var files: [Path] {
        ["", "-wal", "-shm"].map { folder.appending(Path(safeName + ".sqlite" + $0)) } + [lock]
    }

    /// Whether there is such a job.
    var exists: Bool { (try? FileStatus.of(database)) != nil }

    private static func safe(_ name: String) -> String {
        var safe = ""
        for byte in name.utf8 {
            let scalar = Unicode.Scalar(byte)
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            if isPlain || "-_".unicodeScalars.contains(scalar) || (scalar == "." && !safe.isEmpty) {
                safe.unicodeScalars.append(scalar)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                safe += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return safe
    }

    /// Makes the folder, for the user alone.
    func makeFolder() throws(StagingError) {
        do {
            try Self.make(folder)
            let status = try FileStatus.of(folder, followLinks: true)
            guard status.user == OwnProcess.uid, status.permissions & 0o022 == 0 else {
                throw StagingError(
                    .failed, "the folder of jobs \(folder.quoted) is not yours alone",
                    hint: "see what is in it, then: chmod 700 \(folder.quoted)")
            }
        } catch let error as StagingError { throw error } catch {
            throw StagingError(
                importing: (error as? SystemError) ?? SystemError(5, "mkdir", subject: folder.escapedText))
        }
    }

    private static func make(_ path: Path) throws(SystemError) {
        if (try? FileStatus.of(path, followLinks: true)) != nil { return }
        if path.parent != path { try make(path.parent) }
        do { try OwnProcess.makeDirectory(path, mode: 0o700) } catch  where error.isNameTaken {
            // Another process that starts at the same time.
        }
    }

    /// Takes the job for this process, until the lock goes or the process ends, whatever ends it.
    /// - Throws: `StagingError` where another run has it.
    func takeLock() throws(StagingError) -> JobLock {
        do {
            let file = try OwnedDescriptor.open(lock, [.readWrite, .create, .noFollow])
            if try file.tryLock() { return JobLock(SharedDescriptor(file)) }
        } catch {
            throw StagingError(importing: error)
        }
        throw StagingError(
            .failed, "the job \(Path(name).quoted) is running: another import works on it",
            hint: "stage import --status \(Path(name).quoted) shows it")
    }

    /// Whether a run has the job now.
    var isRunning: Bool {
        guard let file = try? OwnedDescriptor.open(lock, [.readWrite, .noFollow]) else { return false }
        guard (try? file.tryLock()) == true else { return true }
        _ = JobLock(SharedDescriptor(file))
        return false
    }
}

/// A job that this process has.
final class JobLock: Sendable {
    private let file: SharedDescriptor

    /// Takes over a file that is locked.
    init(_ file: SharedDescriptor) { self.file = file }

    deinit { release() }

    /// Gives the job up now: a thread that is about to end may hold the journal for a moment more, and a process that is
    /// being started a copy of the descriptor.
    func release() { file.withNumber { number in _ = flock(number, LOCK_UN) } }
}
