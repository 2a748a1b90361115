import ContentTypes
import Testing

@testable import ContentSniffing

private let sniffer = ContentSniffer(cookies: 1)

/// Rule 18: texts whose bytes say less, or something else, than they seem to.
@Suite("texts that seem to be something else")
struct AmbiguousTextTests {
    /// A text of Latin 1, in which every character is its own byte.
    private func latin(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }

    @Test(
        "an old code page hides no kind of text",
        arguments: [
            ("<!DOCTYPE html><p>caf\u{E9}</p>", "public.html"),
            ("<?xml version='1.0' encoding='iso-8859-1'?><a>\u{E9}</a>", "public.xml"),
            ("{\"stra\u{DF}e\": 1}", "public.json"), ("#!/bin/sh\n# gr\u{FC}n\n", "public.shell-script"),
            ("From: a@b.de\nTo: c@d.de\nSubject: Gr\u{FC}\u{DF}e\n\nhallo\n", "com.apple.mail.email"),
            ("import os\nimport sys\n\ndef gr\u{FC}n(self):\n    return 1\n", "public.python-script"),
            ("gr\u{FC}n und wei\u{DF}\n", "public.plain-text"),
        ])
    func oldCodePages(text: String, identifier: String) throws {
        let verdict = try sniffer.verdict(bytes: latin(text))
        #expect(verdict.type.identifier == identifier)
        #expect(verdict.charset == "iso-8859-1")
    }

    @Test("a language that a text quotes, set in between its sentences, is not the text's")
    func quotations() throws {
        let code = "import os\nimport sys\nfrom x import y\ndef main():\n"
        let quoted = code.split(separator: "\n").map { "    \($0)\n" }.joined()
        let prose = "This is what the first chapter is about\n\nA program begins with lines such as these\n\n"
        let text = prose + quoted + "\nAnd what follows is told in the next chapter\n"
        #expect(try sniffer.verdict(bytes: Array(text.utf8)).type == .plainText)
        #expect(try sniffer.verdict(bytes: Array(code.utf8)).type == .pythonScript)
        #expect(try sniffer.verdict(bytes: Array(quoted.utf8)).type == .pythonScript, "nothing but the code")
    }

    @Test(
        "declarations of a document type are a definition of one, also behind XML's own; inside a document they are not",
        arguments: [
            ("<!ELEMENT a (#PCDATA)>\n", "org.w3.dtd"),
            ("<?xml version='1.0'?>\n<!-- a --><!ATTLIST a b CDATA #IMPLIED>", "org.w3.dtd"),
            ("<?xml version='1.0'?><!DOCTYPE a [<!ELEMENT a ANY>]><a/>", "public.xml"),
            (
                "<!DOCTYPE svg [<!ENTITY s 'http://www.w3.org/2000/svg'>]>\n<svg xmlns='http://www.w3.org/2000/svg'/>",
                "public.svg-image"
            ),
        ])
    func definitions(text: String, identifier: String) throws {
        #expect(try sniffer.verdict(bytes: Array(text.utf8)).type.identifier == identifier)
    }

    @Test("one byte that no text has makes bytes no text, wherever it stands, and no other does")
    func controls() {
        for byte in UInt8.min...UInt8.max {
            let isUsed = byte >= 0x20 && byte != 0x7F || (7...13).contains(byte) || byte == 0x1B
            for place in 0..<21 {
                var bytes = Array("text, some more text".utf8)
                bytes.insert(byte, at: place)
                #expect(DecodedText.hasNoControls(bytes) == isUsed, "\(byte) at \(place)")
                if byte >= 0x80 { #expect(DecodedText(bytes, isWhole: true) == nil, "\(byte) at \(place)") }
            }
        }
    }

    @Test(
        "JSON that stops in the middle is JSON where it said something, and an opening alone is none",
        arguments: [
            (#"{"a": 1, "b"#, true), ("[1, 2,", true), ("[", false), ("{", false), ("[[", false), ("[]", true),
        ])
    func cutJSON(text: String, isJSON: Bool) throws {
        #expect((try sniffer.verdict(bytes: Array(text.utf8)).type == .json) == isJSON)
    }

    @Test("what begins like PostScript is that only where a version or nothing follows")
    func postScript() throws {
        for (text, isPostScript) in [
            ("%!PS-Adobe-3.0\n", true), ("%!\n1 2 add\n", true), ("%!encoding: UTF-8\nwords\n", false),
        ] {
            let type = try sniffer.verdict(bytes: Array(text.utf8)).type
            #expect((type.identifier == "com.adobe.postscript") == isPostScript, "\(text)")
        }
    }

    @Test("an archive that a stream holds unpacked is not what is in it")
    func storedArchive() throws {
        // The size of an entry that was written to a pipe follows it.
        var outer: [UInt8] = Array("PK".utf8) + [3, 4, 20, 0, 8, 0] + [UInt8](repeating: 0, count: 18)
        outer += [5, 0, 0, 0] + Array("a.jar".utf8)
        let inner = Samples.zip([("META-INF/MANIFEST.MF", "x"), ("A.class", "x")], directory: false)
        #expect(try sniffer.verdict(bytes: outer + inner).type == .zip)
    }
}
