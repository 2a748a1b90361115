import Glibc
import LinuxSystem
@testable import StagingEngine
import StagingModel
import Testing

@Suite("Watching pasteboards")
struct PasteboardWatchTests {
    private static func set(_ grants: [Grant], _ fixture: EngineFixture, name: String = "general") throws {
        _ = try fixture.session().setPasteboard(
            PasteboardRequest(id: randomRequest(), name: name, grants: grants.map(\.id)))
    }

    private static func isAwake(_ watch: PasteboardWatch) -> Bool { Waiting.isReadable(watch.wakeUp.number) }

    @Test("the state as it is, and then the newest one at each look, however much has changed")
    func newest() throws {
        try EngineFixture.with { fixture in
            let session = fixture.session()
            let watch = try session.watchPasteboard("general")
            #expect(try session.look(watch)?.changeCount == 0)
            #expect(!Self.isAwake(watch))
            #expect(try session.look(watch) == nil, "nothing has changed")
            for _ in 0..<5 { try Self.set([fixture.send()], fixture) }
            try Self.set([fixture.send()], fixture, name: "other")
            #expect(Self.isAwake(watch))
            #expect(try session.look(watch)?.changeCount == 5)
            #expect(try session.look(watch) == nil && !Self.isAwake(watch))
            session.endWatch(watch)
            try Self.set([], fixture)
            #expect(!Self.isAwake(watch))
        }
    }

    @Test("it is told when contents end by time, by hand, and not of what is elsewhere")
    func ends() throws {
        try EngineFixture.with { fixture in
            let session = fixture.session()
            let grants = try [60, 3600].map { try fixture.send(ttl: $0) }
            let elsewhere = try fixture.send()
            try Self.set(grants, fixture)
            let watch = try session.watchPasteboard("general")
            #expect(try session.look(watch)?.items.count == 2)
            _ = try session.revoke(randomRequest(), .id(elsewhere.id))
            #expect(!Self.isAwake(watch))
            fixture.clock.advance(seconds: 60)
            fixture.upkeep()
            #expect(Self.isAwake(watch))
            #expect(try session.look(watch)?.items.map(\.id) == [grants[1].id])
            _ = try session.revoke(randomRequest(), .id(grants[1].id))
            #expect(Self.isAwake(watch))
            let last = try #require(try session.look(watch))
            #expect(last.items.isEmpty && last.changeCount == 1)
        }
    }

    @Test("it is told when contents end with their process, by the upkeep alone")
    func bound() throws {
        try EngineFixture.with { fixture in
            let session = fixture.session()
            let process = try OtherProcess()
            _ = try session.setPasteboard(
                PasteboardRequest(
                    id: randomRequest(), name: "general", grants: [fixture.send().id],
                    bind: process.pidfd))
            let watch = try session.watchPasteboard("general")
            #expect(try session.look(watch)?.items.count == 1)
            try fixture.withUpkeep {
                try process.kill()
                _ = try Waiting.untilReadable([watch.wakeUp.number], milliseconds: 10_000)
                #expect(try session.look(watch)?.items.isEmpty == true)
            }
        }
    }

    @Test("rule 16: who is admitted to nothing is not told how often something changes")
    func strangers() throws {
        try EngineFixture.with { fixture in
            let stranger = fixture.session(.made(uid: 4711, pid: 1))
            let watch = try stranger.watchPasteboard("general", owner: OwnProcess.uid)
            #expect(try stranger.look(watch)?.changeCount == 0)
            try Self.set([fixture.send()], fixture)
            #expect(try stranger.look(watch) == nil)
            try Self.set([fixture.send(scope: .all)], fixture)
            #expect(try stranger.look(watch)?.changeCount == 2)
            try Self.set([fixture.send()], fixture)
            let closed = try #require(try stranger.look(watch))
            #expect(closed.changeCount == 0 && closed.items.isEmpty)
        }
    }
}

/// A process that does nothing until it is killed.
final class OtherProcess {
    private let child: ChildProcess
    let pidfd: SharedDescriptor

    init() throws {
        let child = try ChildProcess.start("/bin/sleep", arguments: ["sleep", "1000"])
        pidfd = SharedDescriptor(try ProcessDescriptor.open(child.pid))
        self.child = child
    }

    /// Ends it, and waits until it has ended.
    func kill() throws {
        child.send(signal: SIGKILL)
        _ = try child.wait()
    }

    deinit {
        child.send(signal: SIGKILL)
        _ = try? child.wait()
    }
}
