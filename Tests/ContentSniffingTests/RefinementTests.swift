import Testing
import ContentTypes

@testable import ContentSniffing

private let sniffer = ContentSniffer(cookies: 2)

private let words = Samples.ascii("words\n")
private let shell = Samples.ascii("#!/bin/sh\necho\n")
private let drawing = Samples.ascii("<svg xmlns='http://www.w3.org/2000/svg'/>")

@Suite("the bytes decide, the name refines, the claim is checked")
struct RefinementTests {
    @Test(
        "rule 18: a general answer is refined by the ending",
        arguments: [
            ("plain words\n", "a.md", "net.daringfireball.markdown", Verdict.Evidence.name),
            ("plain words\n", "a.txt", "public.plain-text", .content),
            ("plain words\n", nil, "public.plain-text", .content),
            ("plain words\n", "a.csv", "public.comma-separated-values-text", .name),
            ("plain words\n", "a.sh", "public.shell-script", .name),
            ("plain words\n", "a.unheard", "public.plain-text", .content),
            ("a: b\n", ".travis.yml", "public.yaml", .name),
            ("all:\n\ttrue\n", "Makefile", "public.make-source", .name),
            ("const a = 1\n", "a.ts", "com.microsoft.typescript", .name),
            (#"{"a": 1}"#, "a.json", "public.json", .content), (#"{"a": 1}"#, "a.har", "io.github.w3c.har", .name),
            (#"{"a": 1}"#, "a.txt", "public.json", .content),
            ("<?xml version='1.0'?><a/>", "a.xsl", "org.w3.xslt", .name),
            ("", "a.csv", "public.comma-separated-values-text", .name),
            ("", "a.png", "org.iana.empty", .content),
        ] as [(String, String?, String, Verdict.Evidence)])
    func general(content: String, name: String?, identifier: String, evidence: Verdict.Evidence) throws {
        let verdict = try sniffer.verdict(bytes: Array(content.utf8), name: name)
        #expect(verdict.type.identifier == identifier)
        #expect(verdict.evidence == evidence)
        #expect(verdict.isGeneral)
    }

    @Test(
        "rule 18: what the bytes contradict is reported, and a general verdict replaces no ending",
        arguments: [
            (Samples.png, "a.png", nil, false, false), (Samples.png, "a.jpg", nil, true, false),
            (Samples.png, "a", UTType.png, false, false), (Samples.png, "a", UTType.image, false, false),
            (Samples.png, "a", UTType.pdf, true, false), (Samples.png, "a.unheard", nil, false, false),
            (Samples.png, "a.txt", UTType.png, true, false), (Samples.unknown, "a.png", nil, true, true),
            (Samples.unknown, "a.txt", nil, true, true), (Samples.unknown, "a.bin", nil, false, true),
            (Samples.unknown, "a", UTType.data, false, true), (words, "a.png", nil, true, true),
            (words, "a.svg", nil, true, true),
            (words, "a.log", UTType.plainText, false, true),
            (words, "a.pem", nil, false, true), (Samples.gzip, "a.tgz", nil, false, true),
            (Samples.gzip, "a.svgz", nil, false, true), (Samples.zip([("a", "b")]), "book.epub", nil, false, true),
            (Samples.zip([("a", "b")]), "a.png", nil, true, true), (Samples.pdf, "letter.doc", nil, true, false),
            (drawing, "a.txt", nil, true, false),
            (drawing, "a.xml", nil, false, false),
            (Samples.ascii("<!DOCTYPE html><p>"), "a.php", nil, false, false),
            ([], "a.csv", UTType.commaSeparatedText, false, true),
        ] as [([UInt8], String, UTType?, Bool, Bool)])
    func mismatch(content: [UInt8], name: String, claim: UTType?, mismatch: Bool, general: Bool) throws {
        let verdict = try sniffer.verdict(bytes: content, name: name, claim: claim)
        #expect(verdict.mismatch == mismatch, "\(verdict)")
        #expect(verdict.isGeneral == general, "\(verdict)")
        #expect(verdict.declared == claim)
    }

    @Test("the claim refines when the name says nothing, and does not when it does")
    func claims() throws {
        let claimed = try sniffer.verdict(bytes: words, name: "a", claim: .markdown)
        #expect(claimed.type == .markdown && claimed.evidence == .declared && !claimed.mismatch)
        let named = try sniffer.verdict(bytes: words, name: "a.css", claim: .markdown)
        #expect(named.type == .css && named.evidence == .name)
        let wider = try sniffer.verdict(bytes: Samples.png, name: nil, claim: .data)
        #expect(wider.type == .png && wider.evidence == .content && !wider.mismatch)
    }

    @Test(
        "case B05: a guess at the kind of a text never overrides the ending of a text",
        arguments: [
            ("a.css", "/* class */ .class { color: red }\nnamespace std;\nclass a;\n#include <x>\n", "public.css"),
            ("a.log", "#include <stdio.h>\nint main(void);\n", "com.apple.log"),
            ("a.txt", "#include <stdio.h>\nint main(void);\n", "public.plain-text"),
            ("a.csv", "import os\ndef a(b):\n  pass\n", "public.comma-separated-values-text"),
            ("a.md", "From here to there\n\nSubject: nothing\n", "net.daringfireball.markdown"),
            ("a.md", "<h1>Title</h1>\n\nwords\n", "net.daringfireball.markdown"),
            ("a.ts", "class A { public static void main }\n", "com.microsoft.typescript"),
        ])
    func guesses(name: String, content: String, identifier: String) throws {
        let verdict = try sniffer.verdict(bytes: Array(content.utf8), name: name)
        #expect(verdict.type.identifier == identifier)
        #expect(!verdict.mismatch)
    }

    @Test("every verdict has a MIME type, and one spelling for a type")
    func mimeTypes() throws {
        #expect(try sniffer.verdict(bytes: Samples.unknown).mime == "application/octet-stream")
        #expect(try sniffer.verdict(bytes: []).mime == "inode/x-empty")
        #expect(try sniffer.verdict(bytes: Samples.gzip).mime == "application/gzip")
        #expect(try sniffer.verdict(bytes: Array("int a;\n".utf8), name: "a.c").mime == "text/x-c")
        #expect(try sniffer.verdict(bytes: Samples.png).charset == nil)
        #expect(try sniffer.verdict(bytes: Array("ascii\n".utf8)).charset == "us-ascii")
        #expect(try sniffer.verdict(bytes: Array("größer\n".utf8)).charset == "utf-8")
    }

    @Test("a type without a MIME type of its own has that of the nearest type that it conforms to")
    func inheritedMIMEType() throws {
        try UTType.declare(
            "com.example.sniffed-recipe", conformingTo: [.json], tags: [.filenameExtension: ["sniffed-recipe"]])
        try UTType.declare(
            "com.example.sniffed-cake", conformingTo: [#require(UTType("com.example.sniffed-recipe"))],
            tags: [.filenameExtension: ["sniffed-cake"]])
        try UTType.declare(
            "com.example.sniffed-words", conformingTo: [.text], tags: [.filenameExtension: ["sniffed-w"]])
        for (name, mime) in [
            ("a.sniffed-recipe", "application/json"), ("a.sniffed-cake", "application/json"),
            ("a.sniffed-w", "text/plain"),
        ] {
            let verdict = try sniffer.verdict(bytes: Array(#"{"a": [1]}"#.utf8), name: name)
            #expect(verdict.mime == mime, "\(name)")
        }
    }

    @Test("an empty file is what its ending says where there may be nothing of that, and empty otherwise")
    func emptyFiles() throws {
        for (name, identifier) in [
            ("a.csv", "public.comma-separated-values-text"), ("a.c", "public.c-source"),
            ("disk.img", "org.iso.raw-disk-image"), ("a.png", "org.iana.empty"), ("a.zip", "org.iana.empty"),
            ("a.mp4", "org.iana.empty"), ("a", "org.iana.empty"),
        ] {
            #expect(try sniffer.verdict(bytes: [], name: name).type.identifier == identifier, "\(name)")
        }
    }
}

@Suite("hidden executables")
struct HiddenExecutableTests {
    @Test(
        "rule 19: what can run is hidden when something was said of it and nothing said that it runs",
        arguments: [
            (Samples.elf(type: 2), "photo.jpg", nil, true), (Samples.elf(type: 2), "ls", nil, false),
            (Samples.elf(type: 2), nil, UTType.png, true), (Samples.elf(type: 2), nil, UTType.data, false),
            (Samples.elf(type: 3), "libz.so.1", nil, false), (Samples.elf(type: 3), "libz.so", nil, false),
            (Samples.windows(library: false), "report.pdf", nil, true),
            (Samples.windows(library: false), "setup.exe", nil, false),
            (Samples.windows(library: false), "setup.exe", UTType.pdf, false),
            (shell, "notes.txt", nil, true),
            (shell, "run.sh", nil, false),
            (shell, "run", nil, false),
            (shell, "run", UTType.plainText, true),
            (Samples.ascii("#!/usr/bin/env python3\n"), "table.csv", nil, true),
            (Samples.ascii("#!/usr/bin/env node\n"), "a.ts", nil, false),
            (Samples.ascii("echo\n"), "notes.txt", nil, false),
            (Samples.zip([("META-INF/MANIFEST.MF", "")]), "album.zip", nil, true),
            (Samples.png, "a.sh", nil, false),
            // The kernel looks at the first line alone.
            (Samples.ascii("#!/bin/sh\nexit\n\0") + Samples.unknown, "notes.txt", nil, true),
            (Samples.ascii("#!/usr/bin/env python3\n") + Samples.zip([("__main__.py", "")]), "a.jpg", nil, true),
            (Samples.ascii("\u{FEFF}#!/bin/sh\n"), "notes.txt", nil, true),
            (Samples.ascii("#!/bin/sh\n# caf") + [0xE9, 10], "notes.md", nil, true),
            (Samples.ascii("# by hand\n\n[Desktop Entry]\nExec=x\n"), "a.pdf", nil, true),
            (Samples.ascii("words\n[Desktop Entry]\nExec=x\n"), "a.txt", nil, false),
            (Samples.ascii("$ErrorActionPreference = 'Stop'\nInvoke-WebRequest a\n"), "a.jpg", nil, true),
            (Samples.ascii("FasdUAS 1.101.10") + [14, 0, 0, 0], "a.jpg", nil, true),
            // A poem in Korean, which libmagic takes for a program of DOS.
            (
                [0x8C, 0x63, 0xB9, 0xE6, 0xB0, 0xA2, 0xC7, 0xCF, 0x20, 0xBC, 0x84, 0xBD, 0xC3, 0xC4, 0xDD, 0xB6, 10],
                "poem.txt", nil, false
            ),
        ] as [([UInt8], String?, UTType?, Bool)])
    func hidden(content: [UInt8], name: String?, claim: UTType?, hidden: Bool) throws {
        let verdict = try sniffer.verdict(bytes: content, name: name, claim: claim)
        #expect(verdict.isHiddenExecutable == hidden, "\(verdict)")
        if hidden {
            #expect(
                verdict.mismatch || verdict.type.conforms(to: claim ?? .zip) || verdict.type.conforms(to: .plainText))
        }
    }
}
