import StagingModel
import Testing

@Suite struct TreeEntryTests {
    private static func entry(_ path: String, target: String? = nil) -> TreeEntry {
        TreeEntry(
            path: Array(path.utf8), kind: target == nil ? .file : .link, permissions: 0o644, modified: 0, size: 0,
            target: target.map { Array($0.utf8) })
    }

    @Test(
        "A path stays below the root",
        arguments: [
            ("", true), ("a", true), ("a/b", true), ("...", true), ("a/..b", true), (" ", true), ("-rf", true),
            ("a\nb", true),
            (".", false), ("..", false), ("/", false), ("/a", false), ("a/", false), ("a//b", false), ("a/./b", false),
            ("a/../b", false), ("../a", false), ("a/..", false), ("a\0b", false), ("\0", false),
        ])
    func paths(_ path: String, _ isSafe: Bool) {
        #expect(Self.entry(path).hasSafePath == isSafe)
    }

    @Test(
        "rule 13: a link leads to a place within the tree, as far as its text tells",
        arguments: [
            ("link", "file", true), ("link", ".", true), ("link", "./a", true), ("link", "a/../b", true),
            ("a/link", "..", true), ("a/link", "../b", true), ("a/b/link", "../../c", true),
            ("a/link", "../a/../b", true),
            ("link", "a//b", true), ("link", "...", true), ("link", "", false), ("link", "/", false),
            ("link", "/etc/passwd", false), ("link", "..", false), ("link", "../x", false), ("a/link", "../..", false),
            ("a/link", "../../a", false), ("link", "a/../../b", false), ("link", "./../b", false),
            ("link", "a\0", false),
            ("a/b/link", "../../../a/b", false),
        ])
    func targets(_ path: String, _ target: String, _ isInner: Bool) {
        #expect(Self.entry(path, target: target).hasInnerTarget == isInner)
    }

    @Test(
        "rule 13: a target that climbs after it went down is in doubt",
        arguments: [
            ("a", false), ("..", false), ("../../a/b", false), ("./../a", false), ("../.", false), ("a/..", true),
            ("../a/../b", true), ("a/./../b", true), ("...", false), ("a/...", false),
        ])
    func doubt(_ target: String, _ isDoubtful: Bool) {
        #expect(Self.entry("x/y/z/link", target: target).climbsAfterDescending == isDoubtful)
    }

    @Test("A file has no target")
    func noTarget() {
        #expect(!Self.entry("a").hasInnerTarget)
        #expect(!Self.entry("a").climbsAfterDescending)
    }

    /// The entries of a manifest, read in pieces of this many bytes; nil where it is damaged.
    private static func entries(ofManifest bytes: [UInt8], chunk: Int = 65536) -> [TreeEntry]? {
        var reader = ManifestReader(chunk: chunk) { offset, count in Array(bytes.dropFirst(Int(offset)).prefix(count)) }
        var entries: [TreeEntry] = []
        do {
            while let entry = try reader.next() { entries.append(entry) }
            return entries
        } catch { return nil }
    }

    @Test("A manifest gives back what was put in, whatever bytes the names have, and in pieces of any size")
    func roundTrip() throws {
        var generator = SystemRandomNumberGenerator()
        var entries = [TreeEntry(path: [], kind: .directory, permissions: 0o755, modified: .min, size: 0)]
        for number in 0..<300 {
            let path = (0..<Int.random(in: 1...40)).map { _ in UInt8.random(in: 1...255, using: &generator) }
            let kind = [TreeEntry.Kind.file, .directory, .link][number % 3]
            entries.append(
                TreeEntry(
                    path: path, kind: kind, permissions: UInt32(number) & 0o777,
                    modified: .random(in: .min ... .max), size: .random(in: 0 ... .max),
                    target: kind == .link ? Array(path.reversed()) + Array(" \n/".utf8) : nil))
        }
        let manifest = entries.flatMap(\.record)
        #expect(Self.entries(ofManifest: manifest) == entries)
        #expect(Self.entries(ofManifest: []) == [])
        for chunk in [1, 7, 64, 1000] { #expect(Self.entries(ofManifest: manifest, chunk: chunk) == entries) }
        // From the place of any record on.
        var reader = ManifestReader { offset, count in Array(manifest.dropFirst(Int(offset)).prefix(count)) }
        for entry in entries {
            let place = reader.offset
            #expect(try reader.next() == entry)
            var other = ManifestReader(at: place, chunk: 10) { offset, count in
                Array(manifest.dropFirst(Int(offset)).prefix(count))
            }
            #expect(try other.next() == entry)
        }
        // Cut anywhere within a record, it is damaged, and nothing traps.
        for end in stride(from: 1, to: manifest.count, by: 7) {
            let found = Self.entries(ofManifest: Array(manifest[..<end]))
            #expect(found == nil || found.map { entries.starts(with: $0) } == true)
        }
    }

    @Test(
        "A damaged manifest is none",
        arguments: [
            "file 644 0 0 a\0", "file 644 0 0\0\0", "pipe 644 0 0 a\0\0", "file 9 0 0 a\0\0", "file 644 x 0 a\0\0",
            "file 644 0 99999999999999999999 a\0\0", " 644 0 0 a\0\0", "\0\0", "x",
        ])
    func damaged(_ text: String) {
        #expect(Self.entries(ofManifest: Array(text.utf8)) == nil)
    }
}
