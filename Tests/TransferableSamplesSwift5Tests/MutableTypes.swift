// Two seeds of the samples declare their types as variables, which only the language mode of Swift 5 takes.
import CoreTransferable
import UniformTypeIdentifiers

extension UTType {
    static var trip: UTType = UTType(exportedAs: "com.example.samples.trip")
    static var badge = UTType(exportedAs: "com.example.samples.badge")
}

struct Trip: Codable, Transferable {
    var name: String

    static var transferRepresentation: some TransferRepresentation {
        CodableRepresentation(contentType: .trip)
    }
}

class Badge: Codable, Transferable {
    var title = ""

    static var transferRepresentation: some TransferRepresentation {
        CodableRepresentation(for: Badge.self, contentType: .badge)
    }
}
