import LinuxSystem
import Testing

@testable import ContentTypes

/// Section 7: the machine's declarations, then the user's own.
@Suite("where declarations are looked for")
struct DeclarationPlaceTests {
    private func directories(_ environment: [String: Path], isSystem: Bool = false) -> [String] {
        DeclarationPlaces.directories(isSystem: isSystem) { environment[$0] }
    }

    @Test("the configuration's folder, else the home's; a relative one is ignored; a service of all knows none")
    func places() {
        #expect(directories(["XDG_CONFIG_HOME": "/c"]) == ["/etc/stage/types", "/c/stage/types"])
        #expect(
            directories(["HOME": "/nowhere/at/all"]) == ["/etc/stage/types", "/nowhere/at/all/.config/stage/types"])
        #expect(
            directories(["XDG_CONFIG_HOME": "c", "HOME": "/nowhere/at/all"])
                == directories(["HOME": "/nowhere/at/all"]))
        #expect(directories(["XDG_CONFIG_HOME": "/c"], isSystem: true) == ["/etc/stage/types"])
    }

    @Test("what a program does not load itself is read at its first question, and what is wrong is told")
    func firstQuestion() throws {
        let folder = try TemporaryTypes(["a.plist": Self.list("com.example.first"), "b.plist": "no list"])
        defer { folder.remove() }
        let lines = Lines()
        let registry = TypeRegistry(
            tables: [(systemTypes, .system)], places: DeclarationPlaces(directories: [folder.path])
        ) { lines.add($0) }
        #expect(lines.all.isEmpty, "nothing is done before the first question")
        #expect(registry.declaration(of: "com.example.first")?.parents == ["public.data"])
        #expect(registry.declaration(of: "com.example.first") != nil)
        #expect(lines.all.count == 1 && lines.all.first?.contains("b.plist") == true)
    }

    @Test("a program that loads declarations itself has those alone")
    func ownPlaces() throws {
        let unread = try TemporaryTypes(["a.plist": Self.list("com.example.unread")])
        defer { unread.remove() }
        let own = try TemporaryTypes(["a.plist": Self.list("com.example.own")])
        defer { own.remove() }
        let registry = TypeRegistry(
            tables: [(systemTypes, .system)], places: DeclarationPlaces(directories: [unread.path]))
        #expect(registry.load(DeclarationPlaces(directories: [own.path])).isEmpty)
        #expect(registry.declaration(of: "com.example.own") != nil)
        #expect(registry.declaration(of: "com.example.unread") == nil)
    }

    @Test("a program's Info.plist may hold no declaration, another property list may not")
    func programsOwn() throws {
        let text = "<plist version=\"1.0\"><dict><key>CFBundleName</key><string>A</string></dict></plist>"
        let folder = try TemporaryTypes(["Info.plist": text])
        defer { folder.remove() }
        let registry = TypeRegistry(tables: [(systemTypes, .system)])
        let file = folder.path + "/Info.plist"
        #expect(registry.load(DeclarationPlaces(propertyList: file)).isEmpty)
        #expect(registry.load(DeclarationPlaces(propertyList: folder.path + "/none.plist")).isEmpty)
        #expect(registry.load(DeclarationPlaces(directories: [folder.path])).count == 1)
    }

    private static func list(_ identifier: String) -> String {
        """
        <plist version="1.0"><dict><key>UTExportedTypeDeclarations</key><array><dict>
        <key>UTTypeIdentifier</key><string>\(identifier)</string>
        <key>UTTypeConformsTo</key><string>public.data</string></dict></array></dict></plist>
        """
    }
}
