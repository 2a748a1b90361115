import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

/// Transferable values between two processes (section 9).
@Suite("Transfers between processes")
struct TransferTests {
    @Test(
        "a value of each kind arrives as what it was",
        arguments: [
            ("recipe", "soup", "recipe soup: cut, cook, eat"), ("sticker", "hello", "sticker hello"),
            ("clip", "words", "text text words"), ("clip", "https://example.org/a", "link https://example.org/a"),
            ("letter", "dear", "letter team: dear"), ("slow", "0.2", "slow 0.2"),
        ])
    func kinds(kind: String, argument: String, described: String) throws {
        try StageFixture.with { fixture in
            let (sender, token) = try fixture.peer(sending: kind, argument)
            defer { sender.end() }
            for _ in 0..<2 {
                let received = try fixture.peer(receiving: kind, token)
                #expect(received.lines == [described, "progress 1.0"], "\(received)")
            }
            // Exported once: what is staged stays.
            #expect(sender.errorsSoFar.split(separator: "\n").count { $0.hasPrefix("began") } == 1)
        }
    }

    @Test("a file is there under its name while it is imported, and gone afterwards; so it is when the importer throws")
    func files() throws {
        try StageFixture.with { fixture in
            let film = try fixture.scratch.file("the film.mp4", "no film")
            let (sender, token) = try fixture.peer(sending: "film", film.text)
            defer { sender.end() }
            let received = try fixture.peer(receiving: "film", token)
            #expect(received.text.hasPrefix("film the film.mp4 of 7 bytes, copy, gone at "), "\(received)")
            #expect(Scratch.content(of: film) == Array("no film".utf8), "the sender's own stays")

            let refused = try fixture.peer(receiving: "picky", token)
            #expect(refused.status == 1 && refused.errors.hasPrefix("refused "), "\(refused)")
            let path = Path(refused.errors.dropFirst(8).trimmingCharacters(in: .newlines))
            #expect((try? FileStatus.of(path)) == nil)
            #expect(try fixture.stage("list", "--json").lines.allSatisfy { !$0.contains("leaseExpires") })
        }
    }

    @Test("an original is handed over where all three sides agree, and a copy of it where one does not")
    func originals() throws {
        try StageFixture.with { fixture in
            let film = try fixture.scratch.file("film.mov", "no film")
            for (kind, receiver, isOriginal) in [
                ("open", "inplace", true), ("open", "picky", false), ("inplace", "film", false),
            ] {
                let (sender, token) = try fixture.peer(sending: kind, film.text)
                defer { sender.end() }
                let received = try fixture.peer(receiving: receiver, token)
                if isOriginal {
                    #expect(received.lines.first == "film film.mov, original, there at \(film.text)", "\(received)")
                } else {
                    #expect(!received.description.contains(film.text), "\(received)")
                }
            }
            #expect(Scratch.content(of: film) == Array("no film".utf8))
        }
    }

    @Test("a sender that is killed before it exported is lost to its receivers, with words, within seconds")
    func killed() throws {
        try StageFixture.with { fixture in
            let (sender, token) = try fixture.peer(sending: "slow", "100")
            let receiver = try fixture.start(
                [fixture.programs.appending("TransferPeer").text, "receive", "slow", token])
            try #require(waitFor { sender.errorsSoFar.contains("began") ? true : nil } == true)
            sender.end(SIGKILL)
            let received = receiver.wait()
            #expect(received.status == 1, "\(received)")
            #expect(received.errors.contains("has ended before it exported it"), "\(received)")
            let lost = try waitFor { try fixture.stage("list", "--all").text.contains("lost") ? true : nil }
            #expect(lost == true)
            #expect(try fixture.stage("receive", token).status == 3)
        }
    }

    @Test("an export that takes too long, or is cancelled by its receiver, ends on both sides")
    func slow() throws {
        try StageFixture.with { fixture in
            let (sender, token) = try fixture.peer(sending: "slow", "100", "deadline=0.3")
            defer { sender.end() }
            let late = try fixture.peer(receiving: "slow", token)
            #expect(late.status == 1 && late.errors.contains("did not export com.example.slow within"), "\(late)")
            try #require(waitFor { sender.errorsSoFar.contains("cancelled") ? true : nil } == true)

            let (patient, other) = try fixture.peer(sending: "slow", "100")
            defer { patient.end() }
            let call = fixture.scratch("cancel")
            let receiver = try fixture.start(
                [fixture.programs.appending("TransferPeer").text, "receive", "slow", other, "cancel=\(call.text)"])
            // Where it is cancelled before it has asked, there is nothing to cancel on the other side.
            try #require(waitFor { patient.errorsSoFar.contains("began") ? true : nil } == true)
            try fixture.scratch.file("cancel", "")
            let cancelled = receiver.wait()
            #expect(cancelled.errors.hasSuffix("CancellationError()\n"), "\(cancelled)")
            #expect(waitFor { patient.errorsSoFar.contains("cancelled") ? true : nil } == true)
        }
    }

    @Test("what was materialized is received after its sender has ended")
    func materialized() throws {
        try StageFixture.with { fixture in
            let sent = try fixture.run(
                [fixture.programs.appending("TransferPeer").text, "send", "recipe", "soup", "materialize"])
            #expect(sent.status == 0, "\(sent)")
            #expect(try fixture.peer(receiving: "recipe", sent.text).lines.first == "recipe soup: cut, cook, eat")
            let text = try fixture.stage("receive", sent.text, "--accept", "public.plain-text", "--stdout")
            #expect(text.text == "soup")
            let json = try fixture.stage("receive", sent.text, "--accept", "public.json", "--stdout")
            #expect(json.text.contains("\"steps\""), "found by what the sender says that its type conforms to: \(json)")
        }
    }

    @Test("a materialized send that fails leaves nothing")
    func notMaterialized() throws {
        try StageFixture.with { fixture in
            let sent = try fixture.run(
                [
                    fixture.programs.appending("TransferPeer").text, "send", "film", fixture.scratch("none").text,
                    "materialize",
                ])
            #expect(sent.status == 1 && sent.errors.contains("cannot read"), "\(sent)")
            #expect(sent.output.isEmpty)
            #expect(try fixture.stage("list", "--json").output.isEmpty)
        }
    }

    @Test("a shell receives what a program promised, and a program what a shell sent")
    func shells() throws {
        try StageFixture.with { fixture in
            let (sender, token) = try fixture.peer(sending: "recipe", "soup")
            defer { sender.end() }
            let path = try fixture.stage("receive", token, "--accept", "public.plain-text").text
            #expect(Scratch.content(of: Path(path)) == Array("soup".utf8))
            let film = try fixture.scratch.file("f.mp4", "no film")
            let sent = try fixture.stage("send", "--type", "public.mpeg-4", film.text)
            let received = try fixture.peer(receiving: "film", sent.text)
            #expect(received.text.hasPrefix("film f.mp4 of 7 bytes, copy"), "the claim counts: \(received)")
        }
    }

    @Test("a service that is killed is started again by its senders, who keep their promises (rule 6)")
    func serviceKilled() throws {
        try StageFixture.with { fixture in
            let (sender, token) = try fixture.peer(sending: "recipe", "soup")
            defer { sender.end() }
            let status = try fixture.stage("status", "--json").text
            let pid = try #require(
                (try JSONSerialization.jsonObject(with: Data(status.utf8)) as? [String: Any])?["pid"] as? Int32)
            kill(pid, SIGKILL)
            let received = try fixture.peer(receiving: "recipe", token)
            #expect(received.lines.first == "recipe soup: cut, cook, eat", "\(received)")
        }
    }

    @Test("a service that is away for a while finds its senders again, who keep their promises")
    func serviceAway() throws {
        try StageFixture.with { fixture in
            let socket = fixture.scratch("socket").text
            let environment = ["STAGE_SOCKET": socket]
            func start() throws -> StageFixture.Running {
                let service = try fixture.start(
                    [
                        fixture.programs.appending("staged").text, "--socket", socket, "--store",
                        fixture.scratch("store").text,
                    ])
                let listens = waitFor {
                    (try? fixture.stage("status", environment: environment).status) == 0 ? true : nil
                }
                try #require(listens == true, "\(service.errorsSoFar)")
                return service
            }
            let first = try start()
            let (sender, token) = try fixture.peer(sending: "recipe", "soup", environment: environment)
            defer { sender.end() }
            first.end(SIGKILL)
            // Longer than a restart on demand takes.
            Waiting.pause(milliseconds: 1500)
            let second = try start()
            defer { second.end() }
            let received = try fixture.peer(receiving: "recipe", token, environment: environment)
            #expect(received.lines.first == "recipe soup: cut, cook, eat", "\(received)")
        }
    }

    @Test("10 GiB move with little memory on both sides, as holes")
    func large() throws {
        try StageFixture.with { fixture in
            let film = fixture.scratch("large.mp4")
            try #require(try fixture.run(["truncate", "-s", "10G", film.text]).status == 0)
            let peer = fixture.programs.appending("TransferPeer").text
            // No more address space than the runtime needs: a file in memory would not fit.
            let limited = ["sh", "-c", "ulimit -v 2000000; exec \"$@\"", "sh"]
            let sender = try fixture.start(limited + [peer, "send", "film", film.text])
            defer { sender.end() }
            let token = try #require(
                waitFor { sender.outputSoFar.hasSuffix("\n") ? String(sender.outputSoFar.dropLast()) : nil })
            let received = try fixture.run(limited + [peer, "receive", "film", token])
            #expect(received.text.hasPrefix("film large.mp4 of 10737418240 bytes, copy"), "\(received)")
        }
    }
}

/// Who may receive which form (rules 15 to 17).
@Suite("Transfers to other users", Needs.severalUsers)
struct TransferScopeTests {
    @Test("each visibility is a scope: team, group and all to those who are in it, the process's own to nobody else")
    func visibilities() throws {
        try SharedService.with { service in
            let environment = ["STAGE_SOCKET": service.socket.text]
            let sender = StageFixture.User(61001, groups: [Users.group])
            let (peer, token) = try service.fixture.peer(
                sending: "letter", "dear", "scope=all", as: sender, environment: environment)
            defer { peer.end() }
            let receivers: [(StageFixture.User, String)] = [
                (sender, "letter team: dear"), (StageFixture.User(61002, gid: 61001), "letter group: dear"),
                (StageFixture.User(61003), "letter all: dear"),
            ]
            for (receiver, described) in receivers {
                let received = try service.fixture.peer(
                    receiving: "letter", token, as: receiver, environment: environment)
                #expect(received.lines.first == described, "\(received)")
            }
        }
    }

    @Test("another user's importer gets a file that is its own to read, and no original that it could write")
    func otherUser() throws {
        try SharedService.with { service in
            let environment = ["STAGE_SOCKET": service.socket.text]
            let sender = StageFixture.User(61001)
            let receiver = StageFixture.User(61002)
            let folder = try service.fixture.scratch.folder("films", mode: 0o1777)
            let film = folder.appending("film.mov")
            let made = try service.shell("umask 022; echo film >films/film.mov", as: sender)
            try #require(made.status == 0, "\(made)")
            for (kind, importer, described) in [
                ("film", "film", "film film.mov of 5 bytes, copy"),
                ("open", "inplace", "film film.mov, original, there at \(film.text)"),
            ] {
                let (peer, token) = try service.fixture.peer(
                    sending: kind, film.text, "scope=all", as: sender, environment: environment)
                defer { peer.end() }
                let received = try service.fixture.peer(
                    receiving: importer, token, as: receiver, environment: environment)
                #expect(received.text.hasPrefix(described), "\(received)")
            }
        }
    }
}
