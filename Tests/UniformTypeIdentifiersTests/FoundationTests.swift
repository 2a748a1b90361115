import Testing
import UniformTypeIdentifiers

/// Reference, section 3.2: what Apple's module adds to values of Foundation.
@Suite("conveniences on values of Foundation")
struct FoundationTests {
    @Test(
        "an extension is added unless the name has one that is right for the type",
        arguments: [
            ("puppy", UTType.jpeg, "puppy.jpeg"), ("puppy.jpg", .jpeg, "puppy.jpg"), ("puppy.JPG", .jpeg, "puppy.JPG"),
            ("puppy.jpg", .image, "puppy.jpg"), ("puppy.jpg", .plainText, "puppy.jpg.txt"), ("a", .image, "a"),
            ("table.csv", .plainText, "table.csv"), ("a.unheard", .png, "a.unheard.png"), ("a.b", .png, "a.b.png"),
            (".hidden", .png, ".hidden.png"), ("читать", .pdf, "читать.pdf"), ("film.m4v", .mpeg4Movie, "film.m4v"),
        ])
    func names(partial: String, type: UTType, name: String) {
        let folder = URL(fileURLWithPath: "/tmp/folder", isDirectory: true)
        #expect(folder.appendingPathComponent(partial, conformingTo: type).lastPathComponent == name)
        #expect(folder.appendingPathComponent(partial).appendingPathExtension(for: type).lastPathComponent == name)
        var url = folder
        url.appendPathComponent(partial, conformingTo: type)
        #expect(url.path == "/tmp/folder/\(name)")
        url = folder.appendingPathComponent(partial)
        url.appendPathExtension(for: type)
        #expect(url.lastPathComponent == name)

        let path = "/tmp/folder" as NSString
        #expect(path.appendingPathComponent(partial, conformingTo: type) == "/tmp/folder/\(name)")
        let whole = path.appendingPathComponent(partial) as NSString
        #expect(whole.appendingPathExtension(for: type) == "/tmp/folder/\(name)")
        let reference = NSURL(fileURLWithPath: "/tmp/folder", isDirectory: true)
        #expect(reference.appendingPathComponent(partial, conformingTo: type).lastPathComponent == name)
        let file = NSURL(fileURLWithPath: "/tmp/folder/\(partial)", isDirectory: false)
        #expect(file.appendingPathExtension(for: type).lastPathComponent == name)
    }

    @Test("the path of a directory's type is a directory's")
    func directories() {
        let folder = URL(fileURLWithPath: "/tmp", isDirectory: true)
        #expect(folder.appendingPathComponent("a", conformingTo: .folder).hasDirectoryPath)
        #expect(folder.appendingPathComponent("a", conformingTo: .applicationBundle).absoluteString.hasSuffix("a.app/"))
        #expect(!folder.appendingPathComponent("a", conformingTo: .png).hasDirectoryPath)
    }

    @Test("resource values tell the type by kind and extension")
    func resourceValues() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "values-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["a.png", "bare", "run", "a.neverheardof"] {
            try Data().write(to: folder.appending(path: name))
        }
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: folder.appending(path: "run").path)
        for name in ["plain", "Tool.app", "pictures.png"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: false)
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.appending(path: "link.png").path, withDestinationPath: "a.png")
        let expected: [String: UTType] = [
            "a.png": .png, "bare": .data, "run": .unixExecutable, "plain": .folder, "Tool.app": .applicationBundle,
            "pictures.png": .folder, "link.png": .symbolicLink,
        ]
        for (name, type) in expected {
            let url = folder.appendingPathComponent(name)
            #expect(try url.resourceValues(forKeys: [.contentTypeKey]).contentType == type, "\(name)")
        }
        let unknown = try folder.appending(path: "a.neverheardof").resourceValues(forKeys: [.contentTypeKey, .nameKey])
        #expect(unknown.contentType?.isDynamic == true && unknown.name == "a.neverheardof")
        #expect(try folder.resourceValues(forKeys: [.nameKey]).contentType == nil)
    }
}
