internal import ContentSniffing
internal import FileNaming
internal import LinuxSystem
internal import StagingModel
internal import ContentTypes

/// Finds the types of many files on all processors, and tells them in order.
final class TypeListing {
    typealias Told = (Path, Result<TypeReport, any Error>) throws -> Void

    private let isRecursive: Bool
    private let inspector: FileInspector
    private let threads: Int
    private var waiting: [Item] = []

    /// So many files are looked at before the first of them is told: enough to keep all processors busy, and few enough
    /// to be held in memory.
    private static let batch = 256

    private enum Item: Sendable {
        case file(Path)
        case failure(Path, any Error)
    }

    /// - Parameter isRecursive: whether directories are looked into: their regular files in the order of their names;
    ///   links in them are not followed.
    init(isRecursive: Bool) {
        self.isRecursive = isRecursive
        threads = OwnProcess.processorCount
        inspector = FileInspector(sniffer: ContentSniffer(cookies: threads))
    }

    /// - Throws: what `tell` throws.
    func run(_ paths: [Path], _ tell: Told) throws {
        for path in paths {
            let isFolder =
                isRecursive && path != "-" && (try? FileStatus.of(path, followLinks: true))?.kind == .directory
            if isFolder { try visit(path, tell) } else { try add(.file(path), tell) }
        }
        try flush(tell)
    }

    private func visit(_ folder: Path, _ tell: Told) throws {
        let names: [Path]
        do {
            names = try FileWalk.sortedNames(in: folder)
        } catch {
            return try add(.failure(folder, error), tell)
        }
        for name in names {
            let inner = folder.appending(name)
            switch (try? FileStatus.of(inner))?.kind {
            case .directory: try visit(inner, tell)
            case .regular: try add(.file(inner), tell)
            default: continue
            }
        }
    }

    private func add(_ item: Item, _ tell: Told) throws {
        waiting.append(item)
        if waiting.count >= Self.batch { try flush(tell) }
    }

    private func flush(_ tell: Told) throws {
        let items = waiting
        waiting = []
        let outcomes = concurrentMap(items, threads: threads) {
            [inspector] item -> (Path, Result<TypeReport, any Error>) in
            switch item {
            case .file(let path): (path, Result { try inspector.report(on: path) })
            case .failure(let path, let error): (path, .failure(error))
            }
        }
        for (path, outcome) in outcomes { try tell(path, outcome) }
    }
}

/// What `stage type` says of one file.
struct TypeReport: Encodable, Sendable {
    let path: String
    let type: String
    let mime: String
    let charset: String?
    let from: String
    let conformsTo: [String]
    let suggestedName: String
    let mismatch: Bool
}

/// Looks at files.
private struct FileInspector: Sendable {
    let sniffer: ContentSniffer

    /// - Throws: ``StagingError``: `unreadable`, `unsupportedFile`.
    func report(on path: Path) throws -> TypeReport {
        let file: SharedDescriptor
        let status: FileStatus
        do {
            file = try path == "-" ? StandardInput.descriptor : SharedDescriptor(OwnedDescriptor.openForReading(path))
            status = try FileStatus.of(file.number)
        } catch let error as SystemError {
            throw StagingError(.unreadable, "cannot open \(path.quoted): \(error.reason)")
        }
        let name = path == "-" ? nil : path.lastComponent.exactText ?? FileNaming.sanitize(path.lastComponent.bytes)
        let verdict: Verdict
        switch status.kind {
        case .regular:
            verdict = try file.withNumber { number in
                try sniffer.verdict(descriptor: number, size: status.size, name: name, claim: nil)
            }
        case _ where path == "-" && status.kind != .directory:
            verdict = try sniffer.verdict(bytes: Self.prefix(of: file), name: nil, claim: nil)
        default:
            throw StagingError(
                .unsupportedFile, "\(path.quoted) is a \(status.kind.words)",
                hint: status.kind == .directory ? "-r looks into directories" : nil)
        }
        let fitting = FittingExtension(for: verdict)
        return TypeReport(
            path: path.text, type: verdict.type.identifier, mime: verdict.mime, charset: verdict.charset,
            from: verdict.evidence.rawValue, conformsTo: verdict.type.supertypes.map(\.identifier).sorted(),
            suggestedName: FileNaming.suggestion(
                from: name,
                fitting: FileNaming.FittingExtensions(
                    preferred: fitting.preferred, acceptable: fitting.acceptable, isGeneral: verdict.isGeneral)),
            mismatch: verdict.mismatch)
    }

    /// As much of a stream as a verdict is made from.
    private static func prefix(of stream: SharedDescriptor) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < ContentSniffer.prefixBytes {
            let part = try readStream(stream.number, most: ContentSniffer.prefixBytes - bytes.count)
            if part.isEmpty { break }
            bytes += part
        }
        return bytes
    }
}

/// Going over directories.
enum FileWalk {
    static func names(in folder: Path) throws -> [String] { try sortedNames(in: folder).map(\.text) }

    /// The names in a directory, in the order of their bytes.
    /// - Throws: ``StagingError`` (`unreadable`).
    static func sortedNames(in folder: Path) throws -> [Path] {
        var names: [Path] = []
        do {
            let directory = try Directory.open(folder)
            var reader = try directory.entries()
            while let entry = try reader.next() { names.append(entry.name) }
        } catch {
            throw StagingError(.unreadable, "cannot read \(folder.escapedText): \(error.reason)")
        }
        return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }
}
