import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("A service started on demand")
struct StartOnDemandTests {
    @Test("section 6: one winner when twenty sends start it at once, and all of them are served")
    func oneWinner() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "content\n")
            let sends = try (0..<20).map { _ in try fixture.start(["stage", "send", "f.txt"]) }
            let outcomes = sends.map { $0.wait() }
            for outcome in outcomes { #expect(outcome.status == 0, "\(outcome)") }
            #expect(Set(outcomes.map(\.text)).count == 20)
            #expect(try fixture.services(of: fixture.ownStore).count == 1)
            #expect(try fixture.stage("list", "--json").lines.count == 20)
        }
    }

    @Test("section 6: a command substitution returns at once, though the service stays")
    func substitution() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "content\n")
            let start = SystemClock.boot()
            let outcome = try fixture.run(["sh", "-c", "t=$(stage send f.txt 2>&1) && echo done | cat"])
            #expect(outcome.text == "done")
            // Less than the time after which an idle service ends, and this one has a grant.
            #expect(SystemClock.boot() - start < 25_000_000_000)
            #expect(try fixture.services(of: fixture.ownStore).count == 1)
        }
    }

    @Test("the first thread of a forked service, which Swift's locks know by a wrong number, does nothing")
    func firstThread() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "content\n")
            try #require(try fixture.run(["stage", "send", "f.txt"]).status == 0)
            let pid = try fixture.ownService()
            func blocked(_ thread: Int32) throws -> UInt64 {
                let status = String(
                    decoding: try SmallFile.read(Path("/proc/\(pid)/task/\(thread)/status")), as: UTF8.self)
                return try #require(Self.field("SigBlk", of: status).flatMap { UInt64($0, radix: 16) })
            }
            // It is left with all signals blocked; whoever does something blocks a few.
            let usual: UInt64 = 1 << UInt64(SIGUSR1 - 1) | 1 << UInt64(SIGHUP - 1)
            #expect(try blocked(pid) & usual == usual)
            // A thread that ends, as that of the send may do now, blocks all signals before it is gone.
            let othersAreFree = try Patience.until {
                try Scratch.names(in: Path("/proc/\(pid)/task")).compactMap(Int32.init).allSatisfy { thread in
                    thread == pid || (try? blocked(thread)).map { $0 & usual == 0 } ?? true
                }
            }
            #expect(othersAreFree)
        }
    }

    @Test("section 6: nothing of the client is inherited")
    func nothingInherited() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "content\n")
            let started = try fixture.run(
                [
                    "sh", "-c",
                    "umask 000; trap '' INT HUP USR1; exec 7<f.txt 8>other; stage send f.txt; readlink /proc/$$/ns/pid",
                ], environment: ["SECRET_OF_CLIENT": "secret", "STAGE_TOKEN": "secret", "LANG": "de_DE.UTF-8"])
            try #require(started.status == 0, "\(started)")
            let pid = try fixture.ownService()
            // What was sent is open until its connection has ended.
            let own = ["/dev/null", fixture.ownStore.text, "anon_inode:", "socket:"]
            let hasOwnAlone = try Patience.until {
                try OpenFiles.of(pid).allSatisfy { file in own.contains { file.hasPrefix($0) } }
            }
            let open = try OpenFiles.of(pid)
            #expect(hasOwnAlone, "\(open)")
            let environment = String(decoding: try SmallFile.read(Path("/proc/\(pid)/environ")), as: UTF8.self)
            let names = environment.split(separator: "\0").map { $0.prefix { $0 != "=" } }
            #expect(Set(names).isSubset(of: ["HOME", "PATH", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "TMPDIR"]))
            let status = String(decoding: try SmallFile.read(Path("/proc/\(pid)/status")), as: UTF8.self)
            #expect(status.contains("Umask:\t0077"))
            let ignored = try #require(Self.field("SigIgn", of: status).flatMap { UInt64($0, radix: 16) })
            for signal in [SIGINT, SIGHUP, SIGUSR1] { #expect(ignored & 1 << (UInt64(signal) - 1) == 0, "\(signal)") }
            // A session of its own, so that the terminal's end is not its end.
            #expect(getsid(pid) == pid)
            for name in ["catalogue.db", "log", "lock"] {
                #expect(try FileStatus.of(fixture.ownStore.appending(Path(name))).permissions == 0o600, "\(name)")
            }
            #expect(try FileStatus.of(fixture.ownStore).permissions == 0o700)
            #expect(try FileStatus.of(fixture.ownStore.appending("socket")).permissions & 0o077 == 0)
        }
    }

    private static func field(_ name: String, of status: String) -> String? {
        status.split(separator: "\n").first { $0.hasPrefix(name + ":") }.map {
            $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
        }
    }

    @Test("section 6: staged is found beside the real path of stage, never beside a link to it nor through PATH")
    func besideTheRealPath() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "content\n")
            let folder = try fixture.scratch.folder("bin")
            let false_ = "#!/bin/sh\necho false >\(fixture.scratch("ran").text)\n"
            try fixture.scratch.file("bin/staged", false_, mode: 0o755)
            let outcome = try fixture.run(
                ["sh", "-c", "ln -s '\(fixture.programs.appending("stage").text)' bin/stage && bin/stage send f.txt"],
                environment: ["PATH": "\(folder.text):/usr/bin:/bin"])
            #expect(outcome.status == 0, "\(outcome)")
            #expect(Scratch.content(of: fixture.scratch("ran")) == nil)
            #expect(try fixture.services(of: fixture.ownStore).count == 1)
        }
    }

    @Test("section 6: without staged beside it, stage says so")
    func noProgram() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "content\n")
            let outcome = try fixture.run(
                [
                    "sh", "-c",
                    "mkdir alone && { ln '\(fixture.programs.appending("stage").text)' alone/ 2>/dev/null || cp '\(fixture.programs.appending("stage").text)' alone/; } && alone/stage send f.txt",
                ])
            #expect(outcome.status == 7, "\(outcome)")
            #expect(outcome.errors.contains("hint: install staged beside stage"))
        }
    }

    @Test("a store whose path is longer than a socket's address holds")
    func longPath() throws {
        try StageFixture.with { fixture in
            let long = fixture.scratch(
                "state/" + String(repeating: "long/", count: 10) + String(repeating: "x", count: 200))
            let environment = ["XDG_STATE_HOME": long.text]
            let token = try fixture.sent(environment: environment)
            let received = try fixture.stage("receive", token, "--stdout", environment: environment)
            #expect(received.text == "content", "\(received)")
            #expect(try fixture.stage("stop", environment: environment).status == 0)
        }
    }

    @Test("a home or store that cannot be used is told, with what to do", arguments: ["file", "missing"])
    func unusableStore(kind: String) throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "content\n")
            try fixture.scratch.file("file", "")
            let environment =
                kind == "file"
                ? ["XDG_STATE_HOME": fixture.scratch("file").text] : ["XDG_STATE_HOME": "/proc/nothing/here"]
            let outcome = try fixture.stage("send", "f.txt", environment: environment)
            #expect(outcome.status == 7, "\(outcome)")
            #expect(outcome.errors.contains("XDG_STATE_HOME"))
        }
    }

    @Test("section 6: a store, or a service, of another user is not used", Needs.severalUsers)
    func othersStore() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "content\n")
            // A store that belongs to root, in a place that the user named.
            try fixture.scratch.folder("theirs")
            try fixture.scratch.folder("theirs/stage", mode: 0o777)
            let environment = ["XDG_STATE_HOME": fixture.scratch("theirs").text]
            let store = try fixture.stage("send", "f.txt", as: Users.sender, environment: environment)
            #expect(store.status == 7, "\(store)")
            #expect(store.errors.contains("belongs to another user"), "\(store)")

            // A service of somebody else's listens where the own one would.
            let service = try fixture.start([
                "staged", "--socket", fixture.scratch("theirs/stage/socket").text, "--store",
                fixture.scratch("store").text,
            ])
            defer {
                service.send(signal: SIGTERM)
                _ = service.wait()
            }
            let listens = Patience.until {
                (try? UnixSocket.connect(to: fixture.scratch("theirs/stage/socket"))) != nil
            }
            try #require(listens, "\(service.errorsSoFar)")
            for command in [["send", "f.txt"], ["list"], ["receive", "stg_aaaaaaaaaaaaaaaaaaaaaaaaaa"]] {
                let outcome = try fixture.run(["stage"] + command, as: Users.sender, environment: environment)
                #expect(outcome.status == 7, "\(command): \(outcome)")
                #expect(outcome.errors.contains("runs as another user"), "\(outcome)")
            }
        }
    }
}
