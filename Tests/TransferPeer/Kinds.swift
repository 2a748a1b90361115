import CoreTransferable

extension UTType {
    static let recipe = UTType(exportedAs: "com.example.recipe", conformingTo: .json)
    static let slow = UTType(exportedAs: "com.example.slow")
}

/// One value of each kind of representation, as programs declare them.
protocol Kind: Transferable {
    /// What the sender sends, made of its argument.
    init(argument: String) throws
    /// What the receiver says of it.
    func describe() throws -> String
}

struct Recipe: Codable, Kind {
    var name: String
    var steps: [String]

    init(argument: String) { (name, steps) = (argument, ["cut", "cook", "eat"]) }

    func describe() -> String { "recipe \(name): \(steps.joined(separator: ", "))" }

    static var transferRepresentation: some TransferRepresentation {
        CodableRepresentation(contentType: .recipe)
        ProxyRepresentation(exporting: \.name)
    }
}

struct Sticker: Kind {
    var bytes: Data

    init(argument: String) { bytes = Data(argument.utf8) }

    init(bytes: Data) { self.bytes = bytes }

    func describe() -> String { "sticker \(String(decoding: bytes, as: UTF8.self))" }

    static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(contentType: .png) {
            $0.bytes
        } importing: {
            Sticker(bytes: $0)
        }
        .suggestedFileName("sticker.png")
    }
}

/// A file that the receiver looks at while it is there.
struct Film: Kind {
    var file: URL
    var isOriginal = false
    var seen = ""

    init(argument: String) { file = URL(filePath: argument) }

    private init(_ received: ReceivedTransferredFile) throws {
        file = received.file
        isOriginal = received.isOriginalFile
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        seen = "\(file.lastPathComponent) of \((attributes[.size] as? Int) ?? -1) bytes"
    }

    func describe() -> String {
        let isThere = FileManager.default.fileExists(atPath: file.path)
        return "film \(seen), \(isOriginal ? "original" : "copy"), \(isThere ? "there" : "gone") at \(file.path)"
    }

    static var transferRepresentation: some TransferRepresentation {
        FileRepresentation(contentType: .mpeg4Movie) {
            SentTransferredFile($0.file)
        } importing: {
            try Film($0)
        }
    }
}

/// The same, where both sides would have the sender's own file.
struct FilmInPlace: Kind {
    var film: Film

    init(argument: String) { film = Film(argument: argument) }

    init(_ received: ReceivedTransferredFile) async throws {
        film = Film(argument: received.file.path)
        film.isOriginal = received.isOriginalFile
        film.seen = received.file.lastPathComponent
    }

    func describe() -> String { film.describe() }

    static var transferRepresentation: some TransferRepresentation {
        FileRepresentation(contentType: .movie, shouldAttemptToOpenInPlace: true) {
            SentTransferredFile($0.film.file, allowAccessingOriginalFile: true)
        } importing: {
            try await FilmInPlace($0)
        }
    }
}

/// As ``FilmInPlace`` offers it, but with an export that lets the original be opened.
struct FilmToOpen: Kind {
    var film: Film

    init(argument: String) { film = Film(argument: argument) }

    func describe() -> String { film.describe() }

    static var transferRepresentation: some TransferRepresentation {
        FileRepresentation(exportedContentType: .movie, shouldAllowToOpenInPlace: true) { (item: FilmToOpen) in
            SentTransferredFile(item.film.file, allowAccessingOriginalFile: true)
        }
    }
}

/// One of several, each by way of another type.
enum Clip: Kind {
    case text(String)
    case link(URL)

    init(argument: String) {
        let link = argument.hasPrefix("http") ? URL(string: argument) : nil
        self = link.map(Clip.link) ?? .text(argument)
    }

    func describe() -> String {
        switch self {
        case .text(let text): "text \(text)"
        case .link(let link): "link \(link.absoluteString)"
        }
    }

    static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation { (clip: Clip) throws -> URL in
            guard case .link(let link) = clip else { throw CocoaError(.featureUnsupported) }
            return link
        } importing: {
            .link($0)
        }.exportingCondition { if case .link = $0 { true } else { false } }
        ProxyRepresentation { (clip: Clip) -> String in
            clip.describe()
        } importing: {
            .text($0)
        }
    }
}

/// Exported only after a while, or never.
struct Slow: Kind {
    var seconds: Double

    init(argument: String) { seconds = Double(argument) ?? 0 }

    func describe() -> String { "slow \(seconds)" }

    static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(contentType: .slow) { slow in
            try await Task.sleep(for: .seconds(slow.seconds))
            return Data("\(slow.seconds)".utf8)
        } importing: {
            Slow(argument: String(decoding: $0, as: UTF8.self))
        }
    }
}

/// Visible to different receivers in different forms.
struct Letter: Kind {
    var text: String

    init(argument: String) { text = argument }

    func describe() -> String { "letter \(text)" }

    static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(contentType: .pdf) {
            Data("own: \($0.text)".utf8)
        } importing: {
            Letter(argument: String(decoding: $0, as: UTF8.self))
        }.visibility(.ownProcess)
        DataRepresentation(contentType: .rtf) {
            Data("team: \($0.text)".utf8)
        } importing: {
            Letter(argument: String(decoding: $0, as: UTF8.self))
        }.visibility(.team)
        DataRepresentation(contentType: .html) {
            Data("group: \($0.text)".utf8)
        } importing: {
            Letter(argument: String(decoding: $0, as: UTF8.self))
        }.visibility(.group)
        DataRepresentation(contentType: .utf8PlainText) {
            Data("all: \($0.text)".utf8)
        } importing: {
            Letter(argument: String(decoding: $0, as: UTF8.self))
        }.visibility(.all)
    }
}

/// A receiver that does not like what it gets.
struct Picky: Kind {
    struct Refusal: Error, CustomStringConvertible {
        let file: URL
        var description: String { "refused \(file.path)" }
    }

    init(argument: String) {}

    func describe() -> String { "never" }

    static var transferRepresentation: some TransferRepresentation {
        FileRepresentation(importedContentType: .movie) { throw Refusal(file: $0.file) }
    }
}
