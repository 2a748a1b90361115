import Testing

@Suite("Architecture")
struct ArchitectureTests {
    @Test("the sources keep to their layers")
    func sources() throws {
        let files = try SourceTree.read()
        // A tree that was not found, or not read, would have no violations either.
        #expect(files.contains { $0.target == "StagingModel" && $0.text.contains("struct Grant") })
        #expect(files.contains { $0.target == "LinuxSystem" && !$0.imports.isEmpty })
        for violation in Architecture(files).violations { Issue.record("\(violation)") }
    }
}

/// The check itself: wrong samples that it has to find, and right ones that it has to leave alone.
@Suite("Architecture check")
struct ArchitectureCheckTests {
    /// A small tree that breaks no rule.
    private static let tree: [SourceFile] = [
        SourceFile(path: "Sources/CLibraries/CSQLite/shim.h", text: "#include <sqlite3.h>\n"),
        SourceFile(path: "Sources/Wrappers/LinuxSystem/A.swift", text: "internal import Glibc\n"),
        SourceFile(
            path: "Sources/Wrappers/SQLite/A.swift", text: "internal import CSQLite\nrun(\"BEGIN IMMEDIATE\")\n"),
        SourceFile(path: "Sources/Content/FileNaming/A.swift", text: "@_spi(_Unicode) internal import Swift\n"),
        SourceFile(
            path: "Sources/Content/ContentTypes/A.swift", text: "import FoundationEssentials\n\"/etc/stage/types\"\n"),
        SourceFile(
            path: "Sources/Content/UniformTypeIdentifiers/A.swift",
            text: "@_exported public import ContentTypes\n@_exported public import Foundation\n"),
        SourceFile(path: "Sources/Staging/StagingModel/A.swift", text: "internal import Synchronization\n"),
        SourceFile(
            path: "Sources/Staging/StagingEngine/Catalogue/A.swift",
            text: "internal import SQLite\npackage import StagingModel\n\"SELECT * FROM grants\"\n"),
        SourceFile(
            path: "Sources/Service/StagingProtocol/A.swift",
            text: "public import StagingModel\nimport LinuxSystem\nimport FoundationEssentials\n"),
        SourceFile(
            path: "Sources/Service/StagingServer/A.swift", text: "import StagingEngine\nimport StagingProtocol\n"),
        SourceFile(
            path: "Sources/Client/StagingClient/A.swift",
            text: "import StagingProtocol\nimport StagingModel\nimport LinuxSystem\nimport FileNaming\n"),
        SourceFile(path: "Sources/Tools/StageCommands/A.swift", text: "import StagingClient\nimport StagingProtocol\n"),
        SourceFile(path: "Sources/Tools/stage/main.swift", text: "import StageCommands\n"),
        SourceFile(path: "Sources/Tools/staged/Staged.swift", text: "import StagingServer\n@main struct Staged {}\n"),
        SourceFile(
            path: "Sources/Tools/StagingBenchmarks/main.swift", text: "import StagingClient\nimport StagingEngine\n"),
        SourceFile(path: "Sources/Support/StagingTestSupport/A.swift", text: "import StagingModel\n"),
    ]

    private func violations(adding text: String, as path: String) -> [Architecture.Violation] {
        Architecture(Self.tree + [SourceFile(path: path, text: text)]).violations
    }

    @Test("a tree that keeps to the rules has no violation")
    func cleanTree() { #expect(Architecture(Self.tree).violations == []) }

    @Test(
        "an import across the layers is found",
        arguments: [
            ("Wrappers/LinuxSystem", "StagingModel", .layer),
            ("Wrappers/SQLite", "FileNaming", .layer),
            ("Content/FileNaming", "StagingModel", .layer),
            ("Staging/StagingEngine", "StagingProtocol", .layer),
            ("Staging/StagingEngine", "StagingClient", .layer),
            ("Staging/StagingModel", "Glibc", .layer),
            ("Staging/StagingModel", "FoundationEssentials", .layer),
            ("Staging/StagingModel", "LinuxSystem", .layer),
            ("Service/StagingServer", "StagingClient", .layer),
            ("Service/StagingProtocol", "StagingEngine", .layer),
            ("Service/StagingProtocol", "StagingServer", .layer),
            ("Client/StagingClient", "StagingServer", .layer),
            ("Client/StagingClient", "StagingEngine", .layer),
            ("Client/StagingClient", "StageCommands", .layer),
            ("Tools/StageCommands", "StagingServer", .layer),
            ("Tools/StageCommands", "StagingEngine", .layer),
            ("Service/StagingServer", "StagingTestSupport", .layer),
            ("Tools/StageCommands", "ArgumentParser", .layer),
            ("Content/FileNaming", "CSQLite", .cModule),
            ("Staging/StagingEngine", "CSQLite", .cModule),
            ("Staging/StagingEngine", "SQLite", .sql),
            ("Service/StagingServer", "SQLite", .sql),
            ("Tools/StageCommands", "Foundation", .foundation),
            ("Wrappers/LinuxSystem", "FoundationNetworking", .foundation),
            ("Content/ContentTypes", "Foundation", .foundation),
            ("Content/UniformTypeIdentifiers", "FoundationNetworking", .foundation),
            ("Content/ContentSniffing", "UniformTypeIdentifiers", .foundation),
            ("Tools/StageCommands", "UniformTypeIdentifiers", .foundation),
            ("Client/StagingClient", "UniformTypeIdentifiers", .foundation),
            ("Tools/StagingBenchmarks", "stage", .program),
            ("Support/StagingTestSupport", "staged", .program),
        ] as [(String, String, Architecture.Violation.Rule)])
    func wrongImport(target: String, module: String, rule: Architecture.Violation.Rule) {
        let path = "Sources/\(target)/Wrong.swift"
        // A wrapper that imports the model says a word of staging with it, which has its own test.
        let found = violations(adding: "\ninternal import \(module)\n", as: path).filter { $0.rule != .words }
        #expect(found.map(\.rule) == [rule])
        #expect(found.first?.path == path)
        #expect(found.first?.line == 2)
    }

    @Test(
        "an import is found in whatever form it is written",
        arguments: [
            "import Foundation", "  public import Foundation", "@testable import Foundation",
            "@preconcurrency package import Foundation", "@_spi(Some) internal import Foundation",
            "import struct Foundation.Date", "import Foundation.NSDate", "import Glibc; import Foundation",
            "#if os(Linux)\n    import Foundation\n#endif",
        ])
    func formsOfImport(text: String) {
        #expect(violations(adding: text, as: "Sources/Wrappers/SQLite/B.swift").map(\.rule) == [.foundation])
    }

    @Test(
        "what only speaks of an import is none", arguments: ["// import Foundation", "let important = Foundation.self"])
    func noImport(text: String) {
        #expect(violations(adding: text, as: "Sources/Wrappers/SQLite/B.swift") == [])
    }

    @Test(
        "a word of staging in what could be lifted out is found",
        arguments: [
            "/// Opens a grant.", "let stagedFile = 1", "struct StagingError {}", "\"STAGE_SOCKET\"", "// Grants.",
            "// in a stage's folder", "io.stage.x", "/etc/stage",
        ])
    func words(text: String) {
        #expect(violations(adding: text, as: "Sources/Wrappers/SQLite/B.swift").map(\.rule) == [.words])
        #expect(violations(adding: text, as: "Sources/Content/FileNaming/b.json").map(\.rule) == [.words])
        #expect(violations(adding: text, as: "Sources/Service/StagingServer/B.swift") == [])
    }

    @Test(
        "other words with the same letters are left alone",
        arguments: ["fragrant", "upstaged", "Stagecoach", "migrants"])
    func otherWords(text: String) {
        #expect(violations(adding: "// \(text)", as: "Sources/Content/FileNaming/B.swift") == [])
    }

    @Test(
        "SQL outside the catalogue is found",
        arguments: [
            "\"SELECT id FROM x\"", "\"INSERT OR IGNORE INTO x\"", "\"UPDATE x SET y = 1\"", "\"DELETE FROM x\"",
            "\"CREATE UNIQUE INDEX i\"", "\"DROP TABLE x\"",
        ])
    func sql(text: String) {
        for path in ["Staging/StagingEngine/Engine", "Wrappers/SQLite", "Service/StagingServer"] {
            #expect(violations(adding: text, as: "Sources/\(path)/B.swift").map(\.rule) == [.sql])
        }
        #expect(violations(adding: text, as: "Sources/Staging/StagingEngine/Catalogue/B.swift") == [])
        #expect(violations(adding: text, as: "Sources/Client/BatchImport/Journal/B.swift") == [])
        #expect(violations(adding: text, as: "Sources/Client/BatchImport/Running/B.swift").map(\.rule) == [.sql])
    }

    @Test("a file of 450 lines is short enough, and one of 451 is not")
    func length() {
        let path = "Sources/Staging/StagingModel/B.swift"
        #expect(violations(adding: String(repeating: "\n", count: 450), as: path) == [])
        #expect(violations(adding: String(repeating: "\n", count: 451), as: path).map(\.rule) == [.length])
    }

    // Put together here, so that a search of the repository for what was left over does not find the search.
    @Test("what was left for later is found", arguments: ["TO" + "DO", "FIX" + "ME", "XX" + "X"])
    func leftovers(word: String) {
        let path = "Sources/CLibraries/CSQLite/a.c"
        for text in ["// \(word): x", "x(); // \(word)", "/* see \(word) */", "\(word): x"] {
            #expect(violations(adding: text, as: path).map(\.rule) == [.leftover])
        }
        #expect(violations(adding: "let names = [\"\(word)\"]", as: path) == [])
    }
}
