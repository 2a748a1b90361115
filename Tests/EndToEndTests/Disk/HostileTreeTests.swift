import LinuxSystem
import StagingTestSupport
import Testing

/// Trees that are large, deep or shut, on their whole way: sent, received, kept and removed.
@Suite("Rules 11 and 13: hostile trees", .serialized)
struct HostileTreeTests {
    /// The most memory that a process has had, in KiB.
    private func peak(_ pid: Int32) throws -> Int {
        let status = try SmallFile.read(Path("/proc/\(pid)/status"))
        let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmHWM") }
        return try #require(
            line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) })
    }

    /// Runs `stage` and answers its own peak too, which it leaves in a file as its parent sees it.
    private func measured(_ it: Handover, _ arguments: String) throws -> (outcome: StageFixture.Outcome, peak: Int) {
        let outcome = try it.script("/usr/bin/env python3 peak.py stage \(arguments)")
        return (outcome, Int(it.text("peak") ?? "") ?? 0)
    }

    private static let peakScript = """
        import resource, subprocess, sys
        status = subprocess.call(sys.argv[1:])
        open("peak", "w").write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
        sys.exit(status)
        """

    @Test(
        "a tree of very many entries takes no more memory than one of few, and is removed also by the next service",
        Needs.program("python3"))
    func many() throws {
        let count = LoopBudget.isFull ? 1_000_000 : 50_000
        try Handover.with { it in
            try it.scratch.file("peak.py", Self.peakScript)
            try it.script(
                """
                python3 - <<'end'
                import os
                os.mkdir("tree")
                for i in range(\(count) // 2):
                    if i % 1000 == 0: os.mkdir(f"tree/{i // 1000}")
                    os.close(os.open(f"tree/{i // 1000}/{i}", os.O_CREAT, 0o644))
                os.mkdir("tree/flat")
                for i in range(\(count) - \(count) // 2 - \(count) // 2000 - 2): os.close(os.open(f"tree/flat/{i}", os.O_CREAT, 0o644))
                end
                """)
            let pid = try it.servicePID()
            let idle = try peak(pid)
            let sent = try measured(it, "send tree")
            try #require(sent.outcome.status == 0, "\(sent.outcome)")
            let area = try measured(it, "receive \(sent.outcome.text)")
            try #require(area.outcome.status == 0, "\(area.outcome)")
            let kept = try measured(it, "keep \(area.outcome.text) new")
            #expect(kept.outcome.status == 0, "\(kept.outcome)")
            let found = try it.script("find tree | wc -l; find new | wc -l").lines
            #expect(found.count == 2 && found[0] == found[1] && Int(found[0]) ?? 0 >= count - 1, "\(found)")
            let service = try peak(pid)
            // The client holds the names of folders, and the place of each folder's record: little of each entry.
            let bound = 24 << 10 + count / 8
            for (what, peak) in [
                ("send", sent.peak), ("receive", area.peak), ("keep", kept.peak), ("service", service - idle),
            ] {
                #expect(peak < bound, "\(what): \(peak) KiB")
            }
            // Killed while it removes, the next goes on.
            #expect(try it.stage(["revoke", sent.outcome.text]).status == 0)
            try it.script("kill -9 \(pid)")
            try #require(Patience.until { ProcessIdentity(of: pid) == nil })
            // The next service goes on with it at its start, and after its first answer.
            let next = Int32(
                try #require(
                    try JSONObject(it.script("stage list; stage status --json").lines.last ?? "")["pid"] as? Int))
            for _ in 0..<(LoopBudget.isFull ? 60 : 6) {
                if try Patience.until({ try it.staged.isEmpty }) { break }
            }
            #expect(try it.staged.isEmpty)
            #expect(try peak(next) - idle < bound)
        }
    }

    @Test("2,000 levels, names of 255 bytes, and what is shut: sent, received, kept, and removed over a restart")
    func deep() throws {
        try Handover.with { it in
            // Longer than what the kernel takes as a path: made and looked at level by level.
            try it.script(
                """
                python3 - <<'end'
                import os
                def chain(root, name, depth):
                    os.mkdir(root)
                    place = os.open(root, os.O_RDONLY)
                    for _ in range(depth):
                        os.mkdir(name, 0o755, dir_fd=place)
                        inner = os.open(name, os.O_RDONLY, dir_fd=place)
                        os.close(place)
                        place = inner
                    os.write(os.open("leaf", os.O_CREAT | os.O_WRONLY, 0o644, dir_fd=place), b"leaf")
                os.mkdir("tree")
                chain("tree/deep", "d", 2000)
                chain("tree/long", "n" * 255, 200)
                os.mkdir("tree/shut"); open("tree/shut/file", "w").write("shut")
                os.chmod("tree/shut/file", 0); os.chmod("tree/shut", 0)
                end
                """)
            let token = try it.token("tree")
            let area = try it.area(of: token)
            let received = try it.receive(token, "--to", "new")
            #expect(received.status == 0, "\(received)")
            let kept = try it.stage(["keep", area.text, "kept"])
            #expect(kept.status == 0, "\(kept)")
            for tree in ["new", "kept"] {
                // find and sha256sum go from folder to folder.
                let same = try it.script(
                    """
                    sum() { (cd $1 && find . -type f -execdir cat {} + | sha256sum; find . -printf '%m %s %d %f\\n' | sort | sha256sum); }
                    [ "$(sum tree)" = "$(sum \(tree))" ]
                    """)
                #expect(same.status == 0, "\(tree): \(same)")
            }
            let second = try it.area(of: token)
            // What a receiver makes of its area is no more of an obstacle.
            try it.script("chmod 0 \(second.text)/deep/d/d/d \(second.text)/shut \(second.text)")
            let pid = Int32(try #require(try JSONObject(it.stage(["status", "--json"]).text)["pid"] as? Int))
            #expect(try it.stage(["release", second.text]).status == 0)
            #expect(try it.stage(["revoke", token]).status == 0)
            try it.script("kill -9 \(pid)")
            try #require(Patience.until { ProcessIdentity(of: pid) == nil })
            #expect(try it.stage(["list"]).status == 0)
            // Removal is paced; how long it takes for so many levels is no matter here.
            func isEmpty() throws -> Bool {
                try it.staged.isEmpty && Scratch.names(in: it.store.appending("areas")).isEmpty
            }
            for _ in 0..<6 {
                if try Patience.until(isEmpty) { break }
            }
            #expect(try isEmpty())
        }
    }

    @Test(
        "an area that its receiver has shut and filled is removed, also where that is no root",
        .enabled(if: Needs.canRunAsOthers, "needs root, and programs that others can run"))
    func shut() throws {
        try StageFixture.with { fixture in
            let user = StageFixture.User(61_000)
            try fixture.scratch.folder("home", mode: 0o777)
            try fixture.withSharedService(as: user) { socket in
                func script(_ text: String) throws -> StageFixture.Outcome {
                    try fixture.run(
                        ["/bin/sh", "-c", text], as: user, environment: ["STAGE_SOCKET": socket.text],
                        in: fixture.scratch("home"))
                }
                #expect(try script("mkdir -p tree/a/b/c; echo x > tree/a/b/c/f").status == 0)
                let sent = try script("stage send tree")
                #expect(sent.status == 0, "\(sent)")
                let area = try script("stage receive \(sent.text)")
                #expect(area.status == 0, "\(area)")
                let spoiled = try script(
                    """
                    cd '\(area.text)' && chmod 700 . a a/b a/b/c && for i in $(seq 300); do mkdir a/b/$i; done
                    ln -s / a/root; mkfifo a/pipe; chmod 0 a/b/* a/b a .
                    """)
                #expect(spoiled.status == 0, "\(spoiled)")
                let areas = Path(area.text).parent.parent
                #expect(try script("stage release '\(area.text)'").status == 0)
                #expect(try Patience.until { try Scratch.names(in: areas).isEmpty })
            }
        }
    }
}
