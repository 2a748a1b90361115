internal import Glibc
internal import LinuxSystem

/// Where a command finds its token.
enum TokenSource: Equatable, Sendable {
    /// Written in the command line: a token or, where the command takes one, an id.
    case literal(Bytes)
    /// `-`: the first line of standard input.
    case standardInput
    /// `@FILE`: the first line of the file.
    case file(Bytes)
    /// `fd:N`: the first line from the open descriptor N.
    case descriptor(CInt)
    /// Left out: the environment variable ``TokenSource/variable``.
    case environment

    static let variable = "STAGE_TOKEN"

    /// Tells the source from the argument, nil where it is left out. Reads nothing.
    /// - Throws: ``UsageError`` for `@` without a file, and for `fd:` without a number.
    static func parse(_ argument: Bytes?) throws(UsageError) -> TokenSource {
        guard let argument else { return .environment }
        if argument == Bytes("-".utf8) { return .standardInput }
        if argument.first == UInt8(ascii: "@") {
            guard argument.count > 1 else {
                throw UsageError("@ needs the name of a file", hint: "for example @token")
            }
            return .file(Bytes(argument.dropFirst()))
        }
        if argument.starts(with: "fd:".utf8) {
            guard let number = Values.digits(argument.dropFirst(3)).flatMap({ CInt(exactly: $0) }) else {
                throw UsageError(
                    "'\(DisplayText.escaped(argument))' names no descriptor", hint: "for example fd:3")
            }
            return .descriptor(number)
        }
        return .literal(argument)
    }

    /// Reads the token. Blocks until a line has come. From a stream only the line is taken: what follows is left to
    /// whoever reads next.
    /// - Throws: ``UsageError`` where nothing can be read, or what was read is no token.
    func token(environment: (String) -> Bytes? = Self.ownEnvironment) throws(UsageError) -> String {
        try TokenText.check(try line(environment))
    }

    /// Reads what may be a token or an id. Blocks as ``token()`` does.
    /// - Throws: ``UsageError`` where nothing can be read, or it is neither.
    func reference(environment: (String) -> Bytes? = Self.ownEnvironment) throws(UsageError) -> GrantReference {
        try GrantReference(try line(environment))
    }

    /// The value of a variable of this process.
    static func ownEnvironment(_ name: String) -> Bytes? {
        guard let value = unsafe getenv(name) else { return nil }
        // Safe: it ends with NUL, and nothing in this program changes the environment.
        return unsafe Array(UnsafeBufferPointer(start: value, count: strlen(value))).map { UInt8(bitPattern: $0) }
    }

    private func line(_ environment: (String) -> Bytes?) throws(UsageError) -> Bytes {
        switch self {
        case .literal(let bytes): return bytes
        case .standardInput: return try Self.firstLine(of: 0, called: "standard input")
        case .descriptor(let number): return try Self.firstLine(of: number, called: "descriptor \(number)")
        case .file(let path):
            let file = try Self.open(path)
            return try Self.firstLine(of: file.number, called: "the file '\(DisplayText.escaped(path))'")
        case .environment:
            guard let value = environment(Self.variable), !value.isEmpty else {
                throw UsageError(
                    "no TOKEN is given, and $\(Self.variable) is not set",
                    hint: "TOKEN may be - (first line of standard input), @FILE or fd:N")
            }
            return value
        }
    }

    private static func open(_ path: Bytes) throws(UsageError) -> OwnedDescriptor {
        do throws(SystemError) {
            return OwnedDescriptor(
                taking: try checked("open") {
                    unsafe Path(bytes: path).withCString { name in
                        unsafe Glibc.open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY)
                    }
                })
        } catch {
            throw UsageError("the token cannot be read from '\(DisplayText.escaped(path))': \(error.reason)")
        }
    }

    /// A line is read byte by byte: a pipe cannot be wound back, and what comes after the line is not ours.
    private static func firstLine(of number: CInt, called name: String) throws(UsageError) -> Bytes {
        var line: Bytes = []
        while true {
            var byte: UInt8 = 0
            let count: Int
            do throws(SystemError) {
                count = try checked("read") { unsafe read(number, &byte, 1) }
            } catch {
                throw UsageError("no token can be read from \(name): \(error.reason)")
            }
            if count == 0 || byte == UInt8(ascii: "\n") { break }
            line.append(byte)
            if line.count > 4096 { throw UsageError("the first line of \(name) is no token: it does not end") }
        }
        let isSpace: (UInt8) -> Bool = { $0 <= 0x20 }
        let trimmed = line.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        if trimmed.isEmpty {
            throw UsageError(
                line.isEmpty ? "there is no token on \(name)" : "the first line of \(name) is empty",
                hint: "did the command that should print it fail?")
        }
        return Array(trimmed)
    }
}

/// How a grant is named where its owner may use its id instead of a token.
enum GrantReference: Equatable, Sendable {
    case token(String)
    case id(String)

    /// Tells a token from an id by its mark.
    /// - Throws: ``UsageError`` for a mistyped token, and for what can be no id.
    init(_ bytes: Bytes) throws(UsageError) {
        if String(decoding: bytes, as: UTF8.self).lowercased().hasPrefix(TokenText.prefix) {
            self = .token(try TokenText.check(bytes))
            return
        }
        let isWord = bytes.allSatisfy { (0x21...0x7E).contains($0) }
        guard isWord, !bytes.isEmpty, bytes.count <= 64 else {
            throw UsageError(
                "'\(DisplayText.escaped(bytes))' is neither a token nor an id", hint: "stage list shows the ids")
        }
        self = .id(String(decoding: bytes, as: UTF8.self))
    }
}
