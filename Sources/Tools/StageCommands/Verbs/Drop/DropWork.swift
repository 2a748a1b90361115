internal import LinuxSystem
internal import StagingClient
internal import StagingModel
internal import Synchronization

/// What the jobs of one `stage drop` do, each on a thread of its own.
final class DropWork: Sendable {
    private struct State {
        var closers: [ConnectionCloser] = []
        /// The commands that run.
        var running: [ObjectIdentifier: RunningCommand] = [:]
        /// Jobs that are between the start of their command and what is said of it.
        var busy = 0
        /// How many more items may be taken; nil is without end.
        var left: Int?
        var isStopping = false
        var hasFailed = false
        /// Of the first job that could not go on.
        var status: Int32 = 0
    }

    private let name: String
    private let options: DestinationOptions
    private let command: [Bytes]?
    private let folder: Path?
    private let most: Int64?
    private let least: Int64?
    private let output: Output
    private let state: Mutex<State>
    /// Signalled when a job is not busy any more while all are to stop.
    private let wentIdle = Semaphore()

    init(
        name: String, options: DestinationOptions, command: [Bytes]?, folder: Path?, most: Int64?, least: Int64?,
        count: Int?, output: Output
    ) {
        self.name = name
        self.options = options
        self.command = command
        self.folder = folder
        self.most = most
        self.least = least
        self.output = output
        state = Mutex(State(left: count))
    }

    // MARK: Jobs

    /// Works until all that was asked for is taken.
    /// - Returns: the exit status: 1 where an item's try failed.
    func run(jobs: Int) throws -> Int32 {
        // The first one tells whether the destination can be opened at all.
        let connection = StagingConnection()
        let first = try worker(connection)
        output.note("the destination \(Path(name).quoted) is open")
        let ended = Semaphore()
        for _ in 1..<max(1, jobs) {
            try BlockingThread.start(name: "drop") { [self] in
                end { try work(worker(StagingConnection())) }
                ended.signal()
            }
        }
        end { try work(first) }
        for _ in 1..<max(1, jobs) { ended.wait() }
        return state.withLock { $0.status != 0 ? $0.status : $0.hasFailed ? ExitStatus.failed.rawValue : 0 }
    }

    private func worker(_ connection: StagingConnection) throws -> DropJob {
        let worker = try DestinationWorker(connection, at: name, options)
        state.withLock { $0.closers.append(worker.closer) }
        return DropJob(worker: worker, connection: connection)
    }

    /// Runs a job to its end; when it cannot go on, neither do the others.
    private func end(_ job: () throws -> Void) {
        do { try job() } catch {
            let status = output.report(error)
            let closers = state.withLock { state in
                if state.status == 0 { state.status = status }
                return state.closers
            }
            for closer in closers { closer.close() }
        }
    }

    private func work(_ job: DropJob) throws {
        defer { job.worker.close() }
        while takeOne() {
            guard let turn = try job.worker.next() else { return }
            if try !take(turn, job) { state.withLock { $0.left = $0.left.map { $0 + 1 } } }
        }
    }

    private func takeOne() -> Bool {
        state.withLock { state in
            guard let left = state.left else { return true }
            guard left > 0 else { return false }
            state.left = left - 1
            return true
        }
    }

    /// - Returns: whether the item counts as taken.
    private func take(_ turn: DestinationWorker.Turn, _ job: DropJob) throws -> Bool {
        do {
            if let reason = objection(to: turn.item) {
                try job.worker.refuse(turn, reason)
                return false
            }
            try job.worker.accept(turn)
        } catch is StagingError {
            // It was taken back, or went to another worker.
            return false
        }
        do {
            if let command { return try run(command, turn, job) }
            try place(turn, job)
            try job.worker.finish(turn)
        } catch let error as StagingError {
            state.withLock { $0.hasFailed = true }
            output.report(error)
            try? job.worker.fail(turn, error.message)
        } catch {
            try? job.worker.fail(turn, "\(error)")
            throw error
        }
        return true
    }

    /// Why the item is not wanted; nil where it is.
    private func objection(to item: DropItem) -> String? {
        guard let size = item.grant.representations.first?.size else { return nil }
        if let most, size > most { return "it is larger than \(ByteText.size(most))" }
        if let least, size < least { return "it is smaller than \(ByteText.size(least))" }
        return nil
    }

    // MARK: Items

    /// Receives the item and prints where it is.
    private func place(_ turn: DestinationWorker.Turn, _ job: DropJob) throws {
        let received: Received
        if let folder {
            received = try job.worker.receive(
                turn, ReceiveOptions(), to: Destination(folder, conflict: .rename)
            ) { _, _ in }
        } else {
            let pending = try job.worker.receive(turn, ReceiveOptions())
            guard CommandContext.isReachable(pending) else {
                throw StagingError(
                    .failed, "it is an original that the worker's user cannot open", hint: "work with --to or --exec")
            }
            try job.connection.confirm(pending)
            received = pending.received
        }
        if output.style.isJSON {
            try output.result(
                json: TakenItem(
                    item: turn.item.id, name: received.name, type: received.type, size: received.size,
                    path: received.path))
        } else {
            try output.result(received.path ?? "")
        }
        try output.flush()
    }

    /// Runs the command on the item.
    /// - Returns: false where the item goes back, since all are to stop.
    private func run(_ command: [Bytes], _ turn: DestinationWorker.Turn, _ job: DropJob) throws -> Bool {
        var options = ReceiveOptions()
        // Should this process be killed, the area ends with it; where the kernel has no pidfds, with its lease.
        options.bind = try? SharedDescriptor(ProcessDescriptor.open(OwnProcess.pid))
        let pending = try job.worker.receive(turn, options)
        let area = pending.received.area
        let (path, passed) = try CommandContext.openable(pending) { _, _ in }
        try job.connection.confirm(pending)
        if let area { try job.connection.pin(area) }
        defer { if let area { try? job.connection.release(area) } }
        guard let end = try run(ExecCommand(command, path: path), passing: passed) else { return false }
        defer { leave() }
        do {
            if end == .exited(0) {
                try job.worker.finish(turn)
            } else if state.withLock({ $0.isStopping }) {
                // With the end of the connection the item goes to another worker.
                return false
            } else {
                state.withLock { $0.hasFailed = true }
                try job.worker.fail(turn, end.words)
            }
        } catch let error as StagingError {
            // Nobody hears of it: the service was another one meanwhile, and lets the item be tried again.
            output.note("what became of the item \(turn.item.id) could not be told: \(error.message)")
        }
        return true
    }

    /// Runs a command to its end, and leaves the job busy.
    /// - Returns: nil where it was not started, since all are to stop.
    /// - Throws: ``StagingError`` where it cannot be run.
    private func run(_ command: ExecCommand, passing passed: SharedDescriptor?) throws -> ChildProcess.End? {
        // Under the lock, so that whoever stops all finds every command that runs.
        let started = try state.withLock { state -> RunningCommand? in
            if state.isStopping { return nil }
            let running = try RunningCommand(command, passing: passed)
            state.running[ObjectIdentifier(running)] = running
            state.busy += 1
            return running
        }
        guard let started else { return nil }
        do {
            return try started.wait { state.withLock { $0.running[ObjectIdentifier(started)] = nil } }
        } catch {
            leave()
            throw error
        }
    }

    private func leave() {
        let isStopping = state.withLock { state in
            state.busy -= 1
            return state.isStopping
        }
        if isStopping { wentIdle.signal() }
    }

    // MARK: Signals

    /// Passes the signal on to the commands that run, waits for their ends, and ends the process as the signal would have.
    func interrupt(_ signal: Int32) {
        state.withLock { state in
            state.isStopping = true
            for command in state.running.values { command.send(signal: signal) }
        }
        while state.withLock({ $0.busy > 0 }) { wentIdle.wait() }
        Unfinished.removeAll()
        ProcessControl.die(bySignal: signal)
    }
}

/// One worker of a `stage drop` and the connection that it uses.
struct DropJob {
    let worker: DestinationWorker
    let connection: StagingConnection
}

/// A command that runs, for the thread that waits for it and the one that passes signals on.
private final class RunningCommand: Sendable {
    private let child: ChildProcess

    /// - Throws: ``StagingError`` where it cannot be run.
    init(_ command: ExecCommand, passing passed: SharedDescriptor?) throws(StagingError) {
        do {
            child = try command.start(passing: passed)
        } catch {
            throw StagingError(.failed, "the command cannot be run: \(error.reason)")
        }
    }

    /// To be called while it is not waited for to the end.
    func send(signal: Int32) { child.send(signal: signal) }

    /// Waits until it ends.
    /// - Parameter ended: called before its pid can be another process's: no signal may be sent after.
    func wait(_ ended: () -> Void) throws(SystemError) -> ChildProcess.End {
        defer { ended() }
        try child.waitUntilEnded()
        ended()
        return try child.wait()
    }
}

extension ChildProcess.End {
    /// Why it counts as a failure.
    var words: String {
        switch self {
        case .exited(let status): "exit status \(status)"
        case .signaled(let signal): "ended by signal \(signal)"
        }
    }
}
