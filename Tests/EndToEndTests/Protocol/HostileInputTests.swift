import Foundation
import LinuxSystem
import StagingTestSupport
import Synchronization
import Testing

@Suite("Hostile input")
struct HostileInputTests {
    private static let garbage: [(what: String, bytes: [UInt8])] = [
        ("nothing", [0]),
        ("no JSON", Array("hello\0".utf8)),
        ("a number", Array("5\0".utf8)),
        ("an array", Array("[]\0".utf8)),
        ("no method", Array("{}\0".utf8)),
        ("a method that is a number", Array(#"{"method":5}"#.utf8) + [0]),
        ("parameters that are an array", Array(#"{"method":"io.stage.Staging.Show","parameters":[]}"#.utf8) + [0]),
        ("bytes that are no UTF-8", [0xFF, 0xFE, 0x00, 0x7B]),
        (
            "a negative number of descriptors",
            Array(#"{"method":"io.stage.Staging.Status","descriptors":-1}"#.utf8) + [0]
        ),
        (
            "more descriptors than there can be",
            Array(#"{"method":"io.stage.Staging.Status","descriptors":9223372036854775807}"#.utf8) + [0]
        ),
        (
            "half a million levels",
            Array(#"{"method":"io.stage.Staging.Show","parameters":{"id":"#.utf8)
                + Array(repeating: UInt8(ascii: "["), count: 500_000) + [0]
        ),
        ("a TLS hello", [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00]),
        ("HTTP", Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n\0".utf8)),
        ("random bytes", (0..<100_000).map { _ in UInt8.random(in: 0...255) } + [0]),
    ]

    @Test("rule 23: garbage is refused or hung up on, at once, and costs its own connection only")
    func refused() throws {
        try WireService.with { service in
            let bystander = try service.connect()
            let pid = try service.pid()
            let before = try OpenFiles.of(pid).count
            for (what, bytes) in Self.garbage {
                let connection = try service.connect()
                _ = connection.writeUntilRefused(bytes)
                let answer = try connection.next()
                if let answer { #expect(answer.error != nil, "\(what): \(answer)") }
                #expect(try bystander.call("Status").error == nil, "after \(what)")
            }
            #expect(try service.pid() == pid)
            // Nothing of them is left: neither threads nor descriptors.
            #expect(try Patience.until { try OpenFiles.of(pid).count <= before })
        }
    }

    @Test(
        "rule 23: what a call names wrongly is told in Varlink's own errors, and the connection goes on",
        arguments: [
            ("org.varlink.service.Nothing", "{}", "org.varlink.service.MethodNotFound"),
            ("io.stage.Staging.Nothing", "{}", "org.varlink.service.MethodNotFound"),
            ("io.stage.Nothing.Show", "{}", "org.varlink.service.InterfaceNotFound"),
            ("nodots", "{}", "org.varlink.service.MethodNotFound"),
            ("io.stage.Staging.Show", #"{"nothing":1}"#, "org.varlink.service.InvalidParameter"),
            ("io.stage.Staging.Show", #"{"token":5}"#, "org.varlink.service.InvalidParameter"),
            ("io.stage.Staging.Send", "{}", "org.varlink.service.InvalidParameter"),
            ("io.stage.Staging.Show", "{}", "io.stage.Staging.InvalidRequest"),
            ("io.stage.Staging.Show", #"{"token":"t","id":"i"}"#, "io.stage.Staging.InvalidRequest"),
            ("io.stage.Staging.Revoke", #"{"requestId":"short","id":"i"}"#, "io.stage.Staging.InvalidRequest"),
            ("io.stage.Staging.Watch", "{}", "org.varlink.service.ExpectedMore"),
            ("io.stage.Staging.Confirm", #"{"claim":"x"}"#, "io.stage.Staging.NoSuchGrant"),
            ("io.stage.Staging.AddEntries", #"{"staging":"x","entries":[]}"#, "io.stage.Staging.InvalidRequest"),
            (
                "org.varlink.service.GetInterfaceDescription", #"{"interface":"io.stage.Nothing"}"#,
                "org.varlink.service.InterfaceNotFound"
            ),
        ])
    func wrongNames(method: String, parameters: String, error: String) throws {
        try WireService.with { service in
            let connection = try service.connect()
            var bytes = RawConnection.message(method, parameters)
            if method == "nodots" { bytes = Array(#"{"method":"nodots"}"#.utf8) + [0] }
            try connection.write(bytes)
            let answer = try #require(try connection.next())
            #expect(answer.error == error, "\(answer)")
            #expect(try connection.call("Status").error == nil)
        }
    }

    @Test("rule 23: half a message and then nothing more")
    func halfThenClosed() throws {
        try WireService.with { service in
            let file = try service.file()
            let pid = try service.pid()
            #expect(try Patience.until { try service.isAlone() })
            let before = try OpenFiles.of(pid).count
            for length in [1, 10, 40] {
                let connection = try service.connect()
                try connection.write(
                    Array(RawConnection.message("Send", RawConnection.send(), descriptors: 1)[..<length]),
                    descriptors: [file.number])
            }
            #expect(try Patience.until { try service.isAlone() })
            #expect(try Patience.until { try OpenFiles.of(pid).count <= before })
        }
    }

    @Test("rule 23: a sender that goes away while its stream is read leaves nothing")
    func streamLeftAlone() throws {
        try WireService.with { service in
            let pipe = try LinuxSystem.Pipe()
            let connection = Mutex(try service.connect() as RawConnection?)
            try connection.withLock { open in
                try open?.write(
                    RawConnection.message(
                        "Send",
                        #"{"requestId":"\#(UUID())","mode":"snapshot","offers":[{"source":"stream"}]}"#, descriptors: 1),
                    descriptors: [pipe.reading.number])
            }
            #expect(try Patience.until { try service.status()?["connections"] as? Int == 2 })
            connection.withLock { $0 = nil }
            #expect(try Patience.until { try service.isAlone() })
            let left = try service.connect().call("List")
            #expect((left.parameters["grants"] as? [Any])?.isEmpty == true, "\(left)")
        }
    }

    @Test("rule 23: replies that nobody reads block nobody else")
    func unreadReplies() throws {
        try WireService.with { service in
            let connection = try service.connect()
            let request = RawConnection.message(
                "org.varlink.service.GetInterfaceDescription", #"{"interface":"io.stage.Staging"}"#)
            // More than any socket buffer holds, several times over.
            try connection.write(Array(repeating: request, count: 200).flatMap { $0 })
            for _ in 0..<10 { #expect(try service.serves()) }
        }
    }
}
