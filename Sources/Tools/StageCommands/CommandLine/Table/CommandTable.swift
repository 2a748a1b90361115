/// The table from which parsing, help and completions are made: a command or an option is written down once, here and
/// in the files beside this one.
enum CommandTable {
    /// All commands, in the order of the help.
    static let commands: [CommandSpec] = [
        send, receive, drop, importFiles, copy, paste, keep, hold, release, list, show, revoke, renew, type, name,
        watch, status, stop, completions, help,
    ]

    /// The command that is called so.
    static func command(_ verb: Verb) -> CommandSpec {
        guard let spec = commands.first(where: { $0.verb == verb }) else {
            preconditionFailure("\(verb) is not in the table")
        }
        return spec
    }

    /// Options that every command has.
    static let shared: [FlagSpec] = [
        .toggle(.json, "one JSON object a line, errors too"),
        .toggle(.quiet, short: "q", "no notes and no progress; errors are still told"),
        .toggle(.help, short: "h", "show this help"),
    ]

    /// The option of commands that print lines.
    static let null = FlagSpec.toggle(.null, short: "0", "end each line of results with NUL, not newline")

    /// What may stand before the command.
    static let top: [FlagSpec] = shared + [.toggle(.version, "show the version")]

    /// What placeholders stand for, shown in the help of the commands that use them.
    static let glossary: [(placeholder: String, meaning: String)] = [
        (
            "TOKEN",
            """
            what send printed. Other users can read a command's arguments, so rather than the token write - (the \
            first line of standard input), @FILE or fd:N, or leave it out for $STAGE_TOKEN.
            """
        ),
        ("ID", "a grant's public name, as list shows it."),
        ("ITEM", "an item's name, as drop --list shows it."),
        (
            "DURATION",
            """
            90s, 15m, 2h, 1d or 1h30m, or until when: 2026-11-30T12:00 (local time), 2026-11-30T12:00Z.
            """
        ),
        ("SIZE", "512K, 10M or 2G, in powers of 1024; a bare number is bytes."),
        (
            "GLOB",
            """
            a pattern with *, ?, [a-z] and ** (across folders); without a slash it is held against the name, with one \
            against the path below the source.
            """
        ),
        ("TYPE", "a type identifier (public.image), a MIME type (image/png, image/*) or an extension (.png)."),
        (
            "SCOPE",
            """
            process (the caller of stage and its descendants), process:PID, team, team:NAME, group, group:NAME, or \
            all.
            """
        ),
    ]

    /// Types that shells offer; any other can be typed.
    static let commonTypes = [
        "public.image", "public.movie", "public.audio", "public.text", "public.archive", "public.folder",
        "com.adobe.pdf", "image/*", "video/*", "audio/*", "text/*", "application/pdf",
    ]

    /// Scopes that shells offer.
    static let scopes = ["process", "team", "group", "all"]
}
