import Testing

@testable import ContentTypes

/// Section 7: a declaration that is missing is told loudly, once, with what would mend it.
@Suite("types that nothing declares")
struct MissingDeclarationTests {
    /// A registry, and what it told.
    private struct Registry {
        let types: TypeRegistry
        private let lines: Lines

        init() {
            let lines = Lines()
            self.lines = lines
            types = TypeRegistry(tables: [(systemTypes, .system)]) { lines.add($0) }
        }

        var told: [String] { lines.all }
    }

    @Test("it is told once, with the identifier, the list of declarations, and where they belong")
    func once() throws {
        let registry = Registry()
        for _ in 1...3 { registry.types.use("com.example.note", as: .exported, parent: "public.text") }
        registry.types.use("com.example.theirs", as: .imported, parent: nil)
        registry.types.use("public.png", as: .exported, parent: nil)
        #expect(registry.told.count == 2)
        let first = try #require(registry.told.first)
        #expect(first.contains("UTType(exportedAs: \"com.example.note\")"))
        #expect(first.contains("UTExportedTypeDeclarations") && first.contains("public.text"))
        #expect(first.contains("/com.example.note.plist"))
        #expect(registry.told[1].contains("UTImportedTypeDeclarations"))
        #expect(registry.types.declaration(of: "com.example.theirs")?.parents == ["public.data"])
        #expect(registry.types.problems.map(\.kind) == [.undeclared, .undeclared])
    }

    @Test("what it says to paste is a declaration without a mistake", arguments: [true, false])
    func pasteable(isExported: Bool) throws {
        var declaration = TypeDeclaration(identifier: "com.example.My-Note", source: .code)
        declaration.parents = ["public.text", "public.content"]
        let missing = MissingDeclaration(declaration, role: isExported ? .exported : .imported, problems: [])
        #expect(missing.description.contains(missing.propertyList))
        let reader = PropertyListReader(Array(missing.propertyList.utf8), path: "/pasted.plist")
        #expect(reader.problems.isEmpty)
        let found = try #require(reader.found.first?.declaration)
        #expect(found.identifier == "com.example.My-Note" && found.parents == declaration.parents)
        #expect(found.extensions == ["my-note"] && found.mimeTypes == ["application/x-my-note"])
        #expect(found.source == .propertyList(path: "/pasted.plist", exported: isExported))
    }

    @Test("a parent that nothing declares, and text that is no identifier, are told with it")
    func furtherMistakes() {
        let registry = Registry()
        registry.types.use("com.example.leaf", as: .exported, parent: "com.example.nowhere")
        #expect(registry.told.first?.contains("conforms to com.example.nowhere, which has no declaration") == true)
        for _ in 1...2 { registry.types.use("no identifier", as: .exported, parent: nil) }
        #expect(registry.told.count == 2)
        #expect(registry.told.last?.contains("is no type identifier") == true)
        #expect(registry.types.declaration(of: "no identifier") == nil)
    }
}
