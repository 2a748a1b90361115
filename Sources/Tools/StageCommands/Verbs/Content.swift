internal import ContentSniffing
internal import FileNaming
internal import Glibc
internal import LinuxSystem
internal import StagingModel
internal import StagingProtocol
internal import Synchronization
internal import UniformTypeIdentifiers

extension CommandContext {
    /// `stage type PATH...`
    func type() throws -> Int32 {
        loadDeclaredTypes()
        if arguments.isOn(.declared) { return try declaredTypes() }
        let inspector = FileInspector()
        var table = Table([.flexible("PATH"), .left("TYPE"), .left("MIME"), .left("FROM"), .flexible("NAME")])
        let status = try each(of: arguments.paths, hasResults: isJSON) { path in
            try FileWalk.visit(path, recursive: arguments.isOn(.recursive)) { file in
                let report = try inspector.report(on: file)
                if isJSON {
                    try output.result(json: report)
                } else {
                    table.add([
                        DisplayText.escaped(file.bytes), report.type, report.mime, report.from,
                        DisplayText.escaped(report.suggestedName) + (report.mismatch ? " !" : ""),
                    ])
                }
            }
        }
        if !isJSON, !table.isEmpty { try output.result(table) }
        return status
    }

    /// Takes in what the machine and the user declare, and tells what is wrong with it.
    private func loadDeclaredTypes() {
        let directories = ServicePlaces.typeDirectories(ServicePlaces.environment).compactMap(\.exactText)
        for problem in TypeRegistry.shared.load(directories: directories) {
            if isJSON {
                output.error(ErrorReport(error: "typeDeclaration", message: "\(problem)"))
            } else {
                output.note("\(problem)")
            }
        }
    }

    private func declaredTypes() throws -> Int32 {
        var table = Table([
            .left("TYPE"), .left("EXTENSIONS"), .left("MIME"), .flexible("CONFORMS TO"), .left("FROM"),
        ])
        for declaration in TypeRegistry.shared.declarations {
            guard let type = UTType(declaration.identifier) else { continue }
            let declared = DeclaredType(type, from: declaration.source)
            if isJSON {
                try output.result(json: declared)
            } else {
                table.add([
                    declared.type, Self.joined(declared.extensions), Self.joined(declared.mimeTypes),
                    Self.joined(declared.conformsTo), declared.from,
                ])
            }
        }
        if !isJSON { try output.result(table) }
        return 0
    }

    private static func joined(_ words: [String]) -> String { words.isEmpty ? "-" : words.joined(separator: " ") }

    private struct DeclaredType: Encodable {
        let type: String
        let extensions: [String]
        let mimeTypes: [String]
        let conformsTo: [String]
        let from: String

        init(_ type: UTType, from source: TypeDeclaration.Source) {
            self.type = type.identifier
            extensions = type.tags[.filenameExtension] ?? []
            mimeTypes = type.tags[.mimeType] ?? []
            conformsTo = type.supertypes.map(\.identifier).sorted()
            from = DisplayText.escaped("\(source)")
        }
    }

    /// `stage name NAME`
    func name() throws -> Int32 {
        if arguments.isOn(.type) { loadDeclaredTypes() }
        let source =
            String(validating: arguments.positionals[0], as: UTF8.self) ?? FileNaming.sanitize(arguments.positionals[0])
        var fitting: FileNaming.FittingExtensions?
        if let text = try arguments.value(.type, as: Values.text) {
            let type = try Self.oneType(text)
            let extensions = FittingExtension(for: type)
            fitting = FileNaming.FittingExtensions(
                preferred: extensions.preferred, acceptable: extensions.acceptable,
                isGeneral: type.isGeneralContent)
        }
        var taken = arguments.values(.taken).map { String(decoding: $0, as: UTF8.self) }
        if let folder = arguments.path(.inDirectory) { taken += try FileWalk.names(in: folder) }
        let name = FileNaming.available(FileNaming.suggestion(from: source, fitting: fitting), taken: taken)
        if isJSON { try output.result(json: SuggestedName(suggestedName: name)) } else { try output.result(name) }
        return 0
    }

    private static func oneType(_ text: String) throws(UsageError) -> UTType {
        do {
            if let type = try TypePattern(parsing: text, allowUndeclared: true).types.first { return type }
        } catch {
            throw UsageError("--type: \(error)")
        }
        throw UsageError("--type: '\(DisplayText.escaped(text))' is a family of types, not one type")
    }

    private struct SuggestedName: Encodable {
        let suggestedName: String
    }
}

/// What `stage type` says of one file.
struct TypeReport: Encodable {
    let path: String
    let type: String
    let mime: String
    let charset: String?
    let from: String
    let conformsTo: [String]
    let suggestedName: String
    let mismatch: Bool
}

/// Looks at files, one after the other.
final class FileInspector {
    private let sniffer = ContentSniffer(cookies: 1)

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

/// Going over files and directories.
enum FileWalk {
    /// Visits a file, or with `recursive` the regular files of a directory in the order of their names; links in it are
    /// not followed.
    static func visit(_ path: Path, recursive: Bool, _ body: (Path) throws -> Void) throws {
        guard recursive, path != "-", (try? FileStatus.of(path, followLinks: true))?.kind == .directory else {
            return try body(path)
        }
        let names = try names(in: path, bytes: true)
        for name in names {
            let inner = path.appending(name)
            switch (try? FileStatus.of(inner))?.kind {
            case .directory: try visit(inner, recursive: true, body)
            case .regular: try body(inner)
            default: continue
            }
        }
    }

    static func names(in folder: Path) throws -> [String] { try names(in: folder, bytes: true).map(\.text) }

    private static func names(in folder: Path, bytes: Bool) throws -> [Path] {
        var names: [Path] = []
        do {
            let directory = try Directory.open(folder)
            var reader = try directory.entries()
            while let entry = try reader.next() { names.append(entry.name) }
        } catch {
            throw StagingError(.unreadable, "cannot read \(folder.quoted): \(error.reason)")
        }
        return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }
}
