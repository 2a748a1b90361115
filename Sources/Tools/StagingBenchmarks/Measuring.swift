internal import LinuxSystem

/// The median time of some runs, in microseconds.
func median(_ times: [Duration]) -> Double {
    let sorted = times.sorted()
    guard !sorted.isEmpty else { return 0 }
    let (seconds, attoseconds) = sorted[sorted.count / 2].components
    return Double(seconds) * 1e6 + Double(attoseconds) / 1e12
}

/// One line: what was measured, what against, and the ratio of their medians.
func report(_ name: String, _ measured: [Duration], against: String, _ other: [Duration], target: Double) {
    let (one, two) = (median(measured), median(other))
    let ratio = two > 0 ? one / two : 0
    print(
        "{\"benchmark\":\"\(name)\",\"microseconds\":\(rounded(one)),\"against\":\"\(against)\",\"againstMicroseconds\":\(rounded(two)),\"ratio\":\(rounded(ratio)),\"target\":\(target),\"runs\":\(measured.count)}"
    )
}

private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

/// A service and a store of a benchmark's own.
struct BenchmarkService: ~Copyable {
    let root: Path
    let socket: Path
    private let process: ChildProcess
    private let folder: Path

    /// Starts one with its store in `folder`.
    init(in folder: Path) throws {
        guard let program = OwnProcess.executable?.parent.appending("staged") else { throw NoProgram() }
        let root = folder.appending(Path("stage-benchmark-\(OwnProcess.pid)"))
        try OwnProcess.makeDirectory(root, mode: 0o700)
        let socket = root.appending("socket")
        let started = try ChildProcess.start(
            program, arguments: ["staged", "--socket", socket, "--store", root.appending("store")])
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
