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
                let start = Clocks.monotonic()
                do {
                    let archive = try Archive(path: folder.appending(Path(name)))
                    let outcomes = try ArchiveExtractor.extract(archive, into: try Directory.open(target))
                    let refused = outcomes.compactMap { outcome -> String? in
                        if case .refused(let error) = outcome.result { "\(error)" } else { nil }
                    }
                    print("OK   \(name): \(outcomes.count) entries, \(refused.count) refused \(refused.prefix(2))")
                } catch let error as ArchiveError {
                    #expect(!error.reason.isEmpty)
                    #expect(try Scratch.names(in: target) == [])
                    print("FAIL \(name): \(error.kind): \(error)")
                }
                let seconds = Clocks.monotonic() - start
                if seconds > .seconds(1) { print("SLOW \(name): \(seconds)") }
            }
        }
    }
}
