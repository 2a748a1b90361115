internal import ContentTypes

/// Languages for settings: YAML and TOML, where every line that is looked at is in them.
enum SettingShapes {
    private static let mostLines = 60

    static func finding(in text: DecodedText) -> Finding? {
        var lines = text.lines(mostLines)
        // The last one may be cut.
        if !text.isWhole || lines.count == mostLines { lines = Array(lines.dropLast()) }
        if isTOML(lines) { return Finding("org.toml.toml", room: .textGuess) }
        if isYAML(lines) { return Finding(.yaml, room: .textGuess) }
        return nil
    }

    /// Tables in brackets, and names whose values are quoted, numbers, dates, truths or lists: plain words, which other
    /// settings have, are none.
    private static func isTOML(_ lines: [String]) -> Bool {
        var (pairs, tables, quoted, spaced) = (0, 0, 0, 0)
        var isOpen = false
        for line in lines {
            let line = line.trimmed
            if isOpen {
                isOpen = !line.hasPrefix("]") && !line.hasSuffix("]")
                continue
            }
            if line.isEmpty || line.hasPrefix("#") { continue }
            if line.hasPrefix("["), line.hasSuffix("]") {
                guard line.dropFirst().dropLast().allSatisfy({ $0 != "," && $0 != "=" }) else { return false }
                tables += 1
                continue
            }
            guard let equals = line.firstIndex(of: "=") else { return false }
            let (name, value) = (String(line[..<equals]).trimmed, String(line[line.index(after: equals)...]).trimmed)
            guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "_-.\"'".contains($0) }),
                isTOMLValue(value)
            else { return false }
            if value.hasPrefix("\"") || value.hasPrefix("[") || value.hasPrefix("{") { quoted += 1 }
            isOpen = value.hasPrefix("[") && !value.contains("]")
            if line[..<equals].last == " " { spaced += 1 }
            pairs += 1
        }
        // Shells and older settings leave no blanks about the sign.
        return spaced * 2 > pairs && pairs >= 2 && quoted >= 1 && (tables >= 1 || quoted >= 2 && pairs >= 3)
    }

    private static func isTOMLValue(_ value: String) -> Bool {
        guard let first = value.first else { return false }
        if first == "[" || first == "{" { return true }
        if first == "\"" || first == "'" {
            // Nothing but a comment stands behind the closing quote.
            guard let end = value.dropFirst().lastIndex(of: first) else { return value.hasPrefix("\"\"\"") }
            let rest = String(value[value.index(after: end)...]).trimmed
            return rest.isEmpty || rest.hasPrefix("#")
        }
        let word = value.prefix { $0 != "#" }.filter { !$0.isWhitespace }
        if word == "true" || word == "false" { return true }
        return (first.isNumber || "+-".contains(first))
            && word.allSatisfy { $0.isNumber || "_.:+-TZeExabcdef".contains($0) }
    }

    /// Names with colons, and lists of dashes, indented by blanks; prose has colons too, so nesting or a mark in front
    /// is needed.
    private static func isYAML(_ lines: [String]) -> Bool {
        var (pairs, nested, items, others) = (0, 0, 0, 0)
        var hasMark = false
        var blockIndent: Int?
        for line in lines {
            let indent = line.prefix { $0 == " " }.count
            let body = String(line.dropFirst(indent)).trimmed
            if body.isEmpty || body.hasPrefix("#") { continue }
            // Texts in blocks are whatever they are.
            if let block = blockIndent {
                if indent > block { continue }
                blockIndent = nil
            }
            if body == "---" || body == "..." || body.hasPrefix("%YAML") {
                hasMark = true
                continue
            }
            if line.hasPrefix("\t") { return false }
            var content = body
            while content.hasPrefix("- ") {
                content = String(content.dropFirst(2)).trimmed
                items += 1
            }
            if content == "-" { continue }
            guard let name = content.yamlName else {
                // A line of a longer value, or an element without a name.
                guard body.hasPrefix("- ") || indent > 0 else { return false }
                others += body.hasPrefix("- ") ? 0 : 1
                continue
            }
            pairs += 1
            if indent > 0 || name.isOpen { nested += 1 }
            if name.opensBlock { blockIndent = indent }
        }
        guard others * 4 <= pairs + items else { return false }
        if hasMark { return pairs + items >= 2 && pairs >= 1 }
        return pairs >= 3 && nested >= 2 && (items >= 1 || nested >= 3)
    }
}

extension String {
    fileprivate var trimmed: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    /// Whether a name and a colon begin the text, and what that leaves open.
    fileprivate var yamlName: (isOpen: Bool, opensBlock: Bool)? {
        guard let colon = firstIndex(of: ":"), colon != startIndex else { return nil }
        let name = self[..<colon]
        let value = String(self[index(after: colon)...])
        guard value.isEmpty || value.first == " " else { return nil }
        let isQuoted = name.first == "\"" || name.first == "'"
        let plain = name.allSatisfy { $0.isLetter || $0.isNumber || "_-./$".contains($0) }
        guard isQuoted || plain else { return nil }
        let words = value.trimmed
        return (words.isEmpty, words.hasPrefix("|") || words.hasPrefix(">"))
    }
}
