/// Reads the tokens of an interface file by the language's grammar.
struct InterfaceParser {
    private typealias Interface = InterfaceDescription

    /// How deep types may stand in each other: a file can come from a peer, and each level takes stack.
    private static let maximumDepth = 32

    private let tokens: [InterfaceToken]
    private var index = 0
    /// Where each type's name is used, to be looked up when all declarations are known.
    private var references: [(name: String, token: InterfaceToken)] = []

    init(_ text: String) throws(InterfaceSyntaxError) { tokens = try InterfaceLexer.tokens(of: text) }

    // MARK: - Declarations

    mutating func interfaceHeader() throws(InterfaceSyntaxError) -> (name: String, documentation: [String]) {
        let keyword = take()
        guard keyword.kind == .word("interface") else { throw expected("'interface'", at: keyword) }
        let name = try name("an interface name such as org.example.ftl", where: Self.isInterfaceName)
        return (name, keyword.documentation)
    }

    /// Everything up to the end of the file.
    mutating func members() throws(InterfaceSyntaxError) -> [InterfaceDescription.Member] {
        var members: [InterfaceDescription.Member] = []
        var types: Set<String> = []
        var names: Set<String> = []
        while current.kind != .end {
            let keyword = take()
            let nameToken = current
            let member = try member(keyword)
            guard names.insert(member.name).inserted else {
                throw failure("'\(member.name)' is declared twice", at: nameToken)
            }
            if case .type = member { types.insert(member.name) }
            members.append(member)
        }
        if members.isEmpty { throw expected("'type', 'method' or 'error'", at: current) }
        if let unknown = references.first(where: { !types.contains($0.name) }) {
            throw failure("there is no type '\(unknown.name)'", at: unknown.token)
        }
        return members
    }

    private mutating func member(
        _ keyword: InterfaceToken
    ) throws(InterfaceSyntaxError) -> InterfaceDescription.Member {
        let documentation = keyword.documentation
        switch keyword.kind {
        case .word("type"):
            let name = try memberName()
            return .type(Interface.TypeAlias(name: name, type: try parenthesised(0), documentation: documentation))
        case .word("method"):
            let name = try memberName()
            let parameters = try fields()
            try expect("->")
            let result = try fields()
            return .method(
                Interface.Method(name: name, parameters: parameters, result: result, documentation: documentation))
        case .word("error"):
            let name = try memberName()
            return .error(Interface.ErrorCase(name: name, parameters: try fields(), documentation: documentation))
        default:
            throw expected("'type', 'method' or 'error'", at: keyword)
        }
    }

    // MARK: - Types

    private mutating func type(_ depth: Int) throws(InterfaceSyntaxError) -> InterfaceDescription.FieldType {
        let token = current
        guard depth < Self.maximumDepth else { throw failure("types stand too deep in each other", at: token) }
        switch token.kind {
        case .sign("?"):
            index += 1
            if current.kind == .sign("?") { throw expected("a type that is not optional already", at: current) }
            return .optional(try type(depth + 1))
        case .sign("["):
            index += 1
            if current.kind == .word("string") {
                index += 1
                try expect("]")
                return .dictionary(try type(depth + 1))
            }
            try expect("]")
            return .array(try type(depth + 1))
        case .sign("("): return try parenthesised(depth)
        case .word(let word): return try named(word, at: take())
        default: throw expected("a type", at: token)
        }
    }

    private mutating func named(
        _ word: String, at token: InterfaceToken
    ) throws(InterfaceSyntaxError) -> InterfaceDescription.FieldType {
        switch word {
        case "bool": return .bool
        case "int": return .int
        case "float": return .float
        case "string": return .string
        case "object": return .object
        case "any": return .any
        case _ where Self.isMemberName(word):
            references.append((word, token))
            return .named(word)
        default: throw expected("a type", at: token)
        }
    }

    /// A structure, or an enumeration: the first name shows which, by the colon behind it.
    private mutating func parenthesised(_ depth: Int) throws(InterfaceSyntaxError) -> InterfaceDescription.FieldType {
        if index + 2 < tokens.count, case .word = tokens[index + 1].kind, tokens[index + 2].kind != .sign(":") {
            var names: [String] = []
            try list { parser throws(InterfaceSyntaxError) in
                let token = parser.current
                let name = try parser.fieldName()
                if names.contains(name) { throw parser.failure("'\(name)' stands here twice", at: token) }
                names.append(name)
            }
            return .enumeration(names)
        }
        return .structure(try fields(depth))
    }

    private mutating func fields(_ depth: Int = 0) throws(InterfaceSyntaxError) -> [InterfaceDescription.Field] {
        var fields: [InterfaceDescription.Field] = []
        var names: Set<String> = []
        try list { parser throws(InterfaceSyntaxError) in
            let token = parser.current
            let name = try parser.fieldName()
            if !names.insert(name).inserted { throw parser.failure("'\(name)' stands here twice", at: token) }
            try parser.expect(":")
            let type = try parser.type(depth + 1)
            fields.append(InterfaceDescription.Field(name: name, type: type, documentation: token.documentation))
        }
        return fields
    }

    /// Elements between parentheses, parted by commas; none is fine.
    private mutating func list(
        _ element: (inout InterfaceParser) throws(InterfaceSyntaxError) -> Void
    ) throws(InterfaceSyntaxError) {
        try expect("(")
        if current.kind == .sign(")") {
            index += 1
            return
        }
        while true {
            try element(&self)
            let separator = take()
            if separator.kind == .sign(")") { return }
            guard separator.kind == .sign(",") else { throw expected("',' or ')'", at: separator) }
        }
    }

    // MARK: - Names

    private mutating func memberName() throws(InterfaceSyntaxError) -> String {
        try name("a name of letters and digits with a capital first", where: Self.isMemberName)
    }

    private mutating func fieldName() throws(InterfaceSyntaxError) -> String {
        try name("a name of letters, digits and single '_' between them", where: Self.isFieldName)
    }

    private mutating func name(
        _ description: String, where isRight: (String) -> Bool
    ) throws(InterfaceSyntaxError) -> String {
        let token = take()
        guard case .word(let word) = token.kind, isRight(word) else { throw expected(description, at: token) }
        return word
    }

    private static func isMemberName(_ word: String) -> Bool {
        guard let first = word.utf8.first, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first else { return false }
        return word.utf8.allSatisfy(isAlphanumeric)
    }

    private static func isFieldName(_ word: String) -> Bool {
        beginsWithLetter(word) && isWord(word.utf8, joint: UInt8(ascii: "_")) && !word.contains("__")
    }

    private static func isInterfaceName(_ word: String) -> Bool {
        let parts = word.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return beginsWithLetter(word) && parts.count >= 2
            && parts.allSatisfy { isWord($0, joint: UInt8(ascii: "-")) }
    }

    private static func beginsWithLetter(_ word: String) -> Bool {
        word.utf8.first.map { isAlphanumeric($0) && $0 > UInt8(ascii: "9") } ?? false
    }

    /// Whether these are letters, digits and joints, with no joint at either end.
    private static func isWord(_ bytes: some BidirectionalCollection<UInt8>, joint: UInt8) -> Bool {
        guard let first = bytes.first, let last = bytes.last else { return false }
        return first != joint && last != joint && bytes.allSatisfy { $0 == joint || isAlphanumeric($0) }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    // MARK: - Tokens

    private var current: InterfaceToken { tokens[index] }

    /// The current token; the one at the end stays.
    private mutating func take() -> InterfaceToken {
        let token = tokens[index]
        if index < tokens.count - 1 { index += 1 }
        return token
    }

    private mutating func expect(_ sign: String) throws(InterfaceSyntaxError) {
        let token = take()
        guard token.kind == .sign(sign) else { throw expected("'\(sign)'", at: token) }
    }

    private func expected(_ what: String, at token: InterfaceToken) -> InterfaceSyntaxError {
        failure("\(what) expected, not \(token.described)", at: token)
    }

    private func failure(_ message: String, at token: InterfaceToken) -> InterfaceSyntaxError {
        InterfaceSyntaxError(line: token.line, column: token.column, message: message)
    }
}
