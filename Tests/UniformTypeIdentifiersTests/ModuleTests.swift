// Nothing but Apple's module, as in code that is written for it: Foundation has to come along.
import Testing
import UniformTypeIdentifiers

extension UTType {
    fileprivate static let recipe = UTType(exportedAs: "com.example.module-recipe", conformingTo: .json)
    fileprivate static var theirs: UTType { UTType(importedAs: "com.example.module-theirs") }
}

/// Reference, section 3: code written for Apple's module compiles and means the same.
@Suite("the module that people import")
struct ModuleTests {
    @Test("the declarations of section 3 are there, with their defaults")
    func declarations() throws {
        let png: UTType? = UTType("public.png")
        #expect(png == .png)
        #expect(UTType(filenameExtension: "png") == .png)
        #expect(UTType(filenameExtension: "png", conformingTo: .image) == .png)
        #expect(UTType(mimeType: "image/png", conformingTo: .image) == .png)
        #expect(UTType(tag: "png", tagClass: .filenameExtension, conformingTo: nil) == .png)
        #expect(UTType.types(tag: "mp4", tagClass: .filenameExtension, conformingTo: .audio) == [.mpeg4Audio])
        #expect(UTType(identifier: "com.example.unheard", allowUndeclared: true)?.isDeclared == false)
        #expect(UTType(identifier: "com.example.unheard", allowUndeclared: false) == nil)
        #expect(UTType.recipe.conforms(to: .json) && UTType.recipe.identifier == "com.example.module-recipe")
        #expect(UTType.theirs.conforms(to: .data))
        let one = UTType.png
        let reference: URL? = one.referenceURL
        let version: Int? = one.version
        let description: String? = one.localizedDescription
        let tags: [UTTagClass: [String]] = one.tags
        #expect(reference == nil && version == nil && description != nil)
        #expect(tags == [.filenameExtension: ["png"], .mimeType: ["image/png"]])
        #expect(one.preferredFilenameExtension == "png" && one.preferredMIMEType == "image/png")
        #expect(one.isPublic && one.isDeclared && !one.isDynamic)
        #expect(one.isSubtype(of: .image) && UTType.image.isSupertype(of: one) && one.supertypes.contains(.content))
        #expect(UTTagClass(rawValue: "public.mime-type") == .mimeType)
        #expect(UniformTypeIdentifiers.UTType.jpeg == UTType.jpeg)
    }

    @Test("values of Foundation are there without an import of it")
    func foundation() throws {
        let data = try JSONEncoder().encode([UTType.png])
        #expect(String(data: data, encoding: .utf8) == #"["public.png"]"#)
        #expect(FileManager.default.temporaryDirectory.isFileURL)
        #expect(!UUID().uuidString.isEmpty)
        let coded = try PropertyListEncoder().encode(["type": UTType.mp3])
        #expect(try PropertyListDecoder().decode([String: UTType].self, from: coded) == ["type": .mp3])
    }

    @Test("a type that is used undeclared is told on standard error, once, with the declaration to paste")
    func undeclared() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            for _ in 1...3 { _ = UTType(exportedAs: "com.example.forgotten", conformingTo: .plainText) }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.components(separatedBy: "UTType(exportedAs: \"com.example.forgotten\")").count == 2, "\(text)")
        #expect(text.contains("<key>UTTypeIdentifier</key><string>com.example.forgotten</string>"))
    }

    @Test("types declared in code, and by a property list anywhere, are declared; mistakes are thrown")
    func declaring() throws {
        let type = try UTType.declare(
            "com.example.module-note", conformingTo: [.plainText],
            tags: [.filenameExtension: ["Module-Note"], .mimeType: ["text/x-module-note"]],
            localizedDescription: "Note", version: 2, referenceURL: URL(string: "https://example.com/note"))
        #expect(UTType(filenameExtension: "module-note") == type && UTType(mimeType: "text/x-module-note") == type)
        #expect(type.localizedDescription == "Note" && type.version == 2 && type.conforms(to: .text))
        #expect(type.referenceURL?.host() == "example.com")
        try UTType.declare(
            "com.example.module-note", conformingTo: [.plainText],
            tags: [.filenameExtension: ["Module-Note"], .mimeType: ["text/x-module-note"]],
            localizedDescription: "Note", version: 2, referenceURL: URL(string: "https://example.com/note"))

        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).plist")
        defer { try? FileManager.default.removeItem(at: file) }
        let declared: [String: Any] = [
            "UTTypeIdentifier": "com.example.module-listed", "UTTypeConformsTo": ["com.example.module-note"],
            "UTTypeTagSpecification": ["public.filename-extension": "module-listed"],
        ]
        try PropertyListSerialization.data(
            fromPropertyList: ["UTExportedTypeDeclarations": [declared]], format: .binary, options: 0
        ).write(to: file)
        try UTType.declare(contentsOf: file)
        #expect(UTType(filenameExtension: "module-listed")?.conforms(to: type) == true)
        #expect(throws: UTTypeDeclarationError.self) { try UTType.declare(contentsOf: file.appending(path: "none")) }
    }

    @Test(
        "a declaration in code that is wrong says what is",
        arguments: [
            ("no identifier", UTType.data, "png", "is no type identifier"),
            ("public.own", .data, "own", "begins with"), ("com.apple.own", .data, "own", "begins with"),
            ("public.png", .data, "png", "is declared already"),
            ("com.example.dotted", .data, ".png", "is no tag"), ("com.example.spaced", .data, "a b", "is no tag"),
        ])
    func mistakes(identifier: String, parent: UTType, ending: String, words: String) throws {
        let error = #expect(throws: UTTypeDeclarationError.self) {
            try UTType.declare(identifier, conformingTo: [parent], tags: [.filenameExtension: [ending]])
        }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
        #expect(UTType("com.example.dotted") == nil)
    }

    @Test("a type conforms neither to itself nor to what nothing declares")
    func parents() throws {
        let outer = try UTType.declare("com.example.module-outer")
        let inner = try UTType.declare("com.example.module-inner", conformingTo: [outer])
        let itself = try #require(UTType(identifier: "com.example.module-itself", allowUndeclared: true))
        for (identifier, parent) in [("com.example.module-itself", itself), ("com.example.module-x", itself)] {
            #expect(throws: UTTypeDeclarationError.self) { try UTType.declare(identifier, conformingTo: [parent]) }
        }
        #expect(inner.conforms(to: .data) && !outer.conforms(to: inner))
    }
}
