import CoreTransferable
import LinuxSystem
import Synchronization
import Testing

/// A folder of one test, as a URL, which goes with everything in it.
func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = URL.temporaryDirectory.appending(path: "transferable-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
}

@discardableResult
func make(_ name: String, _ text: String = "content", in folder: URL) throws -> URL {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file
}

func text(of file: URL) throws -> String { String(decoding: try Data(contentsOf: file), as: UTF8.self) }

func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

/// Something that tests throw in closures of theirs.
struct Refusal: Error, Equatable {
    var number = 0
}

/// What closures note while they run.
final class Notes: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
}

/// An item of a test, which says in which forms it comes.
protocol TestItem: Transferable {
    var text: String { get set }
    var flag: Bool { get set }
    var file: URL? { get set }

    init()
}

extension TestItem {
    var bytes: Data { Data(text.utf8) }

    init(_ data: Data) {
        self.init()
        text = String(decoding: data, as: UTF8.self)
    }

    func sent() throws -> SentTransferredFile {
        guard let file else { throw Refusal() }
        return SentTransferredFile(file)
    }
}

extension TransferError {
    var explanation: TransferExplanation? {
        switch self {
        case .notExportable(let explanation), .notImportable(let explanation): explanation
        default: nil
        }
    }
}
