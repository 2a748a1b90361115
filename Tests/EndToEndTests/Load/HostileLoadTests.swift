import Foundation
import LinuxSystem
import StagingTestSupport
import Synchronization
import Testing

/// Clients that take all they can get (rules 21 and 23).
@Suite("Hostile load")
struct HostileLoadTests {
    @Test("rule 21: of 10,000 connections at once a user gets 64; each other is told why, and other users get in")
    func connections() throws {
        ProcessControl.raiseFileLimit()
        try WireService.with { service in
            #expect(try Patience.until { try service.isAlone() })
            let pid = try service.pid()
            let before = try OpenFiles.of(pid).count
            let count = LoopBudget.rounds(3000, full: 10_000)
            var served: [RawConnection] = []
            var refused: [RawConnection] = []
            for _ in 0..<count {
                let connection = try service.connect()
                if served.count < 64, let answer = try? connection.call("Status"), answer.error == nil {
                    served.append(connection)
                } else {
                    refused.append(connection)
                }
            }
            // The one that asked for the pid may have been there a moment longer.
            #expect((63...64).contains(served.count))
            for connection in refused.suffix(200) {
                #expect(try connection.next()?.error == "io.stage.Staging.LimitExceeded")
                let end = try connection.next()
                #expect(end == nil)
            }
            // A socket and a pidfd for each that is served.
            #expect(try OpenFiles.of(pid).count <= before + 3 * 64, "the refused cost the service nothing")
            #expect(try served[0].call("Status").error == nil)
            if Needs.canRunAsOthers {
                let other = try service.fixture.stage(
                    "list", as: Users.sender, environment: ["STAGE_SOCKET": service.socket.text])
                #expect(other.status == 0, "\(other)")
            }
            served = []
            refused = []
            #expect(try Patience.until { try service.isAlone() })
        }
    }

    @Test("rule 21: users with many connections leave the last places to those with few", Needs.severalUsers)
    func lastPlaces() throws {
        try SharedService.with(configuration: "[limits]\nconnections = 32\n") { service in
            // A connection of a command that runs for as long as its input is open.
            var root: [RawConnection] = []
            // Whoever asked whether the service is there may be counted a moment longer.
            let hasAll = try Patience.until {
                let connection = try RawConnection(to: service.socket)
                if let answer = try? connection.call("Status"), answer.error == nil { root.append(connection) }
                return root.count == 28
            }
            try #require(hasAll)
            let surplus = try RawConnection(to: service.socket)
            let answer = try #require(try surplus.next())
            #expect(answer.error == "io.stage.Staging.LimitExceeded")
            #expect((answer.parameters["message"] as? String)?.contains("nearly") == true)
            for user in [Users.sender, Users.receiver] {
                let other = try service.stage("list", as: user)
                #expect(other.status == 0, "\(other)")
            }
            withExtendedLifetime(root) {}
        }
    }

    @Test("rule 23: answers that nobody reads and floods of small calls neither block others nor let the service grow")
    func flood() throws {
        try WireService.with { service in
            let pid = try service.pid()
            let request = Array(
                repeating: RawConnection.message(
                    "org.varlink.service.GetInterfaceDescription", #"{"interface":"io.stage.Staging"}"#), count: 100
            ).flatMap { $0 }
            let deaf = try (0..<20).map { _ in try service.connect() }
            // Each takes in what the two sockets' buffers hold, and no more.
            for connection in deaf { connection.writeWhilePossible(request, most: 4 << 20) }
            let floods = try (0..<4).map { _ in try service.connect() }
            func round() throws {
                for connection in floods {
                    try connection.write(
                        Array(repeating: RawConnection.message("Status"), count: 200).flatMap { $0 })
                }
                for connection in floods { for _ in 0..<200 { _ = try connection.next() } }
            }
            for _ in 0..<10 { try round() }
            let before = try Memory.of(pid, "VmRSS")
            for _ in 0..<LoopBudget.rounds(20, full: 500) {
                try round()
                #expect(try service.serves())
            }
            let after = try Memory.of(pid, "VmRSS")
            #expect(after < before + 4096, "kilobytes: \(before), then \(after)")
            #expect(after < 80 << 10)
            withExtendedLifetime(deaf) {}
        }
    }

    @Test("rule 23: half messages of many connections, and descriptors that no message names, are let go of at the end")
    func halves() throws {
        try WireService.with { service in
            let file = try service.file()
            let pid = try service.pid()
            #expect(try Patience.until { try service.isAlone() })
            let before = try OpenFiles.of(pid).count
            let threads = try Memory.threads(of: pid)
            for _ in 0..<3 {
                // Those of the last round are counted until the service has seen their end.
                try #require(Patience.until { try OpenFiles.of(pid).count <= before + 2 })
                let half = RawConnection.message("Send", RawConnection.send(64), descriptors: 64)
                let connections = try (0..<60).map { _ in
                    let connection = try service.connect()
                    try connection.write(Array(half.dropLast()), descriptors: Array(repeating: file.number, count: 64))
                    return connection
                }
                #expect(try Patience.until { try OpenFiles.of(pid).count >= before + 60 * 64 })
                #expect(try service.serves(), "others are served meanwhile")
                withExtendedLifetime(connections) {}
            }
            #expect(try Patience.until { try OpenFiles.of(pid).count <= before })
            #expect(try Patience.until { try Memory.threads(of: pid) <= threads })
            #expect(try service.serves())
        }
    }
}

/// What a process takes.
enum Memory {
    /// A line of `/proc/PID/status`, in kilobytes.
    static func of(_ pid: Int32, _ line: String) throws -> Int {
        let text = String(decoding: Scratch.content(of: Path("/proc/\(pid)/status")) ?? [], as: UTF8.self)
        let found = try #require(text.split(separator: "\n").first { $0.hasPrefix(line + ":") }, "\(line) of \(pid)")
        return try #require(Int(found.filter(\.isNumber)))
    }

    static func threads(of pid: Int32) throws -> Int { try of(pid, "Threads") }
}
