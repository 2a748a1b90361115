import Glibc
import LinuxSystem
@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Synchronization
import Testing

/// The engine is killed before its Nth change, of the disk or of the catalogue, for N = 1, 2, 3 … until the call goes
/// well, and started again: what was answered is there and whole, what was not is there or absent, and nothing else is.
@Suite struct KillTests {
    enum Call: String, CaseIterable {
        case sendFile, sendFurther, sendOriginal, moveByTaking, moveUnderKey, moveByCopy, sendTree, sendStream
        case receiveFile, receiveTree, receiveDescriptor, confirm, confirmTaken, returnArea, returnTaken
        case keep, release, hold, revoke, renew, upkeep, endAreas, start
    }

    @Test(
        "rules 1, 5, 6, 11, 12: a kill before any change leaves all that was answered, and nothing else",
        arguments: Call.allCases)
    func everyKill(_ call: Call) throws {
        var nth = 1
        while try round(call, nth, .all) {
            nth += 1
            try #require(nth < 300, "the call never goes well")
        }
        #expect(nth > 1, "nothing was changed")
    }

    @Test(
        "rule 6: the same where files have hidden names until they are whole",
        arguments: [Call.sendFile, .sendStream, .returnTaken, .start])
    func everyKillWithNames(_ call: Call) throws {
        var nth = 1
        while try round(call, nth, []) {
            nth += 1
            try #require(nth < 300, "the call never goes well")
        }
    }

    /// - Returns: whether the kill came.
    private func round(_ call: Call, _ nth: Int, _ features: VolumeFeatures) throws -> Bool {
        try EngineFixture.with(using: features) { fixture in
            let victim = try Victim(call, fixture)
            let store = fixture.store
            let sources = try fixture.scratch.folder("sources")
            let atKill = Mutex<[String]?>(nil)
            let list: @Sendable () -> [String] = {
                DiskListing.of(store) { $0.hasPrefix("catalogue") } + DiskListing.of(sources)
            }
            try victim.prepare(sources)
            let then: @Sendable () -> Void = { atKill.withLock { $0 = list() } }
            if call == .start {
                fixture.die()
                fixture.startKilled(at: nth, then: then)
            } else {
                fixture.faults.kill(at: nth, then: then) { try? victim.act() }
            }
            let wasKilled = fixture.faults.end()
            let comment: Comment = "\(call) killed at \(nth)"
            if let listed = atKill.withLock({ $0 }) {
                #expect(list() == listed, "\(comment): nothing is changed after the kill")
            }
            fixture.die()
            victim.letGo()
            try fixture.checkIntegrity()
            try fixture.start()
            try fixture.checkStore(victim.contents, comment)
            try victim.check(comment)
            try fixture.checkCounts(comment)
            try fixture.crash()
            try fixture.checkStore(victim.contents, comment)
            fixture.die()
            try fixture.checkClaims()
            return wasKilled
        }
    }
}

/// A store with this and that in it, a call that is killed, and what has to hold afterwards.
private final class Victim {
    private let call: KillTests.Call
    private let fixture: EngineFixture
    private(set) var contents = ["one.txt": "first\n", "tree/a/b": "1", "tree/c": "22"]
    private var file = Grant?.none
    private var tree = Grant?.none
    private var session: StagingSession?
    private var area = ""
    private var claim: Reception?
    private var limited = Grant?.none
    private var request = randomRequest()
    private var source: SharedDescriptor?
    private var sourcePath = Path("")
    private var sourceStatus: FileStatus?
    private var lease: LeaseHolder?

    init(_ call: KillTests.Call, _ fixture: EngineFixture) throws {
        self.call = call
        self.fixture = fixture
    }

    func prepare(_ sources: Path) throws {
        file = try fixture.send("first\n", name: "one.txt", ttl: 100, uses: 3)
        tree = try fixture.sendTree(["a/b": "1", "c": "22"])
        session = fixture.session()
        switch call {
        case .sendFile, .sendFurther, .sendOriginal, .moveByTaking, .moveUnderKey, .moveByCopy, .sendStream:
            try prepareSend(sources)
        case .receiveFile, .receiveDescriptor: break
        case .receiveTree, .sendTree: contents["two.txt"] = "second\n"
        case .confirm, .returnArea: claim = try receive(file, .area)
        case .confirmTaken, .returnTaken: try prepareTaking(sources)
        case .keep, .release, .hold, .endAreas: area = try received(tree)
        case .revoke, .renew: break
        case .upkeep:
            area = try received(tree)
            _ = try received(file)
            _ = try fixture.session().revoke(randomRequest(), .id(#require(tree).id))
            fixture.clock.advance(seconds: 3601)
        case .start: try prepareStart(sources)
        }
    }

    private func prepareSend(_ sources: Path) throws {
        contents["two.txt"] = "second\n"
        sourcePath = sources.appending("two")
        _ = try fixture.scratch.file("sources/two", "second\n", mode: 0o640)
        if call == .moveByCopy { try fixture.shell("ln \"$1\" \"$1.link\"", sourcePath) }
        if call == .sendFurther { _ = try send(randomRequest(), mode, key: "key") }
        if call == .moveUnderKey {
            let earlier = SharedDescriptor(
                try OwnedDescriptor.openForReading(fixture.scratch.file("sources/earlier", "second\n", mode: 0o640)))
            source = earlier
            lease = try StagingEngineTests.lease(on: earlier)
            _ = try send(randomRequest(), mode, key: "key")
        }
        let file = SharedDescriptor(try OwnedDescriptor.openForReading(sourcePath))
        source = file
        if mode == .move { lease = try StagingEngineTests.lease(on: file) }
        sourceStatus = try file.withNumber { try FileStatus.of($0) }
    }

    /// The last use, of which the receiver has linked the staged file and changed its mode.
    private func prepareTaking(_ sources: Path) throws {
        contents["two.txt"] = "second\n"
        limited = try fixture.send("second\n", name: "two.txt", uses: 1)
        let reception = try receive(limited, .descriptor)
        #expect(reception.isTakable)
        claim = reception
        try #require(reception.descriptor).withNumber {
            try changePermissions(of: $0, to: 0o600)
            try Directory.open(sources).link(openFile: $0, as: "taken")
        }
    }

    /// What a start has to do with: claims, areas, orphans, half-made and overdue things, and a name that is to go.
    private func prepareStart(_ sources: Path) throws {
        try prepareTaking(sources)
        claim = nil
        _ = try receive(file, .area)
        _ = try received(tree)
        let expired = try fixture.send("first\n", name: "one.txt", ttl: 10)
        _ = try receive(expired, .area)
        fixture.clock.advance(seconds: 20)
        let begun = fixture.session()
        try begun.add([EngineFixture.entry("", .directory)], files: [], to: begun.beginTree())
        let orphan = Path(StoreName.random())
        try fixture.shell("cd \"$1\"; echo x > \"bytes/$2\"; mkdir -p \"areas/$2/a\"", fixture.store, orphan)
        try prepareHalfMoved(sources)
    }

    /// A move whose grant is there, and its sender's name as well.
    private func prepareHalfMoved(_ sources: Path) throws {
        contents["moved.txt"] = "moved\n"
        sourcePath = try fixture.scratch.file("sources/moved", "moved\n", mode: 0o640)
        let file = SharedDescriptor(try OwnedDescriptor.openForReading(sourcePath))
        let lease = try StagingEngineTests.lease(on: file)
        SystemFaults.with { call in
            guard call == "renameat2" else { return nil }
            fixture.faults.fail(at: 1, forGood: true)
            return EIO
        } _: {
            _ = try? fixture.session().send(
                SendRequest(id: randomRequest(), offers: [.init(source: .file(file), name: "moved.txt")], mode: .move))
        }
        #expect(fixture.faults.end())
        withExtendedLifetime(lease) {}
        #expect(try FileStatus.of(sourcePath).linkCount == 2)
    }

    // MARK: The call

    private var mode: SendRequest.Mode {
        switch call {
        case .moveByTaking, .moveByCopy, .moveUnderKey: .move
        case .sendOriginal: .original
        default: .snapshot
        }
    }

    private func send(_ request: String, _ mode: SendRequest.Mode, key: String?) throws -> Grant {
        let file = try source ?? SharedDescriptor(OwnedDescriptor.openForReading(sourcePath))
        return try (session ?? fixture.session()).send(
            SendRequest(
                id: request,
                offers: [.init(source: call == .sendStream ? .stream(file) : .file(file), name: "two.txt")],
                mode: mode, key: key))
    }

    func act() throws {
        let session = try #require(session)
        switch call {
        case .sendFile, .sendOriginal, .moveByTaking, .moveByCopy, .sendStream:
            _ = try send(request, mode, key: nil)
        case .sendFurther, .moveUnderKey: _ = try send(request, mode, key: "key")
        case .sendTree: try fixture.sendTree(["a/b": "1", "c": "22"], over: session)
        case .receiveFile: _ = try receive(file, .area)
        case .receiveDescriptor: _ = try receive(file, .descriptor)
        case .receiveTree: _ = try receive(tree, .area)
        case .confirm, .confirmTaken: try session.confirm(#require(claim).claim, taken: call == .confirmTaken)
        case .returnArea, .returnTaken: session.close()
        case .keep:
            _ = try session.keep(.id(area))
            _ = try session.release(request, .id(area), kept: true)
            fixture.upkeep()
        case .release: _ = try session.release(request, .id(area), kept: false)
        case .hold: _ = try session.hold(request, .id(area), milliseconds: 5000)
        case .revoke: _ = try session.revoke(request, .id(#require(file).id))
        case .renew: _ = try session.renew(request, .id(#require(file).id), milliseconds: 5000)
        case .upkeep: fixture.upkeep()
        case .endAreas: try fixture.engine.endAreas(removingFor: 5)
        case .start: break
        }
    }

    /// What the kernel closes with a process.
    func letGo() {
        session = nil
        lease = nil
    }

    // MARK: What has to hold

    func check(_ comment: Comment) throws {
        switch call {
        case .sendFile, .sendFurther, .sendOriginal, .moveByTaking, .moveUnderKey, .moveByCopy, .sendStream:
            try checkSend(comment)
        case .receiveFile, .receiveTree, .receiveDescriptor, .returnArea:
            #expect(try shown(file).usesLeft == 3, comment)
            #expect(try fixture.engine.counts().areas == 0, comment)
        case .confirm:
            let isConfirmed = try shown(file).receptions?.isEmpty == false
            #expect(try shown(file).usesLeft == (isConfirmed ? 2 : 3), comment)
            #expect(try fixture.engine.counts().areas == (isConfirmed ? 1 : 0), comment)
        case .confirmTaken:
            if try shown(limited).state == .active { try checkTaken(comment) }
        case .returnTaken: try checkTaken(comment)
        case .keep, .release, .hold, .endAreas: #expect(try shown(tree).state == .active, comment)
        case .sendTree: break
        case .revoke: #expect(try [.active, .revoked].contains(shown(file).state), comment)
        case .renew: #expect(try shown(file).state == .active, comment)
        case .upkeep: #expect(try fixture.engine.counts() == (0, 0), comment)
        case .start:
            try checkTaken(comment)
            #expect(try shown(file).usesLeft == 3, comment)
            #expect(try fixture.engine.counts() == (4, 1), comment)
            #expect((try? FileStatus.of(sourcePath)) == nil, "\(comment): the moved file's name goes")
        }
    }

    private func shown(_ grant: Grant?) throws -> Grant { try fixture.session().show(.id(#require(grant).id)) }

    private func grantsOfSource() throws -> Int {
        try fixture.session().list(after: nil).grants
            .count { $0.state == .active && $0.representations.first?.name == "two.txt" }
    }

    /// The call is there whole or not at all, and made again it is there once.
    private func checkSend(_ comment: Comment) throws {
        let before = try grantsOfSource()
        let isUnderKey = call == .sendFurther || call == .moveUnderKey
        #expect(isUnderKey ? before == 1 : before <= 1, comment)
        if call == .moveByTaking, before == 1 {
            #expect((try? FileStatus.of(sourcePath)) == nil, "\(comment): its name is gone")
        } else {
            let (now, then) = (try FileStatus.of(sourcePath), try #require(sourceStatus))
            #expect(now.inode == then.inode && now.permissions == 0o640 && now.linkCount == then.linkCount, comment)
            let file = try OwnedDescriptor.openForReading(sourcePath)
            #expect(try ExtendedAttributes.names(on: file.number).allSatisfy { !$0.text.contains("stage") }, comment)
        }
        let key = isUnderKey ? "key" : nil
        // What was read of a stream is gone from it.
        if call == .sendStream { source = nil }
        let answer = try send(request, mode, key: key)
        #expect(try send(request, mode, key: key).token == answer.token, comment)
        #expect(try grantsOfSource() == 1, comment)
        let reception = try receive(answer, .descriptor)
        #expect(reception.received.isOriginalFile == (call == .sendOriginal))
        #expect(try reception.descriptor?.readAll() == Array("second\n".utf8), comment)
    }

    /// What the receiver linked is its own, and the use can be taken again.
    private func checkTaken(_ comment: Comment) throws {
        let taken = fixture.scratch("sources/taken")
        #expect(Scratch.content(of: taken) == Array("second\n".utf8), comment)
        #expect(try shown(limited).usesLeft == 1, comment)
        let file = try #require(receive(limited, .descriptor).descriptor)
        #expect(try file.readAll() == Array("second\n".utf8), comment)
        let isSame = try file.withNumber { try FileStatus.of($0) }.sameFile(as: FileStatus.of(taken))
        #expect(!isSame, comment)
    }

    private func receive(_ grant: Grant?, _ delivery: ReceiveRequest.Delivery) throws -> Reception {
        try (session ?? fixture.session()).receive(
            ReceiveRequest(.token(#require(grant).secret), delivery: delivery))
    }

    private func received(_ grant: Grant?) throws -> String {
        let reception = try receive(grant, .area)
        try session?.confirm(reception.claim, taken: false)
        return try #require(reception.received.area)
    }
}
