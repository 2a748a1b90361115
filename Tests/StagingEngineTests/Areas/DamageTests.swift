import LinuxSystem
@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Testing

/// Staged bytes that somebody changed (rule 10), and originals that went away (rule 4).
@Suite struct DamageTests {
    enum Change: CaseIterable { case longer, sameSize, mode, replaced, removed }

    @Test("rule 10: staged bytes that are not as they were recorded are not handed over", arguments: Change.allCases)
    func damaged(_ change: Change) throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send("sixteen bytes..\n", uses: 1)
            let session = fixture.session()
            let object = fixture.store.appending("bytes").appending(Path(try fixture.names("bytes")[0]))
            try alter(object, change, fixture)
            for delivery in [ReceiveRequest.Delivery.area, .descriptor] {
                let refused = code {
                    _ = try session.receive(ReceiveRequest(.token(try grant.secret), delivery: delivery))
                }
                #expect(refused == .damaged)
            }
            #expect(try session.show(.id(grant.id)).usesLeft == 1, "no use was taken")
            fixture.upkeep()
            #expect(try fixture.names("areas").isEmpty)
        }
    }

    private func alter(_ path: Path, _ change: Change, _ fixture: EngineFixture) throws {
        let name = path.text
        switch change {
        case .longer: try fixture.shell("chmod u+w \"$1\"; echo more >> \"$1\"; chmod 444 \"$1\"", path)
        case .sameSize:
            try fixture.shell(
                "chmod u+w \"$1\"; printf X | dd of=\"$1\" conv=notrunc status=none; chmod 444 \"$1\"", path)
        case .mode: try fixture.shell("chmod 644 \"$1\"", path)
        case .replaced: try fixture.shell("cp -p \"$1\" \"$1.new\"; mv -f \"$1.new\" \"$1\"", path)
        case .removed: OwnProcess.unlink(Path(name))
        }
    }

    @Test("rule 10: areas out already that share a changed inode are marked")
    func marksAreas() throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send()
            let session = fixture.session()
            let reception = try session.receive(ReceiveRequest(.token(grant.secret), delivery: .area))
            try session.confirm(reception.claim, taken: false)
            let area = try #require(reception.received.area)
            try fixture.shell(
                "chmod u+w \"$1\"; echo more >> \"$1\"", Path(try #require(reception.received.path)))
            let object = fixture.store.appending("bytes").appending(Path(try fixture.names("bytes")[0]))
            try fixture.shell("chmod u+w \"$1\"; echo more >> \"$1\"", object)
            #expect(
                code { _ = try session.receive(ReceiveRequest(.token(try grant.secret), delivery: .area)) } == .damaged)
            #expect(try session.list(after: nil).areas.map(\.damaged) == [true])
            #expect(code { _ = try session.keep(.id(area)) } == .damaged)
            _ = try session.release(randomRequest(), .id(area), kept: false)
        }
    }

    @Test("rule 4: an original is opened anew; a change, and another file in its place, fail unless they are allowed")
    func original() throws {
        try EngineFixture.with { fixture in
            let session = fixture.session()
            let path = try fixture.scratch.file("original", "as sent\n")
            let grant = try session.send(
                SendRequest(
                    id: randomRequest(),
                    offers: [.init(source: .file(SharedDescriptor(try .openForReading(path))), name: "original.txt")],
                    mode: .original))
            #expect(try openDescriptors { $0 == path.text } == 0, "the user's own service keeps none open")
            #expect(try fixture.names("bytes").isEmpty)
            let token = try grant.secret
            let plain = ReceiveRequest(.token(token), delivery: .descriptor)
            let reception = try session.receive(plain)
            #expect(reception.received.isOriginalFile)
            #expect(reception.received.path == path.text)
            try session.confirm(reception.claim, taken: false)
            try fixture.shell("echo more >> \"$1\"", path)
            #expect(code { _ = try session.receive(plain) } == .sourceChanged)
            let allowing = ReceiveRequest(.token(token), delivery: .descriptor, allowsChanged: true)
            #expect(try session.receive(allowing).received.size == 13)
            try fixture.shell("cp -p \"$1\" \"$1.new\"; mv \"$1.new\" \"$1\"", path)
            #expect(code { _ = try session.receive(plain) } == .sourceChanged)
            #expect(try session.receive(allowing).received.size == 13)
            try fixture.shell("mv \"$1\" \"$1.away\"; ln -s \"$1.away\" \"$1\"", path)
            #expect(code { _ = try session.receive(allowing) } == .sourceChanged, "a link is no file of the sender's")
            try fixture.restart()
            #expect(try fixture.session().show(.id(grant.id)).state == .active)
        }
    }

    @Test("rule 4: an original without a path is held, given back when its grant ends, and lost with the service")
    func heldOriginal() throws {
        try EngineFixture.with { fixture in
            let mark = "stage-test-\(UInt32.random(in: 0 ... .max))"
            let isHeld = { try openDescriptors { $0.contains(mark) } }
            let grants = try (0..<4).map { number in
                // As good as a memfd: no path leads to it.
                let name = fixture.scratch("\(mark)-\(number)")
                let source = SharedDescriptor(try .open(name, [.readWrite, .create]))
                try writeAll(Array("memory".utf8), to: source.number)
                OwnProcess.unlink(name)
                return try fixture.session().send(
                    SendRequest(
                        id: randomRequest(), offers: [.init(source: .file(source), name: "m\(number)")],
                        mode: .original, ttl: number == 1 ? 60_000 : 600_000, uses: number == 2 ? 1 : nil))
            }
            #expect(try isHeld() == 4)
            let session = fixture.session()
            do {
                let reception = try session.receive(ReceiveRequest(.token(grants[2].secret), delivery: .descriptor))
                #expect(try reception.descriptor?.readAll() == Array("memory".utf8))
                #expect(try reception.descriptor.map { try DescriptorAccess.of($0.number).isWritable } == false)
                try session.confirm(reception.claim, taken: false)
            }
            #expect(try isHeld() == 3, "spent")
            _ = try session.revoke(randomRequest(), .id(grants[0].id))
            #expect(try isHeld() == 2, "revoked")
            fixture.clock.advance(seconds: 60)
            fixture.upkeep()
            #expect(try isHeld() == 1, "expired")
            try fixture.restart()
            #expect(try fixture.session().show(.id(grants[3].id)).state == .lost)
            let refused = code {
                _ = try fixture.session().receive(ReceiveRequest(.token(try grants[3].secret), delivery: .descriptor))
            }
            #expect(refused == .grantLost)
        }
    }

    @Test(
        "rule 4: a receiver of another user gets no descriptor of an inode that it could write",
        arguments: [true, false])
    func writable(_ isOpen: Bool) throws {
        try EngineFixture.with { fixture in
            let path = try fixture.scratch.file("original", "x", mode: isOpen ? 0o666 : 0o644)
            let grant = try fixture.session().send(
                SendRequest(
                    id: randomRequest(),
                    offers: [.init(source: .file(SharedDescriptor(try .openForReading(path))), name: "o.txt")],
                    mode: .original, scope: .all))
            let refused = code {
                _ = try fixture.session(.made(uid: 4711)).receive(
                    ReceiveRequest(.token(try grant.secret), delivery: .descriptor))
            }
            #expect(refused == (isOpen ? .originalWritable : nil))
        }
    }
}
