import Testing

@testable import ContentSniffing

@Suite("deflated data")
struct InflaterTests {
    /// "hello hello hello hello\n" in the three forms of a block, made by zlib.
    private static let fixed: [UInt8] = [0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27, 0xB9, 0x00]
    private static let text = Array("hello hello hello hello\n".utf8)

    @Test("a block with the fixed code, with references that overlap themselves")
    func fixedCode() { #expect(Inflater.prefix(of: Self.fixed[...], most: 100) == Self.text) }

    @Test("a block that brings its codes along")
    func ownCode() {
        var state: UInt32 = 1
        let letters = Array("etaoin shrdl".utf8)
        let text = (0..<300).map { _ in
            state = (state &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
            return letters[Int(state >> 16) % letters.count]
        }
        #expect(Inflater.prefix(of: Self.dynamic[...], most: 1000) == text)
    }

    /// Three hundred letters of twelve, made by zlib.
    private static let dynamic: [UInt8] = hexadecimal(
        """
        158fc109004108035b496b82820b1241d33fe7fd44c664349fdd42075411ace9817975a3e999bcb95c1399d36b5386c95770
        2cb5bbf00ed2dd2d1c4f4241f176154c4eacac53680cca2e6b833efefc4d9a0d71cd92791efd0e5cce8f2cbb5a7c1aaa7adc
        f79087335c5d7959c654294f5bd7d9045fe31e899311bceca5f7e65f951d7da897c72f727711b17db695a533b7ca4b70e3db
        5103bcc5a3b1b90fac8685a88b833e
        """)

    private static func hexadecimal(_ text: String) -> [UInt8] {
        let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    @Test("a stored block, and one that is shorter than it says")
    func stored() {
        let bytes: [UInt8] = [1, 5, 0, 0xFA, 0xFF] + Array("words".utf8)
        #expect(Inflater.prefix(of: bytes[...], most: 100) == Array("words".utf8))
        #expect(Inflater.prefix(of: bytes.dropLast(2), most: 100) == Array("wor".utf8))
        #expect(Inflater.prefix(of: [1, 5, 0, 0xFA, 0xFE, 1, 2, 3, 4, 5], most: 100).isEmpty)
    }

    @Test("no more comes out than is asked for, whatever the data says")
    func bounded() {
        #expect(Inflater.prefix(of: Self.fixed[...], most: 7) == Array(Self.text.prefix(7)))
        // A megabyte of zeros in a few hundred bytes.
        let bomb: [UInt8] =
            [0xED, 0xC1, 0x01, 0x01, 0x00, 0x00, 0x00, 0x80, 0x90, 0xFE, 0xAF, 0xEE]
            + [UInt8](repeating: 0, count: 1000)
        #expect(Inflater.prefix(of: bomb[...], most: 4096).count <= 4096)
    }

    @Test("damage ends it, and nothing traps")
    func damage() {
        for length in 0..<Self.fixed.count { _ = Inflater.prefix(of: Self.fixed.prefix(length), most: 100) }
        var state: UInt64 = 1
        for _ in 0..<20_000 {
            let bytes = (0..<24).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 40)
            }
            #expect(Inflater.prefix(of: bytes[...], most: 300).count <= 300)
        }
    }
}
