import CoreTransferable

/// Sends a recording, and waits until somebody has it or nobody will.
func record(_ file: URL, title: String) async throws {
    let recording = Recording(title: title, file: file)
    let sent = try await Stage.send(recording, ttl: .seconds(600), scope: .team)
    FileHandle.standardOutput.write(Data("\(sent.token.text)\n".utf8))

    for await event in sent.exports {
        switch event {
        case .began(let type): note("somebody asked for \(type.identifier)")
        case .staged(_, let completed, let total): note("\(completed) of \(total) bytes are staged")
        case .finished(let type): note("\(type.identifier) is staged, and stays until the grant ends")
        case .failed(let type, let error): note("\(type.identifier) could not be exported: \(error)")
        case .cancelled(let type): note("nobody waits for \(type.identifier) any more")
        }
    }
}

/// Sends a recording for a recorder that ends at once: everything is exported and staged before this returns.
func recordAndLeave(_ file: URL, title: String) async throws {
    let recording = Recording(title: title, file: file)
    let sent = try await Stage.send(recording, ttl: .seconds(600), materialize: true)
    print(sent.token.text)
}
