internal import Archives

extension CommandTable {
    static let send = CommandSpec(
        .send, .transfer, "Make a grant for each file and print its token",
        usage: ["send [OPTION]... PATH..."],
        positionals: .atLeast(1, "PATH", .file),
        printsLines: true,
        flags: [
            .value(.ttl, "DURATION", "how long the grant lives", standard: "1h"),
            .value(.uses, "N", "how many times it can be received", standard: "unlimited"),
            .toggle(.once, "the same as --uses 1"),
            .value(.scope, "SCOPE", "who may receive", standard: "team", offers: .scopes),
            .toggle(.original, "hand out the file itself; nothing is copied"),
            .toggle(.move, "give the file up: it leaves its place"),
            .value(
                .as, "FORMAT", "as one archive: \(ArchiveWriter.Format.offered.joined(separator: ", "))",
                offers: .words(ArchiveWriter.Format.offered)),
            .value(.name, "NAME", "the name that receivers are offered"),
            .value(.type, "TYPE", "what the content is claimed to be", offers: .types),
            .value(
                .also, "PATH[,type=T][,scope=S][,name=N]",
                "a further representation, after those before it; a comma in a value is written \\,",
                offers: .file, repeats: true),
            .value(.key, "KEY", "the same key and content again give the same grant, not a second one"),
            .toggle(.sync, "answer when the bytes would survive a power cut"),
            .toggle(.allowExecutable, "send programs and scripts that come under another type"),
            .value(.tokenFile, "FILE", "write the token there, for you alone (0600)", offers: .file),
            .value(.drop, "NAME", "offer it to the destination NAME, and wait until it is accepted or refused"),
            .value(.owner, "USER", "with --drop: a destination of that user, on the system-wide service"),
            .toggle(.wait, "with --drop: wait until it is done"),
        ],
        rules: [
            .atMostOne([.uses, .once]), .atMostOne([.original, .move]), .oneItem([.name, .type, .also, .key]),
            // What a destination refuses is revoked: a file that was given up would be lost, and an earlier grant ended.
            .conflict(.drop, with: [.uses, .once, .move, .key]), .needs(.owner, .drop), .needs(.wait, .drop),
            // An archive is made anew: it is no file of the sender's, and not all of one that is to be given up.
            .conflict(.as, with: [.original, .move]),
        ],
        examples: [
            CommandExample("stage send film.mkv | stage receive - --to ~/Videos", "hand a file over"),
            CommandExample("stage send --once --ttl 10m --token-file t film.mkv", "one use, within ten minutes"),
            CommandExample("tar c src | stage send --name src.tar -", "send what a program prints"),
            CommandExample("stage send raw.dng --also small.jpg", "two representations; the receiver takes one"),
            CommandExample("stage send --scope process:$$ key.pem", "for this script and what it starts"),
            CommandExample("stage send --as zip album", "a folder as one archive, album.zip"),
            CommandExample("stage send --drop encoder --wait film.mkv", "to a destination; see stage drop"),
        ],
        notes: [
            "PATH is a file or a directory; - is standard input. One token a line is printed, an empty line for a "
                + "PATH that failed. Without --original or --move receivers get the bytes as they are now, whatever "
                + "happens to the file later.",
            "With --as each PATH, a folder or a file, is sent as one archive, named by PATH and FORMAT; --also names what is "
                + "sent as it is. The archive is written while it is staged, and nothing is sent unless it is whole.",
            "With --drop the token is printed when a worker has accepted the item. When it is refused, or interrupted "
                + "before, the grant is revoked; a refusal is status 4, and with --wait an item of which every try failed "
                + "status 1.",
        ])

    static let receive = CommandSpec(
        .receive, .transfer, "Turn a grant into a file in an area and print its path",
        usage: [
            "receive [OPTION]... [TOKEN]", "receive [OPTION]... [TOKEN] --exec CMD [ARG]...",
        ],
        positionals: PositionalSpec(name: "TOKEN", counts: 0...1),
        printsLines: true,
        flags: [
            .value(
                .accept, "TYPE", "what is acceptable, also as a list with commas", standard: "anything",
                offers: .types, repeats: true),
            .value(.to, "PATH", "put it there, a directory or a file; no area stays", offers: .file),
            .toggle(.force, short: "f", "with --to: replace what is there"),
            .toggle(.rename, "with --to: take a free name where one is taken"),
            .toggle(.noProvenance, "with --to: do not note where the file came from"),
            .toggle(.stdout, "print the bytes, not a path"),
            .value(
                .as, "FORMAT",
                "with --to or --stdout: as one archive: \(ArchiveWriter.Format.offered.joined(separator: ", "))",
                offers: .words(ArchiveWriter.Format.offered)),
            .rest(
                .exec, "CMD [ARG]...",
                "last option: run CMD with {} replaced by the path (appended when absent); the area ends with it"),
            .value(.hold, "DURATION", "how long the area lives", standard: "15m"),
            .value(.whileProcess, "PID", "end the area when that process ends"),
            .toggle(.allowChanged, "take an original also when it changed after the send"),
            .toggle(.sha256, "compute the SHA-256 digest of the bytes (shown with --json)"),
        ],
        rules: [
            .atMostOne([.to, .stdout, .exec]), .atMostOne([.force, .rename]), .needs(.force, .to),
            .needs(.rename, .to), .needs(.noProvenance, .to), .conflict(.hold, with: [.to, .stdout]),
            .conflict(.whileProcess, with: [.to, .stdout]), .conflict(.as, with: [.exec]),
            .needsOneOf(.as, [.to, .stdout]),
        ],
        examples: [
            CommandExample("stage receive - < t", "an area for the token in the file t"),
            CommandExample("stage receive @t --to ~/Videos", "straight to a directory"),
            CommandExample("stage receive @t --accept 'image/*,.pdf'", "only an image or a PDF"),
            CommandExample("stage receive @t --stdout | sha1sum", "the bytes, without a file"),
            CommandExample("stage receive @t --as tar.zst --to .", "a folder as one archive"),
            CommandExample("stage receive @t --exec ffprobe {}", "for the time that a program runs"),
        ],
        notes: [
            "The file is in an area, which ends with its time. stage keep copies it out, stage release ends the area "
                + "early.",
            "With --as a folder comes as one archive, and so does a file, as its only entry; --accept looks at what was "
                + "sent. An area holds what was sent as it is: receive --as with --to or --stdout.",
            "With --exec the status is the command's own, 128+n for a signal n; 125 when stage failed, 126 when the "
                + "command is not executable, 127 when it is not found.",
        ])
}
