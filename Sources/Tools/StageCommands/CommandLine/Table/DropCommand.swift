extension CommandTable {
    static let drop = CommandSpec(
        .drop, .transfer, "Take what is sent to a destination",
        usage: [
            "drop [OPTION]... [NAME]", "drop [OPTION]... [NAME] --exec CMD [ARG]...", "drop --list [NAME]",
            "drop --retry ITEM", "drop --forget ITEM",
        ],
        positionals: PositionalSpec(name: "NAME", counts: 0...1),
        printsLines: true,
        flags: [
            .value(
                .accept, "TYPE", "what is acceptable, also as a list with commas", standard: "anything",
                offers: .types, repeats: true),
            .value(.maxSize, "SIZE", "refuse what is larger"),
            .value(.minSize, "SIZE", "refuse what is smaller"),
            .value(.scope, "SCOPE", "who may send to it", standard: "team", offers: .scopes),
            .value(.to, "DIR", "put each item there, under a free name", offers: .directory),
            .rest(
                .exec, "CMD [ARG]...",
                "last option: run CMD for each item with {} replaced by its path (appended when absent)"),
            .value(.jobs, "N", "how many items to work at side by side", standard: "1"),
            .value(.tries, "N", "how often an item is tried before it is a dead letter", standard: "3"),
            .value(.count, "N", "end after N items"),
            .toggle(.once, "the same as --count 1"),
            .toggle(.list, "list what waits, is at work, or is a dead letter"),
            .value(.retry, "ITEM", "let a dead letter be tried anew"),
            .value(.forget, "ITEM", "take an item out that waits or is a dead letter"),
        ],
        rules: [
            .atMostOne([.exec, .to]), .atMostOne([.once, .count]), .atMostOne([.list, .retry, .forget]),
            .conflict(.list, with: work), .conflict(.retry, with: work), .conflict(.forget, with: work),
            .standsAlone(.retry), .standsAlone(.forget),
        ],
        examples: [
            CommandExample(
                "stage drop encoder --accept public.movie --exec encode {}", "a worker; start it again for a second one"
            ),
            CommandExample("stage drop --to ~/Inbox", "the destination general, into a directory"),
            CommandExample("stage drop --list encoder", "what waits, and what failed, and why"),
        ],
        notes: [
            "stage send --drop NAME sends to it. The destination NAME (general where none is given) is open as long as a "
                + "worker is, also over a restart of the service. Workers share the work: each item is one worker's at a time. An item whose command fails, or whose worker ends, goes to the next "
                + "one; after --tries it is a dead letter, until its grant expires.",
            "With --exec an item is done when CMD ends with status 0, and its area ends with CMD. With --to its new path is "
                + "printed, otherwise the path of an area, and it is done then.",
            "It works until it is interrupted; a CMD that runs gets the signal, and its item goes to another worker. A scope "
                + "beyond your user is served by the system-wide service: send --owner reaches it.",
        ])

    /// What only a worker has a use for.
    private static let work: [Option] = [
        .accept, .maxSize, .minSize, .scope, .to, .exec, .jobs, .tries, .count, .once,
    ]
}
