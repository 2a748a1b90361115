import Glibc
import LinuxSystem
import StagingTestSupport
import Testing

@testable import Archives

/// What came of unpacking an archive, and what lies on the disk then.
struct Unpacked {
    var outcomes: [ExtractionOutcome] = []
    /// Why it failed as a whole.
    var error: ArchiveError?
    /// The text of each file, by its path; a directory ends in a slash, a link has "-> " and its target.
    var tree: [String: String] = [:]
    /// The names beside the folder that it was unpacked to, before and after.
    var isOutsideUntouched = false

    /// The names of the entries that were refused, with the kind of the reason.
    var refused: [String: ArchiveError.Kind] {
        var refused: [String: ArchiveError.Kind] = [:]
        for outcome in outcomes {
            if case .refused(let error) = outcome.result { refused[outcome.entry.name] = error.kind }
        }
        return refused
    }
}

/// How an archive is handed over.
enum Delivery: CaseIterable { case file, pipe }

/// Opens an archive of these bytes.
func withArchive<Result>(
    _ bytes: [UInt8], name: String = "sample", by delivery: Delivery = .file,
    options: ArchiveOptions = ArchiveOptions(),
    _ body: (Archive) throws -> Result
) throws -> Result {
    try Scratch.with { scratch in
        var options = options
        options.spoolFolder = scratch.path
        switch delivery {
        case .file: return try body(try Archive(path: try scratch.file(name, bytes), options: options))
        case .pipe:
            options.name = Path(name)
            return try body(try Archive(try fedPipe(bytes), options: options))
        }
    }
}

/// The reading end of a pipe that gets these bytes, and then ends.
private func fedPipe(_ bytes: [UInt8]) throws -> SharedDescriptor {
    // Whoever reads too little of a pipe makes its writer fail, which is none of the test's concern.
    signal(SIGPIPE, SIG_IGN)
    let pipe = try Pipe()
    try feed(try #require(pipe.writing), bytes)
    pipe.closeWriting()
    return pipe.reading
}

private func feed(_ writing: SharedDescriptor, _ bytes: [UInt8]) throws {
    // The thread's is then the only reference: where it ends, the pipe does.
    try BlockingThread.start(name: "archive") { try? writing.withNumber { try writeAll(bytes, to: $0) } }
}

/// Unpacks an archive of these bytes.
func unpack(
    _ bytes: [UInt8], name: String = "sample", by delivery: Delivery = .file,
    options: ArchiveOptions = ArchiveOptions(),
    extraction: ExtractionOptions = ExtractionOptions()
) throws -> Unpacked {
    try Scratch.with { scratch in
        var unpacked = Unpacked()
        try scratch.file("canary.txt", "as it was")
        let target = try scratch.folder("target")
        do {
            try withArchive(bytes, name: name, by: delivery, options: options) { archive in
                unpacked.outcomes = try ArchiveExtractor.extract(
                    archive, into: try Directory.open(target), options: extraction)
            }
        } catch let error as ArchiveError {
            unpacked.error = error
            #expect(!error.reason.isEmpty && !error.description.contains("null"))
        }
        try list(target, "", &unpacked.tree)
        unpacked.isOutsideUntouched =
            try Scratch.names(in: scratch.path) == ["canary.txt", "target"]
            && Scratch.content(of: scratch("canary.txt")) == utf8("as it was")
        return unpacked
    }
}

private func list(_ folder: Path, _ prefix: String, _ tree: inout [String: String]) throws {
    let directory = try Directory.open(folder)
    for name in try Scratch.names(in: folder) {
        let path = folder.appending(Path(name))
        switch try directory.status(of: Path(name)).kind {
        case .directory:
            tree[prefix + name + "/"] = ""
            try list(path, prefix + name + "/", &tree)
        case .symbolicLink: tree[prefix + name] = "-> " + (try directory.readLink(Path(name))).text
        default: tree[prefix + name] = String(decoding: Scratch.content(of: path) ?? [], as: UTF8.self)
        }
    }
}
