import Testing

@testable import ContentTypes

@Suite("compiled-in declarations")
struct DeclarationTests {
    @Test("section 7: all 143 constants have Apple's identifiers")
    func constantIdentifiers() {
        #expect(constants.count == 143)
        #expect(Set(constants.map(\.identifier)).count == 143)
        for (type, identifier) in constants {
            #expect(type.identifier == identifier)
            #expect(UTType(identifier) == type)
            #expect(type.isDeclared && !type.isDynamic)
        }
    }

    @Test(
        "both tables: identifiers are well formed and unique, parents declared, nothing conforms to itself, tags folded"
    )
    func tablesAreSound() {
        let declarations = TypeRegistry(
            tables: [(systemTypes, .system), (fieldTypes, .field), (fieldTextTypes, .field)]
        ).declarations
        #expect(declarations.count(where: { $0.source == .system }) == 275)
        #expect(declarations.count(where: { $0.source == .field }) > 300)
        #expect(Set(declarations.map(\.identifier.asciiFolded)).count == declarations.count)
        for declaration in declarations {
            let type = UTType(declaration.identifier)
            #expect(declaration.identifier.isTypeIdentifier)
            #expect(declaration.parents.allSatisfy { UTType($0) != nil }, "\(declaration.identifier)")
            #expect(
                type?.supertypes.contains { type?.isSupertype(of: $0) == true } == false, "\(declaration.identifier)")
            let tags = declaration.extensions + declaration.mimeTypes
            #expect(tags.allSatisfy { $0 == $0.asciiFolded }, "\(declaration.identifier)")
            #expect(declaration.mimeTypes.allSatisfy { $0.contains("/") }, "\(declaration.identifier)")
            if declaration.source == .field {
                #expect(!declaration.parents.isEmpty && declaration.summary != nil, "\(declaration.identifier)")
            }
        }
    }

    @Test(
        "what conforms to a type is found from above as from below",
        arguments: ["public.image", "public.text", "com.apple.package", "public.png", "public.item"])
    func subtypes(identifier: String) throws {
        let type = try #require(UTType(identifier))
        let below = TypeRegistry.shared.declarations.filter { UTType($0.identifier)?.isSubtype(of: type) == true }
        #expect(Set(TypeRegistry.shared.subtypes(of: type).map(\.identifier)) == Set(below.map(\.identifier)))
    }

    @Test("the field's types add tags behind Apple's and never in front")
    func amendments() {
        #expect(UTType.plainText.tags[.filenameExtension]?.prefix(2) == ["txt", "text"])
        #expect(UTType.plainText.tags[.filenameExtension]?.contains("ini") == true)
        #expect(UTType.yaml.preferredMIMEType == "application/x-yaml")
        #expect(UTType(mimeType: "application/yaml") == .yaml)
        #expect(UTType(filenameExtension: "ts") == .mpeg2TransportStream)
        #expect(
            UTType.types(tag: "ts", tagClass: .filenameExtension, conformingTo: .text).map(\.identifier)
                == ["com.microsoft.typescript", "org.qt.linguist"])
    }

    @Test(
        "field types have the parents that people filter by",
        arguments: [
            ("mkv", UTType.movie), ("webm", .movie), ("flac", .audio), ("opus", .audio), ("avif", .image),
            ("jxl", .image), ("7z", .archive), ("rar", .archive), ("zst", .archive), ("parquet", .data),
            ("sqlite", .database), ("docx", .compositeContent), ("odt", .compositeContent), ("epub", .compositeContent),
            ("wasm", .executable), ("so", .executable), ("deb", .archive), ("srt", .plainText), ("ipynb", .json),
            ("woff2", .font), ("otf", .font), ("bat", .script), ("ps1", .script), ("apk", .executable),
        ])
    func fieldParents(ending: String, parent: UTType) throws {
        let type = try #require(UTType(filenameExtension: ending))
        #expect(type.isDeclared)
        #expect(type.conforms(to: parent))
    }

    @Test("a declaration that is malformed, contradictory or without parents is reported")
    func problems() {
        let registry = TypeRegistry(tables: [(systemTypes, .system)])
        var note = TypeDeclaration(identifier: "com.example.note", source: .propertyList(path: "/a", exported: false))
        note.parents = ["public.text", "com.example.missing"]
        note.extensions = ["note"]
        #expect(registry.declare(note).map(\.kind) == [.unknownParent("com.example.missing")])
        #expect(registry.identifiers(tag: "NOTE", tagClass: .filenameExtension) == ["com.example.note"])

        note.source = .propertyList(path: "/b", exported: true)
        note.parents = ["public.text"]
        note.extensions = ["memo"]
        #expect(registry.declare(note).isEmpty, "an exported declaration beats an imported one")
        #expect(registry.identifiers(tag: "note", tagClass: .filenameExtension).isEmpty)
        #expect(registry.identifiers(tag: "memo", tagClass: .filenameExtension) == ["com.example.note"])

        #expect(
            registry.declare(TypeDeclaration(identifier: "public.png", source: .code)).map(\.kind)
                == [.redeclared(by: .system)])
        #expect(
            registry.declare(TypeDeclaration(identifier: "com.exa mple", source: .code)).map(\.kind) == [.malformed])
        #expect(registry.problems.count == 3)
        #expect(registry.problems.allSatisfy { $0.description.contains($0.identifier) })
    }
}
