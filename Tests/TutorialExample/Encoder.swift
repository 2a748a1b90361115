import CoreTransferable

/// Receives a recording; where there is no video to be had, its preview.
func encode(_ token: String) async throws {
    let progress = Progress(totalUnitCount: 1)
    do {
        let recording = try await Stage.receive(Recording.self, from: token, progress: progress)
        print("encoding \(recording.title) from \(recording.file.path)")
    } catch TransferError.nothingAcceptable {
        let preview = try await Stage.receive(String.self, from: token)
        print("nothing to encode but: \(preview)")
    }
}

/// Says why a recording would be exported in one form and not in another.
func explain(_ recording: Recording) {
    print(recording.explainExport(as: .movie))
    print(recording.explainExport(as: .plainText))
}
