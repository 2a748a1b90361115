extension CommandTable {
    static let type = CommandSpec(
        .type, .content, "Tell what the bytes of files are",
        usage: ["type [OPTION]... PATH...", "type --declared [OPTION]..."],
        positionals: .atLeast(1, "PATH", .file),
        printsLines: true,
        flags: [
            .toggle(.recursive, short: "r", "go into directories"),
            .toggle(.declared, "list the types that are known instead"),
        ],
        rules: [.standsAlone(.declared), .conflict(.declared, with: [.recursive])],
        examples: [
            CommandExample("stage type download.bin", "identifier, MIME type, suggested name"),
            CommandExample("stage type -r ~/Downloads --json", "a folder, for a program"),
            CommandExample("stage type --declared", "all types that stage knows"),
        ])

    static let name = CommandSpec(
        .name, .content, "Print the name that stage would give",
        usage: ["name [OPTION]... NAME"],
        positionals: PositionalSpec(name: "NAME", counts: 1...1),
        printsLines: true,
        flags: [
            .value(.type, "TYPE", "what the content is", offers: .types),
            .value(.inDirectory, "DIR", "a directory whose names are taken", offers: .directory),
            .value(.taken, "NAME", "a name that is taken", repeats: true),
        ],
        examples: [
            CommandExample("stage name photo --type image/png", "photo.png"),
            CommandExample("stage name a.tar.gz --taken a.tar.gz", "a (2).tar.gz"),
        ])

    static let watch = CommandSpec(
        .watch, .service, "Print events as they happen, as JSON lines",
        usage: ["watch [OPTION]..."],
        examples: [CommandExample("stage watch", "until it is interrupted")])

    static let status = CommandSpec(
        .status, .service, "Show the service, its store, limits and counters",
        usage: ["status [OPTION]..."],
        flags: [.toggle(.metrics, "counters as Prometheus text")],
        rules: [.atMostOne([.metrics, .json])],
        examples: [
            CommandExample("stage status", "for people"),
            CommandExample("stage status --metrics", "for a collector"),
        ])

    static let stop = CommandSpec(
        .stop, .service, "End your own service",
        usage: ["stop [OPTION]..."],
        examples: [CommandExample("stage stop", "areas end; snapshots and moves stay granted")],
        notes: ["The next command that needs the service starts it again."])

    static let completions = CommandSpec(
        .completions, .shell, "Print completions for a shell: bash, zsh or fish",
        usage: ["completions SHELL"],
        positionals: PositionalSpec(
            name: "SHELL", counts: 1...1, completion: .words(Shell.allCases.map(\.rawValue))),
        examples: [
            CommandExample("source <(stage completions bash)", "in ~/.bashrc"),
            CommandExample("source <(stage completions zsh)", "in ~/.zshrc, after compinit"),
            CommandExample("stage completions fish | source", "in config.fish"),
        ])

    static let help = CommandSpec(
        .help, .shell, "Show help, of one command or of all",
        usage: ["help [COMMAND]"],
        positionals: PositionalSpec(name: "COMMAND", counts: 0...1, completion: .commands),
        examples: [CommandExample("stage help send", "the same as stage send --help")])
}
