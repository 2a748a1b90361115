extension CommandTable {
    static let copy = CommandSpec(
        .copy, .pasteboards, "Put files on a pasteboard, where paste finds them",
        usage: ["copy [OPTION]... [PATH]...", "copy [OPTION]... --clear"],
        positionals: .atLeast(0, "PATH", .file),
        flags: [
            .value(.pasteboard, "NAME", "which pasteboard", standard: "general"),
            .value(.ttl, "DURATION", "how long it stays there", standard: "1h"),
            .value(.scope, "SCOPE", "who may paste", standard: "team", offers: .scopes),
            .value(.whileProcess, "PID", "clear the pasteboard when that process ends"),
            .toggle(.append, "after what is there, not in its place"),
            .toggle(.clear, "take away what is there"),
            .toggle(.original, "hand out the file itself; nothing is copied"),
            .value(.name, "NAME", "the name that is pasted"),
            .value(.type, "TYPE", "what the content is claimed to be", offers: .types),
            .toggle(.allowExecutable, "copy programs and scripts that come under another type"),
        ],
        rules: [
            .standsAlone(.clear),
            .conflict(
                .clear, with: [.ttl, .scope, .whileProcess, .append, .original, .name, .type, .allowExecutable]),
            .oneItem([.name, .type]),
        ],
        examples: [
            CommandExample("stage copy photo.png notes.txt", "two items, in place of what was there"),
            CommandExample("git diff | stage copy --name fix.patch", "what a program prints"),
            CommandExample("stage copy --scope group --pasteboard builds app.zip", "for others of your group"),
            CommandExample("stage copy --while $$ secret.txt", "until this shell ends"),
            CommandExample("stage copy --clear", "nothing is there any more"),
        ],
        notes: [
            "PATH is a file or a directory, each an item of its own; - or none is standard input. Nothing is printed; with "
                + "--json what is on the pasteboard. If one PATH fails, what was on the pasteboard stays."
        ])

    static let paste = CommandSpec(
        .paste, .pasteboards, "Receive what is on a pasteboard and print the paths",
        usage: ["paste [OPTION]...", "paste --list|--watch [OPTION]..."],
        printsLines: true,
        flags: [
            .value(.pasteboard, "NAME", "which pasteboard", standard: "general"),
            .value(.owner, "USER", "another user's, a name or a number"),
            .value(
                .accept, "TYPE", "what is acceptable, also as a list with commas", standard: "anything",
                offers: .types, repeats: true),
            .value(.to, "PATH", "put it there, a directory or a file; no area stays", offers: .file),
            .toggle(.force, short: "f", "with --to: replace what is there"),
            .toggle(.rename, "with --to: take a free name where one is taken"),
            .toggle(.noProvenance, "with --to: do not note where the file came from"),
            .toggle(.stdout, "print the bytes of the first acceptable item"),
            .toggle(.list, "show what is there, and receive nothing"),
            .toggle(.watch, "show the change count and the types, again at each change"),
            .value(.hold, "DURATION", "how long the areas live", standard: "15m"),
            .toggle(.allowChanged, "take an original also when it changed since"),
        ],
        rules: [
            .atMostOne([.to, .stdout, .list, .watch]), .atMostOne([.force, .rename]), .needs(.force, .to),
            .needs(.rename, .to), .needs(.noProvenance, .to), .conflict(.hold, with: [.to, .stdout, .list, .watch]),
            .conflict(.list, with: [.accept, .allowChanged]), .conflict(.watch, with: [.accept, .allowChanged]),
        ],
        examples: [
            CommandExample("stage paste", "every item in an area"),
            CommandExample("stage paste --to .", "here, under the names that they have"),
            CommandExample("stage paste --stdout | wc -l", "the bytes, without a file"),
            CommandExample("stage paste --accept 'image/*' --to picture.png", "only an image"),
            CommandExample("stage paste --list", "what is there"),
            CommandExample("stage paste --pasteboard builds --owner alice", "what another user put there for you"),
        ],
        notes: [
            "Each item is in an area of its own, which ends with its time; what is on the pasteboard stays there. Where "
                + "nothing is on it the status is 3, where nothing is acceptable 4."
        ])
}
