package import StagingModel
package import Varlink

/// The Varlink interface that the service and its clients speak, as its interface file has it.
package enum StagingInterface {
    /// The interface's name.
    package static let name = "io.stage.Staging"

    /// The interface file.
    package static let text = String(decoding: PackageResources.io_stage_Staging_varlink, as: UTF8.self)

    /// Where the system-wide service listens.
    package static let systemSocket = "/run/stage/stage.sock"
    /// The account that the system-wide service runs under.
    package static let systemAccount = "stage"
    /// The version of this program, and of what it serves.
    package static let version = "0.1.0"
}

/// A call of the interface: its parameters, what it answers, and its name.
package protocol StagingCall: Codable, Sendable {
    associatedtype Answer: Codable & Sendable

    /// The method's full name.
    static var method: String { get }
}

extension StagingError {
    /// The error as it travels.
    package var varlink: VarlinkError {
        var parameters: [String: JSONValue] = ["message": .string(message)]
        if let hint { parameters["hint"] = .string(hint) }
        return VarlinkError("\(StagingInterface.name).\(code.rawValue.withFirst { $0.uppercased() })", parameters)
    }

    /// Reads an error of the interface, or one of `org.varlink.service`; unknown names keep their name as the code.
    package init(_ error: VarlinkError) {
        let prefix = StagingInterface.name + "."
        let message = error.parameters["message"]?.string
        if error.name.hasPrefix(prefix) {
            let code = Code(rawValue: String(error.name.dropFirst(prefix.count)).withFirst { $0.lowercased() })
            self.init(code, message ?? error.name, hint: error.parameters["hint"]?.string)
        } else if error.name.hasSuffix(".InvalidParameter") {
            let parameter = error.parameters["parameter"]?.string ?? "a parameter"
            self.init(.invalidRequest, "the service does not accept '\(parameter)'")
        } else {
            self.init(
                .failed, "the service answered \(error.name)",
                hint: "stage and staged may be of different versions: stage stop, then try again")
        }
    }
}

extension String {
    fileprivate func withFirst(_ change: (Character) -> String) -> String {
        first.map { change($0) + dropFirst() } ?? self
    }
}
