internal import Archives
internal import Digests
internal import LinuxSystem
internal import StagingClient
internal import StagingModel

extension CommandContext {
    /// `stage receive TOKEN`
    func receive() throws -> Int32 {
        let isExec = arguments.isOn(.exec)
        do {
            let token = try Self.token(TokenSource.parse(arguments.positionals.first).token())
            let options = try receiveOptions()
            if let format = try arguments.value(.as, as: ArchiveWriter.Format.parse) {
                return try receive(token, options, as: format)
            }
            if isExec { return try receiveAndRun(token, options) }
            if arguments.isOn(.stdout) { return try receiveToStandardOutput(token, options) }
            if let destination = destination() { return try receive(token, options, to: destination) }
            return try receiveIntoArea(token, options)
        } catch  where isExec {
            // The other statuses are the command's own.
            report(error)
            return ExitStatus.execFailed.rawValue
        }
    }

    func receiveOptions() throws -> ReceiveOptions {
        var options = ReceiveOptions()
        options.accept = try arguments.values(.accept, as: Values.types).flatMap { $0 }
        options.lease = try span(.hold)
        options.allowsChanged = arguments.isOn(.allowChanged)
        options.wantsDigest = arguments.isOn(.sha256)
        options.bind = try process(.whileProcess)
        return options
    }

    /// The process that an option names, as a pidfd.
    func process(_ option: Option) throws -> SharedDescriptor? {
        guard let pid = try arguments.value(option, as: Values.processID) else { return nil }
        do {
            return SharedDescriptor(try ProcessDescriptor.open(pid))
        } catch  where error.isNoSuchProcess {
            throw UsageError("\(option.spelled): there is no process \(pid)")
        } catch {
            throw StagingError(
                .failed, "\(option.spelled): process \(pid) cannot be held: \(error.reason)",
                hint: arguments.command.verb == .receive ? "use --hold" : "use --ttl")
        }
    }

    func print(_ received: Received) throws {
        if isJSON { try output.result(json: received) } else { try output.result(received.path ?? "") }
    }

    // MARK: Ways of receiving

    private func receiveIntoArea(_ token: Token, _ options: ReceiveOptions) throws -> Int32 {
        try takeArea(try connection.receive(token, options))
        return 0
    }

    /// Prints the path in the area, and confirms.
    func takeArea(_ pending: PendingReceive) throws {
        if !Self.isReachable(pending) {
            throw UsageError(
                "this grant is of an original that you cannot open by its path",
                hint: "receive it with --to, --stdout or --exec")
        }
        try print(pending.received)
        try output.flush()
        try connection.confirm(pending)
    }

    /// Whether the path that was received leads the receiver to what was received: to an area always, and to an original
    /// where it may open that.
    static func isReachable(_ pending: PendingReceive) -> Bool {
        guard pending.received.isOriginalFile else { return true }
        guard let original = pending.descriptor, let path = pending.received.path else { return false }
        return reaches(Path(path), original)
    }

    /// Whether the receiver can open the path, and it is the very file.
    private static func reaches(_ path: Path, _ original: SharedDescriptor) -> Bool {
        guard let opened = try? OwnedDescriptor.openForReading(path),
            let there = try? FileStatus.of(opened.number), let file = try? FileStatus.of(original.number)
        else { return false }
        return there.sameFile(as: file)
    }

    private func receive(_ token: Token, _ options: ReceiveOptions, to destination: Destination) throws -> Int32 {
        try Self.cleansUpWhenInterrupted()
        let received = try withProgress("receiving") {
            try connection.receive(token, options, to: destination, progress: $0)
        }
        try print(received)
        return 0
    }

    /// Where `--to` leads.
    func destination() -> Destination? {
        arguments.path(.to).map { path in
            Destination(
                path, conflict: arguments.isOn(.force) ? .replace : arguments.isOn(.rename) ? .rename : .fail,
                keepsProvenance: !arguments.isOn(.noProvenance))
        }
    }

    private func receiveToStandardOutput(_ token: Token, _ options: ReceiveOptions) throws -> Int32 {
        var options = options
        options.delivery = .descriptor
        return try printContents(of: try connection.receive(token, options))
    }

    /// Prints the bytes, and confirms.
    func printContents(of pending: PendingReceive) throws -> Int32 {
        guard !pending.isTree, let source = pending.descriptor else {
            throw StagingError(
                .failed, "a directory cannot be printed", hint: "receive it with --to, or into an area")
        }
        let size = pending.received.size
        try withProgress("receiving") { progress in
            _ = try sendContents(of: source.number, to: 1) { done in try? progress(done, size) }
        }
        try pending.confirm(isHere: true)
        return 0
    }

    private func receive(_ token: Token, _ options: ReceiveOptions, as format: ArchiveWriter.Format) throws -> Int32 {
        var options = options
        // Of what is made of it, not of what is staged.
        options.wantsDigest = false
        if let destination = destination() {
            try Self.cleansUpWhenInterrupted()
            let made = try withProgress("receiving") { progress in
                try connection.receive(token, options, to: destination, describe: { $0.archived(as: format) }) {
                    pending, file, made in
                    try ReceivedArchive(format: format, pending: pending).write(to: file, progress: progress)
                    if arguments.isOn(.sha256) { made.sha256 = hexText(try SHA256.digest(ofFile: file)) }
                }
            }
            try print(made)
            return 0
        }
        options.delivery = .descriptor
        let pending = try connection.receive(token, options)
        try withProgress("receiving") { progress in
            try ReceivedArchive(format: format, pending: pending).write(to: 1, progress: progress)
        }
        try connection.finish(pending)
        return 0
    }

    private func receiveAndRun(_ token: Token, _ options: ReceiveOptions) throws -> Int32 {
        var options = options
        // Should this process be killed, the area ends with it; where the kernel has no pidfds, with its lease.
        if options.bind == nil { options.bind = try? SharedDescriptor(ProcessDescriptor.open(OwnProcess.pid)) }
        let pending = try connection.receive(token, options)
        let area = pending.received.area
        let (path, passed) = try withProgress("copying") { try Self.openable(pending, progress: $0) }
        try connection.confirm(pending)
        if let area { try connection.pin(area) }
        defer { if let area { try? connection.release(area) } }
        return try ExecCommand(arguments.values(.exec), path: path).run(passing: passed)
    }

    /// A path by which a command can open what was received, and what has to be passed on for that.
    static func openable(
        _ pending: PendingReceive, progress: @escaping CopyProgress
    ) throws -> (path: Path, passed: SharedDescriptor?) {
        if pending.received.area != nil, let received = pending.received.path { return (Path(received), nil) }
        guard let original = pending.descriptor else {
            throw StagingError(.failed, "the service sent neither bytes nor an area")
        }
        let file = try reopenable(original, progress: progress)
        return (Path("/dev/fd/\(file.number)"), file)
    }

    /// The original, or where this user may not open it a copy without a name: `/dev/fd/N` opens the file anew, and the
    /// right to read that a descriptor gives does not count there.
    private static func reopenable(
        _ original: SharedDescriptor, progress: @escaping CopyProgress
    ) throws -> SharedDescriptor {
        if (try? OwnedDescriptor.openForReading(Path("/dev/fd/\(original.number)"))) != nil { return original }
        let folder = OwnProcess.environment("TMPDIR") ?? "/tmp"
        do {
            let directory = try Directory.open(folder)
            let hidden = Path(".stage-exec-\(OwnProcess.pid)-\(SystemClock.boot())")
            let copy = try directory.makeUnpublishedFile(hiddenName: hidden, mode: 0o400)
            let size = try FileStatus.of(original.number).size
            _ = try copyContents(from: original.number, to: copy.descriptor.number) { try progress($0, size) }
            // Once more, and for reading alone.
            return SharedDescriptor(try .open(Path("/proc/self/fd/\(copy.descriptor.number)")))
        } catch {
            throw StagingError(
                .failed, "you may not open this original, and it cannot be copied to \(folder.quoted): \(error)",
                hint: "set TMPDIR to a directory with room for it, or receive it with --to or --stdout")
        }
    }
}

/// The command of `--exec`.
struct ExecCommand {
    private let words: [Path]

    /// - Parameter path: stands for every `{}`, alone or within a word; appended where there is none.
    init(_ command: [Bytes], path: Path) {
        let mark = Bytes("{}".utf8)
        var isPlaced = false
        var words = command.map { word in
            let replaced = Self.replacing(mark, in: word, by: path.bytes)
            isPlaced = isPlaced || replaced != word
            return Path(bytes: replaced)
        }
        if !isPlaced { words.append(path) }
        self.words = words
    }

    private static func replacing(_ mark: Bytes, in word: Bytes, by path: Bytes) -> Bytes {
        var result = Bytes()
        var rest = word[...]
        while !rest.isEmpty {
            if rest.starts(with: mark) {
                result += path
                rest = rest.dropFirst(mark.count)
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result
    }

    private var program: Path {
        guard let program = words.first else { preconditionFailure("the parser wants a command") }
        return program
    }

    /// Starts it.
    func start(passing descriptor: SharedDescriptor?) throws(SystemError) -> ChildProcess {
        try ChildProcess.start(program, arguments: words, searching: true, passing: descriptor)
    }

    /// Runs it to its end.
    /// - Returns: its status, or 128+n for signal n; 126 and 127 as shells have it.
    func run(passing descriptor: SharedDescriptor?) throws -> Int32 {
        // The terminal's interrupt reaches the command as well, which decides; this process stays to end the area.
        ProcessControl.ignore(.interrupt)
        ProcessControl.ignore(.quit)
        let child: ChildProcess
        do {
            child = try start(passing: descriptor)
        } catch {
            let status: ExitStatus = error.isMissing ? .execNotFound : .execNotExecutable
            try writeAll(
                Array("stage: cannot run \(program.quoted): \(error.reason)\n".utf8), to: 2)
            return status.rawValue
        }
        switch try child.wait() {
        case .exited(let status): return status
        case .signaled(let signal): return 128 + signal
        }
    }
}
