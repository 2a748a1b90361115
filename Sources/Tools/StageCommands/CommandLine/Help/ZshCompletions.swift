/// Completions for zsh, to be sourced after `compinit` or put into a file `_stage` of its `fpath`.
enum ZshCompletions {
    static func script() -> String {
        """
        #compdef stage
        # Completions of stage for zsh: source <(stage completions zsh), after compinit
        _stage() {
            local context state state_descr line
            typeset -A opt_args
            local -a stage_commands=(
        \(commands())
            )
            _arguments -C -s \\
        \(specifications(CommandTable.top, indent: 8))
                '1:command:->command' \\
                '*::argument:->argument'
            case $state in
                command) _describe -t commands 'command' stage_commands ;;
                argument)
                    case $words[1] in
        \(cases())
                    esac ;;
            esac
        }
        if [[ $funcstack[1] == _stage ]]; then _stage "$@"; else compdef _stage stage; fi

        """
    }

    private static func commands() -> String {
        CommandTable.commands.map { "        " + Shell.quoted("\($0.verb.rawValue):\(escaped($0.summary))") }
            .joined(separator: "\n")
    }

    private static func cases() -> String {
        CommandTable.commands.map { command in
            let positional = command.positionals
            var lines = "                \(command.verb.rawValue)) _arguments -s -S \\\n"
            lines += specifications(command.allFlags, indent: 20)
            if !positional.name.isEmpty {
                let action = action(positional.completion, default: " ")
                lines += "\n" + String(repeating: " ", count: 20)
                lines += Shell.quoted("*:\(positional.name):\(action)") + " \\"
            }
            return lines + "\n                    ;;"
        }.joined(separator: "\n")
    }

    private static func specifications(_ flags: [FlagSpec], indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        return flags.flatMap { flag in
            flag.spellings.map { margin + Shell.quoted(specification(flag, $0)) + " \\" }
        }.joined(separator: "\n")
    }

    private static func specification(_ flag: FlagSpec, _ spelling: String) -> String {
        let help = "[\(escaped(flag.help))]"
        switch flag.kind {
        case .toggle: return spelling + help
        case .value(let placeholder, let completion):
            let action = action(completion, default: " ")
            return (flag.repeats ? "*" : "") + "\(spelling)=\(help):\(escaped(placeholder)):\(action)"
        case .rest(let placeholder): return "\(spelling)\(help):*::\(escaped(placeholder)):_normal"
        }
    }

    private static func action(_ completion: Completion, default none: String) -> String {
        if let words = completion.words { return words.isEmpty ? none : "(\(escaped(words.joined(separator: " "))))" }
        return completion == .directory ? "_files -/" : "_files"
    }

    /// `_arguments` and `_describe` read colons, brackets and backslashes.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            if "\\:[]*".contains(character) { result += "\\" }
            result.append(character)
        }
    }
}
