/// What each layer may know, and what no source file may hold. Pure: files in, violations out.
struct Architecture {
    struct Violation: Hashable, Sendable, CustomStringConvertible {
        enum Rule: String, Sendable { case layer, program, foundation, cModule, sql, words, length, leftover }

        let rule: Rule
        let path: String
        let line: Int
        let message: String

        var description: String { "\(path):\(line): [\(rule)] \(message)" }
    }

    /// The longest file, in lines.
    static let longestFile = 450

    /// Modules of the toolchain that sources may use. All of Foundation is none of them: it costs start-up time.
    private static let toolchain: Set = ["Swift", "Glibc", "Synchronization", "Dispatch", "FoundationEssentials"]

    /// Modules that people import in the place of Apple's, with all of Foundation in them. Nothing that a program of ours
    /// is made of may import one.
    private static let withFoundation: Set = ["UniformTypeIdentifiers", "CoreTransferable"]

    /// The layers whose modules a file of a layer may import, besides those of the toolchain.
    private static let layersBelow: [String: Set<String>] = [
        "CLibraries": [],
        "Wrappers": ["CLibraries", "Wrappers"],
        "Content": ["Content", "Wrappers"],
        "Staging": ["Staging", "Content", "Wrappers"],
        "Service": ["Service", "Staging", "Content", "Wrappers"],
        "Client": ["Client", "Content", "Wrappers"],
        "Tools": ["Tools", "Client", "Service", "Staging", "Content", "Wrappers"],
        "Support": ["Support", "Client", "Service", "Staging", "Content", "Wrappers"],
    ]

    /// What client and service share.
    private static let shared: Set = ["StagingProtocol", "StagingModel"]

    /// The one tool that measures both ends.
    private static let bothEnds: Set = ["StagingBenchmarks"]

    private let files: [SourceFile]
    private let layerOfModule: [String: String]
    private let programs: Set<String>

    init(_ files: [SourceFile]) {
        self.files = files
        layerOfModule = Dictionary(files.map { ($0.target, $0.layer) }) { first, _ in first }
        programs = Set(
            files.filter { $0.path.hasSuffix("/main.swift") || !$0.lines(with: /^\s*@main\b/).isEmpty }.map(\.target))
    }

    /// Every violation, in the order of the files.
    var violations: [Violation] {
        files.flatMap { file in
            var found = lengthAndLeftovers(of: file)
            if file.isSwift { found += imports(of: file) + sql(in: file) }
            if ["Wrappers", "Content"].contains(file.layer) { found += words(in: file) }
            return found
        } + toolsWithBothEnds
    }
}

// MARK: Imports

extension Architecture {
    private func imports(of file: SourceFile) -> [Violation] {
        file.imports.compactMap { module, line in
            if module == file.target { return nil }
            return objection(to: module, in: file).map {
                Violation(rule: $0.rule, path: file.path, line: line, message: $0.message)
            }
        }
    }

    private func objection(to module: String, in file: SourceFile) -> (rule: Violation.Rule, message: String)? {
        if file.target == "StagingModel", module != "Swift", module != "Synchronization" {
            return (.layer, "StagingModel holds values and rules: it may not import \(module)")
        }
        if Self.toolchain.contains(module) { return nil }
        // What tests are made of is in no program, and pays nothing for it at start-up.
        if module == "Foundation", file.layer == "Support" { return nil }
        if Self.withFoundation.contains(file.target) {
            if module == "Foundation" { return nil }
        } else if Self.withFoundation.contains(module), file.layer != "Support" {
            return (.foundation, "\(module) brings all of Foundation, which no program pays for")
        }
        if module.hasPrefix("Foundation") { return (.foundation, "\(module): use FoundationEssentials, or none") }
        guard let layer = layerOfModule[module] else { return (.layer, "\(module) is no module of ours") }
        if programs.contains(module) { return (.program, "\(module) is a program: nothing imports it") }
        if layer == "CLibraries", file.layer != "Wrappers" {
            return (.cModule, "only Wrappers import C modules such as \(module)")
        }
        if module == "SQLite", !file.isCatalogue, file.layer != "Wrappers" {
            return (.sql, "only the catalogue imports SQLite")
        }
        if file.layer == "Client", Self.shared.contains(module) { return nil }
        guard Self.layersBelow[file.layer]?.contains(layer) == true else {
            return (.layer, "\(file.layer) may not import \(module) of \(layer)")
        }
        // The protocol is both ends' and so knows no more than what both may.
        if file.target == "StagingProtocol", layer == "Service" || layer == "Staging", !Self.shared.contains(module) {
            return (.layer, "StagingProtocol is the client's too: it may not import \(module)")
        }
        return nil
    }

    /// Tools that import modules which only the client has, and modules which only the service has.
    private var toolsWithBothEnds: [Violation] {
        let tools = Dictionary(grouping: files.filter { $0.layer == "Tools" && $0.isSwift }, by: \.target)
        return tools.sorted { $0.key < $1.key }.compactMap { target, files in
            if Self.bothEnds.contains(target) { return nil }
            let imports = files.flatMap { file in file.imports.map { (file, $0.module, $0.line) } }
            let ofService = imports.first { _, module, _ in
                ["Service", "Staging"].contains(layerOfModule[module]) && !Self.shared.contains(module)
            }
            guard let (file, module, line) = ofService, imports.contains(where: { layerOfModule[$0.1] == "Client" })
            else { return nil }
            return Violation(
                rule: .layer, path: file.path, line: line,
                message: "\(target) is the client's: it may not import \(module) of the service")
        }
    }
}

// MARK: Texts

extension Architecture {
    private func sql(in file: SourceFile) -> [Violation] {
        if file.isCatalogue { return [] }
        // Statements on data or tables: that transactions begin and end, the wrapper may say.
        let statement =
            /\b(?:SELECT\s|INSERT\s+(?:OR\s+\w+\s+)?INTO\b|REPLACE\s+INTO\b|DELETE\s+FROM\b|UPDATE\s+\w+\s+SET\b|(?:CREATE|DROP|ALTER)\s+(?:UNIQUE\s+|TEMP\s+)?(?:TABLE|INDEX|TRIGGER|VIEW)\b)/
        return file.lines(with: statement).map { found, line in
            Violation(rule: .sql, path: file.path, line: line, message: "'\(found)': SQL belongs into the catalogue")
        }
    }

    /// Words of staging, in text or as part of an identifier, in what could be lifted out.
    private func words(in file: SourceFile) -> [Violation] {
        // Not "granted": permissions are, and leases of the kernel.
        let ofStaging: Set = ["stage", "stages", "staged", "staging", "grant", "grants"]
        // `stagedFile`, `StagingError` and `STAGE_SOCKET` hold words as much as prose does.
        let word = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/
        return file.numberedLines.flatMap { text, line in
            // Where declarations lie is a path like any other, and people know it by this name.
            text.replacing("stage/types", with: "").matches(of: word).map { $0.output.lowercased() }.filter(
                ofStaging.contains
            ).map { found in
                Violation(rule: .words, path: file.path, line: line, message: "'\(found)' is a word of staging")
            }
        }
    }

    private func lengthAndLeftovers(of file: SourceFile) -> [Violation] {
        // In a comment, or with a colon: a file may well be called so.
        let leftover = /(?:\/\/|\/\*).*\b(?:TODO|FIXME|XXX)\b|\b(?:TODO|FIXME|XXX):/
        var found = file.lines(with: leftover).map { text, line in
            Violation(rule: .leftover, path: file.path, line: line, message: "'\(text)': do it now or drop it")
        }
        let count = file.text.count { $0.isNewline }
        if file.isSwift, count > Self.longestFile {
            found.append(
                Violation(
                    rule: .length, path: file.path, line: count,
                    message: "\(count) lines, more than \(Self.longestFile): it may hold more than one thing"))
        }
        return found
    }
}

extension SourceFile {
    /// Whether it is of the places with SQL: the catalogue, and the journals of imports.
    fileprivate var isCatalogue: Bool {
        path.hasPrefix("Sources/Staging/StagingEngine/Catalogue/")
            || path.hasPrefix("Sources/Client/BatchImport/Journal/")
    }
}
