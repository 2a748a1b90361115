import FoundationEssentials
import StagingModel
import Testing

@Suite struct TokenTests {
    @Test(
        "A token's form",
        arguments: [
            ("stg_abcdefghijklmnopqrstuvwxyz", true), ("stg_22222222222222222222222222", true),
            ("stg_abcdefghijklmnopqrstuvwxy", false), ("stg_abcdefghijklmnopqrstuvwxyza", false),
            ("stg_Abcdefghijklmnopqrstuvwxyz", false), ("stg_1bcdefghijklmnopqrstuvwxyz", false),
            ("stg_8bcdefghijklmnopqrstuvwxyz", false), ("stg-abcdefghijklmnopqrstuvwxyz", false),
            ("STG_abcdefghijklmnopqrstuvwxyz", false), (" stg_abcdefghijklmnopqrstuvwxyz", false),
            ("stg_abcdefghijklmnopqrstuvwxyz\n", false), ("stg_abcdefghijklmnopqrstuvwx\u{E9}", false),
            ("stg_\u{301}abcdefghijklmnopqrstuvwx", false), ("stg_abcdefghijklmnopqrstuvwxy\0", false), ("", false),
            ("stg_", false),
        ])
    func form(_ text: String, _ isToken: Bool) {
        #expect((Token(text) != nil) == isToken)
        #expect(Token(text)?.text == (isToken ? text : nil))
    }

    @Test("A token is 130 bits: each of them counts, and none after")
    func bits() {
        let zero = Token(bits: [UInt8](repeating: 0, count: 17))
        #expect(zero.text == "stg_" + String(repeating: "a", count: 26))
        #expect(Token(bits: [UInt8](repeating: 255, count: 32)).text == "stg_" + String(repeating: "7", count: 26))
        var texts: Set = [zero.text]
        for bit in 0..<136 {
            var bytes = [UInt8](repeating: 0, count: 17)
            bytes[bit / 8] = 0x80 >> UInt8(bit % 8)
            texts.insert(Token(bits: bytes).text)
            #expect(Token(Token(bits: bytes).text) != nil)
        }
        #expect(texts.count == 131)
    }

    @Test("A token is not shown by printing it, alone or in a grant")
    func isHidden() throws {
        let token = Token(bits: [UInt8](repeating: 7, count: 17))
        #expect(!"\(token) \(String(describing: [token: 1]))".contains(token.text.dropFirst(4)))
    }

    @Test("JSON has the whole text; what is no token is refused")
    func json() throws {
        let token = Token(bits: [UInt8](repeating: 7, count: 17))
        let text = String(decoding: try JSONEncoder().encode([token]), as: UTF8.self)
        #expect(text == "[\"\(token.text)\"]")
        #expect(try JSONDecoder().decode([Token].self, from: Data(text.utf8)) == [token])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Token].self, from: Data("[\"stg_x\"]".utf8)) }
    }

    @Test(
        "Base32 as RFC 4648 has it, without padding",
        arguments: [
            ("", ""), ("f", "my"), ("fo", "mzxq"), ("foo", "mzxw6"), ("foob", "mzxw6yq"), ("fooba", "mzxw6ytb"),
            ("foobar", "mzxw6ytboi"),
        ])
    func base32(_ text: String, _ encoded: String) {
        // The last digit of a text that is no multiple of five bytes is made of fewer bits, which this form leaves out.
        let whole = text.utf8.count * 8 / 5
        #expect(Base32.text(Array(text.utf8), digits: 99) == String(encoded.prefix(whole)))
        #expect(Base32.text(Array(text.utf8), digits: 3) == String(encoded.prefix(min(3, whole))))
    }

    @Test("The digits are a to z and 2 to 7")
    func digits() {
        let all = (0...UInt8.max).filter { Base32.isDigit($0) }
        #expect(String(decoding: all, as: UTF8.self) == "234567abcdefghijklmnopqrstuvwxyz")
    }
}
