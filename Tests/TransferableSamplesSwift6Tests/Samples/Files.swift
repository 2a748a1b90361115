import CoreTransferable

struct Video: Transferable {
    var url: URL
    var title = "Holiday"

    static var transferRepresentation: some TransferRepresentation {
        FileRepresentation(contentType: .mpeg4Movie) { video in
            SentTransferredFile(video.url)
        } importing: { received in
            let destination = URL.temporaryDirectory.appending(path: "\(UUID().uuidString).mp4")
            try FileManager.default.copyItem(at: received.file, to: destination)
            return Self(url: destination)
        }
        .suggestedFileName { video in video.title + ".mp4" }
    }
}

struct NamedVideo: Transferable {
    let file: URL

    static var transferRepresentation: some TransferRepresentation {
        FileRepresentation(exportedContentType: .mpeg4Movie) { SentTransferredFile($0.file) }
            .suggestedFileName("My Video.mp4")
    }
}

struct AnyMovie: Transferable {
    let url: URL

    static var transferRepresentation: some TransferRepresentation {
        FileRepresentation(
            contentType: .mpeg4Movie, exporting: { SentTransferredFile($0.url) }, importing: { try await keep($0) })
        FileRepresentation(
            contentType: .quickTimeMovie, exporting: { SentTransferredFile($0.url) }, importing: { try await keep($0) })
        FileRepresentation(contentType: .movie, shouldAttemptToOpenInPlace: true) { movie in
            SentTransferredFile(movie.url, allowAccessingOriginalFile: true)
        } importing: { received in
            received.isOriginalFile ? AnyMovie(url: received.file) : try await keep(received)
        }
    }

    static func keep(_ received: ReceivedTransferredFile) async throws -> AnyMovie {
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString, conformingTo: .movie)
        try FileManager.default.moveItem(at: received.file, to: copy)
        return AnyMovie(url: copy)
    }
}

struct VideoClip: Transferable {
    let contents: Data

    static var transferRepresentation: some TransferRepresentation {
        FileRepresentation(importedContentType: .movie, shouldAttemptToOpenInPlace: false) { received in
            // Awaiting in here is fine: the file stays until this returns.
            let data = try await load(received.file)
            return VideoClip(contents: data)
        }
    }

    static func load(_ url: URL) async throws -> Data {
        try await Task.sleep(for: .milliseconds(1))
        return try Data(contentsOf: url)
    }
}

struct Document: Transferable {
    let package: URL

    static var transferRepresentation: some TransferRepresentation {
        FileRepresentation(exportedContentType: .folder, shouldAllowToOpenInPlace: true) { document in
            SentTransferredFile(document.package, allowAccessingOriginalFile: true)
        }
    }
}
