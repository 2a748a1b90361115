internal import FileNaming
internal import Glibc
package import LinuxSystem

/// What is wrong with a layout.
package struct LayoutError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    /// What to write instead.
    package let hint: String?
}

/// Where below the destination a file goes: a path with placeholders in braces.
package struct Layout: Sendable {
    package enum Placeholder: String, CaseIterable, Sendable {
        /// The path in the source, with the name as it should be.
        case path
        /// The folders of that path.
        case dir
        /// The name as it should be, with the ending that the content wants.
        case name
        /// The name before its ending.
        case stem
        /// The ending without its dot.
        case ext
        /// The type identifier.
        case type
        /// The first word of the MIME type: `image`, `video`, `text`.
        case kind
        /// The name of the source.
        case source
        /// The parts of the file's own time, local.
        case year, month, day, hour
        /// The digest of the content.
        case sha256
    }

    private enum Part: Hashable {
        case text(String)
        case placeholder(Placeholder)
    }

    private let parts: [Part]
    /// The text that was given.
    package let text: String

    /// Reads a layout.
    /// - Throws: ``LayoutError``.
    package init(parsing text: String) throws(LayoutError) {
        self.text = text
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else {
                throw LayoutError(
                    description: "the layout '\(Path(text).escapedText)' has a brace without its other",
                    hint: "a placeholder stands in braces: {year}/{name}")
            }
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            let word = String(rest[rest.index(after: open)..<close])
            guard let placeholder = Placeholder(rawValue: word) else {
                throw LayoutError(
                    description: "the layout knows no {\(Path(word).escapedText)}",
                    hint: "one of \(Placeholder.allCases.map { "{\($0.rawValue)}" }.joined(separator: " "))")
            }
            parts.append(.placeholder(placeholder))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        self.parts = parts
        try check()
    }

    private func check() throws(LayoutError) {
        let naming: [Part] = [.path, .name, .stem, .sha256].map { .placeholder($0) }
        guard parts.contains(where: naming.contains) else {
            throw LayoutError(
                description: "the layout '\(Path(text).escapedText)' gives every file one name",
                hint: "it needs {path}, {name}, {stem} or {sha256}")
        }
        let literal = parts.map { if case .text(let text) = $0 { text } else { "x" } }.joined()
        let components = literal.split(separator: "/", omittingEmptySubsequences: false)
        guard !literal.hasPrefix("/"), !literal.hasSuffix("/"), !components.contains(".."), !components.contains(".")
        else {
            throw LayoutError(
                description: "the layout '\(Path(text).escapedText)' is no path below the destination",
                hint: "for example {year}/{type}/{name}")
        }
    }

    /// Whether the digest is needed to name a file.
    package var needsDigest: Bool { parts.contains(.placeholder(.sha256)) }

    /// What is known of a file when it is named.
    package struct Facts {
        /// The path in its source as it was found.
        package var path: Path
        /// The name as it should be.
        package var name: String
        package var type: String
        package var mime: String
        package var source: String
        package var modified: Timestamp
        package var sha256: String

        package init(
            path: Path, name: String, type: String, mime: String, source: String, modified: Timestamp, sha256: String
        ) {
            self.path = path
            self.name = name
            self.type = type
            self.mime = mime
            self.source = source
            self.modified = modified
            self.sha256 = sha256
        }
    }

    /// The components of the path below the destination, each safe (rule 20); at least one.
    package func components(for facts: Facts) -> [String] {
        let folders = Self.safeFolders(of: facts.path)
        if parts == [.placeholder(.path)] { return folders + [facts.name] }
        let (stem, ending) = Ending.split(facts.name)
        let ext = String(ending.drop { $0 == "." })
        var text = ""
        for part in parts {
            switch part {
            case .text(let literal): text += literal
            case .placeholder(.path): text += (folders + [facts.name]).joined(separator: "/")
            case .placeholder(.dir): text += folders.joined(separator: "/")
            case .placeholder(.name): text += facts.name
            case .placeholder(.stem): text += stem
            case .placeholder(.ext): text += ext
            case .placeholder(.type): text += facts.type
            case .placeholder(.kind): text += String(facts.mime.prefix { $0 != "/" })
            case .placeholder(.source): text += FileNaming.sanitize(Array(facts.source.utf8))
            case .placeholder(.sha256): text += facts.sha256
            case .placeholder(let time): text += Self.civil(facts.modified, time)
            }
        }
        // By scalars: a combining mark behind a slash would hide it.
        let components = text.unicodeScalars.split(separator: "/").map { FileNaming.sanitize(Array(String($0).utf8)) }
        return components.isEmpty ? [facts.name] : components
    }

    /// The folders of a path as it was found, each name made safe.
    private static func safeFolders(of path: Path) -> [String] {
        path.bytes.split(separator: UInt8(ascii: "/")).dropLast().filter { $0 != [UInt8(ascii: ".")] }.map {
            FileNaming.sanitize(Array($0))
        }
    }

    private static func civil(_ time: Timestamp, _ part: Placeholder) -> String {
        var seconds = time_t(time.seconds)
        var local = unsafe tm()
        guard unsafe localtime_r(&seconds, &local) != nil else { return "unknown" }
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        switch part {
        case .year: return unsafe "\(Int(local.tm_year) + 1900)"
        case .month: return unsafe two(local.tm_mon + 1)
        case .day: return unsafe two(local.tm_mday)
        default: return unsafe two(local.tm_hour)
        }
    }
}
