/// The words and signs of an interface file.
struct InterfaceToken {
    enum Kind: Equatable {
        /// Letters, digits, `_`, `-` and `.`: what a name can be is for the parser to say.
        case word(String)
        /// One of `( ) [ ] , : ?`, or `->`.
        case sign(String)
        case end
    }

    let kind: Kind
    let line: Int
    let column: Int
    /// The comment lines directly before it, without the `#` and one space.
    let documentation: [String]

    var described: String {
        switch kind {
        case .word(let text), .sign(let text): "'\(text)'"
        case .end: "the end of the file"
        }
    }
}

/// Cuts an interface file into tokens, and keeps the comments that document something.
struct InterfaceLexer {
    private var rest: Substring.UnicodeScalarView
    private var line = 1
    private var column = 1
    private var documentation: [String] = []
    /// Whether the current line has nothing but space so far.
    private var isAtLineStart = true

    init(_ text: String) { rest = text[...].unicodeScalars }

    static func tokens(of text: String) throws(InterfaceSyntaxError) -> [InterfaceToken] {
        var lexer = InterfaceLexer(text)
        var tokens: [InterfaceToken] = []
        repeat { tokens.append(try lexer.next()) } while tokens.last?.kind != .end
        return tokens
    }

    private mutating func next() throws(InterfaceSyntaxError) -> InterfaceToken {
        skipSpaceAndComments()
        defer {
            documentation = []
            isAtLineStart = false
        }
        let (line, column) = (line, column)
        func token(_ kind: InterfaceToken.Kind) -> InterfaceToken {
            InterfaceToken(kind: kind, line: line, column: column, documentation: documentation)
        }
        guard let first = rest.first else { return token(.end) }
        // A word can hold a hyphen and not begin with one: there it begins an arrow.
        if Self.isWordPart(first), first != "-" { return token(.word(take(while: Self.isWordPart))) }
        advance()
        if "()[],:?".unicodeScalars.contains(first) { return token(.sign(String(first))) }
        if first == "-", rest.first == ">" {
            advance()
            return token(.sign("->"))
        }
        let isVisible = (0x21...0x7E).contains(first.value)
        let shown = isVisible ? "'\(first)'" : "U+\(String(first.value, radix: 16, uppercase: true))"
        throw InterfaceSyntaxError(line: line, column: column, message: "\(shown) has no meaning here")
    }

    private mutating func skipSpaceAndComments() {
        while let scalar = rest.first {
            switch scalar {
            case "\n":
                // An empty line takes a comment away from what follows.
                if isAtLineStart { documentation = [] }
                advance()
                isAtLineStart = true
            case "#":
                advance()
                if rest.first == " " { advance() }
                let text = take { $0 != "\n" }
                // A comment behind something on its line documents nothing.
                if isAtLineStart { documentation.append(text.last == "\r" ? String(text.dropLast()) : text) }
                isAtLineStart = false
            case " ", "\t", "\r": advance()
            default: return
            }
        }
    }

    private mutating func take(while isPart: (Unicode.Scalar) -> Bool) -> String {
        let start = rest
        while let scalar = rest.first, isPart(scalar) { advance() }
        return String(Substring(start[start.startIndex..<rest.startIndex]))
    }

    private mutating func advance() {
        if rest.removeFirst() == "\n" {
            line += 1
            column = 1
        } else {
            column += 1
        }
    }

    private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".": true
        default: false
        }
    }
}
