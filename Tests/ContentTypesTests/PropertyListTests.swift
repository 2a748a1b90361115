import Foundation
import Testing

@testable import ContentTypes

/// Section 7: declarations out of property lists, and every mistake in them with file and key.
@Suite("declarations in property lists")
struct PropertyListTests {
    private let registry = TypeRegistry(tables: [(systemTypes, .system), (fieldTypes, .field)])

    /// Writes files, loads them, and answers what is wrong with them, without the folder's path.
    private func load(_ files: [String: String]) throws -> [String] {
        let folder = try TemporaryTypes(files)
        defer { folder.remove() }
        return registry.load(DeclarationPlaces(directories: ["/nowhere/at/all", folder.path])).map {
            $0.description.replacingOccurrences(of: folder.path + "/", with: "")
        }
    }

    private func list(_ exported: String..., imported: [String] = []) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict>
        <key>UTExportedTypeDeclarations</key><array>\(exported.joined())</array>
        <key>UTImportedTypeDeclarations</key><array>\(imported.joined())</array>
        </dict></plist>
        """
    }

    private func type(_ identifier: String, _ parents: String..., more: String = "") -> String {
        let parents = parents.map { "<string>\($0)</string>" }.joined()
        return """
            <dict><key>UTTypeIdentifier</key><string>\(identifier)</string>
            <key>UTTypeConformsTo</key><array>\(parents)</array>\(more)</dict>
            """
    }

    private func tags(_ extensions: String, _ mimeTypes: String) -> String {
        """
        <key>UTTypeTagSpecification</key><dict><key>public.filename-extension</key><array>\(extensions)</array>
        <key>public.mime-type</key><array>\(mimeTypes)</array></dict>
        """
    }

    @Test("a declaration has its parents, tags, description, reference and version; one text will do for an array")
    func whole() throws {
        let more = """
            <key>UTTypeTagSpecification</key><dict>
            <key>public.filename-extension</key><array><string>recipe</string><string>RCP</string></array>
            <key>public.mime-type</key><string>Application/x-Recipe</string>
            <key>com.apple.ostype</key><string>RCPE</string></dict>
            <key>UTTypeDescription</key><string>Recipe</string>
            <key>UTTypeReferenceURL</key><string>https://example.com/recipe</string>
            <key>UTTypeVersion</key><integer>3</integer>
            <key>UTTypeIcons</key><dict/>
            """
        let text = list(type("com.Example.Recipe", "public.text", "com.example.base", more: more))
        // The parent comes in a later file.
        #expect(
            try load(["a.plist": text, "b.PLIST": list(type("com.example.base", "public.data")), "c.txt": "no"]) == [])
        let recipe = try #require(registry.declaration(of: "COM.example.recipe"))
        #expect(recipe.identifier == "com.Example.Recipe")
        #expect(recipe.parents == ["public.text", "com.example.base"])
        #expect(recipe.extensions == ["recipe", "rcp"])
        #expect(recipe.mimeTypes == ["application/x-recipe"])
        #expect(recipe.summary == "Recipe" && recipe.reference == "https://example.com/recipe" && recipe.version == 3)
        #expect(registry.identifiers(tag: "RCP", tagClass: .filenameExtension) == ["com.Example.Recipe"])
        #expect(registry.conforms(["com.example.recipe"], to: "public.content"))
        guard case .propertyList(let path, exported: true) = recipe.source else {
            Issue.record("\(recipe.source)")
            return
        }
        #expect(path.hasSuffix("/a.plist"))
    }

    @Test("each mistake is told with its file and its key, and the rest of the file counts")
    func mistakes() throws {
        let good = type("com.example.good", "public.data")
        let found = try load([
            "1.plist": list(type("com.example.orphan", "com.example.missing"), good),
            "2.plist": list(
                type("com.example.egg", "com.example.hen"), type("com.example.hen", "com.example.egg"),
                type("com.example.self", "com.example.self", "public.data")),
            "3.plist": list(
                type("public.mine", "public.data"), type("com.apple.mine", "public.data"), type("dyn.a", "public.data"),
                imported: [type("public.theirs", "public.data"), type("com.apple.theirs", "public.data")]),
            "4.plist": list(imported: [type("public.PNG", "public.data")]),
            "5.plist": list(
                type(
                    "com.example.tags", "public.data",
                    more: tags(
                        "<string>.dot</string><string>ok</string><string>a b</string><string></string><integer>1</integer>",
                        "<string>image</string><string>image/x-ok</string>"))),
            "6.plist": list(type("com.exam ple", "public.data"), "<string>com.example.text</string>", "<dict/>"),
            "7.plist": "no property list",
            "8.plist": "<plist><dict><key>UTTypeIdentifier</key><string>com.example.bare</string></dict></plist>",
        ])
        let exported = "UTExportedTypeDeclarations"
        let expected = [
            "1.plist: \(exported)[0].UTTypeConformsTo: com.example.orphan conforms to com.example.missing",
            "2.plist: \(exported)[0].UTTypeConformsTo: com.example.egg conforms to itself: com.example.egg → "
                + "com.example.hen → com.example.egg",
            "2.plist: \(exported)[2].UTTypeConformsTo: com.example.self conforms to itself",
            "3.plist: \(exported)[0].UTTypeIdentifier: public.mine begins with \"public.\"",
            "3.plist: \(exported)[1].UTTypeIdentifier: com.apple.mine begins with \"com.apple.\"",
            "3.plist: \(exported)[2].UTTypeIdentifier: dyn.a begins with \"dyn.\"",
            "3.plist: UTImportedTypeDeclarations[0].UTTypeIdentifier: public.theirs begins with \"public.\"",
            "4.plist: UTImportedTypeDeclarations[0].UTTypeIdentifier: public.PNG is declared already (system)",
            "5.plist: \(exported)[0].UTTypeTagSpecification.public.filename-extension: \".dot\" is no tag",
            "5.plist: \(exported)[0].UTTypeTagSpecification.public.filename-extension: \"a b\" is no tag",
            "5.plist: \(exported)[0].UTTypeTagSpecification.public.filename-extension: \"\" is no tag",
            "5.plist: \(exported)[0].UTTypeTagSpecification.public.filename-extension[4]: com.example.tags: a text",
            "5.plist: \(exported)[0].UTTypeTagSpecification.public.mime-type: \"image\" is no tag",
            "6.plist: \(exported)[0].UTTypeIdentifier: \"com.exam ple\" is no type identifier",
            "6.plist: \(exported)[1]: a dictionary expected",
            "6.plist: \(exported)[2].UTTypeIdentifier: the type's identifier expected",
            "7.plist: this is no property list",
            "8.plist: UTExportedTypeDeclarations or UTImportedTypeDeclarations expected",
        ]
        for start in expected {
            #expect(found.contains { $0.hasPrefix(start) }, "\(start)")
        }
        #expect(found.count == expected.count, "\(found.joined(separator: "\n"))")
        #expect(registry.problems.count == found.count)
        for identifier in ["com.example.good", "com.example.tags", "com.apple.theirs", "com.example.orphan"] {
            #expect(registry.declaration(of: identifier) != nil)
        }
        #expect(registry.declaration(of: "com.example.tags")?.extensions == ["ok"])
        #expect(registry.declaration(of: "com.example.tags")?.mimeTypes == ["image/x-ok"])
        #expect(registry.declaration(of: "public.mine") == nil)
        // The ring is cut at one place, and what is left of it holds.
        #expect(registry.conforms(["com.example.hen"], to: "com.example.egg"))
        #expect(
            !registry.conforms(registry.declaration(of: "com.example.egg")?.parents ?? ["?"], to: "com.example.hen"))
    }

    @Test("an exported declaration beats an imported one, whichever comes first; the first of two alike stays")
    func precedence() throws {
        let one = type("com.example.note", "public.text", more: tags("<string>one</string>", ""))
        let two = type("com.example.note", "public.text", more: tags("<string>two</string>", ""))
        #expect(try load(["a.plist": list(imported: [one]), "b.plist": list(two)]) == [])
        #expect(registry.declaration(of: "com.example.note")?.extensions == ["two"])
        #expect(try load(["c.plist": list(one), "d.plist": list(imported: [one])]).count == 2)
        #expect(registry.declaration(of: "com.example.note")?.extensions == ["two"])
    }

    @Test("what cannot be read is told: a folder of that name, more than a megabyte, a list that ends early")
    func unreadable() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "types-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "a.plist"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(repeating: 0x20, count: 1 << 20 + 1).write(to: folder.appending(path: "b.plist"))
        try Data("<plist><dict>".utf8).write(to: folder.appending(path: "c.plist"))
        let found = registry.load(DeclarationPlaces(directories: [folder.path]))
        #expect(found.map(\.place?.file) == ["a", "b", "c"].map { folder.appending(path: "\($0).plist").path })
        #expect(found.allSatisfy { if case .unreadable = $0.kind { true } else { false } })
    }
}
