internal import LinuxSystem
internal import Synchronization

/// The median time of some runs, in microseconds.
func median(_ times: [Duration]) -> Double {
    let sorted = times.sorted()
    return sorted.isEmpty ? 0 : microseconds(sorted[sorted.count / 2])
}

/// One line: what was measured, what against, and the ratio of their medians.
func report(_ name: String, _ measured: [Duration], against: String, _ other: [Duration], target: Double) {
    let (one, two) = (median(measured), median(other))
    let ratio = two > 0 ? one / two : 0
    print(
        "{\"benchmark\":\"\(name)\",\"microseconds\":\(rounded(one)),\"against\":\"\(against)\",\"againstMicroseconds\":\(rounded(two)),\"ratio\":\(rounded(ratio)),\"target\":\(target),\"runs\":\(measured.count)}"
    )
}

func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

/// A service and a store of a benchmark's own.
struct BenchmarkService: ~Copyable {
    let root: Path
    let socket: Path
    private let process: ChildProcess
    private let folder: Path

    var pid: Int32 { process.pid }

    /// Starts one with its store in `folder`.
    /// - Parameter configuration: the text of its configuration file.
    init(in folder: Path, configuration: String = "") throws {
        guard let program = OwnProcess.executable?.parent.appending("staged") else { throw NoProgram() }
        let root = folder.appending(Path("stage-benchmark-\(OwnProcess.pid)"))
        try OwnProcess.makeDirectory(root, mode: 0o700)
        let socket = root.appending("socket")
        let file = root.appending("staged.conf")
        try OwnedDescriptor.open(file, [.writeOnly, .create]).write(Array(configuration.utf8))
        let started = try ChildProcess.start(
            program,
            arguments: ["staged", "--socket", socket, "--store", root.appending("store"), "--config", file])
        var patience = 500
        while (try? UnixSocket.connect(to: socket)) == nil, patience > 0 {
            Waiting.pause(milliseconds: 10)
            patience -= 1
        }
        self.folder = folder
        self.root = root
        self.socket = socket
        process = started
    }

    /// Stops it and removes everything.
    consuming func end() throws {
        process.send(signal: 15)
        _ = try process.wait()
        let parent = try Directory.open(folder)
        _ = try removeTree(named: root.lastComponent, in: parent.descriptor.number)
    }

    private struct NoProgram: Error {}
}

/// Runs a program to its end, with nothing on standard output, and answers how long that took.
func time(_ words: [Path]) throws -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    let child = try ChildProcess.start("/bin/sh", arguments: ["sh", "-c", "exec \"$@\" >/dev/null", "sh"] + words)
    guard case .exited(0) = try child.wait() else { throw Failed(program: words.first?.text ?? "") }
    return clock.now - start
}

struct Failed: Error {
    let program: String
}

/// Where benchmarks work unless told otherwise.
var defaultFolder: Path { OwnProcess.environment("TMPDIR") ?? "/tmp" }

/// One line: how long all but the slowest of some requests took, in microseconds.
func report(_ name: String, _ times: [Duration]) {
    let sorted = times.map(microseconds).sorted()
    guard let most = sorted.last else { return print("{\"benchmark\":\"\(name)\",\"runs\":0}") }
    func share(_ part: Double) -> Double { rounded(sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]) }
    print(
        "{\"benchmark\":\"\(name)\",\"p50\":\(share(0.5)),\"p99\":\(share(0.99)),\"p999\":\(share(0.999)),\"max\":\(rounded(most)),\"runs\":\(sorted.count)}"
    )
}

/// A time in microseconds.
func microseconds(_ time: Duration) -> Double {
    let (seconds, attoseconds) = time.components
    return Double(seconds) * 1e6 + Double(attoseconds) / 1e12
}

/// Threads that work side by side.
final class Workers: Sendable {
    private let left = Mutex(0)
    private let failure = Mutex<(any Error)?>(nil)
    private let ended: WakeUp

    init() throws { ended = try WakeUp() }

    /// Starts one more.
    func start(_ name: String, _ body: @escaping @Sendable () throws -> Void) throws {
        left.withLock { $0 += 1 }
        try BlockingThread.start(name: name) { [self] in
            do {
                try body()
            } catch {
                failure.withLock { $0 = $0 ?? error }
            }
            left.withLock { $0 -= 1 }
            ended.signal()
        }
    }

    /// Waits for all to end.
    /// - Throws: what the first of them threw that failed.
    func wait() throws {
        while left.withLock({ $0 }) > 0 {
            _ = try Waiting.untilReadable([ended.number])
            ended.clear()
        }
        if let error = failure.withLock({ $0 }) { throw error }
    }
}

/// A line of the kernel's about a process, such as `VmRSS`, in kilobytes.
func memory(_ line: String, of pid: Int32) -> Int {
    guard let text = try? SmallFile.read(Path("/proc/\(pid)/status")) else { return 0 }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix(line + ":") }.flatMap { Int($0.filter(\.isNumber)) } ?? 0
}
