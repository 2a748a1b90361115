import FoundationEssentials
import StagingModel
import Testing

@Suite struct ScopeTests {
    @Test(
        "rule 16: a scope's text is read and written alike",
        arguments: [
            ("process", Scope.process(nil)), ("process:42", .process(42)), ("process:2147483647", .process(.max)),
            ("team", .team(nil)), ("team:blue", .team("blue")), ("team:a:b", .team("a:b")), ("group", .group(nil)),
            ("group:1337", .group("1337")), ("group:video", .group("video")), ("all", .all),
        ])
    func text(_ text: String, _ scope: Scope) throws {
        #expect(Scope(text) == scope)
        #expect(scope.description == text)
        let json = try JSONEncoder().encode([scope])
        #expect(String(decoding: json, as: UTF8.self) == "[\"\(text)\"]")
        #expect(try JSONDecoder().decode([Scope].self, from: json) == [scope])
    }

    @Test(
        "rule 16: what is no scope is none, not a wider one",
        arguments: [
            "", " ", "everyone", "ALL", "all ", "all:", "all:x", "team:", "group:", "process:", "process:0",
            "process:-1",
            "process:2147483648", "process:1x", "process:self", ":all", "team blue", "process :1",
        ])
    func refused(_ text: String) {
        #expect(Scope(text) == nil)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Scope].self, from: JSONEncoder().encode([text]))
        }
    }
}
