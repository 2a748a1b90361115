import CoreTransferable

/// A recording: the video in a file, and a line of text for those who cannot show video.
struct Recording: Transferable {
    var title: String
    var file: URL

    var preview: String { "\(title), a recording" }

    static var transferRepresentation: some TransferRepresentation {
        FileRepresentation(contentType: .quickTimeMovie) { recording in
            SentTransferredFile(recording.file)
        } importing: { received in
            try Recording(keeping: received.file)
        }
        .suggestedFileName { recording in recording.title + ".mov" }

        ProxyRepresentation(exporting: \.preview)
    }
}

extension Recording {
    /// Takes a received file out of its temporary area, which ends when the importer returns.
    init(keeping received: URL) throws {
        let movies = FileManager.default.temporaryDirectory.appending(path: "recordings")
        try FileManager.default.createDirectory(at: movies, withIntermediateDirectories: true)
        file = movies.appending(path: UUID().uuidString).appendingPathExtension(for: .quickTimeMovie)
        title = received.deletingPathExtension().lastPathComponent
        try FileManager.default.copyItem(at: received, to: file)
    }
}
