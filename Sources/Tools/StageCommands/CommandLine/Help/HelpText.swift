/// Help, made from the table, at most 80 columns wide.
enum HelpText {
    static let width = 80

    /// `stage --help`: all commands, a line each.
    static func overview() -> String {
        var lines = [
            "Usage: stage COMMAND [OPTION]... [ARGUMENT]...",
            "",
            "Hands files from one local process to another: a sender turns a file into a",
            "grant that lives for a while, and who holds its token turns it into a file.",
        ]
        for group in CommandSpec.Group.allCases {
            lines += ["", "\(group.rawValue):"]
            for command in CommandTable.commands where command.group == group {
                lines.append("  " + DisplayText.padded(command.verb.rawValue, to: 13) + command.summary)
            }
        }
        lines += ["", "Options:"] + flagLines(CommandTable.top)
        lines += ["", "Exit status:"]
        for status in ExitStatus.allCases {
            if let meaning = status.meaning { lines.append("  \(status.rawValue)  \(meaning)") }
        }
        lines += ["", "stage COMMAND --help shows the options of a command, and examples."]
        return joined(lines)
    }

    /// `stage COMMAND --help`.
    static func of(_ command: CommandSpec) -> String {
        var lines: [String] = []
        for (index, form) in command.usage.enumerated() {
            lines.append((index == 0 ? "Usage: " : "       ") + "stage \(form)")
        }
        lines += ["", command.summary + "."]
        if !command.flags.isEmpty { lines += ["", "Options:"] + flagLines(command.flags) }
        lines += ["", command.flags.isEmpty ? "Options:" : "Common options:"]
        lines += flagLines(command.sharedFlags)
        let terms = CommandTable.glossary.filter { placeholders(of: command).contains($0.placeholder) }
        if !terms.isEmpty { lines.append("") }
        for term in terms { lines += wrapped("\(term.placeholder) is \(term.meaning)", indent: 0) }
        for note in command.notes { lines += [""] + wrapped(note, indent: 0) }
        lines += ["", "Examples:"]
        for example in command.examples {
            lines.append("  " + example.line)
            lines.append("      " + example.meaning)
        }
        return joined(lines)
    }

    private static func joined(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }

    /// The words in capitals that a command's options and arguments are told by.
    private static func placeholders(of command: CommandSpec) -> Set<String> {
        var words = Set(command.flags.compactMap(\.placeholder))
        words.formUnion(command.positionals.name.split(separator: "|").map(String.init))
        return words
    }

    /// Two columns; where an option is too long for the first, its text begins a line below.
    private static func flagLines(_ flags: [FlagSpec]) -> [String] {
        let indent = 25
        var lines: [String] = []
        for flag in flags {
            var left = flag.short.map { "  -\($0), " } ?? "      "
            left += flag.option.spelled + (flag.placeholder.map { " \($0)" } ?? "")
            let text = flag.help + (flag.standard.map { " (default: \($0))" } ?? "")
            var right = wrapped(text, indent: indent)
            if left.count <= indent - 2, let first = right.first {
                right[0] = DisplayText.padded(left, to: indent) + first.dropFirst(indent)
            } else {
                lines.append(left)
            }
            lines += right
        }
        return lines
    }

    /// The text in lines of at most ``width`` columns, each after so many spaces.
    private static func wrapped(_ text: String, indent: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indent + line.count + 1 + word.count > width {
                lines.append(margin + line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + [margin + line]
    }
}
