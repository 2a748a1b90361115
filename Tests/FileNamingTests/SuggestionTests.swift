import FileNaming
import Testing

private typealias Fitting = FileNaming.FittingExtensions

private let text = Fitting(preferred: "txt", acceptable: ["txt", "text"], isGeneral: true)
private let anyBytes = Fitting(preferred: nil, isGeneral: true)
private let zip = Fitting(preferred: "zip", isGeneral: true)
private let gzip = Fitting(preferred: "gz", isGeneral: true)
private let jpeg = Fitting(preferred: "jpeg", acceptable: ["jpeg", "jpg", "jpe"])
private let pdf = Fitting(preferred: "pdf")
private let xz = Fitting(preferred: "xz")

@Suite("rules 18 and 20: suggested names")
struct SuggestionTests {
    @Test(
        "rule 20, B09: letters of every script stay, and only an invisible base is replaced",
        arguments: [
            ("отчёт.pdf", "отчёт.pdf"), ("写真集.zip", "写真集.zip"), ("خبر.txt", "خبر.txt"), ("नमस्ते.md", "नमस्ते.md"),
            ("🎉", "🎉"), ("👨‍👩‍👧.heic", "👨‍👩‍👧.heic"), ("❤️", "❤️"), ("نمی\u{200C}خواهم.txt", "نمی\u{200C}خواهم.txt"),
            ("\u{202D}.png", "file.png"), ("\u{7}.png", "file.png"), ("\u{200B}.png", "file.png"),
            (" .png", "file.png"),
            ("\u{3000}.png", "file.png"), ("\u{2800}.png", "file.png"), ("\u{3164}.png", "file.png"),
            ("\u{301}.png", "file.png"), ("\u{2069}\u{200D}", "file"), (".config", ".config"), ("...", "file"),
        ])
    func scripts(source: String, name: String) {
        #expect(FileNaming.suggestion(from: source) == name)
    }

    @Test(
        "rule 20, B13: the last component that says something, and never more than one",
        arguments: [
            ("../../lib/index.db", "index.db"), ("/srv/data", "data"), ("a/b/../..", "b"), ("folder///", "folder"),
            ("./.././x.md", "x.md"), ("~/.ssh/id.pub", "id.pub"), ("/", "file"), ("..", "file"), ("./.", "file"),
            ("", "file"), ("\t \n", "file"), ("x/\u{202E}", "x"), ("a/\u{338}b", "\u{338}b"), ("a\0b/c\0d", "cd"),
            ("D:\\scans\\one.tif", "one.tif"), ("\\\\host\\share\\two.tif", "two.tif"), ("..\\three.tif", "three.tif"),
            (".\\four.tif", "four.tif"), ("back\\slash.txt", "back_slash.txt"), ("..%2F..%5Cx", "..%2F..%5Cx"),
        ])
    func paths(source: String, name: String) {
        #expect(FileNaming.suggestion(from: source) == name)
    }

    @Test("rule 20: no name at all is a name too")
    func missing() {
        #expect(FileNaming.suggestion(from: nil) == "file")
        #expect(FileNaming.suggestion(from: nil, fitting: jpeg, fallbackBase: "image") == "image.jpg")
        #expect(FileNaming.suggestion(from: "\u{202E}.gif", fitting: nil, fallbackBase: "image") == "image.gif")
    }

    @Test(
        "rule 20, B13: none of the twelve bidi controls is left",
        arguments: [0x061C, 0x200E, 0x200F] + Array(0x202A...0x202E) + Array(0x2066...0x2069) as [UInt32])
    func bidi(value: UInt32) throws {
        let control = try #require(Unicode.Scalar(value))
        #expect(FileNaming.suggestion(from: "ann\(control)fdp.exe") == "annfdp.exe")
        #expect(FileNaming.suggestion(from: "שלום\(control).txt") == "שלום.txt")
    }

    @Test(
        "rule 20: controls go, and a broken line reads on",
        arguments: [
            ("one\ntwo.txt", "one two.txt"), ("one\r\ntwo", "one two"), ("a\u{1B}[31mb", "a[31mb"), ("x\u{9B}y", "xy"),
            ("a\u{7F}b", "ab"), ("p\u{2028}q", "p q"), ("soft\u{AD}hyphen", "softhyphen"),
            ("\u{FEFF}bom.csv", "bom.csv"),
        ])
    func controls(source: String, name: String) {
        #expect(FileNaming.suggestion(from: source) == name)
    }

    @Test(
        "rule 20: no leading dash, no blank or dot at the ends",
        arguments: [
            ("-rf", "_rf"), ("--help.txt", "_-help.txt"), ("-", "_"), (" -x", "_x"), ("a. . ", "a"),
            ("name\u{A0}", "name"),
            ("  spaced  out  ", "spaced  out"), ("end...", "end"), ("a .\u{200D} \u{200C}", "a"),
            ("क्\u{200D}", "क्\u{200D}"), ("\u{2014}dash", "\u{2014}dash"),
        ])
    func ends(source: String, name: String) {
        #expect(FileNaming.suggestion(from: source) == name)
    }

    @Test(
        "rule 20: a device of Windows is no name",
        arguments: [
            ("CON", "_CON"), ("nul.txt", "_nul.txt"), ("Com1.tar.gz", "_Com1.tar.gz"), ("LPT\u{B2}", "_LPT\u{B2}"),
            ("com\u{B9}.log", "_com\u{B9}.log"), ("aux ", "_aux"), ("prn .pdf", "_prn .pdf"), ("CONIN$", "_CONIN$"),
            ("console.log", "console.log"), ("com10", "com10"), ("nullable.c", "nullable.c"), ("dir/NUL", "_NUL"),
        ])
    func devices(source: String, name: String) {
        #expect(FileNaming.suggestion(from: source) == name)
    }

    @Test("rule 20: names are composed (NFC), also where a removed character stood between")
    func composition() {
        let scalars = { (name: String) in name.unicodeScalars.map(\.value) }
        #expect(scalars(FileNaming.suggestion(from: "u\u{308}")) == [0xFC])
        #expect(scalars(FileNaming.suggestion(from: "e\u{200F}\u{301}")) == [0xE9])
        #expect(scalars(FileNaming.suggestion(from: "\u{1112}\u{1161}\u{11AB}")) == [0xD55C])
        #expect(scalars(FileNaming.suggestion(from: "\u{212B}")) == [0xC5])
        #expect(scalars(FileNaming.suggestion(from: "q\u{307}\u{323}")) == [0x71, 0x323, 0x307])
    }

    @Test(
        "rule 18, B15: the ending fits the bytes, a fitting one is left alone",
        arguments: [
            ("picture", jpeg, "picture.jpg"), ("picture.JPEG", jpeg, "picture.JPEG"),
            ("picture.png", jpeg, "picture.jpg"),
            ("v2.10", pdf, "v2.10.pdf"), ("Mr.Smith", pdf, "Mr.Smith.pdf"), ("Dr. No", pdf, "Dr. No.pdf"),
            ("invoice.exe", pdf, "invoice.pdf"), ("pack.tar.gz", pdf, "pack.pdf"), ("paper.pdf.gz", pdf, "paper.pdf"),
            (".jpg", jpeg, "file.jpg"), (".hidden", pdf, ".hidden.pdf"), ("tool.1", Fitting(preferred: "1"), "tool.1"),
            ("x.tar.gz", xz, "x.tar.xz"), ("x.tgz", xz, "x.tar.xz"), ("x.txz", xz, "x.txz"), ("x.csv", xz, "x.csv.xz"),
            ("x.csv.gz", xz, "x.xz"), ("movie", Fitting(preferred: "qt", acceptable: ["mov", "qt"]), "movie.mov"),
            ("movie.qt", Fitting(preferred: "mov", acceptable: ["qt"]), "movie.qt"), ("x.foo", anyBytes, "x.foo"),
        ])
    fileprivate func specific(source: String, fitting: Fitting, name: String) {
        #expect(FileNaming.suggestion(from: source, fitting: fitting) == name)
    }

    @Test(
        "rule 18, B05, B15: a general verdict fills a missing ending and replaces none",
        arguments: [
            ("letter", text, "letter.txt"), ("table.csv", text, "table.csv"), ("site.css", text, "site.css"),
            ("letter.unknown", text, "letter.unknown"), ("comic.cbz", zip, "comic.cbz"), ("backup", zip, "backup.zip"),
            ("x.tgz", gzip, "x.tgz"), ("x.tar.gz", gzip, "x.tar.gz"), ("x.svgz", gzip, "x.svgz"),
            ("blob", anyBytes, "blob"),
            ("blob.dat", anyBytes, "blob.dat"), ("v3.1", text, "v3.1.txt"), ("🙈", text, "🙈"),
            (".bashrc", text, ".bashrc"),
            ("README", text, "README"), ("Dockerfile", text, "Dockerfile"), ("/etc/hosts", text, "hosts"),
            ("..", text, "file.txt"), ("/tmp/backup", zip, "backup.zip"),
        ])
    fileprivate func general(source: String, fitting: Fitting, name: String) {
        #expect(FileNaming.suggestion(from: source, fitting: fitting) == name)
    }

    @Test("B15: a name by which a tool finds its file stays, while the content is the tool's")
    func namesOfTools() {
        let make = Fitting(preferred: "make", acceptable: ["mak", "mk"])
        #expect(FileNaming.suggestion(from: "Makefile", fitting: make) == "Makefile")
        #expect(FileNaming.suggestion(from: "rules", fitting: make) == "rules.make")
        #expect(FileNaming.suggestion(from: "Makefile", fitting: pdf) == "Makefile.pdf")
    }
}
