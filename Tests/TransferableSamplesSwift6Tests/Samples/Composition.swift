import CoreTransferable
import Foundation

// A representation of one's own, generic over the item.
struct TextAndDataRepresentation<Item: Transferable>: TransferRepresentation {
    let text: @Sendable (Item) -> String

    var body: some TransferRepresentation<Item> {
        DataRepresentation(exportedContentType: .utf8PlainText) { Data(text($0).utf8) }
        DataRepresentation(exportedContentType: .json) { try JSONEncoder().encode(text($0)) }
    }
}

struct NoteRepresentation: TransferRepresentation {
    typealias Item = Note

    var body: some TransferRepresentation {
        CodableRepresentation<Note, JSONEncoder, JSONDecoder>(contentType: .json)
        TextAndDataRepresentation<Note> { $0.text }
    }
}

struct Note: Codable, Transferable {
    var text: String

    static var transferRepresentation: some TransferRepresentation {
        NoteRepresentation()
            .suggestedFileName { note in "\(note.text.prefix(10)).json" }
    }
}

struct Wrapper<Value: Codable & Sendable>: Codable, Transferable {
    var value: Value

    static var transferRepresentation: some TransferRepresentation {
        CodableRepresentation(contentType: .json)
        DataRepresentation(exportedContentType: .plainText) { wrapper in Data("\(wrapper.value)".utf8) }
            .visibility(.team)
    }
}

struct Pair<First: Transferable, Second: Transferable>: Transferable {
    var first: First
    var second: Second

    static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation(exporting: { $0.first })
        ProxyRepresentation(exporting: { (pair: Pair) in pair.second })
    }
}

struct Ten: Transferable {
    var title = "ten"

    static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(exportedContentType: .html) { Data($0.title.utf8) }
        DataRepresentation(exportedContentType: .rtf) { Data($0.title.utf8) }
        DataRepresentation(exportedContentType: .pdf) { Data($0.title.utf8) }
        DataRepresentation(exportedContentType: .png) { Data($0.title.utf8) }
        DataRepresentation(exportedContentType: .jpeg) { Data($0.title.utf8) }
        DataRepresentation(exportedContentType: .json) { Data($0.title.utf8) }
        DataRepresentation(exportedContentType: .xml) { Data($0.title.utf8) }
        DataRepresentation(exportedContentType: .yaml) { Data($0.title.utf8) }
        DataRepresentation(exportedContentType: .commaSeparatedText) { Data($0.title.utf8) }
        ProxyRepresentation(exporting: \.title)
    }
}

struct Chained: Transferable {
    var isPublic = true
    var isFinished = false
    var text = ""

    static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(exportedContentType: .pdf) { Data($0.text.utf8) }
            .exportingCondition { $0.isPublic }
            .exportingCondition(\.isFinished)
            .visibility(.group)
            .suggestedFileName("chained.pdf")
        ProxyRepresentation(exporting: \.text)
            .exportingCondition { $0.isPublic }
            .suggestedFileName { $0.isFinished ? "final.txt" : nil }
            .visibility(.ownProcess)
    }
}

final class Box: Transferable {
    let content: String

    init(content: String) { self.content = content }

    static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation(exporting: { (box: Box) in box.content }, importing: { Box(content: $0) })
    }
}

actor Counter: Transferable {
    private var value: Int

    init(value: Int) { self.value = value }

    func current() -> Int { value }

    static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(contentType: .plainText) { counter in
            Data(String(await counter.current()).utf8)
        } importing: { data in
            Counter(value: Int(String(decoding: data, as: UTF8.self)) ?? 0)
        }
    }
}

struct Outer {
    struct Inner: Codable, Transferable {
        enum Kind: String, Codable { case small, large }

        var kind: Kind

        static var transferRepresentation: some TransferRepresentation {
            CodableRepresentation(contentType: .json)
            ProxyRepresentation(exporting: \.kind.rawValue)
        }
    }
}

extension UUID: Transferable {
    /// Its text.
    public static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation(exporting: \.uuidString)
    }
}

extension Array: Transferable where Element: Codable & Transferable {
    /// JSON.
    public static var transferRepresentation: some TransferRepresentation {
        CodableRepresentation(contentType: .json)
    }
}

struct Async: Transferable {
    let text: String

    static func fetch(_ url: URL) async throws -> Async { Async(text: url.absoluteString) }
    func render() async throws -> String { text.uppercased() }

    static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation(exporting: { try await $0.render() })
        ProxyRepresentation(importing: { (url: URL) in try await Async.fetch(url) })
        ProxyRepresentation { (item: Async) throws -> Data in
            Data(item.text.utf8)
        } importing: { (data: Data) async throws -> Async in
            await Task.yield()
            return Async(text: String(decoding: data, as: UTF8.self))
        }
    }
}

protocol Shareable: Codable, Transferable {
    static var contentType: UTType { get }
}

extension Shareable {
    static var transferRepresentation: some TransferRepresentation {
        CodableRepresentation(for: Self.self, contentType: contentType)
    }
}

struct Place: Shareable {
    static let contentType = UTType(importedAs: "com.example.samples.place", conformingTo: .json)
    var latitude: Double
    var longitude: Double
}

func types<Item: Transferable>(of item: Item) -> [UTType] {
    item.exportedContentTypes() + Item.importedContentTypes() + item.importedContentTypes()
        + Item.exportedContentTypes(visibility: .all) + item.exportedContentTypes(.ownProcess)
}

func copies(of item: some Transferable, to folder: URL) async throws -> (URL, Int) {
    let file = try await item.export(to: folder, contentType: nil)
    let size = try await item.withExportedFile(contentType: nil) { url in
        try Data(contentsOf: url).count
    }
    return (file, size)
}

func read<Item: Transferable>(_ type: Item.Type, _ data: Data, _ file: URL) async throws -> [Item] {
    [try await Item(importing: data, contentType: .json), try await type.init(importing: file, contentType: nil)]
}
