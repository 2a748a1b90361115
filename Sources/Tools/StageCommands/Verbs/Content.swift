internal import ContentSniffing
internal import FileNaming
internal import Glibc
internal import LinuxSystem
internal import StagingModel
internal import StagingProtocol
internal import Synchronization
internal import ContentTypes

extension CommandContext {
    /// `stage type PATH...`
    func type() throws -> Int32 {
        loadDeclaredTypes()
        if arguments.isOn(.declared) { return try declaredTypes() }
        var table = Table([.flexible("PATH"), .left("TYPE"), .left("MIME"), .left("FROM"), .flexible("NAME")])
        var first: Int32 = 0
        try TypeListing(isRecursive: arguments.isOn(.recursive)).run(arguments.paths) { path, outcome in
            switch outcome {
            case .failure(let error):
                let status = report(error)
                if first == 0 { first = status }
            case .success(let report) where isJSON: try output.result(json: report)
            case .success(let report):
                table.add([
                    DisplayText.escaped(path.bytes), report.type, report.mime, report.from,
                    DisplayText.escaped(report.suggestedName) + (report.mismatch ? " !" : ""),
                ])
            }
        }
        if !isJSON, !table.isEmpty { try output.result(table) }
        return first
    }

    /// Takes in what the machine and the user declare, and tells what is wrong with it.
    func loadDeclaredTypes() {
        let places = DeclarationPlaces(directories: DeclarationPlaces.directories())
        for problem in TypeRegistry.shared.load(places) {
            if isJSON {
                output.error(ErrorReport(error: "typeDeclaration", message: "\(problem)"))
            } else {
                output.note("\(problem)")
            }
        }
    }

    private func declaredTypes() throws -> Int32 {
        var table = Table([
            .left("TYPE").padded(to: 44), .flexible("EXTENSIONS").padded(to: 16), .flexible("MIME").padded(to: 36),
            .left("FROM").padded(to: 8), .flexible("CONFORMS TO"),
        ])
        for declaration in TypeRegistry.shared.declarations {
            guard let type = UTType(declaration.identifier) else { continue }
            let declared = DeclaredType(type, from: declaration.source)
            if isJSON {
                try output.result(json: declared)
            } else {
                table.add([
                    declared.type, Self.joined(declared.extensions), Self.joined(declared.mimeTypes), declared.from,
                    Self.joined(declaration.parents),
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
