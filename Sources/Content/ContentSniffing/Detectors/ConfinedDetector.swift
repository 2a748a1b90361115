package import LinuxSystem
package import Magic

/// libmagic in processes of its own that can do nothing but compute: its parsers see bytes that nobody vouches for.
///
/// A worker is started when it is first needed, and again after one has crashed, has run out of memory or has taken too
/// long; what it was asked is not known then, and nothing else is lost. A question costs a pass of the bytes there and a
/// few words back, some ten microseconds.
package final class ConfinedDetector: Detector {
    /// The program that is a worker, and its arguments, the program's own name first.
    private let program: Path
    private let arguments: [Path]
    private let workers: SlotPool<Worker>
    private let seconds: Int
    private let log: @Sendable (String) -> Void

    /// - Parameters:
    ///   - program: one that calls ``DetectorWorker/serve(on:)`` with descriptor 0 when it is started with `arguments`.
    ///   - count: how many looks may run at once; a further one waits.
    ///   - seconds: how long a look may take.
    ///   - log: told, one line each, of workers that failed.
    package init(
        program: Path, arguments: [Path], count: Int, seconds: Int = 5, log: @escaping @Sendable (String) -> Void
    ) {
        self.program = program
        self.arguments = arguments
        self.seconds = seconds
        self.log = log
        workers = SlotPool(count: count)
    }

    package func describe(_ bytes: ArraySlice<UInt8>) -> MagicAnswer? {
        ask(.describe, bytes).map { MagicAnswer(parsing: $0) }
    }

    package func summary(_ bytes: ArraySlice<UInt8>) -> String? { ask(.summarize, bytes) }

    /// - Returns: nil where no worker can say.
    private func ask(_ question: DetectorWorker.Question, _ bytes: ArraySlice<UInt8>) -> String? {
        workers.lend { slot in
            // One that was idle may have ended since, killed by somebody: its successor gets another try.
            for _ in 0..<2 {
                let isNew = slot == nil
                do {
                    let worker: Worker
                    if let kept = slot.take() { worker = kept } else { worker = try start() }
                    let answer = try worker.ask(question, bytes, seconds: seconds)
                    slot = consume worker
                    return answer
                } catch {
                    log("a look at the type of some bytes failed: \(error)")
                    if isNew { return nil }
                }
            }
            return nil
        }
    }

    private func start() throws -> Worker {
        let (near, far) = try UnixSocket.pair()
        let child = try ChildProcess.start(program, arguments: arguments, passing: far, as: 0, keeping: [])
        return Worker(process: child, socket: near)
    }

    /// A running process; ends with this value.
    private struct Worker: ~Copyable, Sendable {
        private let process: ChildProcess
        private let socket: SharedDescriptor

        init(process: consuming ChildProcess, socket: SharedDescriptor) {
            self.process = process
            self.socket = socket
        }

        deinit {
            process.send(signal: 9)
            _ = try? process.wait()
        }

        struct TooLong: Error, CustomStringConvertible {
            var description: String { "it took too long" }
        }

        /// - Throws: whatever goes wrong; the worker is of no use then.
        borrowing func ask(
            _ question: DetectorWorker.Question, _ bytes: ArraySlice<UInt8>, seconds: Int
        ) throws -> String? {
            try socket.withNumber { number in
                try UnixSocket.send(DetectorWorker.frame(question.rawValue, bytes), to: number)
                guard try Waiting.untilReadable([number], milliseconds: Int32(seconds) * 1000) != .timedOut else {
                    throw TooLong()
                }
                let (status, answer) = try DetectorWorker.readFrame(from: number)
                return status == DetectorWorker.known ? String(decoding: answer, as: UTF8.self) : nil
            }
        }
    }
}
