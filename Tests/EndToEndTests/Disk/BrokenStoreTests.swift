import LinuxSystem
import StagingTestSupport
import Testing

@Suite("A store that is broken, or has foreign things in it (case B35)", .serialized)
struct BrokenStoreTests {
    /// Lends a store with a granted file and tree and an area, its service ended, and what it gives.
    private func withStore(_ body: (_ it: Handover, _ token: String, _ area: String) throws -> Void) throws {
        try Handover.with { it in
            try it.scratch.file("small", "small\n")
            try it.script("mkdir tree; echo x > tree/a")
            let token = try it.token("small")
            _ = try it.token("tree")
            let area = try it.area(of: token).text
            try kill(it)
            try body(it, token, area)
        }
    }

    private func kill(_ it: Handover) throws {
        let pid = try #require(try JSONObject(it.stage(["status", "--json"]).text)["pid"] as? Int)
        try it.script("kill -9 \(pid)")
        try #require(Patience.until { ProcessIdentity(of: Int32(pid)) == nil })
    }

    @Test(
        "a damaged catalogue: the service says so and what to do, and removes nothing",
        arguments: [
            ": > catalogue.db", "rm catalogue.db", "head -c 5000 /dev/urandom > catalogue.db",
            "truncate -s 512 catalogue.db", "truncate -s 3000 catalogue.db", "rm catalogue.db; mkdir catalogue.db",
            "dd if=/dev/urandom of=catalogue.db bs=1024 seek=2 count=20 conv=notrunc 2> /dev/null",
        ])
    func damagedCatalogue(_ damage: String) throws {
        try withStore { it, token, _ in
            // What is in the log only would be damaged in another way.
            try it.script("stage list; stage receive \(token) --to first; stage stop; rm -f catalogue.db-*")
            let before = try it.walk
            #expect(before.contains("bytes/"))
            try it.script("cd state/stage && cp -a catalogue.db ../good && { \(damage); }")
            for command in ["list", "receive \(token)", "send small", "status"] {
                let done = try it.script("stage \(command)")
                #expect(done.status != 0, "\(command): \(done)")
                #expect(done.errors.contains("catalogue") && done.errors.contains("hint:"), "\(command): \(done)")
                #expect(try it.walk == before, "\(command)")
            }
            try it.script("cd state/stage && rm -rf catalogue.db* && cp -a ../good catalogue.db")
            #expect(try it.bytes(of: token) == Array("small\n".utf8))
        }
    }

    @Test("a catalogue of a later version is left alone", Needs.program("python3"))
    func laterCatalogue() throws {
        try withStore { it, token, _ in
            let before = try it.walk
            // Prints the version that it replaces.
            let set = """
                python3 -c 'import sqlite3,sys; c=sqlite3.connect("state/stage/catalogue.db"); \
                print(c.execute("pragma user_version").fetchone()[0]); c.execute("pragma user_version=%s" % sys.argv[1])'
                """
            let version = try it.script("\(set) 99").text
            let done = try it.stage(["list"])
            #expect(done.status == 7 && done.errors.contains("later stage") && done.errors.contains("hint:"), "\(done)")
            #expect(try it.walk == before)
            #expect(try it.script("\(set) \(version)").status == 0)
            #expect(try it.bytes(of: token) == Array("small\n".utf8))
        }
    }

    @Test("foreign things stay and are named in the log, and what is known goes on")
    func foreign() throws {
        try withStore { it, token, area in
            try it.script(
                """
                cd state/stage
                echo x > bytes/notes; mkdir -p areas/foreign/deep; echo x > areas/foreign/deep/file; mkdir bytes/.hidden
                ln -s / areas/link; ln -s ../../../small bytes/aaaaaaaaaaaaaaaaaaaaaaaaaa; mkfifo areas/pipe; echo x > stray
                : > bytes/bbbbbbbbbbbbbbbbbbbbbbbbbb.manifest; mkdir -m 0 areas/cccccccccccccccccccccccccc foreign
                mkdir -p bytes/dddddddddddddddddddddddddd/content/e
                """)
            #expect(try it.bytes(of: token) == Array("small\n".utf8))
            #expect(Scratch.content(of: Path(area)) == Array("small\n".utf8), "areas outlive a kill of the service")
            for name in [
                "bytes/notes", "areas/foreign/deep/file", "bytes/.hidden", "areas/link", "areas/pipe", "stray",
                "foreign",
            ] { #expect(it.exists("state/stage/\(name)"), "\(name)") }
            let walk = try it.walk
            for name in ["aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc", "dddddddddd"] { #expect(!walk.contains(name)) }
            #expect(it.text("small") == "small\n")
            let log = try #require(it.text("state/stage/log"))
            for name in ["bytes/notes", "areas/foreign", "areas/link", "areas/pipe"] {
                #expect(log.contains("\(name) is not the store's"), "\(name)")
            }
        }
    }

    @Test(
        "what stands in a folder's place is named, and nothing is touched",
        arguments: [
            "mv bytes ../b; ln -s ../b bytes", "mv areas ../b; echo x > areas", "rmdir incoming; mkfifo incoming",
            "rm lock; mkdir lock",
        ])
    func replaced(_ damage: String) throws {
        try withStore { it, _, _ in
            try it.script("cd state/stage && { \(damage); }")
            let done = try it.stage(["list"])
            #expect(done.status == 7 && done.errors.contains("hint:"), "\(done)")
            let name = ["bytes", "areas", "incoming", "lock"].first { damage.hasSuffix($0) } ?? ""
            #expect(done.errors.contains(name), "\(done)")
            #expect(try it.script("ls state/b").lines.isEmpty == !damage.contains("../b"))
        }
    }

    @Test("a staged file or tree with something else in its place is damaged, and nobody gets it")
    func replacedBytes() throws {
        try withStore { it, token, _ in
            let name = try #require(
                try it.script("cd state/stage/bytes && find . -type f -name '??????????????????????????'").lines.first)
            for damage in ["ln -s /etc/passwd", "mkdir", "mkfifo", "echo changed >"] {
                try it.script("cd state/stage/bytes && mv \(name) ../kept && \(damage) \(name)")
                let done = try it.receive(token, "--stdout")
                #expect(done.status == 8 && done.output.isEmpty, "\(damage): \(done)")
                try it.script("cd state/stage/bytes && rm -rf \(name) && mv ../kept \(name)")
            }
            #expect(try it.bytes(of: token) == Array("small\n".utf8))
        }
    }

    @Test(
        "a store of another user's, or with a folder of another user's in it, is refused",
        .enabled(if: StageFixture.isRoot, "needs root"))
    func owner() throws {
        try withStore { it, token, _ in
            try it.script("chown 1234 state/stage/bytes")
            var done = try it.stage(["list"])
            #expect(done.status == 7 && done.errors.contains("another user"), "\(done)")
            try it.script("chown 0 state/stage/bytes; chown 1234 state/stage")
            done = try it.stage(["list"])
            #expect(done.status == 7 && done.errors.contains("another user"), "\(done)")
            try it.script("chown 0 state/stage")
            #expect(try it.bytes(of: token) == Array("small\n".utf8))
        }
    }
}

@Suite("A store on a volume that becomes read-only", DiskVolume.needs, .serialized)
struct ReadOnlyStoreTests {
    @Test("at the start it says so; what it has is there again when the volume is writable")
    func atStart() throws {
        try DiskVolume.ext4(16).withStore { it in
            try it.scratch.file("state/work/small", "small\n")
            let token = try it.token("state/work/small")
            #expect(try it.stage(["stop"]).status == 0)
            let isReadOnly = try Patience.until { try it.script("mount -o remount,ro state").status == 0 }
            try #require(isReadOnly)
            let before = try it.walk
            for command in ["list", "receive \(token)", "send state/work/small"] {
                let done = try it.script("stage \(command)")
                #expect(
                    done.status == 7 && done.errors.contains("Read-only") && done.errors.contains("hint:"), "\(done)")
            }
            #expect(try it.walk == before)
            #expect(try it.script("mount -o remount,rw state").status == 0)
            #expect(try it.bytes(of: token) == Array("small\n".utf8))
        }
    }

    @Test("while it runs, every call is answered: what needs no writing goes on, the rest says why and what to do")
    func running() throws {
        try DiskVolume.ext4(16, options: ",errors=remount-ro").withStore { it in
            try it.scratch.file("state/work/small", "small\n")
            let token = try it.token("state/work/small")
            let area = try it.area(of: token).text
            let broken = try it.script(
                "d=$(findmnt -n -o SOURCE state); echo x > /sys/fs/ext4/${d##*/}/trigger_fs_error; grep -q 'state.*_ro\\|state.* ro' /proc/mounts"
            )
            try #require(broken.status == 0, "the kernel lets a test break ext4")
            for command in ["list", "status", "show \(token)"] {
                let done = try it.script("stage \(command)")
                #expect(done.status == 0, "\(command): \(done)")
            }
            for command in [
                "send state/work/small", "send --original state/work/small", "send - < state/work/small",
                "receive \(token)",
                "receive \(token) --to new",
                "hold \(area) --for 1h", "renew \(token) --ttl 2h", "revoke \(token)", "release \(area)",
            ] {
                let done = try it.script("stage \(command)")
                #expect(done.status == 1 || done.status == 7, "\(command): \(done)")
                #expect(done.errors.contains("ead-only") && done.errors.contains("hint:"), "\(command): \(done)")
            }
            #expect(!it.exists("new"))
        }
    }
}
