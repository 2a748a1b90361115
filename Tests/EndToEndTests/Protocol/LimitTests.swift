import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Limits on the socket")
struct SocketLimitTests {
    @Test("rule 21: the 65th connection of a user is refused with a reason; the others go on, and so do other users")
    func connections() throws {
        try WireService.with { service in
            #expect(try Patience.until { try service.isAlone() })
            let first = try service.connect()
            #expect(try Patience.until { try first.call("Status").connections == 1 })
            let rest = try (0..<63).map { _ in try service.connect() }
            for connection in rest { #expect(try connection.call("Status").error == nil) }

            let surplus = try service.connect()
            let answer = try #require(try surplus.next())
            #expect(answer.error == "io.stage.Staging.LimitExceeded")
            #expect(answer.parameters["hint"] != nil)
            let end = try surplus.next()
            #expect(end == nil)
            // The command as well, which has written its call by then.
            let environment = ["STAGE_SOCKET": service.socket.text]
            let refused = try service.fixture.stage("list", environment: environment)
            #expect(refused.status == 6, "\(refused)")
            #expect(refused.errors.contains("64 connections"))

            for connection in [first] + rest { #expect(try connection.call("Status").error == nil) }
            if Needs.canRunAsOthers {
                let other = try service.fixture.stage("list", as: Users.sender, environment: environment)
                #expect(other.status == 0, "\(other)")
            }
        }
    }

    @Test("rule 21: a connection that has ended makes room")
    func room() throws {
        try WireService.with { service in
            for _ in 0..<3 {
                // The service notices an end a moment after it; who comes in that moment is refused, and tries again.
                let all = try (0..<50).map { _ in
                    for _ in 0..<2000 {
                        let connection = try service.connect()
                        if let answer = try? connection.call("Status"), answer.error == nil { return connection }
                        Waiting.pause(milliseconds: 10)
                    }
                    throw StageFixture.Missing(what: "room for a connection")
                }
                withExtendedLifetime(all) {}
            }
        }
    }

    @Test("rule 21: more descriptors than a message may bring, fewer than it names, and one that nobody asked for")
    func descriptors() throws {
        try WireService.with { service in
            let file = try service.file()
            let connection = try service.connect()
            let many = try connection.call(
                "Send", RawConnection.send(65), descriptors: Array(repeating: file.number, count: 65))
            #expect(many.error == "io.stage.Staging.LimitExceeded", "\(many)")

            let other = try service.connect()
            try other.write(
                RawConnection.message("Send", RawConnection.send(3), descriptors: 3), descriptors: [file.number])
            let few = try #require(try other.next())
            #expect(few.error == "io.stage.Staging.InvalidRequest", "\(few)")

            let third = try service.connect()
            try third.write(
                RawConnection.message("Send", RawConnection.send(), descriptors: 2),
                descriptors: [file.number, file.number])
            let surplus = try #require(try third.next())
            #expect(surplus.error == "io.stage.Staging.InvalidRequest", "\(surplus)")
            #expect(try service.serves())
        }
    }

    @Test(
        "case B51: at the limit of open files the client is told, and the next request works",
        Needs.program("prlimit"))
    func openFiles() throws {
        try WireService.with { service in
            let file = try service.file()
            let connection = try service.connect()
            _ = try connection.call("Status")
            let pid = try service.pid()
            #expect(try Patience.until { try connection.call("Status").connections == 1 })
            // Who asked before is counted no more a moment before its descriptors are closed, which would be more room.
            #expect(try Patience.until { try OpenFiles.of(pid).count { $0.contains("pidfd") } <= 1 })
            // Room for two more.
            let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").compactMap { Int($0) }
            let used = Set(numbers)
            let free = (0...).lazy.filter { !used.contains($0) }.prefix(3)
            let limit = try #require(Array(free).last)
            let limited = try service.fixture.run(["prlimit", "--pid", "\(pid)", "--nofile=\(limit):"])
            try #require(limited.status == 0, "\(limited)")

            let refused = try connection.call(
                "Send", RawConnection.send(3), descriptors: [file.number, file.number, file.number])
            #expect(refused.error == "io.stage.Staging.LimitExceeded", "\(refused)")
            #expect(try connection.call("Status").error == nil)
            // What did arrive was closed.
            let after = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count
            #expect(after <= numbers.count)

            try service.fixture.run(["prlimit", "--pid", "\(pid)", "--nofile=\(limit + 100):"])
            let sent = try connection.call(
                "Send", RawConnection.send(3), descriptors: [file.number, file.number, file.number])
            #expect(sent.error == nil, "\(sent)")
        }
    }

    @Test(
        "at the limit of open files those who connect wait, and are served when there is room",
        Needs.program("prlimit"))
    func fullService() throws {
        try WireService.with { service in
            let connection = try service.connect()
            _ = try connection.call("Status")
            let pid = try service.pid()
            #expect(try Patience.until { try connection.call("Status").connections == 1 })
            let count = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count
            try service.fixture.run(["prlimit", "--pid", "\(pid)", "--nofile=\(count):"])
            let waiting = try service.connect()
            try waiting.write(RawConnection.message("Status"))
            #expect(try connection.call("Status").error == nil)
            try service.fixture.run(["prlimit", "--pid", "\(pid)", "--nofile=\(count + 100):"])
            #expect(try waiting.next()?.error == nil)
        }
    }
}

extension RawConnection.Message {
    /// The number of connections in a status.
    fileprivate var connections: Int? { (parameters["status"] as? [String: Any])?["connections"] as? Int }
}
