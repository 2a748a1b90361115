internal import LinuxSystem

/// What a command line asks for.
enum Invocation: Sendable {
    case run(ParsedArguments)
    /// Help of one command, or of all.
    case help(CommandSpec?)
    case version
}

/// A command line that fits the table: which command, which options, which arguments. Values are bytes still; the
/// typed readers below turn them into what they mean.
struct ParsedArguments: Sendable {
    let command: CommandSpec
    /// What is no option, in order.
    let positionals: [Bytes]
    private let given: [Option: [Bytes]]

    init(command: CommandSpec, positionals: [Bytes], given: [Option: [Bytes]]) {
        self.command = command
        self.positionals = positionals
        self.given = given
    }

    /// Whether the option was given; false also for one that the command does not have.
    func isOn(_ option: Option) -> Bool { given[option] != nil }

    /// The values in order: of a repeated option, or of ``Option/exec`` the command and its arguments.
    func values(_ option: Option) -> [Bytes] { given[option] ?? [] }

    /// The value of an option that is given at most once.
    func value(_ option: Option) -> Bytes? { given[option]?.first }

    /// The value, read by one of the functions in ``Values``.
    /// - Throws: ``UsageError`` that names the option.
    func value<Value>(
        _ option: Option, as read: (Bytes) throws(UsageError) -> Value
    ) throws(UsageError) -> Value? {
        guard let bytes = value(option) else { return nil }
        do { return try read(bytes) } catch { throw error.about(option.spelled) }
    }

    /// All values of a repeated option, read one by one.
    /// - Throws: ``UsageError`` that names the option.
    func values<Value>(
        _ option: Option, as read: (Bytes) throws(UsageError) -> Value
    ) throws(UsageError) -> [Value] {
        var all: [Value] = []
        for bytes in values(option) {
            do { all.append(try read(bytes)) } catch { throw error.about(option.spelled) }
        }
        return all
    }

    /// The value as a path.
    func path(_ option: Option) -> Path? { value(option).map { Path(bytes: $0) } }

    /// The arguments as paths.
    var paths: [Path] { positionals.map { Path(bytes: $0) } }
}
