import CoreTransferable
import UniformTypeIdentifiers

/// A stand-in for a picture type of a UI framework.
struct Image: Transferable, Equatable {
    var bytes: Data

    init(bytes: Data) { self.bytes = bytes }

    static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(exportedContentType: .png) { $0.bytes }
        DataRepresentation(importedContentType: .image) { Image(bytes: $0) }
    }
}

struct Photo: Transferable {
    var image: Image
    var caption: String

    static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation(\.image)
    }
}

struct CaptionedPhoto: Identifiable, Transferable {
    let id = UUID()
    var image: Image
    var caption: String

    static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation(exporting: \.image)
        ProxyRepresentation(exporting: \.caption)
    }
}

enum DroppableItem: Transferable {
    case none
    case text(String)
    case image(Image)
    case url(URL)

    static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation { DroppableItem.text($0) }
        ProxyRepresentation { DroppableItem.url($0) }
        ProxyRepresentation { DroppableItem.image($0) }
    }

    var text: String? {
        switch self {
        case .text(let text): text
        default: nil
        }
    }
}

enum DropItem: Codable, Transferable {
    case none
    case text(String)
    case url(URL)

    static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation { (string: String) in DropItem.text(string) }
        ProxyRepresentation { (url: URL) in DropItem.url(url) }
    }
}

struct ImageTransfer: Transferable {
    enum TransferError: Error { case importFailed }

    let image: Image

    static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(importedContentType: .image) { data in
            guard !data.isEmpty else { throw TransferError.importFailed }
            return ImageTransfer(image: Image(bytes: data))
        }
    }
}

struct PNGOnly: Transferable {
    var data: Data

    static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(importedContentType: .png) { PNGOnly(data: $0) }
        DataRepresentation(exportedContentType: .png) { layer in layer.data }
    }
}
