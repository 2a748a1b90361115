import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

/// One fixture and what tests of sending and receiving do with it over and over.
struct Handover {
    let fixture: StageFixture

    var scratch: Scratch { fixture.scratch }
    /// The service's store.
    var store: Path { scratch("state/stage") }

    static func with(_ body: (Handover) throws -> Void) throws {
        try StageFixture.with { try body(Handover(fixture: $0)) }
    }

    /// Runs `stage`.
    @discardableResult
    func stage(_ arguments: [String], input: String? = nil) throws -> StageFixture.Outcome {
        try fixture.run(
            [fixture.programs.appending("stage").text] + arguments, input: input.map { Array($0.utf8) })
    }

    /// Sends with these arguments and answers the token.
    func token(_ arguments: String..., location: SourceLocation = #_sourceLocation) throws -> String {
        let sent = try stage(["send"] + arguments)
        #expect(sent.status == 0, "\(sent)", sourceLocation: location)
        return sent.text
    }

    /// Sends with these arguments and answers the grant.
    func grant(_ arguments: String..., location: SourceLocation = #_sourceLocation) throws -> JSONObject {
        let sent = try stage(["send", "--json"] + arguments)
        #expect(sent.status == 0, "\(sent)", sourceLocation: location)
        return try JSONObject(sent.text)
    }

    /// Receives what a token names.
    @discardableResult
    func receive(_ token: String, _ arguments: String...) throws -> StageFixture.Outcome {
        try stage(["receive", "-"] + arguments, input: token + "\n")
    }

    /// The bytes that a token gives.
    func bytes(of token: String) throws -> [UInt8] { try receive(token, "--stdout").output }

    /// The path of a new area's file.
    func area(of token: String, location: SourceLocation = #_sourceLocation) throws -> Path {
        let received = try receive(token)
        #expect(received.status == 0, "\(received)", sourceLocation: location)
        return Path(received.text)
    }

    /// Runs a script of the shell, with the programs in its PATH.
    @discardableResult
    func script(_ text: String) throws -> StageFixture.Outcome { try fixture.run(["/bin/sh", "-c", text]) }

    func start(script text: String) throws -> StageFixture.Running { try fixture.start(["/bin/sh", "-c", text]) }

    func status(_ name: String) throws -> FileStatus { try FileStatus.of(scratch(name)) }

    func exists(_ name: String) -> Bool { (try? status(name)) != nil }

    func text(_ name: String) -> String? {
        Scratch.content(of: scratch(name)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The names of staged files and trees.
    var staged: [String] { get throws { try Scratch.names(in: store.appending("bytes")) } }

    /// What stands half made in the store.
    var incoming: [String] { get throws { try Scratch.names(in: store.appending("incoming")) } }

    /// The pid of the user's own service, which is started where none runs.
    func servicePID() throws -> Int32 {
        let before = (try? staged) ?? []
        try scratch.file("starter", "x")
        try stage(["revoke", token("starter")])
        try eventually("its bytes are gone") { try staged == before }
        let status = try JSONObject(stage(["status", "--json"]).text)
        return Int32(try #require(status["pid"] as? Int))
    }

    /// Polls, for a minute at most: how long something takes on a machine with much else to do is no test's question.
    func eventually(
        _ what: Comment, location: SourceLocation = #_sourceLocation, _ condition: () throws -> Bool
    ) throws {
        for _ in 0..<12_000 {
            if try condition() { return }
            Waiting.pause(milliseconds: 5)
        }
        Issue.record(what, sourceLocation: location)
    }
}

/// A JSON object that a program printed.
struct JSONObject {
    let members: [String: Any]

    init(_ text: String) throws {
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
        members = try #require(value as? [String: Any], "an object: \(text)")
    }

    init(members: [String: Any]) { self.members = members }

    subscript(name: String) -> Any? { members[name] }

    func text(_ name: String) -> String { members[name] as? String ?? "" }

    /// The representations of a grant.
    var representations: [JSONObject] {
        (members["representations"] as? [[String: Any]] ?? []).map(JSONObject.init(members:))
    }
}

/// Contents that are what they say.
enum Sample {
    static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0x1F, 0x15, 0xC4, 0x89]
    static let pdf = Array("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n".utf8)
    static let gzip: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]

    /// Bytes that differ from place to place and repeat from run to run.
    static func bytes(_ count: Int) -> [UInt8] {
        var state: UInt32 = 12345
        return (0..<count).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: state >> 16)
        }
    }
}
