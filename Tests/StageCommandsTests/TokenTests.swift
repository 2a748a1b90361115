import Foundation
import Testing

@testable import StageCommands

private let token = "stg_abcdefghijklmnopqrstuvw234"

/// A pipe whose reading end the test lends by number.
private func withPipe<Result>(_ text: String, _ body: (Int32) throws -> Result) throws -> Result {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try pipe.fileHandleForWriting.close()
    return try withExtendedLifetime(pipe) { try body(pipe.fileHandleForReading.fileDescriptor) }
}

@Suite("Tokens")
struct TokenTests {
    @Test(
        "section 4: where a token comes from",
        arguments: [
            (nil, .environment), ("-", .standardInput), ("@t", .file(bytes("t"))), ("@-", .file(bytes("-"))),
            ("fd:3", .descriptor(3)), (token, .literal(bytes(token))), ("k7f3", .literal(bytes("k7f3"))),
        ] as [(String?, TokenSource)])
    func sources(argument: String?, source: TokenSource) throws {
        #expect(try TokenSource.parse(argument.map(bytes)) == source)
    }

    @Test("section 4: sources that lack their half", arguments: ["@", "fd:", "fd:x", "fd:-1", "fd:99999999999"])
    func brokenSources(argument: String) {
        #expect(failure { () throws(UsageError) in try TokenSource.parse(bytes(argument)) }?.hint != nil)
    }

    @Test("section 4: fd:N gives its first line and leaves the rest to be read")
    func descriptor() throws {
        try withPipe("\(token)\r\nthe rest\n") { number in
            let source = try TokenSource.parse(bytes("fd:\(number)"))
            #expect(try source.token() == token)
            let rest = FileHandle(fileDescriptor: number, closeOnDealloc: false)
            #expect(try rest.readToEnd() == Data("the rest\n".utf8))
        }
    }

    @Test(
        "section 4: a stream without a token says so",
        arguments: [
            ("", "there is no token on descriptor "), ("\n\(token)\n", "there is no token on descriptor "),
            ("  \n", "the first line of descriptor "), (String(repeating: "a", count: 5000), "the first line of "),
        ])
    func emptyStream(text: String, message: String) throws {
        try withPipe(text) { number in
            let source = TokenSource.descriptor(number)
            let error = failure { () throws(UsageError) in try source.token() }
            #expect(error?.message.hasPrefix(message) == true)
        }
    }

    @Test("section 4: @FILE")
    func file() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "token-\(UUID())")
        defer { try? FileManager.default.removeItem(at: url) }
        let source = try TokenSource.parse(bytes("@\(url.path)"))
        let error = failure { () throws(UsageError) in try source.token() }
        #expect(error?.message.hasSuffix("No such file or directory") == true)
        try Data("\(token)\n".utf8).write(to: url)
        #expect(try source.token() == token)
    }

    @Test("section 4: a closed descriptor is wrong usage")
    func closedDescriptor() {
        let error = failure { () throws(UsageError) in try TokenSource.descriptor(1_000_000).token() }
        #expect(error?.message.hasSuffix("Bad file descriptor") == true)
    }

    @Test("section 4: left out, it is $STAGE_TOKEN")
    func environment() throws {
        let source = try TokenSource.parse(nil)
        #expect(try source.token { $0 == "STAGE_TOKEN" ? bytes(token) : nil } == token)
        for value in [nil, []] as [Bytes?] {
            let error = failure { () throws(UsageError) in try source.token { _ in value } }
            #expect(error?.message == "no TOKEN is given, and $STAGE_TOKEN is not set")
        }
    }

    @Test(
        "section 4: a mistyped token is told what is wrong, and not repeated",
        arguments: [
            ("", "that is no token: tokens begin with stg_"),
            ("film.mkv", "that is no token: tokens begin with stg_"),
            ("stg_", "the token is too short: after stg_ it has 0 characters, not 26"),
            (String(token.dropLast()), "the token is too short: after stg_ it has 25 characters, not 26"),
            (token + "a", "the token is too long: after stg_ it has 27 characters, not 26"),
            (token.uppercased(), "the token is mistyped: a token has no upper-case letters"),
            ("STG_" + token.dropFirst(4), "the token is mistyped: a token has no upper-case letters"),
            (
                "stg_0bcdefghijklmnopqrstuvw234",
                "the token is mistyped: after stg_ there are only a-z and 2-7, but character 1 is another; it may be "
                    + "the letter o"
            ),
            (
                "stg_abcdefghijklmnopqrstuvw23-",
                "the token is mistyped: after stg_ there are only a-z and 2-7, but character 26 is another"
            ),
        ])
    func mistyped(text: String, message: String) {
        let error = failure { () throws(UsageError) in try TokenText.check(bytes(text)) }
        #expect(error?.message == message)
        #expect(error?.hint != nil)
        let told = "\(message) \(error?.hint ?? "")"
        #expect(!told.contains("bcdefgh"))
    }

    @Test("section 4: a token or an id")
    func references() throws {
        #expect(try TokenSource.literal(bytes(token)).reference() == .token(token))
        #expect(try TokenSource.literal(bytes("k7f3q2")).reference() == .id("k7f3q2"))
        for text in ["", "a b", "é", String(repeating: "a", count: 65), "STG_short", "stg_short"] {
            let error = failure { () throws(UsageError) in try TokenSource.literal(bytes(text)).reference() }
            #expect(error != nil, "\(text)")
        }
    }

    @Test(
        "section 4: a token in an argument is blanked, also mistyped or inside another",
        arguments: [
            (token, "stg_" + String(repeating: "*", count: 26)),
            ("STG_ABCDEFGHIJKLMNOP", "STG_" + String(repeating: "*", count: 16)),
            ("stg_abcdefghijklm", "stg_" + String(repeating: "*", count: 13)),
            ("stage show \(token); x", "stage show stg_\(String(repeating: "*", count: 26)); x"),
            (
                "'\(token)'\"\(token)\"",
                "'stg_\(String(repeating: "*", count: 26))'\"stg_\(String(repeating: "*", count: 26))\""
            ),
            ("stg_film.mkv", "stg_film.mkv"), ("stg_", "stg_"), ("", ""), ("@token", "@token"),
        ])
    func blanking(argument: String, blanked: String) {
        var shown = bytes(argument)
        for range in ProcessArguments.secrets(in: shown) {
            for index in range { shown[index] = UInt8(ascii: "*") }
        }
        #expect(String(decoding: shown, as: UTF8.self) == blanked)
    }

    @Test("section 4: arguments are copied before they are blanked")
    func takeAndBlank() {
        let arguments = ["stage", "show", token, "\u{E9}"].map { Array($0.utf8CString) }
        let ends = arguments.map(\.count)
        var all = arguments.flatMap { $0 }
        let taken: [Bytes] = unsafe all.withUnsafeMutableBufferPointer { buffer in
            var vector: [UnsafeMutablePointer<CChar>?] = unsafe []
            var start = 0
            for length in ends {
                unsafe vector.append(buffer.baseAddress?.advanced(by: start))
                start += length
            }
            return unsafe vector.withUnsafeMutableBufferPointer { vector in
                guard let base = vector.baseAddress else { return [] }
                return unsafe ProcessArguments.takeAndBlank(count: ends.count, vector: base)
            }
        }
        #expect(taken == ["show", token, "\u{E9}"].map(bytes))
        let left = String(decoding: all.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #expect(left == "stage\0show\0stg_\(String(repeating: "*", count: 26))\0\u{E9}\0")
    }
}
