import Testing

@testable import ContentTypes

@Suite("dynamic types")
struct DynamicTypeTests {
    @Test(
        "well-known identifiers decode and encode as on a Mac",
        arguments: [
            ("dyn.ah62d4rv4ge80c6dp", "?0=6:1=apk"), ("dyn.ah62d4rv4ge8042pwrrwg875s", "?0=6:1=markdown"),
            ("dyn.ah62d4rv4gk81n65yru", "?0=6:2=ustl"), ("dyn.age80g650", "1=csv"),
        ])
    func knownIdentifiers(identifier: String, text: String) {
        #expect(DynamicType.decode(identifier) == text)
        #expect(DynamicType.encode(text) == identifier)
        #expect(UTType(identifier)?.isDynamic == true)
    }

    @Test("an unknown tag gives a type that holds the tag and the conformance")
    func unknownTags() throws {
        let type = try #require(UTType(filenameExtension: "neverheardof"))
        #expect(type.isDynamic && !type.isDeclared && !type.isPublic)
        #expect(type.identifier == DynamicType.encode("?0=6:1=neverheardof"))
        #expect(type.preferredFilenameExtension == "neverheardof")
        #expect(type.supertypes == [.data, .item])
        let image = try #require(UTType(mimeType: "image/x-never", conformingTo: .image))
        #expect(image.conforms(to: .image) && image.conforms(to: .content))
        #expect(image.preferredMIMEType == "image/x-never")
        #expect(UTType(image.identifier) == image)
        #expect(UTType(image.identifier.uppercased()) == image)
        let bare = try #require(UTType(tag: "neverheardof", tagClass: .filenameExtension, conformingTo: nil))
        #expect(bare.supertypes.isEmpty && bare != type)
        let odd = try #require(UTType(filenameExtension: "a:b=c,d\\e", conformingTo: .pdf))
        #expect(odd.preferredFilenameExtension == "a:b=c,d\\e" && odd.conforms(to: .pdf))
    }

    @Test("text that is no tag gives no type", arguments: ["", ".png", "a/b", "a b", "a\u{0}b"])
    func malformedExtensions(text: String) { #expect(UTType(filenameExtension: text) == nil) }

    @Test(
        "text that is no MIME type gives no type",
        arguments: ["", "image", "image/", "/png", "a/b/c", "image/*", "a b/c"])
    func malformedMIMETypes(text: String) { #expect(UTType(mimeType: text) == nil) }

    @Test(
        "what does not decode is no type",
        arguments: ["dyn.a", "dyn.", "dyn.b", "dyn.aijlo", "dyn.ah", "dyn.azzzzzzzz"])
    func malformedIdentifiers(text: String) { #expect(UTType(text) == nil) }
}
