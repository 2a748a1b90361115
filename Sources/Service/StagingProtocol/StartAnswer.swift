/// What a service that a client started says through the pipe that it was given.
package enum StartAnswer: Hashable, Sendable {
    /// It listens.
    case ready
    /// Another one has the store: it listens already, is about to, or is ending.
    case inUse
    /// It cannot start.
    case failed(message: String, hint: String)

    /// One line.
    package var text: String {
        switch self {
        case .ready: "ready\n"
        case .inUse: "in use\n"
        case .failed(let message, let hint): "failed\t\(message)\t\(hint)\n"
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
                parts.count == 3 && parts[0] == "failed"
                ? .failed(message: parts[1], hint: parts[2])
                : .failed(message: "the service ended while it started", hint: "staged by hand says why")
        }
    }
}
