import LinuxSystem
@testable import StagingEngine
import StagingModel
import Testing

/// The upkeep in small steps.
@Suite struct UpkeepTests {
    @Test("2,000 grants due at once end in steps of a bounded size, and their bytes go")
    func manyAtOnce() throws {
        try EngineFixture.with { fixture in
            try fixture.addGrants(2000, life: 60)
            fixture.clock.advance(seconds: 60)
            var left = 2000
            var steps = 0
            while fixture.engine.step(isFull: false).isBusy {
                let now = try fixture.engine.counts().grants
                #expect(left - now <= 50)
                left = now
                steps += 1
                try #require(steps < 1000)
            }
            #expect(left == 0)
            #expect(steps >= 20)
            #expect(try fixture.names("bytes").isEmpty)
        }
    }

    @Test("A tree goes in pieces, and others in between")
    func treeInPieces() throws {
        try EngineFixture.with { fixture in
            let files = Dictionary(uniqueKeysWithValues: (0..<450).map { ("folder\($0 % 7)/file\($0)", "x") })
            let grant = try fixture.sendTree(files)
            _ = try fixture.session().revoke(randomRequest(), .id(grant.id))
            var steps = 0
            while fixture.engine.step(isFull: false).isBusy { steps += 1 }
            #expect(steps >= 2)
            #expect(try fixture.names("bytes").isEmpty)
        }
    }

    @Test("Many grants of one process end with it, and the steps in between look at none of them")
    func manySubjects() throws {
        try EngineFixture.with { fixture in
            let child = try ChildProcess.start("/bin/sleep", arguments: ["sleep", "100"])
            let session = fixture.session(.made(uid: OwnProcess.uid, pid: child.pid))
            for number in 0..<60 { try fixture.send("\(number)", scope: .process(nil), over: session) }
            let other = try fixture.send(scope: .process(nil))
            fixture.upkeep()
            child.send(signal: 9)
            _ = try child.wait()
            fixture.upkeep()
            #expect(try fixture.engine.counts().grants == 1)
            #expect(try fixture.session().show(.id(other.id)).state == .active)
        }
    }

    @Test("rule 1: processes that ended while no service ran are found at the start's first step")
    func subjectEndedMeanwhile() throws {
        try EngineFixture.with { fixture in
            let child = try ChildProcess.start("/bin/sleep", arguments: ["sleep", "100"])
            let session = fixture.session(.made(uid: OwnProcess.uid, pid: child.pid))
            try fixture.send(scope: .process(nil), over: session)
            try fixture.crash {
                child.send(signal: 9)
                _ = try child.wait()
            }
            fixture.upkeep()
            #expect(try fixture.engine.counts().grants == 0)
        }
    }

    @Test("The loop sleeps until something is due and wakes for what comes earlier")
    func loop() throws {
        try EngineFixture.with { fixture in
            try fixture.withUpkeep {
                let grant = try fixture.send(ttl: 60)
                fixture.clock.advance(seconds: 60)
                let other = try fixture.send()
                // The test's clock has moved under the sleeping loop.
                fixture.engine.upkeepWakeUp.signal()
                for _ in 0..<6000 {
                    if try fixture.names("bytes").count == 1 { break }
                    Waiting.pause(milliseconds: 10)
                }
                #expect(try fixture.names("bytes").count == 1)
                #expect(try fixture.session().show(.id(grant.id)).ended != nil)
                #expect(try fixture.session().show(.id(other.id)).state == .active)
            }
        }
    }

    @Test("Events tell the sender and the receiver, and nobody else")
    func events() throws {
        try EngineFixture.with { fixture in
            let sender = fixture.session()
            let receiver = fixture.session(.made(uid: 4711))
            let watches = try [sender, receiver, fixture.session(.made(uid: 4712))].map { try $0.watch() }
            let grant = try fixture.send(uses: 1, scope: .all)
            let reception = try receiver.receive(ReceiveRequest(.token(grant.secret), delivery: .descriptor))
            try receiver.confirm(reception.claim, taken: false)
            let revoked = try fixture.send()
            _ = try sender.revoke(randomRequest(), .id(revoked.id))
            let names = watches.map { $0.events.take().map(\.event) }
            #expect(names[0] == ["granted", "received", "ended", "granted", "ended"])
            #expect(names[1] == ["received"])
            #expect(names[2] == [])
            for watch in watches { sender.endWatch(watch) }
        }
    }
}
