import LinuxSystem
import StagingTestSupport
import Testing

@Suite("What files are, at a shell")
struct TypeCommandTests {
    @Test("case B07: what is no regular file is named at once, and the others are told", .timeLimit(.minutes(5)))
    func specialFiles() throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "words\n")
            let run = try it.script("mkfifo p.pdf; ln -s p.pdf l.pdf; stage type p.pdf l.pdf /dev/zero . a.txt")
            #expect(run.status == 1)
            #expect(run.text.split(separator: "\n").count == 2, "the headers and one file")
            for words in ["'p.pdf' is a FIFO", "'l.pdf' is a FIFO", "'/dev/zero' is a device", "'.' is a directory"] {
                #expect(run.errors.contains(words), "\(run.errors)")
            }
        }
    }

    @Test("a stream of any length is judged by its beginning, and an empty one is empty")
    func streams() throws {
        try Handover.with { it in
            #expect(try it.stage(["type", "-"], input: "{\"a\": 1}\n").text.contains("public.json"))
            #expect(try it.stage(["type", "-"], input: "").text.contains("org.iana.empty"))
            let endless = try it.script("yes | stage type --json -")
            #expect(try JSONObject(endless.text).text("mime") == "text/plain")
        }
    }

    @Test("section 7: the user's declarations count for type and name, and a mistake in one is told with file and key")
    func declarations() throws {
        try Handover.with { it in
            try it.scratch.folder("config")
            try it.scratch.folder("config/stage")
            try it.scratch.folder("config/stage/types")
            try it.scratch.file(
                "config/stage/types/recipe.plist",
                """
                <plist version="1.0"><dict><key>UTExportedTypeDeclarations</key><array><dict>
                <key>UTTypeIdentifier</key><string>com.example.recipe</string>
                <key>UTTypeConformsTo</key><array><string>public.json</string><string>com.example.none</string></array>
                <key>UTTypeTagSpecification</key><dict>
                <key>public.filename-extension</key><string>recipe</string></dict></dict></array></dict></plist>
                """)
            try it.scratch.file("cake.recipe", "{\"a\": 1}\n")
            let environment = ["XDG_CONFIG_HOME": it.scratch("config").text]
            let run = try it.fixture.stage("type", "--json", "cake.recipe", environment: environment)
            let report = try JSONObject(run.text)
            #expect(report.text("type") == "com.example.recipe")
            #expect(report.text("mime") == "application/json", "of the nearest type that it conforms to")
            #expect(run.errors.contains("recipe.plist: UTExportedTypeDeclarations[0].UTTypeConformsTo"))
            let named = try it.fixture.stage("name", "cake", "--type", "com.example.recipe", environment: environment)
            #expect(named.text == "cake.recipe")
            let declared = try it.fixture.stage("type", "--declared", environment: environment)
            #expect(declared.text.contains("com.example.recipe"))
        }
    }

    @Test("the table of types, piped, has no line as wide as all its columns' widest cells")
    func declaredTable() throws {
        try Handover.with { it in
            let lines = try it.stage(["type", "--declared"]).text.split(separator: "\n")
            #expect(lines.count > 1000)
            #expect(lines.reduce(0) { $0 + $1.count } / lines.count < 150)
            #expect(try it.stage(["type", "--declared", "x"]).status == 2)
            #expect(try it.stage(["type"]).status == 2)
        }
    }

    @Test(
        "rule 19: what can run under a harmless name is refused, and sent where it is allowed or says so itself",
        arguments: [
            (
                "photo.jpg",
                #"\177ELF\002\001\001\000\000\000\000\000\000\000\000\000\002\000\076\000\001\000\000\000"#, true
            ),
            ("notes.txt", #"#!/bin/sh\nexit\n\000\377"#, true), ("notes.md", #"#!/usr/bin/env -S python3 -u\n"#, true),
            ("page.pdf", #"# by hand\n[Desktop Entry]\nExec=x\n"#, true), ("run.sh", #"#!/bin/sh\n"#, false),
            ("run", #"#!/bin/sh\n"#, false), ("notes.txt", #"words: #!/bin/sh\n"#, false),
            ("notes.txt", #"MZ is how they begin\n"#, false),
        ])
    func hiddenPrograms(name: String, printed: String, isRefused: Bool) throws {
        try Handover.with { it in
            let sent = try it.script("printf '\(printed)' > \(name) && stage send \(name)")
            #expect(sent.status == (isRefused ? 4 : 0), "\(sent)")
            if isRefused { #expect(try it.stage(["send", "--allow-executable", name]).status == 0) }
        }
    }
}
