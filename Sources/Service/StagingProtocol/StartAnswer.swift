/// What a service that a client started says through the pipe that it was given.
package enum StartAnswer: Hashable, Sendable {
    /// It listens.
    case ready
    /// Another one has the store: it listens already, is about to, or is ending.
    case inUse
    /// It cannot start.
    /// - Parameter code: the stable name of the error.
    case failed(code: String, message: String, hint: String)

    /// One line.
    package var text: String {
        switch self {
        case .ready: "ready\n"
        case .inUse: "in use\n"
        case .failed(let code, let message, let hint): "failed\t\(code)\t\(message)\t\(hint)\n"
        }
    }

    /// Reads what ``text`` wrote; anything else, as from a program that crashed, is a failure.
    package init(text: String) {
        let line = text.prefix { $0 != "\n" }
        switch line {
        case "ready": self = .ready
        case "in use": self = .inUse
        default:
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            self =
                parts.count == 4 && parts[0] == "failed"
                ? .failed(code: parts[1], message: parts[2], hint: parts[3])
                : .failed(
                    code: "failed", message: "the service ended while it started", hint: "staged by hand says why")
        }
    }
}
