import Foundation
import Synchronization

/// Lines, collected from any thread.
final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A directory of property lists.
struct TemporaryTypes {
    let path: String

    init(_ files: [String: String]) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "types-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
        path = folder.path
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
