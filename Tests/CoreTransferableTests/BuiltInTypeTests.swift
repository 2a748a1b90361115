import CoreTransferable
import Testing

@Suite struct BuiltInTypeTests {
    @Test func placeholder() async throws { #expect(try await "a".exported(as: .plainText) == Data("a".utf8)) }
}
