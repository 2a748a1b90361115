import Testing

@testable import ContentTypes

@Suite("types as people write them")
struct TypePatternTests {
    @Test(
        "section 4: identifiers, MIME types and extensions match by conformance",
        arguments: [
            ("public.image", UTType.png, true), ("public.image", .svg, true), ("public.image", .mp3, false),
            ("public.png", .image, false), ("image/png", .png, true), ("image/*", .png, true), ("image/*", .pdf, false),
            ("video/*", .mpeg4Movie, true), ("text/*", .swiftSource, true), ("application/*", .pdf, true),
            (".png", .png, true), (".PNG", .png, true), (".key", .png, false),
            ("text/plain; charset=utf-8", .cSource, true),
            ("public.archive", .zip, true), ("application/gzip", .gzip, true),
        ])
    func matching(text: String, type: UTType, matches: Bool) throws {
        #expect(try TypePattern(parsing: text).matches(type) == matches)
    }

    @Test("an extension of several types matches each of them")
    func severalTypes() throws {
        let pattern = try TypePattern(parsing: ".ts")
        #expect(pattern.matches(.mpeg2TransportStream))
        #expect(pattern.matches(try #require(UTType("com.microsoft.typescript"))))
        #expect(pattern.matches(try #require(UTType("org.qt.linguist"))))
        #expect(pattern.types.count == 3)
    }

    @Test(
        "what means anything matches also what nothing declares",
        arguments: ["*/*", "public.item", "public.data", "application/octet-stream"])
    func anything(text: String) throws {
        let pattern = try TypePattern(parsing: text)
        #expect(pattern.matchesAnything)
        for type in [UTType.png, .archive, .folder] { #expect(pattern.matches(type)) }
        #expect(pattern.matches(try #require(UTType(identifier: "com.example.unknown", allowUndeclared: true))))
        #expect(pattern.matches(try #require(UTType(mimeType: "application/x-never"))))
    }

    @Test(
        "what means anything still names its type, where it names one",
        arguments: [
            ("*/*", nil), ("public.item", UTType.item), ("public.data", .data), ("application/octet-stream", .data),
        ])
    func anythingByName(text: String, type: UTType?) throws {
        #expect(try TypePattern(parsing: text).types.first == type)
    }

    @Test("a MIME type that nothing declares matches itself")
    func undeclaredMIMEType() throws {
        let pattern = try TypePattern(parsing: "image/x-never")
        #expect(pattern.matches(try #require(UTType(mimeType: "image/x-never", conformingTo: .image))))
        #expect(!pattern.matches(.png))
    }

    @Test("an undeclared identifier is taken where that is allowed, except in a reserved domain")
    func undeclaredIdentifier() throws {
        let note = try #require(UTType(identifier: "com.example.pattern", allowUndeclared: true))
        #expect(try TypePattern(parsing: "com.example.pattern", allowUndeclared: true).matches(note))
        #expect(throws: TypePatternError.self) { try TypePattern(parsing: "com.example.pattern") }
        #expect(throws: TypePatternError.self) { try TypePattern(parsing: "public.pattern", allowUndeclared: true) }
    }

    @Test(
        "what is no type says what is wrong and what would be right",
        arguments: [
            ("", TypePatternError.Reason.empty, "public.image"), ("png", .notAType, #"did you mean ".png"?"#),
            ("nonsense", .notAType, "image/png"), ("public.imge", .unknownIdentifier, "public.image"),
            ("public.jpg", .unknownIdentifier, "public."), ("com.example.nothing-like-it", .unknownIdentifier, ".png"),
            ("public.im age", .malformedIdentifier, "letters"), (".neverheardof", .unknownExtension, ".neverheardof"),
            ("image/", .malformedMIMEType, "image/*"), ("/*", .malformedMIMEType, "image/*"),
            (".", .unknownExtension, "."),
        ])
    func errors(text: String, reason: TypePatternError.Reason, hint: String) throws {
        let error = #expect(throws: TypePatternError.self) { try TypePattern(parsing: text) }
        #expect(error?.reason == reason)
        #expect(try #require(error).description.contains(hint))
    }
}
