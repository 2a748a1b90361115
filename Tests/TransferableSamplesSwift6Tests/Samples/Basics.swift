// A recipe app: Codable first, plain text as a fallback.
import CoreTransferable
import UniformTypeIdentifiers

struct Recipe: Codable, Equatable {
    var id = UUID()
    var title: String
    var steps: String
}

extension UTType {
    static let recipe = UTType(exportedAs: "com.example.samples.recipe")
}

extension Recipe: Transferable {
    static var transferRepresentation: some TransferRepresentation {
        CodableRepresentation(contentType: .recipe)
        ProxyRepresentation(exporting: \.steps)
    }
}

func shareRecipe(_ recipe: Recipe) async throws -> (Data, String) {
    let data = try await recipe.exported(as: .recipe)
    return (data, UTType.recipe.identifier)
}

struct Bookmark: Equatable {
    var link: URL
}

extension Bookmark: Transferable {
    static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation(exporting: \.link, importing: { Bookmark(link: $0) })
    }
}

struct Sticker {
    enum Failure: Error { case noPicture }

    let png: Data

    init(png: Data) throws {
        guard png.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { throw Failure.noPicture }
        self.png = png
    }

    func pngData() throws -> Data { png }
}

extension Sticker: Transferable {
    static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(contentType: .png) { sticker in
            try sticker.pngData()
        } importing: { data in
            try Sticker(png: data)
        }
    }
}

struct Recording: Transferable {
    let url: URL

    static var transferRepresentation: some TransferRepresentation {
        FileRepresentation(contentType: .mpeg4Audio) { recording in
            SentTransferredFile(recording.url)
        } importing: { received in
            let copy = FileManager.default.temporaryDirectory
                .appending(path: UUID().uuidString + "-" + received.file.lastPathComponent)
            try FileManager.default.copyItem(at: received.file, to: copy)
            return Recording(url: copy)
        }
    }
}

enum Clip: Transferable {
    case text(String)
    case note(title: String, body: String)

    static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation { clip in
            switch clip {
            case .text(let text): text
            case .note(let title, let body): "\(title)\n\n\(body)"
            }
        }
        ProxyRepresentation { (text: String) in .text(text) }
    }
}

struct Statement: Transferable {
    let account: String

    func renderPDF() async throws -> Data {
        await Task.yield()
        return Data("%PDF-1.7 \(account)".utf8)
    }

    static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(exportedContentType: .pdf) { statement in
            try await statement.renderPDF()
        }
    }
}
