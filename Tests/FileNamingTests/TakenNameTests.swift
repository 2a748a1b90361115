import FileNaming
import Testing

@Suite("rule 20: endings, and names that are taken")
struct TakenNameTests {
    @Test(
        "rule 20, B11: where the whole ending starts",
        arguments: [
            ("backup.tar.zst", "backup", ".tar.zst"), ("BACKUP.TAR.BZ2", "BACKUP", ".TAR.BZ2"),
            ("a.b.tar.xz", "a.b", ".tar.xz"), ("dump.sql.gz", "dump", ".sql.gz"), ("x.pdf.gpg", "x", ".pdf.gpg"),
            ("rel-1.0-1-x86_64.pkg.tar.zst", "rel-1.0-1-x86_64", ".pkg.tar.zst"), ("types.d.ts", "types", ".d.ts"),
            ("x.tar.gz.asc", "x", ".tar.gz.asc"), ("page.html", "page", ".html"), ("song.7z", "song", ".7z"),
            (".bashrc", ".bashrc", ""), (".config.json", ".config", ".json"), ("v10.2.3", "v10.2.3", ""),
            ("1.0-rc1", "1.0-rc1", ""), ("noext", "noext", ""), ("", "", ""), ("Dr. No", "Dr. No", ""),
            ("..x", "..x", ""),
            ("a.", "a.", ""), ("Mr.Smith", "Mr", ".Smith"), ("x.gz", "x", ".gz"), (".tar.gz", ".tar", ".gz"),
            ("main.c++", "main", ".c++"), ("x.2b", "x.2b", ""), ("notes.αβγ", "notes.αβγ", ""),
        ])
    func split(name: String, base: String, ending: String) {
        #expect(Ending.split(name) == (base, ending))
    }

    @Test(
        "rule 20, B11: the number goes before the whole ending, and a number of the name's own stays",
        arguments: [
            ("photos.tar.gz", ["photos.tar.gz"], "photos (2).tar.gz"),
            ("photos.tar.gz", ["photos.tar.gz", "photos (2).tar.gz", "photos (3).tar.gz"], "photos (4).tar.gz"),
            ("plan-2031.odt", ["plan-2031.odt"], "plan-2031 (2).odt"),
            ("Plan (7).odt", ["Plan (7).odt"], "Plan (7) (2).odt"),
            (".bashrc", [".bashrc"], ".bashrc (2)"), ("v4.5.6", ["v4.5.6"], "v4.5.6 (2)"),
            ("free.txt", ["other"], "free.txt"),
            ("Straße.txt", ["STRASSE.TXT"], "Straße (2).txt"), ("a.txt", ["A.TXT", "A (2).txt"], "a (3).txt"),
        ])
    func counted(name: String, taken: [String], available: String) {
        #expect(FileNaming.available(name, taken: taken) == available)
        #expect(FileNaming.isTaken(name, among: taken) == (available != name))
    }

    @Test(
        "rule 20, B25: twins by case or composition are one name",
        arguments: [
            ("\u{E9}.txt", "e\u{301}.TXT", true), ("ΟΔΟΣ", "οδος", true), ("οδος", "οδοσ", true),
            ("\u{1E9E}", "ss", true),
            ("\u{212A}", "k", true), ("\u{1F85}", "\u{1F8D}", true), ("a.txt", "á.txt", false), ("a", "b", false),
            ("и\u{306}", "Й", true),
        ])
    func twins(one: String, other: String, areTwins: Bool) {
        #expect(FileNaming.isTaken(one, among: [other]) == areTwins)
        #expect((FileNaming.twinKey(one) == FileNaming.twinKey(other)) == areTwins)
    }

    @Test("B11: 64 claims of one name give 64 names")
    func manyClaims() {
        var taken: Set<String> = []
        for _ in 0..<64 {
            let name = FileNaming.available("a.tar.gz", taken: taken)
            #expect(name.hasSuffix(".tar.gz") && taken.insert(name).inserted)
        }
        #expect(Array(FileNaming.candidates(for: "a.tar.gz").prefix(64).sorted()) == taken.sorted())
    }

    @Test(
        "B19: bytes of any encoding give a name, and different bytes different names",
        arguments: [
            (Array("naïve.txt".utf8), "naïve.txt"), ([0x63, 0x61, 0x66, 0xE9, 0x2E, 0x63], "café.c"),
            (Array("ß".utf8) + [0xC3], "ßÃ"), ([0x80, 0x2E, 0x78], "€.x"), ([0x83, 0x5C], "ƒ_"), ([0xFF, 0xFE], "ÿþ"),
            ([0xC0, 0xAF], "À¯"), ([0xED, 0xA0, 0x80], "í\u{A0}€"), ([0x81], "\u{FFFD}"), ([0x2F], "_"),
            ([0x2E, 0x2E], "file"),
            ([], "file"), (Array("-x. ".utf8), "_x"), (Array("e\u{301}".utf8), "\u{E9}"),
            (Array("pic.png".utf8), "pic.png"),
        ] as [([UInt8], String)])
    func bytes(bytes: [UInt8], name: String) {
        #expect(Array(FileNaming.sanitize(bytes).utf8) == Array(name.utf8))
    }
}
