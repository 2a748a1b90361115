internal import LinuxSystem
internal import StagingEngine
internal import Synchronization

/// The service's log: lines on standard error, or in a file of the store that never grows past a bound.
final class ServiceLog: Sendable {
    private static let mostBytes: Int64 = 1 << 20
    private let file: SharedDescriptor?
    private let written = Mutex<Int64>(0)

    /// Logs to standard error.
    init() { file = nil }

    /// Logs to `log` in the store; what was there before is kept unless it has become long.
    init(in store: Path) throws(SystemError) {
        let folder = try Directory.open(store)
        let opened = try folder.openFile("log", [.readWrite, .create, .append, .noFollow], mode: 0o600)
        let size = try FileStatus.of(opened.number).size
        if size > Self.mostBytes { try opened.truncate() }
        file = SharedDescriptor(opened)
    }

    func write(_ line: String) {
        let bytes = Array(
            "\(TimeText.rfc3339(SystemClock.wall())) staged[\(OwnProcess.pid)]: \(Path(line).escapedText)\n".utf8)
        let isFull = written.withLock { written in
            written += Int64(bytes.count)
            return written > Self.mostBytes
        }
        // A log that fills the store would be worse than one that ends.
        if file != nil, isFull { return }
        try? writeAll(bytes, to: file?.number ?? 2)
    }
}
