import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

/// A connection to a service that writes bytes as they are and reads messages, with no help of Stage's client.
final class RawConnection {
    private let socket: SharedDescriptor
    private var held: [UInt8] = []

    init(to path: Path) throws { socket = SharedDescriptor(try UnixSocket.connect(to: path)) }

    /// What came for one message, without the NUL.
    struct Message {
        let members: [String: Any]

        /// The error's full name.
        var error: String? { members["error"] as? String }
        var parameters: [String: Any] { members["parameters"] as? [String: Any] ?? [:] }
    }

    func write(_ bytes: [UInt8], descriptors: [Int32] = []) throws {
        try UnixSocket.send(bytes, descriptors: descriptors, to: socket.number)
    }

    /// Writes the messages again and again until the socket takes no more, or `most` bytes are written.
    func writeWhilePossible(_ bytes: [UInt8], most: Int) {
        var written = 0
        while written < most, Waiting.isWritable(socket.number) {
            for part in stride(from: 0, to: bytes.count, by: 1024) where Waiting.isWritable(socket.number) {
                guard (try? write(Array(bytes[part..<min(part + 1024, bytes.count)]))) != nil else { return }
                written += 1024
            }
        }
    }

    /// Writes as much as the service takes; whether it hung up over it.
    func writeUntilRefused(_ bytes: [UInt8]) -> Bool {
        do {
            try write(bytes)
            return false
        } catch {
            return true
        }
    }

    /// The next message; nil at the end of the stream.
    /// - Throws: where nothing comes within a minute.
    func next() throws -> Message? {
        while true {
            if let end = held.firstIndex(of: 0) {
                let text = held[..<end]
                held.removeSubrange(...end)
                let members = try JSONSerialization.jsonObject(with: Data(text)) as? [String: Any]
                return Message(members: try #require(members))
            }
            guard try Waiting.untilReadable([socket.number], milliseconds: 60_000) != .timedOut else {
                throw Silence()
            }
            var buffer = [UInt8](repeating: 0, count: 65536)
            guard let read = try? UnixSocket.receive(from: socket.number, into: &buffer), read.count > 0 else {
                return nil
            }
            held += buffer[..<read.count]
        }
    }

    struct Silence: Error {}

    /// Makes a call of the interface and waits for its answer.
    func call(_ method: String, _ parameters: String = "{}", descriptors: [Int32] = []) throws -> Message {
        do {
            try write(Self.message(method, parameters, descriptors: descriptors.count), descriptors: descriptors)
        } catch let error as SystemError where error.isHungUp {
            // A service that refuses a connection may have closed it by now; what it said first is there to be read.
        }
        return try #require(try next())
    }

    /// A call's bytes.
    static func message(_ method: String, _ parameters: String = "{}", descriptors: Int = 0) -> [UInt8] {
        let full = method.contains(".") ? method : "io.stage.Staging." + method
        let count = descriptors > 0 ? #","descriptors":\#(descriptors)"# : ""
        return Array(#"{"method":"\#(full)","parameters":\#(parameters)\#(count)}"#.utf8) + [0]
    }

    /// The parameters of a send of `count` files.
    static func send(_ count: Int = 1) -> String {
        let offers = Array(repeating: #"{"source":"file","name":"f.txt"}"#, count: count).joined(separator: ",")
        return #"{"requestId":"\#(UUID())","mode":"snapshot","offers":[\#(offers)]}"#
    }
}

/// A service for raw connections.
struct WireService {
    let fixture: StageFixture
    let socket: Path

    static func with<Result>(_ body: (WireService) throws -> Result) throws -> Result {
        try StageFixture.with { fixture in
            try fixture.withSharedService { try body(WireService(fixture: fixture, socket: $0)) }
        }
    }

    func connect() throws -> RawConnection { try RawConnection(to: socket) }

    /// A file of the scratch folder, open for reading.
    func file(_ name: String = "f.txt", _ text: String = "content\n") throws -> OwnedDescriptor {
        try OwnedDescriptor.openForReading(fixture.scratch.file(name, text))
    }

    /// Whether a new client is served.
    func serves() throws -> Bool { try status() != nil }

    /// What the service says of itself.
    func status() throws -> [String: Any]? {
        try connect().call("Status").parameters["status"] as? [String: Any]
    }

    func pid() throws -> Int32 { Int32(try #require(status()?["pid"] as? Int)) }

    /// Whether only as many connections are left as those that this asks over.
    func isAlone() throws -> Bool { try status()?["connections"] as? Int == 1 }
}
