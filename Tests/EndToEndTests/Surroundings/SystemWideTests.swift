import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("The system-wide service", Needs.mounts, Needs.program("python3"))
struct SystemWideTests {
    private static let teams = """
        [team crew]
        members = alice, carol
        """

    @Test("section 6: a scope beyond the user goes to the system-wide service, all else to the own one; both are asked")
    func routing() throws {
        try SystemWideService.with(configuration: Self.teams) { service in
            try service.machine.fixture.scratch.file("f.txt", "content\n")
            #expect(service.started == [])
            let wide = try service.send("--scope", "all", "f.txt", as: "alice")
            #expect(service.started.count == 1)
            // No service of hers was needed for that.
            #expect((try? FileStatus.of(service.machine.home("alice").appending(".local"))) == nil)
            let own = try service.send("f.txt", as: "alice")

            #expect(try service.stage("receive", wide, "--stdout", as: "bob").text == "content")
            #expect(try service.stage("receive", own, "--stdout", as: "bob").status == 3)
            for token in [wide, own] {
                #expect(try service.stage("receive", token, "--stdout", as: "alice").text == "content")
                #expect(try service.stage("show", token, as: "alice").status == 0)
                #expect(try service.stage("renew", token, "--ttl", "2h", as: "alice").status == 0)
            }
            #expect(try service.stage("list", "--json", as: "alice").lines.count == 2)
            let status = try service.stage("status", "--json", as: "alice")
            #expect(status.lines.map { $0.contains(#""system":true"#) } == [false, true], "\(status)")
            let metrics = try service.stage("status", "--metrics", as: "alice")
            #expect(metrics.text.contains(#"stage_grants{service="own"} 1"#), "\(metrics)")
            #expect(metrics.text.contains(#"stage_grants{service="system"} 1"#), "\(metrics)")
            for token in [wide, own] {
                #expect(try service.stage("revoke", token, as: "bob").status == (token == wide ? 5 : 3))
                #expect(try service.stage("revoke", token, as: "alice").status == 0)
                #expect(try service.stage("receive", token, as: "alice").status == 3)
            }
            // STAGE_SOCKET is one service in place of both.
            let only = try service.machine.stage(
                "send", "f.txt", as: "bob", environment: ["STAGE_SOCKET": "/run/stage/stage.sock"])
            #expect(only.status == 0, "\(only)")
            #expect((try? FileStatus.of(service.machine.home("bob").appending(".local"))) == nil)
            #expect(try service.stage("receive", only.text, "--stdout", as: "bob").text == "content")
            #expect(service.started.count == 1)
        }
    }

    @Test("section 6: without a system-wide service such a send fails with 7, and no service of the user's is started")
    func withoutOne() throws {
        try MachineOfItsOwn.with { machine in
            try machine.fixture.scratch.file("f.txt", "content\n")
            let sent = try machine.stage("send", "--scope", "all", "f.txt", as: "alice")
            #expect(sent.status == 7 && sent.errors.contains("hint: an administrator can set it up"), "\(sent)")
            #expect((try? FileStatus.of(machine.home("alice").appending(".local"))) == nil)
        }
    }

    @Test("section 6: whoever else listens at the system-wide place is not talked to")
    func impostor() throws {
        try MachineOfItsOwn.with { machine in
            try machine.fixture.scratch.file("f.txt", "content\n")
            try machine.run(["chmod", "777", "/run/stage"])
            let false_ = try machine.start(
                ["staged", "--socket", "/run/stage/stage.sock", "--store", machine.home("dave").appending("s").text],
                as: Users.stranger)
            defer {
                false_.send(signal: 15)
                _ = false_.wait()
            }
            let listens = try Patience.until { try machine.run(["test", "-S", "/run/stage/stage.sock"]).status == 0 }
            try #require(listens, "\(false_.errorsSoFar)")
            let sent = try machine.stage("send", "--scope", "all", "f.txt", as: "alice")
            #expect(sent.status == 7 && sent.errors.contains("runs as another user"), "\(sent)")
            let received = try machine.stage("receive", "stg_aaaaaaaaaaaaaaaaaaaaaaaaaa", as: "alice")
            #expect(received.status == 7, "\(received)")
        }
    }

    private struct Case: CustomTestStringConvertible, Sendable {
        var scope: [String]
        var admitted: [String]

        var testDescription: String { "\(scope)" }
    }

    private static let cases: [Case] = [
        // Primary and supplementary groups of the sender's; `film` has alice and bob.
        Case(scope: ["group:film"], admitted: ["alice", "bob"]),
        Case(scope: ["group"], admitted: ["alice"]),
        Case(scope: ["team:crew"], admitted: ["alice", "carol"]),
        Case(scope: ["all"], admitted: ["alice", "bob", "carol", "dave", "root", "stage"]),
        // Representations have scopes of their own.
        Case(scope: ["team", "--also", "g.txt,scope=group:film"], admitted: ["alice", "carol", "bob"]),
    ]

    @Test("rules 15 to 17: each scope among six users, by the names of the machine's accounts", arguments: cases)
    private func scopes(_ one: Case) throws {
        try SystemWideService.with(configuration: Self.teams) { service in
            try service.machine.fixture.scratch.file("f.txt", "content\n")
            try service.machine.fixture.scratch.file("g.txt", "content\n")
            let words = ["stage", "send", "f.txt", "--scope"] + one.scope
            let sent = try service.machine.run(
                words, as: MachineOfItsOwn.user("alice"), environment: ["HOME": service.machine.home("alice").text])
            try #require(sent.status == 0, "\(sent)")
            for name in ["alice", "bob", "carol", "dave", "root", "stage"] {
                let received = try service.stage("receive", sent.text, "--stdout", as: name)
                let isAdmitted = one.admitted.contains(name)
                #expect(received.status == (isAdmitted ? 0 : 5), "\(name): \(received)")
                #expect(received.text == (isAdmitted ? "content" : ""), "\(name): \(received)")
            }
        }
    }

    @Test("rules 9, 15 and 16: a scope of a process is one for the descendants alone, whoever the others are")
    func process() throws {
        try SystemWideService.with { service in
            try service.machine.fixture.scratch.file("f.txt", "for the script\n")
            try service.machine.fixture.scratch.file("g.txt", "for the group\n")
            let script = """
                cd homes/alice && stage send ../../f.txt --scope process --also ../../g.txt,scope=group:film >t &&
                    stage receive @t --stdout; exec sleep 600
                """
            let sender = try service.machine.start(
                ["sh", "-c", script], as: MachineOfItsOwn.user("alice"),
                environment: ["HOME": service.machine.home("alice").text])
            defer {
                sender.send(signal: 9)
                _ = sender.wait()
            }
            #expect(Patience.until { sender.outputSoFar == "for the script\n" }, "\(sender.errorsSoFar)")
            let token = String(
                decoding: Scratch.content(of: service.machine.home("alice").appending("t")) ?? [], as: UTF8.self
            )
            .trimmingCharacters(in: .newlines)
            for (name, text) in [("alice", "for the group"), ("bob", "for the group"), ("carol", ""), ("root", "")] {
                let received = try service.stage("receive", token, "--stdout", as: name)
                #expect(received.text == text && received.status == (text.isEmpty ? 5 : 0), "\(name): \(received)")
            }
            sender.send(signal: 9)
            _ = sender.wait()
            #expect(try service.stage("receive", token, "--stdout", as: "bob").status == 3)
        }
    }

    @Test("rules 8 and 10: nobody alters what the service has staged, whatever they try with what they received")
    func meddling() throws {
        try SystemWideService.with { service in
            let meddle = ["/usr/bin/python3", Scripts.path("meddle.py", in: "Surroundings")]
            let made = try service.machine.run(
                ["sh", "-c", "echo content >f.txt; mkdir -p d/in; echo inner >d/in/g.txt; chmod -R 777 d"],
                as: nil)
            try #require(made.status == 0, "\(made)")
            let file = try service.send("--scope", "all", "f.txt", as: "alice")
            let tree = try service.send("--scope", "all", "d", as: "alice")
            let area = try service.stage("receive", file, as: "bob")
            let folder = try service.stage("receive", tree, as: "bob")
            try #require(area.status == 0 && folder.status == 0, "\(area)\(folder)\(service.log)")
            let paths = [area.text, folder.text, folder.text + "/in", folder.text + "/in/g.txt"]
            for name in ["bob", "alice", "carol"] {
                let done = try service.machine.run(meddle + paths, as: MachineOfItsOwn.user(name))
                #expect(done.status == 0 && done.text == "", "\(name): \(done)")
            }
            // As an open file, which is the staged inode itself.
            let asInput = [
                "/usr/bin/python3", Scripts.path("as_input.py", in: "Surroundings"), "/run/stage/stage.sock", file,
            ]
            for name in ["bob", "alice"] {
                let done = try service.machine.run(asInput + meddle, as: MachineOfItsOwn.user(name))
                #expect(done.status == 0 && done.text == "", "\(name): \(done)")
                #expect(try service.machine.run(asInput + ["cat"], as: MachineOfItsOwn.user(name)).text == "content")
            }

            // Only the receiver reads it, and nobody lists the areas of others.
            for (name, mayRead) in [("bob", true), ("alice", false), ("carol", false), ("dave", false)] {
                for path in [paths[0], paths[3]] {
                    let read = try service.machine.run(["cat", path], as: MachineOfItsOwn.user(name))
                    #expect((read.status == 0) == mayRead, "\(name): \(read)")
                }
            }
            for path in ["/var/lib/stage", "/var/lib/stage/areas", "/var/lib/stage/bytes"] {
                let listed = try service.machine.run(["ls", path], as: MachineOfItsOwn.user("bob"))
                #expect(listed.status != 0, "\(listed)")
            }
            #expect(try service.stage("receive", file, "--stdout", as: "dave").text == "content")
        }
    }

    @Test("rule 4: an original is held; it outlives its name, and is lost with the service")
    func originals() throws {
        try SystemWideService.with { service in
            try service.machine.run(
                ["sh", "-c", "echo original >homes/alice/f.txt"], as: MachineOfItsOwn.user("alice"))
            let path = service.machine.home("alice").appending("f.txt")
            let token = try service.send("--original", "--scope", "all", path.text, as: "alice")
            // bob can neither open it nor pass the home, and so gets a copy to open.
            let run = try service.stage("receive", token, "--exec", "cat", "{}", as: "bob")
            #expect(run.status == 0 && run.text == "original", "\(run)")
            #expect(try service.stage("receive", token, as: "bob").status == 2)
            #expect(try service.stage("receive", token, as: "alice").text == path.text)

            try service.machine.run(["rm", path.text])
            #expect(try service.stage("receive", token, "--stdout", as: "bob").text == "original")
            try service.kill()
            let lost = try service.stage("receive", token, "--stdout", as: "bob")
            #expect(lost.status == 3 && lost.errors.contains("lost"), "\(lost)")
            #expect(service.started.count == 2)
            #expect(try service.stage("show", token, "--json", as: "alice").text.contains(#""state":"lost""#))
        }
    }

    @Test("rule 4: other users' right to write is looked at, by mode, group and ACL", Needs.program("setfacl"))
    func writableOriginals() throws {
        try SystemWideService.with { service in
            for (prepare, admitted) in [
                ("chmod 644 f", ["bob", "carol"]), ("chmod 646 f", []),
                ("chgrp film f; chmod 664 f", ["carol"]), ("chmod 640 f; setfacl -m u:carol:rw f", ["bob"]),
                ("chmod 640 f; setfacl -m g:film:rw f", ["carol"]),
                // The mask takes away what an entry gives.
                ("chmod 640 f; setfacl -m u:carol:rw,m::r f", ["bob", "carol"]),
            ] {
                let made = try service.machine.run(
                    ["sh", "-c", "cd homes/alice && rm -f f && echo original >f && { \(prepare); }"],
                    as: MachineOfItsOwn.user("alice"))
                try #require(made.status == 0, "\(made)")
                let token = try service.send("--original", "--scope", "all", "homes/alice/f", as: "alice")
                for name in ["bob", "carol"] {
                    let received = try service.stage("receive", token, "--stdout", as: name)
                    #expect(
                        received.text == (admitted.contains(name) ? "original" : ""), "\(prepare), \(name): \(received)"
                    )
                }
            }
        }
    }

    @Test("section 4: a watch follows both services, and goes on with one when the other ends")
    func watch() throws {
        try SystemWideService.with { service in
            try service.machine.fixture.scratch.file("f.txt", "content\n")
            let own = try service.send("f.txt", as: "alice")
            let wide = try service.send("--scope", "all", "f.txt", as: "alice")
            let watch = try service.machine.start(
                ["stage", "watch"], as: MachineOfItsOwn.user("alice"),
                environment: ["HOME": service.machine.home("alice").text])
            defer {
                watch.send(signal: 9)
                _ = watch.wait()
            }
            // One that has only connected would miss what happens.
            let isWatching = try Patience.until {
                for token in [own, wide] { try service.stage("renew", token, "--ttl", "2h", as: "alice") }
                let grants = watch.outputSoFar.matches(of: /"grant":"([^"]*)"/).map { String($0.output.1) }
                return Set(grants).count == 2
            }
            try #require(isWatching, "\(watch.outputSoFar)\(watch.errorsSoFar)")
            #expect(try service.stage("revoke", wide, as: "alice").status == 0)
            #expect(try service.stage("revoke", own, as: "alice").status == 0)
            #expect(
                Patience.until { watch.outputSoFar.split(separator: "\n").count { $0.contains("revoked") } == 2 },
                "\(watch.outputSoFar)")
            #expect(try service.stage("stop", as: "alice").status == 0)
            #expect(Patience.until { watch.errorsSoFar.contains("your own service ended") }, "\(watch.errorsSoFar)")
            let next = try service.send("--scope", "all", "f.txt", as: "alice")
            #expect(Patience.until { watch.outputSoFar.contains("granted") }, "\(watch.outputSoFar)\(next)")
        }
    }
}
