internal import LinuxSystem
internal import StagingProtocol

/// What `staged` was started with.
struct StagedArguments {
    var socket: Path?
    var store: Path?
    var configuration: Path?
    var isSystem = false
    /// Started by a client: the descriptor that is told when the service listens, or why it does not.
    var readyDescriptor: Int32?

    /// Alone: be a detector of content types on descriptor 0. For the service itself, so in no help.
    static let detectorRole = "--detect-content"

    enum Request {
        case run(StagedArguments)
        case detect
        case print(String)
    }

    struct UsageError: Error {
        let message: String
    }

    /// Reads the arguments after the program's name.
    static func parse(_ arguments: [Path]) throws(UsageError) -> Request {
        if arguments == [Path(detectorRole)] { return .detect }
        var parsed = StagedArguments()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.bytes.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(decoding: parts.first ?? [], as: UTF8.self)
            let inline = parts.count > 1 ? Path(bytes: parts[1]) : nil
            if inline != nil, Self.toggles.contains(name) { throw UsageError(message: "\(name) takes no value") }
            switch name {
            case "--help", "-h": return .print(help)
            case "--version": return .print("staged \(StagingInterface.version)\n")
            case "--system": parsed.isSystem = true
            case "--socket": parsed.socket = absolute(try value(name, inline, &rest))
            case "--store": parsed.store = absolute(try value(name, inline, &rest))
            case "--config": parsed.configuration = try value(name, inline, &rest)
            case "--ready-fd":
                guard let number = Int32(try value(name, inline, &rest).text), number > 2 else {
                    throw UsageError(message: "--ready-fd wants the number of an open descriptor")
                }
                parsed.readyDescriptor = number
            default: throw UsageError(message: "staged does not know \(argument.quoted)")
            }
        }
        return .run(parsed)
    }

    private static let toggles: Set<String> = ["--help", "-h", "--version", "--system"]

    private static func value(
        _ name: String, _ inline: Path?, _ rest: inout ArraySlice<Path>
    ) throws(UsageError) -> Path {
        guard let value = inline ?? rest.popFirst(), !value.isEmpty else {
            throw UsageError(message: "\(name) wants a value")
        }
        return value
    }

    /// The path from the root: the service works in its store and not where it was started.
    private static func absolute(_ path: Path) -> Path {
        path.isAbsolute ? path : OwnProcess.canonicalPath(".")?.appending(path) ?? path
    }

    private static let help = """
        Usage: staged [--socket PATH] [--store DIR] [--config FILE] [--system]

        Hands files from one local process to another. stage starts your own service when it is
        needed; to start one by hand, for others too or with a store of its own:

          --socket PATH   where it listens (default: socket in the store)
          --store DIR     where it keeps everything (default: ~/.local/state/stage)
          --config FILE   read this configuration and no other
          --system        be the system-wide service (see Config/systemd)
          --help, --version

        It runs in the foreground and ends on SIGTERM or SIGINT. A service that was started with
        --socket or --system stays; your own ends when it has been idle with nothing live.

        Example:
          staged --socket /tmp/team/socket --store /tmp/team/store &
          STAGE_SOCKET=/tmp/team/socket stage send film.mkv

        """
}
