import Foundation

/// One file below `Sources`.
struct SourceFile: Sendable {
    /// The path from the package's root, such as `Sources/Wrappers/SQLite/Row.swift`.
    let path: String
    let text: String

    /// The components of the path below `Sources`: layer, target, and the rest.
    private var components: [Substring] { path.split(separator: "/").dropFirst().map { $0 } }

    /// The layer's folder, such as `Wrappers`; empty for a file directly in `Sources`.
    var layer: String { components.count > 2 ? String(components[0]) : "" }

    /// The target, which is also the module.
    var target: String { components.count > 2 ? String(components[1]) : "" }

    var isSwift: Bool { path.hasSuffix(".swift") }

    /// The modules that the file imports, each with its line.
    var imports: [(module: String, line: Int)] {
        let statement =
            /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:typealias|struct|class|enum|protocol|let|var|func)\s+)?(\w+)/
        return statements.compactMap { text, line in
            (try? statement.firstMatch(in: text)).map { (String($0.1), line) }
        }
    }

    /// The lines that hold `pattern`, each with what was found.
    func lines(with pattern: some RegexComponent<Substring>) -> [(found: String, line: Int)] {
        numberedLines.compactMap { text, line in text.firstMatch(of: pattern).map { (String($0.output), line) } }
    }

    var numberedLines: [(text: Substring, line: Int)] {
        text.split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated().map { ($1, $0 + 1) }
    }

    /// Lines, cut further where a semicolon lets another statement begin.
    private var statements: [(text: Substring, line: Int)] {
        numberedLines.flatMap { text, line in text.split(separator: ";").map { ($0, line) } }
    }
}

/// The real tree, found from where this file was compiled.
enum SourceTree {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Every text file below `Sources`, sorted by path.
    static func read() throws -> [SourceFile] {
        let folder = root.appending(path: "Sources")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        return try names.compactMap { name in
            let file = folder.appending(path: name)
            guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { return nil }
            let text = String(data: try Data(contentsOf: file), encoding: .utf8)
            return text.map { SourceFile(path: "Sources/" + name, text: $0) }
        }
    }
}
