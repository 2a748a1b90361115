/// Completions for bash 4.4 and later; they need no package of helpers.
enum BashCompletions {
    static func script() -> String {
        """
        # Completions of stage for bash: source <(stage completions bash)
        _stage() {
            local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
            local command= exec=0 i
            COMPREPLY=()
            # In --option=value the sign is a word of its own.
            if [[ $current == "=" ]]; then
                current=
            elif [[ $previous == "=" ]] && (( COMP_CWORD > 1 )); then
                previous=${COMP_WORDS[COMP_CWORD-2]}
            fi
            for (( i = 1; i < COMP_CWORD; i++ )); do
                case ${COMP_WORDS[i]} in
                    --exec) exec=$i; break ;;
                    -*) ;;
                    *) [[ -n $command ]] || command=${COMP_WORDS[i]} ;;
                esac
            done
            if (( exec > 0 && COMP_CWORD == exec + 1 )); then
                mapfile -t COMPREPLY < <(compgen -c -- "$current")
                return
            elif (( exec > 0 )); then
                _stage_files -f
                return
            fi
            case $command,$previous in
        \(values())
            esac
            if [[ $current == -* ]]; then
                case $command in
        \(options())
                esac
                return
            fi
            case $command in
                '') _stage_words \(quotedWords(Verb.allCases.map(\.rawValue))) ;;
        \(positionals())
            esac
        }
        _stage_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"); }
        _stage_files() {
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen "$1" -- "$current")
        }
        complete -F _stage stage

        """
    }

    private static func values() -> String {
        var lines: [String] = []
        for command in CommandTable.commands {
            for flag in command.flags {
                guard case .value(_, let completion) = flag.kind else { continue }
                let action = action(completion).map { $0 + "; return" } ?? "return"
                lines.append("        \(command.verb.rawValue),\(flag.option.spelled)) \(action) ;;")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func options() -> String {
        let top = "            '') _stage_words \(quotedWords(CommandTable.top.flatMap(\.spellings))) ;;"
        let lines = CommandTable.commands.map { command in
            let words = quotedWords(command.allFlags.flatMap(\.spellings))
            return "            \(command.verb.rawValue)) _stage_words \(words) ;;"
        }
        return ([top] + lines).joined(separator: "\n")
    }

    private static func positionals() -> String {
        CommandTable.commands.compactMap { command in
            action(command.positionals.completion).map { "        \(command.verb.rawValue)) \($0) ;;" }
        }.joined(separator: "\n")
    }

    private static func action(_ completion: Completion) -> String? {
        if let words = completion.words { return words.isEmpty ? nil : "_stage_words \(quotedWords(words))" }
        return "_stage_files \(completion == .directory ? "-d" : "-f")"
    }

    private static func quotedWords(_ words: [String]) -> String { Shell.quoted(words.joined(separator: " ")) }
}
