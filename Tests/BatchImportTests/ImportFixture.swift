import Archives
import BatchImport
import LinuxSystem
import StagingModel
import StagingTestSupport
import Synchronization

/// A source folder, a destination and a store of a test's own, and runs of imports over them.
struct ImportFixture: Sendable {
    let scratch: Scratch

    static func with(_ body: (ImportFixture) throws -> Void) throws {
        try Scratch.with { scratch in
            try scratch.folder("in")
            try body(ImportFixture(scratch: scratch))
        }
    }

    var source: Path { scratch("in") }
    var destination: Path { scratch("out") }
    var store: Path { scratch("store") }

    /// Makes a file below the source folder, with the folders on the way.
    @discardableResult
    func file(_ path: String, _ text: String) throws -> Path { try file(path, Array(text.utf8)) }

    @discardableResult
    func file(_ path: String, _ content: [UInt8]) throws -> Path {
        var way = source
        for folder in path.split(separator: "/").dropLast() {
            way = way.appending(Path(folder))
            if (try? FileStatus.of(way)) == nil { try OwnProcess.makeDirectory(way, mode: 0o755) }
        }
        return try scratch.file("in/\(path)", content)
    }

    /// Makes a zip archive below the source folder.
    @discardableResult
    func archive(
        _ path: String, _ entries: [(name: String, content: [UInt8])], _ format: ArchiveWriter.Format = .zip
    ) throws -> Path {
        try file(path, Self.archive(entries, format))
    }

    static func archive(
        _ entries: [(name: String, content: [UInt8])], _ format: ArchiveWriter.Format = .zip
    ) throws -> [UInt8] {
        let writer = try ArchiveWriter(inMemory: format)
        for (name, content) in entries {
            try writer.add(
                file: .init(path: Path(name), permissions: 0o644, modified: Timestamp(seconds: 1_700_000_000)),
                contents: content)
        }
        return try writer.finish()
    }

    /// What a run told, and what it came to.
    struct Run {
        var outcomes: [ImportOutcome]
        var summary: ImportSummary
        var notes: [String]

        /// The outcomes of one kind by their entries, sorted.
        func entries(_ outcome: ImportOutcome.Result) -> [String] {
            outcomes.filter { $0.outcome == outcome }.map(\.entry).sorted()
        }

        func outcome(of entry: String) -> ImportOutcome? { outcomes.first { $0.entry == entry } }
    }

    /// Runs an import to its end: of the source folder to the destination, unless said otherwise.
    func run(
        _ sources: [Path]? = nil, to destination: ImportDestination? = nil, job: String? = nil,
        control: ImportControl = ImportControl(), _ change: (inout ImportOptions) -> Void = { _ in },
        each: @escaping @Sendable (ImportOutcome) throws -> Void = { _ in }
    ) throws -> Run {
        var options = ImportOptions()
        options.job = job
        options.store = store
        change(&options)
        let told = Mutex<(outcomes: [ImportOutcome], notes: [String])>(([], []))
        let batch = ImportBatch(
            of: (sources ?? [source]).map { ImportSource(.path($0)) },
            to: destination ?? ImportDestination(.directory(self.destination)), options: options)
        let summary = try batch.run(
            ImportListener { outcome in
                told.withLock { $0.outcomes.append(outcome) }
                try each(outcome)
            } note: { note in
                told.withLock { $0.notes.append(note) }
            }, control: control)
        let (outcomes, notes) = told.withLock { ($0.outcomes, $0.notes) }
        return Run(outcomes: outcomes, summary: summary, notes: notes)
    }

    /// The files below a folder with their contents, by their relative paths.
    static func contents(of folder: Path) throws -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for name in (try? Scratch.names(in: folder)) ?? [] {
            let path = folder.appending(Path(name))
            if try FileStatus.of(path).kind == .directory {
                for (inner, content) in try Self.contents(of: path) { contents["\(name)/\(inner)"] = content }
            } else {
                contents[name] = Scratch.content(of: path) ?? []
            }
        }
        return contents
    }

    func imported() throws -> [String: String] {
        try Self.contents(of: destination).mapValues { String(decoding: $0, as: UTF8.self) }
    }
}

/// A picture of one pixel.
let picture: [UInt8] =
    [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + [0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0, 0x90, 0x77, 0x53, 0xDE, 0, 0, 0, 0] + Array("IEND".utf8)
    + [0xAE, 0x42, 0x60, 0x82]

/// The beginning of a program.
let program: [UInt8] =
    [0x7F] + Array("ELF".utf8) + [2, 1, 1] + [UInt8](repeating: 0, count: 9) + [2, 0, 62, 0, 1]
    + [UInt8](repeating: 0, count: 100)
