import Glibc
import LinuxSystem
import StagingTestSupport
import Testing

@testable import Archives

/// Archives of other makers, in a folder that `ARCHIVE_CORPUS` names: each gives entries or a clear error, soon.
@Suite("archives of other makers", .enabled(if: OwnProcess.environment("ARCHIVE_CORPUS") != nil))
struct ForeignArchiveTests {
    @Test("each archive is unpacked or refused with a reason, and as many outcomes come out as entries")
    func everyArchive() throws {
        let folder = try #require(OwnProcess.environment("ARCHIVE_CORPUS"))
        for name in try Scratch.names(in: folder) {
            try Scratch.with { scratch in
                let target = try scratch.folder("out")
                let start = ContinuousClock.now
                do {
                    let archive = try Archive(path: folder.appending(Path(name)))
                    let outcomes = try ArchiveExtractor.extract(archive, into: try Directory.open(target))
                    let refused = outcomes.compactMap { outcome -> String? in
                        if case .refused(let error) = outcome.result { "\(error)" } else { nil }
                    }
                    print("OK   \(name): \(outcomes.count) entries, \(refused.count) refused \(refused.prefix(2))")
                    try compare(outcomes, of: folder.appending(Path(name)), in: target, scratch)
                } catch let error as ArchiveError {
                    #expect(!error.reason.isEmpty)
                    #expect(try Scratch.names(in: target) == [])
                    print("FAIL \(name): \(error.kind): \(error)")
                }
                let seconds = ContinuousClock.now - start
                if seconds > .seconds(1) { print("SLOW \(name): \(seconds)") }
            }
        }
    }

    /// Compares every file with what `bsdtar` makes of it, where that has one of the same name.
    private func compare(
        _ outcomes: [ExtractionOutcome], of archive: Path, in target: Path, _ scratch: Scratch
    ) throws {
        let other = try scratch.folder("other")
        let child = try ChildProcess.start(
            "env", arguments: ["env", "LC_ALL=C.UTF-8", "timeout", "20", "bsdtar", "-xf", archive, "-C", other],
            searching: true)
        // What it makes of an archive that it takes for damaged is its own affair.
        guard try child.wait() == .exited(0) else { return }
        var (same, missing) = (0, 0)
        for outcome in outcomes where outcome.entry.kind == .file {
            guard let path = outcome.path else { continue }
            let mine = try #require(Scratch.content(of: target.appending(path)))
            if let theirs = Scratch.content(of: other.appending(Path(outcome.entry.name))) {
                #expect(mine == theirs, "\(archive): \(path)")
                same += 1
            } else {
                missing += 1
            }
        }
        if missing > 0 { print("LESS \(archive.lastComponent): bsdtar lacks \(missing) and has \(same)") }
    }
}
