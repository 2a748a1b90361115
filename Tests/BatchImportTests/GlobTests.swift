import LinuxSystem
import Testing

@testable import BatchImport

@Suite("Globs over relative paths")
struct GlobTests {
    @Test(
        "a glob matches what its form says",
        arguments: [
            ("*.jpg", "a.jpg", true), ("*.jpg", "deep/down/a.jpg", true), ("*.jpg", "a.jpeg", false),
            ("a/*.jpg", "a/b.jpg", true), ("a/*.jpg", "a/b/c.jpg", false), ("a/**", "a/b/c.jpg", true),
            ("**/c.jpg", "c.jpg", true), ("**/c.jpg", "a/b/c.jpg", true), ("a/**/c", "a/c", true),
            ("a/**/c", "a/x/y/c", true), ("a/**/c", "b/c", false), ("?.txt", "ä.txt", true), ("?.txt", "ab.txt", false),
            ("[a-c].txt", "b.txt", true), ("[!a-c].txt", "b.txt", false), ("[!a-c].txt", "ö.txt", true),
            ("[].txt", "[].txt", true), ("[]x].txt", "].txt", true), ("\\*.txt", "*.txt", true),
            ("\\*.txt", "a.txt", false), ("/a.txt", "a.txt", true), ("dir/", "x/dir", true), ("*", "anything", true),
            ("a*b*c*d*e*f*g*h*i*j", "abbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", false),
        ] as [(String, String, Bool)])
    func glob(pattern: String, path: String, matches: Bool) {
        #expect(GlobPattern(pattern).matches(Array(path.utf8)) == matches, "\(pattern) \(path)")
    }

    @Test("bytes that are no UTF-8 are matched by themselves and by a star")
    func bytes() {
        #expect(GlobPattern("*.txt").matches([0xFF] + Array(".txt".utf8)))
        #expect(GlobPattern("?.txt").matches([0xFF] + Array(".txt".utf8)))
    }
}
