import FoundationEssentials
import Testing

@testable import ContentTypes

@Suite("UTType")
struct UTTypeTests {
    @Test("identifiers are compared without regard to case")
    func folding() {
        #expect(UTType("PUBLIC.PNG") == .png)
        #expect(UTType("Public.Png")?.identifier == "public.png")
        #expect(UTType("public.nothing") == nil)
        #expect(UTType("") == nil)
        #expect(UTType(filenameExtension: "PNG") == .png)
        #expect(UTType(mimeType: "Image/PNG") == .png)
    }

    @Test("an undeclared identifier keeps its identity and nothing else")
    func undeclared() throws {
        let type = try #require(UTType(identifier: "com.example.Undeclared", allowUndeclared: true))
        #expect(type.identifier == "com.example.Undeclared")
        #expect(!type.isDeclared && !type.isDynamic && !type.isPublic)
        #expect(type.supertypes.isEmpty && type.tags.isEmpty)
        #expect(type == UTType(identifier: "COM.example.undeclared", allowUndeclared: true))
        #expect(type.conforms(to: type) && !type.isSubtype(of: type) && !type.conforms(to: .data))
        for text in ["", ".", "a..b", "com.exa mple", "com.example.", "com/example"] {
            #expect(UTType(identifier: text, allowUndeclared: true) == nil, "\(text)")
        }
    }

    @Test("conformance is the closure of the parents, and has a direction")
    func closure() {
        #expect(UTType.png.supertypes == [.image, .data, .item, .content])
        #expect(UTType.svg.conforms(to: .xml) && UTType.svg.conforms(to: .image) && UTType.svg.conforms(to: .text))
        #expect(UTType.png.conforms(to: .png) && !UTType.png.isSubtype(of: .png))
        #expect(UTType.png.isSubtype(of: .image) && UTType.image.isSupertype(of: .png))
        #expect(!UTType.image.conforms(to: .png))
        #expect(UTType.pythonScript.conforms(to: .script) && UTType.javaScript.conforms(to: .executable))
        #expect(!UTType.archive.conforms(to: .item), "functional roots conform to nothing")
        for (type, _) in constants {
            for parent in type.supertypes {
                #expect(type.isSubtype(of: parent))
                #expect(parent.supertypes.isSubset(of: type.supertypes))
            }
        }
    }

    @Test(
        "row order is tag precedence, within the conformance asked for",
        arguments: [
            ("mp4", UTType.data, "public.mpeg-4"), ("mp4", .audio, "public.mpeg-4-audio"),
            ("plist", .data, "com.apple.property-list"), ("plist", .text, "com.apple.xml-property-list"),
            ("key", .data, "com.apple.iwork.keynote.sffkey"), ("key", .package, "com.apple.iwork.keynote.key"),
            ("log", .data, "com.apple.log"), ("tar.gz", .data, "org.gnu.gnu-zip-tar-archive"),
        ])
    func precedence(ending: String, supertype: UTType, identifier: String) {
        #expect(UTType(filenameExtension: ending, conformingTo: supertype)?.identifier == identifier)
    }

    @Test("preferred tags are the first ones, and types without tags have none")
    func tags() {
        #expect(UTType.jpeg.preferredFilenameExtension == "jpeg")
        #expect(UTType.jpeg.preferredMIMEType == "image/jpeg")
        #expect(UTType.image.preferredFilenameExtension == nil && UTType.image.tags.isEmpty)
        #expect(UTType.data.tags == [.mimeType: ["application/octet-stream"]])
        #expect(UTType(tag: "x", tagClass: UTTagClass(rawValue: "com.apple.ostype"), conformingTo: nil) == nil)
        #expect(UTType.utf8TabSeparatedText.localizedDescription == "Tab-separated values in UTF-8")
        #expect(UTType(filenameExtension: "neverheardof")?.localizedDescription == nil)
        #expect(UTType.png.version == nil && UTType.png.referenceURL == nil && UTType.png.isPublic)
    }

    @Test("a type travels as its identifier, also one that is not declared here")
    func coding() throws {
        let types = [UTType.png, try #require(UTType(identifier: "com.example.travels", allowUndeclared: true))]
        let data = try JSONEncoder().encode(types)
        #expect(String(decoding: data, as: UTF8.self) == #"["public.png","com.example.travels"]"#)
        #expect(try JSONDecoder().decode([UTType].self, from: data) == types)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([UTType].self, from: Data(#"["no identifier"]"#.utf8))
        }
    }

    @Test("a description is the nearest supertype's that has one")
    func descriptions() throws {
        let registry = TypeRegistry(tables: [
            ("a.root | | | | Root\na.near | a.root | | | Near\na.bare | | | |\na.leaf | a.bare a.near | | |", .system)
        ])
        #expect(registry.nearest(to: "A.LEAF") { $0.summary } == "Near")
        #expect(registry.nearest(to: "a.root") { $0.summary } == "Root")
        #expect(registry.nearest(to: "a.bare") { $0.summary } == nil)
    }

    @Test("an imported type gives way to the one preferred for its extension")
    func imported() {
        var declaration = TypeDeclaration(
            identifier: "com.example.dump", source: .propertyList(path: "/types/example.plist", exported: false))
        declaration.parents = ["public.image"]
        declaration.extensions = ["xwd"]
        TypeRegistry.shared.declare(declaration)
        #expect(UTType(importedAs: "com.example.dump").identifier == "org.x.xwd")
        #expect(UTType(exportedAs: "com.example.dump").identifier == "com.example.dump")
    }
}
