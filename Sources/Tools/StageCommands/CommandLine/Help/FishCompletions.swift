/// Completions for fish.
enum FishCompletions {
    static func script() -> String {
        var lines = [
            "# Completions of stage for fish: stage completions fish | source", "complete -c stage -e",
            "complete -c stage -f",
        ]
        for flag in CommandTable.top {
            lines.append("complete -c stage -n __fish_use_subcommand" + option(flag))
        }
        for command in CommandTable.commands {
            let summary = Shell.quoted(command.summary)
            lines.append("complete -c stage -n __fish_use_subcommand -a \(command.verb.rawValue) -d \(summary)")
        }
        for command in CommandTable.commands {
            let start = "complete -c stage -n '__fish_seen_subcommand_from \(command.verb.rawValue)'"
            lines += command.allFlags.map { start + option($0) }
            lines += arguments(command.positionals.completion).map { start + $0 }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func option(_ flag: FlagSpec) -> String {
        let short = flag.short.map { " -s \($0)" } ?? ""
        let start = "\(short) -l \(flag.option.rawValue)"
        let end = " -d \(Shell.quoted(flag.help))"
        switch flag.kind {
        case .toggle: return start + end
        case .rest: return start + " -x -a '(__fish_complete_command)'" + end
        case .value(_, let completion):
            guard let words = completion.words else {
                return start + (completion == .directory ? " -x -a '(__fish_complete_directories)'" : " -r -F") + end
            }
            return start + " -x" + (words.isEmpty ? "" : " -a \(Shell.quoted(words.joined(separator: " ")))") + end
        }
    }

    private static func arguments(_ completion: Completion) -> [String] {
        guard let words = completion.words else { return [" -F"] }
        return words.isEmpty ? [] : [" -a \(Shell.quoted(words.joined(separator: " ")))"]
    }
}
