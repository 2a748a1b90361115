import Testing
import ContentTypes

@testable import ContentSniffing

@Suite("tables that a person edits")
struct TableTests {
    @Test("every type that a table of signatures or lines names is declared, with a MIME type")
    func declared() {
        let named = BinarySignatures.table.identifiers + SourceShapes.shared.identifiers
        #expect(named.count > 800)
        for identifier in Set(named) {
            let type = UTType(identifier)
            #expect(type?.isDeclared == true, "\(identifier) is not declared")
            #expect(type.flatMap(MIMETypes.common(of:)) != nil, "\(identifier) has no MIME type")
        }
    }

    @Test("a row has pairs of offsets and bytes, all of which must fit, and any byte may be left open")
    func rows() {
        let table = SignatureTable(
            #"""
            0 | AB | 4 | \x01\?\x02 | both
            0 | AB | one
            2 | \\\n\r\t | escapes
            0 | too few
            0 | AB | 4 | no bytes
            x | AB | no number
            """#)
        #expect(table.identifiers == ["both", "one", "escapes"])
        #expect(table.identifier(for: [0x41, 0x42, 0, 0, 1, 9, 2]) == "both")
        #expect(table.identifier(for: [0x41, 0x42, 0, 0, 1, 9]) == "one")
        #expect(table.identifier(for: [0, 0, 0x5C, 10, 13, 9]) == "escapes")
        #expect(table.identifier(for: [9, 0x41, 0x42], from: 1) == "one")
        #expect(table.identifier(for: []) == nil)
    }

    @Test("what a text can begin with is a signature only where it is most of the content")
    func texts() {
        let table = SignatureTable("0 | WORD | a\n0 | FWS | b\n0 | \\x01AB | c")
        #expect(table.identifier(for: Array("WORD".utf8), isText: true) == "a")
        #expect(table.identifier(for: Array("WORDS of men".utf8), isText: true) == nil)
        #expect(table.identifier(for: Array("WORDS of men".utf8), isText: false) == "a")
        #expect(table.identifier(for: Array("FWS".utf8), isText: true) == "b")
        #expect(table.identifier(for: Array("FWSx".utf8), isText: true) == nil)
    }

    @Test("lines speak for a language only together, and a tie is none")
    func lines() throws {
        let shapes = SourceShapes(
            """
            one | 6 | begin *
            one | 6 | ~END
            two | 6 | begin *
            two | 2 | other
            """)
        func language(_ text: String) throws -> String? {
            shapes.identifier(of: try #require(DecodedText(Array(text.utf8), isWhole: true)))
        }
        #expect(try language("begin x\n  End\n") == "one")
        #expect(try language("begin x\nother\n") == nil)
        #expect(try language("begin x\n") == nil)
        #expect(try language("words\n") == nil)
    }
}
