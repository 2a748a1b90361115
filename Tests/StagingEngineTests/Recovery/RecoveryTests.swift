import LinuxSystem
@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Testing

/// What a start makes of what a kill left (rules 5, 6, 11; case B35).
@Suite struct RecoveryTests {
    @Test("rule 6: bytes, areas and half-made things that no record names are gone; foreign files stay")
    func orphans() throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send("kept")
            let tree = try fixture.sendTree(["a": "1"])
            let session = fixture.session()
            let reception = try session.receive(ReceiveRequest(.token(tree.secret), delivery: .area))
            try session.confirm(reception.claim, taken: false)
            let orphan = StoreName.random()
            try fixture.crash {
                try fixture.shell(
                    """
                    cd "$1"
                    echo x > "bytes/$2"
                    mkdir -p "bytes/$3/content/deep" "areas/$2/sub" "incoming/$2/content"
                    echo x > "areas/$2/sub/file"; chmod 0 "areas/$2/sub" "areas/$2"
                    echo x > "bytes/$2.manifest"
                    # What an area had beside its directory, which has gone before.
                    echo x > "bytes/$4.manifest"; mkdir "areas/$4.ended"; echo x > "areas/$4.ended/file"
                    echo x > incoming/.probe-source
                    # What is no name of ours.
                    echo x > bytes/notes; mkdir areas/foreign; echo x > areas/foreign/file; echo x > README
                    ln -s / "areas/link"
                    """, fixture.store, Path(orphan), Path(StoreName.random()), Path(StoreName.random()))
            }
            #expect(try fixture.damage().isEmpty)
            #expect(try fixture.names("incoming").isEmpty)
            let area = try #require(reception.received.area)
            #expect(try fixture.names("areas") == [area, "foreign", "link"].sorted())
            #expect(try fixture.names("bytes").count == 4, "two objects, the kept area's manifest and the notes")
            #expect(Scratch.content(of: fixture.store.appending("README")) != nil)
            for token in [try grant.secret, try tree.secret] {
                _ = try fixture.session().receive(ReceiveRequest(.token(token), delivery: .area))
            }
            // Case B35: a line for each thing that is not the store's.
            #expect(
                fixture.log.lines.sorted()
                    == ["areas/foreign", "areas/link", "bytes/notes"].map {
                        "\(fixture.store)/\($0) is not the store's, and stays"
                    })
        }
    }

    @Test(
        "rule 11: what cannot be removed is logged and does not keep the service from starting",
        .enabled(if: OwnProcess.uid == 0, "mounts something"))
    func stubborn() throws {
        try EngineFixture.with { fixture in
            let names = [StoreName.random(), StoreName.random(), StoreName.random()]
            try fixture.crash {
                for (folder, name) in [("incoming", names[0]), ("areas", names[1])] {
                    let path = fixture.store.appending(Path(folder)).appending(Path(name))
                    try fixture.shell("mkdir \"$1\"; mount -t tmpfs none \"$1\"", path)
                }
                try fixture.shell("mkdir \"$1\"", fixture.store.appending("incoming").appending(Path(names[2])))
            }
            #expect(fixture.log.lines.count == 2)
            #expect(try fixture.names("incoming") == [names[0]])
            for (folder, name) in [("incoming", names[0]), ("areas", names[1])] {
                try fixture.shell("umount \"$1\"", fixture.store.appending(Path(folder)).appending(Path(name)))
            }
            try fixture.restart()
            #expect(try fixture.names("incoming").isEmpty)
            #expect(try fixture.names("areas").isEmpty)
        }
    }

    @Test("rule 1: receives that were not confirmed are returned, their areas gone", arguments: [false, true])
    func unconfirmed(_ asArea: Bool) throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send(uses: 3)
            let request = ReceiveRequest(.token(try grant.secret), delivery: asArea ? .area : .descriptor)
            let session = fixture.session()
            let confirmed = try session.receive(request)
            try session.confirm(confirmed.claim, taken: false)
            for _ in 0..<2 { _ = try session.receive(request) }
            try fixture.crash()
            let shown = try fixture.session().show(.id(grant.id))
            #expect(shown.usesLeft == 2)
            #expect(shown.receptions?.count == 1)
            #expect(try fixture.engine.counts() == (1, asArea ? 1 : 0))
            #expect(try fixture.names("areas").count == (asArea ? 1 : 0))
            #expect(try fixture.damage().isEmpty)
        }
    }

    @Test(
        "rule 12: a receiver that was killed after it took the inode over leaves staged bytes of their own",
        arguments: [0, 1])
    func halfTaken(_ wanted: Int) throws {
        try EngineFixture.with { fixture in
            // The last representation is the one taken: the record has to say which.
            let offers: [SendRequest.Offer] = [
                .init(source: .file(try fixture.source("\u{89}PNG\r\n\u{1A}\n", named: "a")), name: "a.png"),
                .init(source: .file(try fixture.source("text\n", named: "b")), name: "b.txt"),
            ]
            let grant = try fixture.session().send(SendRequest(id: randomRequest(), offers: offers, uses: 1))
            let accept = [grant.representations[wanted].type]
            let request = ReceiveRequest(.token(try grant.secret), accept: accept, delivery: .descriptor)
            let reception = try fixture.session().receive(request)
            #expect(reception.isTakable)
            let file = try #require(reception.descriptor)
            let taken = fixture.scratch("taken")
            try file.withNumber { try Directory.open(fixture.scratch.path).link(openFile: $0, as: "taken") }
            try fixture.shell("chmod 644 \"$1\"; echo changed > \"$1.new\"", taken)
            try fixture.crash()
            let session = fixture.session()
            let again = try session.receive(request)
            #expect(try #require(again.descriptor).readAll() == Scratch.content(of: taken))
            #expect(
                try !(try #require(again.descriptor).withNumber { try FileStatus.of($0) }).sameFile(
                    as: FileStatus.of(taken)))
            try session.confirm(again.claim, taken: false)
        }
    }

    @Test("rule 12: a session that closes after its receiver took the inode over leaves bytes of their own as well")
    func takenAndClosed() throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send("once", uses: 1)
            let request = ReceiveRequest(.token(try grant.secret), delivery: .descriptor)
            let session = fixture.session()
            let file = try #require(try session.receive(request).descriptor)
            try file.withNumber { try Directory.open(fixture.scratch.path).link(openFile: $0, as: "taken") }
            session.close()
            let again = try #require(try fixture.session().receive(request).descriptor)
            #expect(try !FileStatus.of(again.number).sameFile(as: FileStatus.of(fixture.scratch("taken"))))
            #expect(try again.readAll() == Array("once".utf8))
        }
    }

    @Test(
        "rule 5: a move that was killed before its commit gives the file its mode back",
        arguments: [0o644, 0o600, 0o444])
    func halfMoved(_ mode: UInt32) throws {
        try EngineFixture.with { fixture in
            let path = try fixture.scratch.file("moved", "precious\n", mode: mode)
            let before = try FileStatus.of(path)
            let object = StoreName.random()
            try fixture.crash {
                // As far as the taking comes before the commit.
                let file = SharedDescriptor(try OwnedDescriptor.openForReading(path))
                let lease = try lease(on: file)
                let store = try LocalByteStore(
                    root: fixture.store, annexes: [], isShared: false, limits: Limits(), report: { _ in })
                let staged = try store.stageFile(
                    SourceFile(descriptor: file, status: before, label: "moved"), as: object, taking: true
                ) { _, _ in Provenance(grant: "g", sender: 1, type: "public.data", sent: "now") }
                #expect(staged.staged == .rename)
                #expect(try FileStatus.of(path).permissions == 0o444)
                withExtendedLifetime(lease) {}
            }
            #expect(try fixture.names("bytes").isEmpty)
            let after = try FileStatus.of(path)
            #expect(after.permissions == mode)
            #expect(after.linkCount == 1)
            #expect(after.modified == before.modified)
            #expect(Scratch.content(of: path) == Array("precious\n".utf8))
            let file = try OwnedDescriptor.openForReading(path)
            #expect(try ExtendedAttributes.names(on: file.number).isEmpty)
        }
    }

    @Test("rule 5: a file with set-uid is not taken over, for its mode could not be given back")
    func setUserID() throws {
        try EngineFixture.with { fixture in
            let path = try fixture.scratch.file("tool", "text\n", mode: 0o4755)
            let file = SharedDescriptor(try OwnedDescriptor.openForReading(path))
            let lease = try lease(on: file)
            let grant = try fixture.session().send(
                SendRequest(id: randomRequest(), offers: [.init(source: .file(file), name: "tool.txt")], mode: .move))
            withExtendedLifetime(lease) {}
            #expect(grant.representations.first?.staged != .rename)
            #expect(try FileStatus.of(path).permissions == 0o4755)
        }
    }

    @Test("rule 21: a move is bounded like a copy")
    func moveBounded() throws {
        var configuration = EngineConfiguration()
        configuration.limits.itemBytes = 4
        try EngineFixture.with(configuration) { fixture in
            let path = try fixture.scratch.file("big", "12345")
            let file = SharedDescriptor(try OwnedDescriptor.openForReading(path))
            let lease = try lease(on: file)
            let refused = code {
                _ = try fixture.session().send(
                    SendRequest(id: randomRequest(), offers: [.init(source: .file(file), name: "big")], mode: .move))
            }
            withExtendedLifetime(lease) {}
            #expect(refused == .limitExceeded)
            #expect(try fixture.names("bytes").isEmpty)
        }
    }
}
