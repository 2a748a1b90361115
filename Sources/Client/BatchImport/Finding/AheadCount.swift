internal import LinuxSystem
internal import StagingModel
internal import Synchronization

/// Counts the files of the sources on a thread of its own while they are imported, so that progress can tell how much is
/// left.
///
/// Only names and sizes are looked at. What archives hold is known when they are opened, and corrects the count.
final class AheadCount: Sendable {
    private let run: RunState
    private let isOver = Atomic<Bool>(false)
    private let ended = Semaphore()

    /// So many files are counted; where there are more, progress tells what is done and not of how many.
    static let most = 2_000_000

    /// - Returns: nil where nobody wants to know, and where it cannot be told: paths still come, or files arrive.
    init?(_ sources: [ImportSource], _ run: RunState, _ trees: [DestinationTree]) {
        guard run.options.countsAhead, run.options.watching == nil else { return nil }
        var paths: [Path] = []
        for source in sources {
            guard case .path(let path) = source.kind else { return nil }
            paths.append(path)
        }
        self.run = run
        let leftOut = LeftOut(run.options)
        let closed = FolderWalk.identities(of: trees)
        do throws(SystemError) {
            try BlockingThread.start(name: "import count", stackSize: 1 << 20) { [self, paths] in
                count(paths, leftOut, closed)
                ended.signal()
            }
        } catch { return nil }
    }

    /// Ends the counting, and waits for that.
    func finish() {
        isOver.store(true, ordering: .relaxed)
        ended.wait()
    }

    private func count(_ paths: [Path], _ leftOut: LeftOut, _ closed: Set<FolderWalk.DirectoryID>) {
        var files = 0
        var bytes: Int64 = 0
        func add(_ status: FileStatus?) -> Bool {
            if let status, status.kind == .regular {
                files += 1
                bytes &+= status.size
            }
            return files <= Self.most && !isOver.load(ordering: .relaxed) && !run.isStopped
        }
        for path in paths {
            guard let status = try? FileStatus.of(path, followLinks: true) else { continue }
            if status.kind == .directory, let folder = try? Directory.open(path) {
                var goesOn = true
                FolderWalk(root: SharedDirectory(folder), leftOut: leftOut, closed: closed).run { found in
                    guard case .file(let folder, let name, _) = found else { return goesOn }
                    goesOn = add(try? folder.directory.status(of: name))
                    return goesOn
                }
                if !goesOn { return }
            } else if leftOut.reason(named: path.lastComponent) == nil, !add(status) {
                return
            }
        }
        run.expect(entries: files, bytes: bytes)
    }
}
