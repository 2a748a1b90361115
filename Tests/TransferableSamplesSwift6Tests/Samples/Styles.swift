// The spellings that people use: references to functions, key paths, coders of their own, representations of their own.
import CoreTransferable
import UniformTypeIdentifiers

struct ImageDocumentLayer: Sendable {
    var name = ""
    var url: URL = URL(filePath: "/")
    var png = Data()
    init(data: Data) throws { png = data }
    init(name: String) { self.name = name }
    init(url: URL) { self.url = url }
    init(file: URL) throws { self.url = file }
    static func fetch(_ url: URL) async throws -> ImageDocumentLayer { ImageDocumentLayer(url: url) }
    func data() -> Data { png }
    func pngData() -> Data { png }
}

extension ImageDocumentLayer: Transferable {
    static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(contentType: .png) { layer in
            layer.data()
        } importing: { data in
            try ImageDocumentLayer(data: data)
        }
        DataRepresentation(exportedContentType: .png) { $0.pngData() }
        DataRepresentation(contentType: .gif, exporting: \.png, importing: ImageDocumentLayer.init(data:))
        ProxyRepresentation(exporting: \.name, importing: ImageDocumentLayer.init(name:))
        ProxyRepresentation(importing: ImageDocumentLayer.init(url:))
        ProxyRepresentation(importing: ImageDocumentLayer.fetch)
        ProxyRepresentation(importing: Self.fetch(_:))
        FileRepresentation(importedContentType: .movie) { try .init(file: $0.file) }
        FileRepresentation(contentType: .mpeg4Movie) {
            SentTransferredFile($0.url)
        } importing: { received in
            let copy = try copy(of: received.file)
            return Self.init(url: copy)
        }
        .suggestedFileName(\.name)
        .visibility(.team)
        .exportingCondition { !$0.name.isEmpty }
        ProxyRepresentation(exporting: \.url)
    }
    static func copy(of url: URL) throws -> URL { url }
}

@MainActor final class Receiver {
    var seen: [String] = []
    func handle(_ provider: NSItemProvider) {
        if provider.canLoadObject(ofClass: URL.self) {
            _ = provider.loadObject(ofClass: URL.self) { url, error in
                guard let url else { return }
                Task { @MainActor in self.seen.append(url.path) }
            }
        }
        provider.loadItem(forTypeIdentifier: UTType.fileURL.identifier, options: nil) { item, error in
            guard let data = item as? Data, let url = URL(dataRepresentation: data, relativeTo: nil) else { return }
            print(url)
        }
        provider.loadItem(forTypeIdentifier: "public.url", options: nil) { (item, error) in
            if let url = item as? URL { print(url) }
            if let s = item as? String { print(s) }
        }
        provider.loadFileRepresentation(forTypeIdentifier: UTType.movie.identifier) { url, error in
            guard let url = url else { return }
            let target = FileManager.default.temporaryDirectory.appendingPathComponent(url.lastPathComponent)
            try? FileManager.default.copyItem(at: url, to: target)
        }
        provider.loadObject(ofClass: NSString.self) { object, error in
            if let text = object as? String { print(text) }
            if let text = object as? NSString { print(text) }
        }
    }
    func url(_ p: NSItemProvider) async throws -> URL? {
        let item = try await p.loadItem(forTypeIdentifier: UTType.fileURL.identifier)
        guard let data = item as? Data else { return nil }
        return URL(dataRepresentation: data, relativeTo: nil)
    }
    func go(_ layer: ImageDocumentLayer) async throws {
        let url = try await layer.withExportedFile(contentType: .png) { url in
            seen.append(url.lastPathComponent)
            return url
        }
        seen.append(url.path)
        let l2 = try await ImageDocumentLayer(importing: url, contentType: .png)
        _ = l2.suggestedFilename
        let d: Data = try await layer.exported(as: nil)
        _ = try await ImageDocumentLayer(importing: d, contentType: nil)
        _ = NSItemProvider(item: d as NSData, typeIdentifier: UTType.png.identifier)
        _ = NSItemProvider(object: "a" as NSString)
        let p = NSItemProvider()
        p.register(layer)
        p.registerDataRepresentation(forTypeIdentifier: "public.png", visibility: .all) { completion in
            Task { completion(try? await layer.exported(as: .png), nil) }
            return nil
        }
        p.registerFileRepresentation(forTypeIdentifier: "public.movie", fileOptions: [.openInPlace], visibility: .all) {
            completion -> Progress? in
            let progress = Progress(totalUnitCount: 100)
            completion(layer.url, true, nil)
            return progress
        }
    }
}

final class LegacyNote: Transferable {
    var name = "x"
    required init() {}
    static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation(exporting: { (legacy: LegacyNote) in legacy.name })
    }
}
struct BothRepresentation<T: Transferable & Codable>: TransferRepresentation {
    typealias Item = T
    var type: UTType
    var body: some TransferRepresentation<T> {
        CodableRepresentation(contentType: type)
        ProxyRepresentation { (item: T) in String(describing: item) }
    }
}
struct Plan: Codable, Transferable {
    static var transferRepresentation: BothRepresentation<Plan> { BothRepresentation(type: .json) }
}
struct Fixed: Codable, Transferable {
    static let transferRepresentation = CodableRepresentation<Fixed, JSONEncoder, JSONDecoder>(contentType: .json)
}
enum Size: String, Codable, CaseIterable, Transferable {
    case a, b
    static var transferRepresentation: some TransferRepresentation {
        CodableRepresentation(contentType: .json)
        ProxyRepresentation(exporting: \.rawValue)
        ProxyRepresentation(importing: { (s: String) in
            guard let e = Size(rawValue: s) else { throw CocoaError(.coderInvalidValue) }
            return e
        })
    }
}
struct EmptyEncoder: TopLevelEncoder { func encode<T>(_ value: T) throws -> Data where T: Encodable { Data() } }
struct EmptyDecoder: TopLevelDecoder {
    func decode<T>(_ type: T.Type, from: Data) throws -> T where T: Decodable { throw CocoaError(.coderInvalidValue) }
}
struct Dated: Codable, Transferable {
    var date = Date()
    static var transferRepresentation: some TransferRepresentation {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        return CodableRepresentation(for: Dated.self, contentType: .json, encoder: encoder, decoder: JSONDecoder())
    }
}
struct Coded: Codable, Transferable {
    static var transferRepresentation: some TransferRepresentation {
        CodableRepresentation(for: Coded.self, contentType: .json, encoder: EmptyEncoder(), decoder: EmptyDecoder())
    }
}
actor Room: Transferable {
    let name: String
    init(name: String) { self.name = name }
    static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation(exporting: { $0.name }, importing: { Room(name: $0) })
    }
}
struct Download: Transferable {
    var url: URL
    func load() async throws -> String { "" }
    static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation { item in
            try await item.load()
        }
        ProxyRepresentation { item in
            try await item.load()
        } importing: { text in
            await Task.yield()
            return Download(url: URL(filePath: text))
        }
        ProxyRepresentation { item in
            item.url.path
        } importing: { text in
            try await Self.make(text)
        }
    }
    static func make(_ t: String) async throws -> Download { Download(url: URL(filePath: t)) }
}
struct Draft: Transferable {
    var maybe: String?
    static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation { opt throws -> String in
            guard let m = opt.maybe else { throw CocoaError(.featureUnsupported) }
            return m
        }
        .exportingCondition { $0.maybe != nil }
        ProxyRepresentation(exporting: { $0.maybe ?? "" })
    }
}
struct Shopping: Transferable {
    var items: [String]
    static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(exportedContentType: .utf8PlainText) { multi in
            Data(multi.items.joined(separator: "\n").utf8)
        }
        .suggestedFileName { multi in
            multi.items.first.map { "\($0).txt" }
        }
    }
}
