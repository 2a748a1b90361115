import LinuxSystem
@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Synchronization
import Testing

/// How areas begin and end.
@Suite struct AreaLifeTests {
    /// Receives into an area that counts.
    private func area(
        _ fixture: EngineFixture, _ grant: Grant, lease: Int64? = nil, bind: SharedDescriptor? = nil,
        over session: StagingSession? = nil
    ) throws -> (id: String, path: Path) {
        let session = session ?? fixture.session()
        let reception = try session.receive(
            ReceiveRequest(
                .token(grant.secret), delivery: .area, lease: lease.map { $0 * 1000 }, bind: bind))
        try session.confirm(reception.claim, taken: false)
        return (try #require(reception.received.area), Path(try #require(reception.received.path)))
    }

    @Test("rule 10: an area's file has the suggested name, is read-only, and no inode of the sender's")
    func content() throws {
        try EngineFixture.with { fixture in
            let source = try fixture.source("bytes")
            let session = fixture.session()
            let grant = try session.send(
                SendRequest(id: randomRequest(), offers: [.init(source: .file(source), name: "my notes.txt")]))
            let (_, path) = try area(fixture, grant)
            let status = try FileStatus.of(path)
            #expect(path.lastComponent == "my notes.txt")
            #expect(status.permissions == 0o444)
            #expect(try !status.sameFile(as: source.withNumber { try FileStatus.of($0) }))
            #expect(try FileStatus.of(path.parent).permissions == 0o500)
            #expect(Scratch.content(of: path) == Array("bytes".utf8))
        }
    }

    @Test("rule 11: an area ends when its lease is over, to the instant, whatever was read meanwhile")
    func leaseEnds() throws {
        try EngineFixture.with { fixture in
            let (id, path) = try area(fixture, fixture.send(), lease: 60)
            let session = fixture.session()
            fixture.clock.advance(seconds: 59)
            #expect(Scratch.content(of: path) != nil)
            fixture.upkeep()
            #expect(try session.list(after: nil).areas.map(\.id) == [id])
            fixture.clock.advance(seconds: 1)
            #expect(code { _ = try session.keep(.path(path)) } == .noSuchArea)
            #expect(code { _ = try session.hold(randomRequest(), .id(id), milliseconds: 1000) } == .noSuchArea)
            fixture.upkeep()
            #expect(try fixture.names("areas").isEmpty)
            #expect(try fixture.engine.counts().areas == 0)
            #expect(try fixture.names("bytes").count == 1, "the grant goes on")
        }
    }

    @Test("rule 11: hold counts from now; release ends at once; both are the receiver's alone")
    func holdAndRelease() throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send()
            let (id, path) = try area(fixture, grant, lease: 60)
            let session = fixture.session()
            let stranger = fixture.session(.made(uid: 4711))
            for name in [StagingSession.AreaName.id(id), .path(path), .path(path.parent)] {
                #expect(code { _ = try stranger.hold(randomRequest(), name, milliseconds: 1000) } == .noSuchArea)
                #expect(code { _ = try stranger.release(randomRequest(), name, kept: false) } == .noSuchArea)
                #expect(code { _ = try stranger.keep(name) } == .noSuchArea)
            }
            fixture.clock.advance(seconds: 50)
            #expect(try session.hold(randomRequest(), .path(path), milliseconds: 60_000).id == id)
            fixture.clock.advance(seconds: 59)
            fixture.upkeep()
            #expect(try fixture.names("areas") == [id])
            #expect(code { _ = try session.hold(randomRequest(), .id(id), milliseconds: 86_400_001) } == .limitExceeded)
            _ = try session.release(randomRequest(), .path(path), kept: false)
            fixture.upkeep()
            #expect(try fixture.names("areas").isEmpty)
            #expect(code { _ = try session.release(randomRequest(), .id(id), kept: false) } == .noSuchArea)
        }
    }

    @Test(
        "Paths that are in no area are told so", arguments: ["/", "/etc/passwd", "bytes", "areas", "areas/x", "../x"])
    func elsewhere(_ path: String) throws {
        try EngineFixture.with { fixture in
            let path = path.hasPrefix("/") ? Path(path) : fixture.store.appending(Path(path))
            #expect(code { _ = try fixture.session().keep(.path(path)) } == .noSuchArea)
        }
    }

    @Test("rule 11: a running keep pins an overdue area, until its session ends")
    func pinned() throws {
        try EngineFixture.with { fixture in
            let (id, path) = try area(fixture, fixture.send(), lease: 60)
            let session = fixture.session()
            #expect(try session.keep(.path(path)).area.id == id)
            fixture.clock.advance(seconds: 3600)
            fixture.upkeep()
            #expect(try fixture.names("areas") == [id])
            #expect(try fixture.engine.catalogue.transact { try $0.nextDeadline(after: fixture.clock.now.boot) } == nil)
            #expect(code { _ = try fixture.session().keep(.path(path)) } == .noSuchArea, "it is over for others")
            session.close()
            fixture.upkeep()
            #expect(try fixture.names("areas").isEmpty)
        }
    }

    @Test("rule 11: pinned areas do not keep others from ending")
    func pinsDoNotBlock() throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send()
            let session = fixture.session()
            for _ in 0..<60 { _ = try session.keep(.id(area(fixture, grant, lease: 60).id)) }
            let late = try area(fixture, grant, lease: 61).id
            fixture.clock.advance(seconds: 100)
            fixture.upkeep()
            #expect(try fixture.names("areas").count == 60)
            #expect(try !fixture.names("areas").contains(late))
        }
    }

    @Test("rule 11: an area that is released while another session keeps it lasts until that has ended")
    func releasedWhilePinned() throws {
        try EngineFixture.with { fixture in
            let (id, path) = try area(fixture, fixture.send())
            let keeper = fixture.session()
            _ = try keeper.keep(.id(id))
            _ = try fixture.session().release(randomRequest(), .id(id), kept: false)
            fixture.upkeep()
            #expect(Scratch.content(of: path) != nil)
            #expect(code { _ = try fixture.session().keep(.id(id)) } == .noSuchArea, "it is over for others")
            keeper.close()
            fixture.upkeep()
            #expect(try fixture.names("areas").isEmpty)
        }
    }

    @Test("rule 11: an area ends with the process that it is bound to; a pinned one when its keep does")
    func bound() throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send()
            let child = try ChildProcess.start("/bin/sleep", arguments: ["sleep", "100"])
            let process = SharedDescriptor(try ProcessDescriptor.open(child.pid))
            let free = try area(fixture, grant, bind: process).id
            let pinned = try area(fixture, grant, bind: process).id
            let other = try area(fixture, grant).id
            let session = fixture.session()
            _ = try session.keep(.id(pinned))
            fixture.upkeep()
            #expect(try fixture.names("areas").count == 3)
            child.send(signal: 9)
            _ = try child.wait()
            fixture.upkeep()
            #expect(try fixture.names("areas") == [pinned, other].sorted())
            #expect(free != pinned)
            session.close()
            // A step that does not look at every process has to know of this one.
            while fixture.engine.step(isFull: false).isBusy {}
            #expect(try fixture.names("areas") == [other])
            let refused = code { _ = try area(fixture, grant, bind: process) }
            #expect(refused == .invalidRequest)
            let noProcess = try fixture.source("x")
            #expect(code { _ = try area(fixture, grant, bind: noProcess) } == .invalidRequest)
        }
    }

    @Test("rule 11: what ended while no service ran is gone before the first answer")
    func overdueAtStart() throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send(ttl: 60)
            _ = try area(fixture, grant, lease: 60)
            fixture.clock.advance(seconds: 60)
            try fixture.crash()
            #expect(try fixture.names("areas").isEmpty)
            #expect(try fixture.names("bytes").isEmpty)
            #expect(try fixture.engine.counts() == (0, 0))
        }
    }

    @Test("rule 11: keep at the end of a lease gives the whole file or says that it is over (case B31)")
    func keepAgainstSweep() throws {
        try EngineFixture.with { fixture in
            let content = String(repeating: "five megabytes of it\n", count: 250_000)
            let grant = try fixture.send(content)
            let engine = fixture.engine
            let clock = fixture.clock
            var kept = 0
            try fixture.withUpkeep {
                for round in 0..<40 {
                    let (id, path) = try area(fixture, grant, lease: 1)
                    clock.advance(seconds: 0, nanoseconds: round % 4 == 0 ? 990_000_000 : 1_000_000_000)
                    engine.upkeepWakeUp.signal()
                    let session = fixture.session()
                    do {
                        _ = try session.keep(.id(id))
                    } catch let error as StagingError where error.code == .noSuchArea { continue }
                    clock.advance(seconds: 10)
                    engine.upkeepWakeUp.signal()
                    kept += 1
                    #expect(Scratch.content(of: path)?.count == content.utf8.count)
                    session.close()
                }
            }
            #expect(kept == 10)
        }
    }
}
