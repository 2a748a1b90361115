import StagingModel
import StagingProtocol
import Testing
import Varlink

@Suite("The messages and the interface file")
struct InterfaceFileTests {
    private static let codec = MessageCodec()

    private static func interface() throws -> InterfaceDescription {
        try InterfaceDescription(StagingInterface.text)
    }

    /// The parameters as they are on the wire.
    private static func parameters(_ message: [UInt8]) throws -> JSONValue {
        let value = try JSONValue(json: message.dropLast())
        return value["parameters"] ?? .null
    }

    private static func shortName(_ method: String) -> String {
        String(method.dropFirst(StagingInterface.name.utf8.count + 1))
    }

    @Test("every call has the form that the file gives it", arguments: Samples.calls)
    private func call(_ sample: Samples.Call) throws {
        let part = MessagePart.parameters(of: Self.shortName(sample.method))
        for call in sample.calls {
            let mismatches = try Self.interface().mismatches(
                in: Self.parameters(sample.encode(call, Self.codec)), as: part)
            #expect(mismatches.isEmpty, "\(mismatches)")
        }
    }

    @Test("every answer has the form that the file gives it", arguments: Samples.calls)
    private func answer(_ sample: Samples.Call) throws {
        let part = MessagePart.result(of: Self.shortName(sample.method))
        for answer in sample.answers {
            let message = try Self.codec.encode(reply: answer)
            let mismatches = try Self.interface().mismatches(in: Self.parameters(message), as: part)
            #expect(mismatches.isEmpty, "\(mismatches)")
        }
    }

    @Test("every method of the file has its call, and every call its method")
    func complete() throws {
        let declared = try Self.interface().methods.map(\.name).sorted()
        #expect(Samples.calls.map { Self.shortName($0.method) }.sorted() == declared)
    }

    @Test("every error that Stage knows is in the file, and none besides", arguments: StagingError.Code.all)
    func error(code: StagingError.Code) throws {
        for hint in [nil, "what to do"] {
            let error = StagingError(code, "what went wrong", hint: hint)
            let name = Self.shortName(error.varlink.name)
            let message = try Self.codec.encode(error: error.varlink)
            let mismatches = try Self.interface().mismatches(in: Self.parameters(message), as: .error(name))
            #expect(mismatches.isEmpty, "\(mismatches)")
            // And it comes back as what it was.
            #expect(StagingError(error.varlink) == error)
        }
    }

    @Test("the file has no error that Stage does not know")
    func noOtherErrors() throws {
        let known = Set(StagingError.Code.all.map { Self.shortName(StagingError($0, "").varlink.name) })
        #expect(Set(try Self.interface().errors.map(\.name)) == known)
    }

    @Test(
        "every name that a model's value can have is in the file",
        arguments: [
            ("Grant", "state", ["active", "expired", "revoked", "spent", "subjectEnded", "lost"]),
            ("Representation", "kind", ["snapshot", "original", "moved", "directory", "promised"]),
            ("Representation", "staged", ["reflink", "copy", "rename", "link", "none"]),
            ("DropItem", "state", ["queued", "accepted", "refused", "done", "dead"]),
        ])
    func names(type: String, field: String, names: [String]) throws {
        guard case .structure(let fields) = try Self.interface().type(type)?.type,
            case .enumeration(let declared) = fields.first(where: { $0.name == field })?.type
        else {
            Issue.record("\(type).\(field) is no enumeration in the file")
            return
        }
        #expect(declared == names)
        let read: [String?] =
            switch field {
            case "state" where type == "DropItem": declared.map { DropItem.State(rawValue: $0)?.rawValue }
            case "state": declared.map { Grant.State(rawValue: $0)?.rawValue }
            case "kind": declared.map { Representation.Kind(rawValue: $0)?.rawValue }
            default: declared.map { Representation.Staged(rawValue: $0)?.rawValue }
            }
        #expect(read == declared)
    }
}
