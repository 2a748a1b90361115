import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Sending what comes in a stream, or says a wrong size")
struct StreamTests {
    @Test("a pipe is read to its end, however long it takes to fill")
    func pipe() throws {
        try Handover.with { it in
            let content = Sample.bytes(3 << 20)
            try it.scratch.file("data", content)
            let sent = try it.script(
                "{ head -c 100 data; sleep 0.1; tail -c +101 data; } | stage send - --name whole.bin")
            #expect(sent.status == 0)
            #expect(try it.bytes(of: sent.text) == content)
        }
    }

    @Test(
        "standard input at a place within a regular file: the rest is sent, as any filter reads it",
        arguments: [(0, "0123456789", "lease"), (6, "6789", "checked"), (10, "", "checked")])
    func position(_ skipped: Int, _ rest: String, _ consistency: String) throws {
        try Handover.with { it in
            try it.scratch.file("ten", "0123456789")
            let sent = try it.script("{ dd bs=1 count=\(skipped) of=skipped 2>errors; stage send --json -; } < ten")
            let grant = try JSONObject(sent.text)
            #expect(String(decoding: try it.bytes(of: grant.text("token")), as: UTF8.self) == rest)
            #expect(grant.representations.first?.text("consistency") == consistency)
            #expect(grant.representations.first?.text("name").isEmpty == false)
            #expect(grant.representations.first?["size"] as? Int == rest.utf8.count)
        }
    }

    @Test("what cannot be read from is refused, with a reason", arguments: ["<&-", "< folder", "> out 0>&1"])
    func unreadable(_ redirection: String) throws {
        try Handover.with { it in
            try it.scratch.folder("folder")
            let sent = try it.script("stage send - \(redirection)")
            #expect(sent.status == 1)
            #expect(sent.text.isEmpty)
            #expect(sent.errors.hasPrefix("stage: "))
            #expect(try it.stage(["list", "--json"]).text.isEmpty)
        }
    }

    @Test(
        "case B43: a file whose size is only nominal arrives with what reading gives",
        arguments: ["/proc/version", "/proc/cpuinfo", "/sys/devices/system/cpu/possible"], ["path", "stream"])
    func nominalSize(_ file: String, _ way: String) throws {
        try Handover.with { it in
            let sent = try way == "path" ? it.token(file) : it.script("stage send - < \(file)").text
            let content = try #require(Scratch.content(of: Path(file)))
            #expect(!content.isEmpty)
            // Frequencies in cpuinfo change from one reading to the next; the shape does not.
            let received = try it.bytes(of: sent)
            #expect(received.split(separator: 10).count == content.split(separator: 10).count)
            if file != "/proc/cpuinfo" { #expect(received == content) }
        }
    }

    @Test("case B43: /proc/self/status is the sender's own")
    func ownStatus() throws {
        try Handover.with { it in
            let content = String(decoding: try it.bytes(of: it.token("/proc/self/status")), as: UTF8.self)
            #expect(content.hasPrefix("Name:\tstage\n"))
            #expect(content.contains("nonvoluntary_ctxt_switches"))
        }
    }

    @Test(
        "case B43: an empty file arrives empty",
        arguments: ["stage send empty", "stage send - < /dev/null", ": | stage send -"])
    func empty(_ command: String) throws {
        try Handover.with { it in
            try it.scratch.file("empty", "")
            let received = try it.receive(it.script(command).text, "--json")
            #expect(received.status == 0)
            let answer = try JSONObject(received.text)
            #expect(answer["size"] as? Int == 0)
            #expect(Scratch.content(of: Path(answer.text("path"))) == [])
        }
    }

    @Test("a FIFO, a device or a socket named as PATH is refused and not waited for")
    func special() throws {
        try Handover.with { it in
            try it.script("mkfifo pipe")
            for path in ["pipe", "/dev/null"] {
                let sent = try it.stage(["send", path])
                #expect(sent.status == 1)
                #expect(sent.errors.contains("hint: stage send - < '\(path)'"))
            }
            #expect(try it.script("(cat ten 2>&1; echo through) > pipe & stage send --name t.txt - < pipe").status == 0)
        }
    }
}
