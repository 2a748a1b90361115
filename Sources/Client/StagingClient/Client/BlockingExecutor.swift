internal import LinuxSystem
internal import Synchronization

/// Runs an actor's jobs one after the other on a thread of its own, so that calls which block never hold up Swift's
/// shared pool.
///
/// The thread starts with the first job and ends with the executor.
final class BlockingExecutor: SerialExecutor {
    private let queue: Queue

    init() { queue = Queue() }

    deinit { queue.end() }

    func enqueue(_ job: consuming ExecutorJob) {
        // Safe: the job's actor keeps this executor, and a job is run once.
        let unowned = UnownedJob(job)
        let executor = unsafe asUnownedSerialExecutor()
        queue.add { unsafe unowned.runSynchronously(on: executor) }
    }

    /// The jobs and the thread that waits for them, apart from the executor so that the thread does not keep that alive.
    private final class Queue: Sendable {
        private let state = Mutex(State())
        private let signals = Semaphore()

        private struct State {
            var jobs: [@Sendable () -> Void] = []
            var isRunning = false
            var hasEnded = false
        }

        func add(_ job: @escaping @Sendable () -> Void) {
            let isFirst = state.withLock { state in
                state.jobs.append(job)
                defer { state.isRunning = true }
                return !state.isRunning
            }
            signals.signal()
            guard isFirst else { return }
            do {
                try BlockingThread.start(name: "stage client", stackSize: 1 << 20) { [self] in run() }
            } catch {
                // At the limit of threads the caller's own has to do.
                runAll()
            }
        }

        func end() {
            state.withLock { $0.hasEnded = true }
            signals.signal()
        }

        private func run() {
            while true {
                signals.wait()
                runAll()
                if state.withLock({ $0.hasEnded && $0.jobs.isEmpty }) { return }
            }
        }

        private func runAll() {
            while true {
                let jobs = state.withLock { state in
                    defer { state.jobs = [] }
                    return state.jobs
                }
                if jobs.isEmpty { return }
                for job in jobs { job() }
            }
        }
    }
}
