// Profiles as the session on Transferable has them, with the extension style.
import CoreTransferable
import Foundation
import UniformTypeIdentifiers

struct Profile: Codable {
    var id: UUID = UUID()
    var name: String
    var bio: String = ""
    var funFact: String = ""
    var portraits: [URL] = []
}

extension UTType {
    static var profile: UTType { UTType(exportedAs: "com.example.samples.profile", conformingTo: .json) }
    static let profilesArchive = UTType(
        exportedAs: "com.example.samples.profiles-archive", conformingTo: .commaSeparatedText)
}

extension Profile: Transferable {
    static var transferRepresentation: some TransferRepresentation {
        CodableRepresentation(contentType: .profile)
        ProxyRepresentation(exporting: \.name)
    }
}

struct ProfilesArchive {
    var profiles: [Profile]
    var supportsCSV = true

    enum ParseError: Error { case notText }

    init(profiles: [Profile]) { self.profiles = profiles }

    init(csvData: Data) throws {
        guard let text = String(data: csvData, encoding: .utf8) else { throw ParseError.notText }
        profiles = text.split(separator: "\n").map { Profile(name: String($0)) }
    }

    func convertToCSV() throws -> Data {
        Data(profiles.map(\.name).joined(separator: "\n").utf8)
    }
}

extension ProfilesArchive: Transferable {
    static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(contentType: .commaSeparatedText) { archive in
            try archive.convertToCSV()
        } importing: { data in
            try ProfilesArchive(csvData: data)
        }
        .exportingCondition { archive in archive.supportsCSV }
    }
}

struct Todo: Codable, Transferable {
    var title: String
    var isDone = false

    static var transferRepresentation: some TransferRepresentation {
        CodableRepresentation(for: Todo.self, contentType: .todo)
    }
}

extension UTType {
    static let todo = UTType(exportedAs: "com.example.samples.todo")
}

struct Settings: Codable, Transferable {
    var theme: String

    static var transferRepresentation: some TransferRepresentation {
        CodableRepresentation(
            contentType: .propertyList,
            encoder: PropertyListEncoder(),
            decoder: PropertyListDecoder()
        )
    }
}

struct Contact: Transferable {
    var name: String

    static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation { item in
            item.name
        } importing: { name in
            Contact(name: name)
        }
    }
}

func loadProfile(from provider: NSItemProvider, into done: @escaping @Sendable (String) -> Void) {
    let progress = provider.loadTransferable(type: Profile.self) { result in
        switch result {
        case .success(let profile): Task { @MainActor in done(profile.name) }
        case .failure(let error): done("\(error)")
        }
    }
    _ = progress.isCancelled
}
