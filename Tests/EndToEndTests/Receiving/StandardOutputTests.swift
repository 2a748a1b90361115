import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Receiving to standard output, and receives that do not come to their end")
struct StandardOutputTests {
    @Test(
        "the bytes and nothing else, to a pipe, a file at its place, or a file opened for appending",
        arguments: [("| cat > out", ""), ("> out", ""), (">> out", "before"), ("1<> out", "")])
    func bytes(_ redirection: String, _ before: String) throws {
        try Handover.with { it in
            let content = Sample.bytes(300_000)
            try it.scratch.file("a.bin", content)
            try it.scratch.file("out", before)
            let received = try it.script("stage receive \(it.token("a.bin")) --stdout \(redirection)")
            #expect(received.status == 0 && received.errors.isEmpty, "\(received)")
            #expect(Scratch.content(of: it.scratch("out")) == Array(before.utf8) + content)
        }
    }

    @Test("a directory cannot be printed, and its use is not spent")
    func tree() throws {
        try Handover.with { it in
            try it.scratch.folder("tree")
            let token = try it.token("--once", "tree")
            #expect(try it.receive(token, "--stdout").status == 1)
            #expect(try it.receive(token).status == 0)
        }
    }

    @Test("a full disk is status 6, and the use is not spent")
    func full() throws {
        try Handover.with { it in
            try it.scratch.file("a.bin", Sample.bytes(300_000))
            let token = try it.token("--once", "a.bin")
            let received = try it.script("stage receive \(token) --stdout > /dev/full")
            #expect(received.status == 6, "\(received)")
            #expect(try it.receive(token, "--stdout").output.count == 300_000)
        }
    }

    @Test(
        "rule 1: a use is returned when its receiver ends before it has confirmed",
        arguments: ["killed", "reader gone"])
    func returned(_ end: String) throws {
        try Handover.with { it in
            let content = Sample.bytes(1 << 20)
            try it.scratch.file("a.bin", content)
            let grant = try it.grant("--once", "a.bin")
            let token = grant.text("token")
            func usesLeft() throws -> Int? {
                try JSONObject(it.stage(["show", "--json", grant.text("id")]).text)["usesLeft"] as? Int
            }
            if end == "killed" {
                // The shell holds the pipe's other end and never reads it.
                let shell = try it.start(
                    script: "mkfifo pipe; exec 3<>pipe; stage receive \(token) --stdout > pipe & echo $! > pid; wait")
                // The shell may tell the pid only after that.
                try it.eventually("the use is claimed") { try usesLeft() == 0 && it.text("pid")?.last == "\n" }
                #expect(try it.receive(token).status == 3, "it is claimed, for now")
                let pid = try #require(Int32(it.text("pid")?.dropLast() ?? ""))
                kill(pid, SIGKILL)
                _ = shell.wait()
            } else {
                #expect(try it.script("stage receive \(token) --stdout | head -c 10").output.count == 10)
            }
            try it.eventually("the use is returned") { try usesLeft() == 1 }
            #expect(try it.bytes(of: token) == content)
            #expect(try it.receive(token).status == 3)
        }
    }

    @Test("rule 1: a receive that was admitted runs to its end although its grant was revoked meanwhile")
    func revokedMeanwhile() throws {
        try Handover.with { it in
            let content = Sample.bytes(1 << 20)
            try it.scratch.file("a.bin", content)
            let grant = try it.grant("a.bin")
            let shell = try it.start(
                script: "mkfifo pipe; (stage receive \(grant.text("token")) --stdout; echo $? > status) > pipe & "
                    + "{ head -c 10; : > begun; while [ ! -e go ]; do sleep 0.01; done; cat; } < pipe > out; wait")
            try it.eventually("it began") { it.exists("begun") }
            #expect(try it.stage(["revoke", grant.text("id")]).status == 0)
            #expect(try it.receive(grant.text("token")).status == 3)
            try it.scratch.file("go", "")
            _ = shell.wait()
            #expect(it.text("status") == "0\n")
            #expect(Scratch.content(of: it.scratch("out")) == content)
        }
    }
}
