import Testing
import Varlink

private let wholeLanguage = """
    # First line.
    #
    #   Indented.
    interface org.example-x.a1--b

    # Detached, and so nobody's.

    # A type with everything.
    type MyType (
      # A flag.
      # On two lines.
      example_bool: bool, # behind: nobody's
      example_int: int,
      example_float: float,
      example_string: string,
      example_object: object,
      example_any: any,
      example_enum: (one, two, three),
      example_struct: (first: int, second: string),
      example_array: []string,
      example_dictionary: [string]string,
      example_stringset: [string](),
      example_nullable: ?string,
      example_nullable_array_struct: ?[](first: int, second: string),
      example_other_type: MyOtherType,
      nested: [][string]?[]?MyOtherType,
      type: int, method: int, error: int, interface: int, string: string, aB1_c2: int
    )
    type MyOtherType(only)
    type Empty()
    # Does.
    method Do(a: int)->(b: MyType)
    method Nothing()   ->
      ()
    # Fails.
    error Failed (why: (
      too_late,
      too_early
    ))
    error Bare()
    """

@Suite("Interface files")
struct InterfaceParserTests {
    @Test("every form of the language is read")
    func wholeLanguageIsRead() throws {
        let interface = try InterfaceDescription(wholeLanguage)
        #expect(interface.name == "org.example-x.a1--b")
        #expect(interface.documentation == ["First line.", "", "  Indented."])
        #expect(interface.text == wholeLanguage)
        #expect(interface.types.map(\.name) == ["MyType", "MyOtherType", "Empty"])
        #expect(interface.methods.map(\.name) == ["Do", "Nothing"])
        #expect(interface.errors.map(\.name) == ["Failed", "Bare"])
        #expect(
            interface.members.map(\.name)
                == ["MyType", "MyOtherType", "Empty", "Do", "Nothing", "Failed", "Bare"])

        let type = try #require(interface.type("MyType"))
        #expect(type.documentation == ["A type with everything."])
        guard case .structure(let fields) = type.type else {
            Issue.record("\(type.type)")
            return
        }
        let types = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.type) })
        #expect(fields[0].documentation == ["A flag.", "On two lines."])
        #expect(fields.dropFirst().allSatisfy { $0.documentation.isEmpty })
        #expect(types["example_any"] == .any)
        #expect(types["example_enum"] == .enumeration(["one", "two", "three"]))
        #expect(types["example_stringset"] == .dictionary(.structure([])))
        #expect(types["nested"] == .array(.dictionary(.optional(.array(.optional(.named("MyOtherType")))))))
        #expect(types["string"] == .string)
        #expect(types.count == fields.count)
        #expect(interface.type("MyOtherType")?.type == .enumeration(["only"]))
        #expect(interface.type("Empty")?.type == .structure([]))
        #expect(interface.method("Do")?.result.first?.type == .named("MyType"))
        #expect(interface.method("Do")?.documentation == ["Does."])
        #expect(interface.error("Failed")?.parameters.first?.type == .enumeration(["too_late", "too_early"]))
    }

    @Test("what is printed reads back as the same", arguments: [wholeLanguage, ftlFile, ServiceInterface.text])
    func roundTrip(text: String) throws {
        let interface = try InterfaceDescription(text)
        let printed = interface.description
        let again = try InterfaceDescription(printed)
        #expect(again.name == interface.name)
        #expect(again.documentation == interface.documentation)
        #expect(again.members == interface.members)
        #expect(again.description == printed)
    }

    @Test("lines that end with CR LF are lines")
    func carriageReturns() throws {
        let text = ftlFile.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        #expect(try InterfaceDescription(text).members == InterfaceDescription(ftlFile).members)
        #expect(try InterfaceDescription(text).documentation == InterfaceDescription(ftlFile).documentation)
    }

    @Test(
        "what is wrong is reported with its line and column",
        arguments: [
            ("", 1, 1, "'interface' expected"),
            ("# only a comment", 1, 17, "'interface' expected, not the end of the file"),
            ("method M() -> ()", 1, 1, "'interface' expected, not 'method'"),
            ("interface example\nerror E()", 1, 11, "an interface name"),
            ("interface a..b\nerror E()", 1, 11, "an interface name"),
            ("interface a.-b\nerror E()", 1, 11, "an interface name"),
            ("interface a.b-\nerror E()", 1, 11, "an interface name"),
            ("interface 1.b\nerror E()", 1, 11, "an interface name"),
            ("interface a_b.c\nerror E()", 1, 11, "an interface name"),
            ("interface a.b", 1, 14, "'type', 'method' or 'error' expected, not the end"),
            ("interface a.b\nstruct S()", 2, 1, "'type', 'method' or 'error' expected, not 'struct'"),
            ("interface a.b\ntype lower()", 2, 6, "a capital first"),
            ("interface a.b\ntype With_Underscore()", 2, 6, "a capital first"),
            ("interface a.b\ntype T", 2, 7, "'(' expected, not the end"),
            ("interface a.b\ntype T int", 2, 8, "'(' expected, not 'int'"),
            ("interface a.b\ntype T (a: int,)", 2, 16, "a name of letters"),
            ("interface a.b\ntype T (a: int b: int)", 2, 16, "',' or ')' expected"),
            ("interface a.b\ntype T (a: int", 2, 15, "',' or ')' expected, not the end"),
            ("interface a.b\ntype T (a, b: int)", 2, 13, "',' or ')' expected, not ':'"),
            ("interface a.b\ntype T (a: int, b)", 2, 18, "':' expected, not ')'"),
            ("interface a.b\ntype T (_a: int)", 2, 9, "a name of letters"),
            ("interface a.b\ntype T (a_: int)", 2, 9, "a name of letters"),
            ("interface a.b\ntype T (a__b: int)", 2, 9, "a name of letters"),
            ("interface a.b\ntype T (1a: int)", 2, 9, "a name of letters"),
            ("interface a.b\ntype T (a-b: int)", 2, 9, "a name of letters"),
            ("interface a.b\ntype T (a: ??int)", 2, 13, "not optional already"),
            ("interface a.b\ntype T (a: integer)", 2, 12, "a type expected, not 'integer'"),
            ("interface a.b\ntype T (a: [int]string)", 2, 13, "']' expected, not 'int'"),
            ("interface a.b\ntype T (a: int[])", 2, 15, "',' or ')' expected, not '['"),
            ("interface a.b\ntype T (a: )", 2, 12, "a type expected, not ')'"),
            ("interface a.b\n\n  method M() ()", 3, 14, "'->' expected, not '('"),
            ("interface a.b\nmethod M() - > ()", 2, 12, "'-' has no meaning here"),
            ("interface a.b\nerror E", 2, 8, "'(' expected"),
            ("interface a.b\nerror E()\ntype E()", 3, 6, "'E' is declared twice"),
            ("interface a.b\ntype T (a: int, a: int)", 2, 17, "'a' stands here twice"),
            ("interface a.b\ntype T (one, one)", 2, 14, "'one' stands here twice"),
            ("interface a.b\ntype T (a: []Missing)\nerror Missing()", 2, 14, "there is no type 'Missing'"),
            ("interface a.b\n# ünïcödé\ntype T (ü: int)", 3, 9, "U+FC has no meaning here"),
            ("interface a.b\ntype T {", 2, 8, "'{' has no meaning here"),
        ])
    func wrong(text: String, line: Int, column: Int, message: String) {
        #expect {
            try InterfaceDescription(text)
        } throws: {
            guard let error = $0 as? InterfaceSyntaxError else { return false }
            let isRight = error.line == line && error.column == column && error.message.contains(message)
            if !isRight { Issue.record("\(error)") }
            return isRight
        }
    }

    @Test("rule 23: types too deep in each other are an error", arguments: ["(a: ", "[]", "[string]", "?[]"])
    func tooDeep(opening: String) throws {
        let text = "interface a.b\nerror E (a: \(String(repeating: opening, count: 100_000))int)"
        #expect { try InterfaceDescription(text) } throws: {
            ($0 as? InterfaceSyntaxError)?.message.contains("too deep") ?? false
        }
    }

    @Test("rule 23: no prefix of a file is more than an error")
    func prefixes() throws {
        for length in 0..<wholeLanguage.unicodeScalars.count {
            let prefix = String(String.UnicodeScalarView(wholeLanguage.unicodeScalars.prefix(length)))
            _ = try? InterfaceDescription(prefix)
        }
    }
}
