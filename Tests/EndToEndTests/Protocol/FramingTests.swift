import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Messages on the socket")
struct MessagesOnTheSocketTests {
    @Test("case B53: a request that comes byte by byte")
    func byteByByte() throws {
        try WireService.with { service in
            let connection = try service.connect()
            for byte in RawConnection.message("Status") {
                try connection.write([byte])
                Waiting.pause(milliseconds: 1)
            }
            let answer = try #require(try connection.next())
            #expect(answer.parameters["status"] != nil)
        }
    }

    @Test("case B53: a hundred requests in one write are answered in order")
    func manyAtOnce() throws {
        try WireService.with { service in
            let connection = try service.connect()
            let ids = (0..<100).map { "id\($0)" }
            try connection.write(ids.flatMap { RawConnection.message("Show", #"{"id":"\#($0)"}"#) })
            for id in ids {
                let answer = try #require(try connection.next())
                #expect(answer.error == "io.stage.Staging.NoSuchGrant")
                #expect((answer.parameters["message"] as? String)?.contains("'\(id)'") == true)
            }
        }
    }

    @Test(
        "case B53, rule 21: a request of 2 MiB, with an end or without, gets an error and costs its connection alone",
        arguments: [true, false])
    func tooLong(hasEnd: Bool) throws {
        try WireService.with { service in
            let other = try service.connect()
            let connection = try service.connect()
            let filler = [UInt8](repeating: UInt8(ascii: "x"), count: 2 << 20)
            _ = connection.writeUntilRefused(
                Array(#"{"method":"io.stage.Staging.Show","parameters":{"id":""#.utf8) + filler
                    + (hasEnd ? Array("\"}}\0".utf8) : []))
            let answer = try #require(try connection.next())
            #expect(answer.error == "io.stage.Staging.LimitExceeded")
            #expect((answer.parameters["message"] as? String)?.contains("1048576") == true)
            let end = try connection.next()
            #expect(end == nil)
            #expect(try other.call("Status").error == nil)
            #expect(try service.serves())
        }
    }

    @Test("case B53: of two requests that come together, the descriptor belongs to the one that says so")
    func joined() throws {
        try WireService.with { service in
            let file = try service.file()
            let connection = try service.connect()
            let pid = try service.pid()
            kill(pid, SIGSTOP)
            defer { kill(pid, SIGCONT) }
            try connection.write(RawConnection.message("Show", #"{"id":"none"}"#))
            try connection.write(
                RawConnection.message("Send", RawConnection.send(), descriptors: 1), descriptors: [file.number])
            kill(pid, SIGCONT)
            #expect(try connection.next()?.error == "io.stage.Staging.NoSuchGrant")
            let sent = try #require(try connection.next())
            #expect(sent.error == nil, "\(sent)")
        }
    }

    @Test("case B53: a request whose half comes with the one before it")
    func halves() throws {
        try WireService.with { service in
            let connection = try service.connect()
            let message = RawConnection.message("Status")
            try connection.write(message + message[..<20])
            #expect(try connection.next()?.error == nil)
            try connection.write(Array(message[20...]))
            #expect(try connection.next()?.error == nil)
        }
    }

    @Test("a oneway call is done and not answered")
    func oneway() throws {
        try WireService.with { service in
            let connection = try service.connect()
            try connection.write(
                Array(#"{"method":"io.stage.Staging.Show","parameters":{"id":"x"},"oneway":true}"#.utf8) + [0])
            let next = try connection.call("Status")
            #expect(next.parameters["status"] != nil)
        }
    }
}
