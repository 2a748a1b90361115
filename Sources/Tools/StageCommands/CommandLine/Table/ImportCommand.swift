extension CommandTable {
    static let importFiles = CommandSpec(
        .import, .bulk, "Take files out of folders and archives, in bulk",
        usage: [
            "import [OPTION]... SOURCE... --to DIR", "import [OPTION]... SOURCE... --grant",
            "import [OPTION]... SOURCE... --drop NAME", "import --status JOB", "import --forget JOB",
        ],
        positionals: .atLeast(1, "SOURCE", .file),
        flags: importDestinations + importFilters + importLimits + importJobs,
        rules: [
            .atMostOne([.to, .grant, .drop]), .standsAlone(.status), .standsAlone(.forget),
            .atMostOne([.status, .forget]),
            .conflict(.status, with: [.to, .grant, .drop, .job]), .conflict(.forget, with: [.to, .grant, .drop, .job]),
            .atMostOne([.uses, .once]), .needsOneOf(.ttl, [.grant, .drop]), .needs(.uses, .grant),
            .needs(.once, .grant),
            .needsOneOf(.scope, [.grant, .drop]), .needs(.owner, .drop), .needs(.layout, .to),
            .needs(.noProvenance, .to), .needs(.link, .to), .needs(.retryFailed, .job),
            .needs(.settle, .watch), .needs(.doneSuffix, .watch),
            .conflict(.noUnpack, with: [.nested, .maxEntries, .maxBytes, .maxRatio, .maxDepth]),
        ],
        examples: [
            CommandExample("stage import /media/card --to ~/Pictures --accept 'image/*'", "the pictures of a card"),
            CommandExample("stage import *.zip --to lib --layout '{year}/{type}/{name}'", "archives, by year and type"),
            CommandExample("stage import in --to lib --job in --report in.jsonl", "goes on after an interruption"),
            CommandExample("find . -size +1M -print0 | stage import - -0 --grant", "a grant for each listed file"),
            CommandExample(
                "stage import in --drop encoder --job in", "to the workers of a destination; see stage drop"),
            CommandExample("stage import --watch ~/Scans --to lib --move", "whatever arrives, until interrupted"),
        ],
        notes: [
            "SOURCE is a file, an archive, a folder with all that is in it, or - for a list of paths on standard input. "
                + "Each file is looked at, filtered, named by its content and placed whole under a name that is free; "
                + "its new path, or the token of its grant, is printed.",
            "With --drop a file is imported once a worker has accepted it. What the destination refuses is refused, with its "
                + "reason; what nobody could be offered has failed, and --job with --retry-failed tries it again.",
            "Files of a list are named alone: {path} is their name, without the folders before it.",
            "LAYOUT is a path with placeholders: {path} {dir} {name} {stem} {ext} {type} {kind} {source} {year} {month} "
                + "{day} {hour} {sha256}.",
            "With --watch, names of unfinished downloads (.part, .tmp, .crdownload) wait until they are renamed. With --move "
                + "an archive stays as long as anything in it was refused or left out.",
            "With --job the same command goes on where it was, whatever ended it, and imports nothing twice.",
            "The status is 0 if nothing failed; what a filter refused has not failed.",
        ])

    private static let importDestinations: [FlagSpec] = [
        .value(.to, "DIR", "place the files below this directory, which is made", offers: .directory),
        .value(.layout, "LAYOUT", "where below it", standard: "{path}"),
        .toggle(.grant, "make a grant for each file and print its token"),
        .value(.drop, "NAME", "offer each file to the destination NAME, and wait until it is accepted or refused"),
        .value(.owner, "USER", "with --drop: a destination of that user, on the system-wide service"),
        .value(.ttl, "DURATION", "with --grant or --drop: how long it lives", standard: "1h"),
        .value(.uses, "N", "with --grant: how many times it can be received", standard: "unlimited"),
        .toggle(.once, "the same as --uses 1"),
        .value(.scope, "SCOPE", "with --grant or --drop: who may receive", standard: "team", offers: .scopes),
        .toggle(.move, "take the sources away once they are imported"),
        .toggle(.link, "hard links on the same file system, no copies: later writes in place show in both"),
        .toggle(.dedupe, "do not store content twice that the job has seen"),
        .value(.reject, "DIR", "keep what is refused there, the reason beside it", offers: .directory),
        .toggle(.noProvenance, "do not note the type on the files"),
        .toggle(.sync, "count a file when it would survive a power cut"),
    ]

    private static let importFilters: [FlagSpec] = [
        .value(.include, "GLOB", "take only what matches", repeats: true),
        .value(.exclude, "GLOB", "leave out what matches", repeats: true),
        .toggle(.hidden, "also what begins with a dot"),
        .toggle(.systemFiles, "also .DS_Store, ._*, __MACOSX, Thumbs.db, desktop.ini"),
        .value(
            .accept, "TYPE", "refuse other types, also as a list with commas", standard: "anything", offers: .types,
            repeats: true),
        .value(.minSize, "SIZE", "refuse smaller files"),
        .value(.maxSize, "SIZE", "refuse larger files"),
        .toggle(.allowExecutable, "take programs and scripts that come under another type"),
        .toggle(.noUnpack, "take archives as files"),
        .value(.nested, "N", "open archives in archives, so many deep", standard: "0"),
        .toggle(.null, short: "0", "paths of a list, and lines of results, end with NUL"),
    ]

    private static let importLimits: [FlagSpec] = [
        .value(.maxEntries, "N", "how many entries an archive may have", standard: "500000"),
        .value(.maxBytes, "SIZE", "what an archive may unpack to", standard: "1T"),
        .value(.maxRatio, "N", "how many times its size that may be, beyond 1G", standard: "500"),
        .value(.maxDepth, "N", "how many names a path in it may have", standard: "128"),
    ]

    private static let importJobs: [FlagSpec] = [
        .value(.job, "JOB", "keep a journal under this name, and go on from it"),
        .toggle(.retryFailed, "with --job: try again what failed before"),
        .toggle(.watch, "follow the folders, and take what arrives"),
        .value(.settle, "DURATION", "with --watch: longer than any writer pauses", standard: "1s"),
        .value(.doneSuffix, "TEXT", "with --watch: take FILE once FILE followed by TEXT is there"),
        .value(.status, "JOB", "show what a job has done"),
        .value(.forget, "JOB", "forget a job; what it imported stays"),
        .value(.report, "FILE", "write a JSON line for each file; with --job at its end", offers: .file),
        .toggle(.sha256, "tell the SHA-256 digest of each file in the report"),
        .value(.jobs, "N", "how many files are worked on at once", standard: "the processors"),
    ]
}
