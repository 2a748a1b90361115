extension CommandTable {
    static let keep = CommandSpec(
        .keep, .areas, "Copy an area's file out and release the area",
        usage: ["keep [OPTION]... PATH [DEST]"],
        positionals: PositionalSpec(name: "PATH", counts: 1...2, completion: .file),
        printsLines: true,
        flags: [
            .toggle(.force, short: "f", "replace what is there"),
            .toggle(.rename, "take a free name where one is taken"),
            .toggle(.noProvenance, "do not note where the file came from"),
            .toggle(.sync, "answer when the bytes would survive a power cut"),
        ],
        rules: [.atMostOne([.force, .rename])],
        examples: [
            CommandExample("stage keep \"$path\"", "into the current directory"),
            CommandExample("stage keep \"$path\" ~/Videos", "into another one"),
            CommandExample("stage keep \"$(stage receive - < t)\" film.mkv", "under another name"),
        ],
        notes: [
            "DEST is a directory or a new name, as with cp. The area is released, and the new path printed. The file "
                + "appears whole or not at all, and nothing is replaced without --force."
        ])

    static let hold = CommandSpec(
        .hold, .areas, "Prolong an area",
        usage: ["hold [OPTION]... PATH --for DURATION"],
        positionals: PositionalSpec(name: "PATH", counts: 1...1, completion: .file),
        flags: [.value(.forDuration, "DURATION", "how long from now", isRequired: true)],
        examples: [CommandExample("stage hold \"$path\" --for 2h", "two more hours, counted from now")])

    static let release = CommandSpec(
        .release, .areas, "End areas early",
        usage: ["release [OPTION]... PATH..."],
        positionals: .atLeast(1, "PATH", .file),
        examples: [CommandExample("stage release \"$path\"", "the file is no longer needed")])

    static let list = CommandSpec(
        .list, .grants, "List your grants and areas",
        usage: ["list [OPTION]..."],
        printsLines: true,
        flags: [.toggle(.all, short: "a", "also the grants that ended within the last day")],
        examples: [
            CommandExample("stage list", "a table of what is live"),
            CommandExample("stage list --all", "what ended as well, and why"),
            CommandExample("stage list --json", "for a program"),
        ])

    static let show = CommandSpec(
        .show, .grants, "Show one grant: representations, expiry, receivers",
        usage: ["show [OPTION]... [TOKEN|ID]"],
        positionals: PositionalSpec(name: "TOKEN|ID", counts: 0...1),
        examples: [
            CommandExample("stage show - < t", "what a token gives, without receiving it"),
            CommandExample("stage show @t --json", "for a program"),
        ],
        notes: [
            "The holder of a token sees the representations whose scope admits it; the sender sees the receivers too."
        ])

    static let revoke = CommandSpec(
        .revoke, .grants, "End grants now",
        usage: ["revoke [OPTION]... [TOKEN|ID]..."],
        positionals: .atLeast(0, "TOKEN|ID"),
        examples: [CommandExample("stage revoke - < t", "the grant of the token in the file t")],
        notes: ["What was received already stays with its receivers."])

    static let renew = CommandSpec(
        .renew, .grants, "Give a grant a new time, counted from now",
        usage: ["renew [OPTION]... [TOKEN|ID] --ttl DURATION"],
        positionals: PositionalSpec(name: "TOKEN|ID", counts: 0...1),
        flags: [.value(.ttl, "DURATION", "how long from now", isRequired: true)],
        examples: [CommandExample("stage renew --ttl 2h - < t", "two hours from now")],
        notes: ["A grant that has ended stays ended."])
}
