import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Placing a tree")
struct TreePlacingTests {
    @Test("rule 12: --force replaces a tree whole and never merges")
    func replaces() throws {
        try Handover.with { it in
            try it.script(
                "mkdir -p tree/sub there/sub/old; echo new > tree/sub/x; echo old > there/sub/y; chmod 555 there/sub")
            let token = try it.token("tree")
            #expect(try it.receive(token, "--to", "there").text == "there/tree", "into it")
            try it.script(
                "mv there/tree other; mkdir -p in; chmod 755 there/sub; mv there in/tree; chmod 555 in/tree/sub")
            #expect(try it.receive(token, "--to", "in").status == 1)
            let forced = try it.receive(token, "--to", "in", "--force")
            #expect(forced.status == 0, "\(forced)")
            #expect(try TreeListing.of(it.scratch("in/tree")) == TreeListing.of(it.scratch("tree")))
            #expect(try Scratch.names(in: it.scratch("in")) == ["tree"])
        }
    }

    @Test(
        "rule 12: never a tree by a file or the reverse, also not with --force",
        arguments: [("tree", "file"), ("file", "tree"), ("tree", "link"), ("tree", "folder-link")])
    func otherKind(_ sent: String, _ there: String) throws {
        try Handover.with { it in
            try it.script(
                """
                mkdir tree in elsewhere; echo x > tree/x; echo text > file; echo old > in/file
                mkdir in/tree; echo old > in/tree/old; ln -s file in/link; ln -s ../elsewhere in/folder-link
                """)
            let before = try TreeListing.of(it.scratch("in"))
            // A directory would take it under the suggested name, so the name has to be that of the other.
            let token = try it.token("--name", there, sent)
            let named = try JSONObject(it.stage(["show", "--json", "-"], input: token).text).representations[0].text(
                "name")
            try it.script("[ -e in/\(named) ] || mv in/\(there) in/\(named)")
            let listing = named == there ? before : try TreeListing.of(it.scratch("in"))
            for options in [[], ["--force"]] {
                let received = try it.stage(["receive", "-", "--json", "--to", "in"] + options, input: token)
                #expect(received.status == 1, "\(received)")
                #expect(try JSONObject(received.errors).text("error") == "exists")
            }
            #expect(try TreeListing.of(it.scratch("in")) == listing)
        }
    }

    @Test("--rename numbers a directory behind its whole name")
    func rename() throws {
        try Handover.with { it in
            try it.script("mkdir v1.2 in; echo x > v1.2/x")
            let token = try it.token("v1.2")
            #expect(try it.receive(token, "--to", "in", "--rename").text == "in/v1.2")
            #expect(try it.receive(token, "--to", "in", "--rename").text == "in/v1.2 (2)")
            #expect(try it.receive(token, "--to", "in", "--rename").text == "in/v1.2 (3)")
        }
    }

    /// A receiver of 3,000 files that is ended by `signal` when it has begun.
    private func interrupted(_ it: Handover, _ signal: Int32) throws -> (token: String, outcome: StageFixture.Outcome) {
        try it.script("mkdir tree in; cd tree && seq 3000 | xargs touch")
        var round = 0
        while true {
            let token = try it.token("--once", "tree")
            let receiver = try it.fixture.start(
                [it.fixture.programs.appending("stage").text, "receive", "-", "--to", "in"], input: Array(token.utf8))
            try it.eventually("it has begun") {
                let hidden = try Scratch.names(in: it.scratch("in")).first { $0.hasPrefix(".stage-") }
                let names = hidden.flatMap { try? Scratch.names(in: it.scratch("in/" + $0)) }
                return names?.isEmpty == false || it.exists("in/tree")
            }
            receiver.send(signal: signal)
            let outcome = receiver.wait()
            round += 1
            // One that was done before the signal came, with a test that was held up, was not interrupted.
            guard it.exists("in/tree"), round < 20 else { return (token, outcome) }
            try it.script("rm -r in/tree")
        }
    }

    @Test("rule 12: a receiver that is killed leaves a hidden name alone, which the next receive there removes")
    func killed() throws {
        try Handover.with { it in
            let (token, outcome) = try interrupted(it, SIGKILL)
            #expect(outcome.status == 137)
            let left = try Scratch.names(in: it.scratch("in"))
            #expect(left.count == 1 && left[0].hasPrefix(".stage-"))
            var received = try it.receive(token, "--to", "in")
            // The service may not have noticed yet that the use is free again.
            try it.eventually("the use is returned") {
                if received.status != 0 { received = try it.receive(token, "--to", "in") }
                return received.status == 0
            }
            #expect(try Scratch.names(in: it.scratch("in")) == ["tree"])
            #expect(try Scratch.names(in: it.scratch("in/tree")).count == 3000)
        }
    }

    @Test(
        "a receiver that is interrupted cleans up, ends by the signal and spends no use", arguments: [SIGINT, SIGTERM])
    func interrupted(_ signal: Int32) throws {
        try Handover.with { it in
            let (token, outcome) = try interrupted(it, signal)
            #expect(outcome.status == 128 + signal)
            #expect(try Scratch.names(in: it.scratch("in")) == [])
            try it.eventually("the use is returned") { try it.receive(token).status == 0 }
        }
    }

    @Test("what is hidden and not Stage's, or of a receiver that still runs, stays")
    func foreign() throws {
        try Handover.with { it in
            let own = try #require(ProcessIdentity(of: OwnProcess.pid))
            let names = [".stage-1", ".stage-notes", ".stage-\(own.pid)-\(own.started)-abcdefgh", ".stage-1-2-3"]
            try it.script(
                "mkdir tree in; " + names.map { "mkdir in/\($0); echo x > in/\($0)/x" }.joined(separator: ";"))
            #expect(try it.receive(it.token("tree"), "--to", "in").status == 0)
            #expect(try Scratch.names(in: it.scratch("in")) == (names + ["tree"]).sorted())
        }
    }

    @Test("a place that is not there spends no use", arguments: ["missing/x", "missing/"])
    func noFolder(_ place: String) throws {
        try Handover.with { it in
            try it.script("mkdir tree")
            let token = try it.token("--once", "tree")
            #expect(try it.receive(token, "--to", place).status == 1)
            #expect(try it.receive(token, "--to", "new").status == 0)
        }
    }
}
