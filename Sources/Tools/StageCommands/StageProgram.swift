internal import LinuxSystem
internal import StagingClient
internal import StagingModel
internal import StagingProtocol

/// The program `stage`: arguments in, exit status out.
package enum StageProgram {
    /// Runs the command that the process was started with.
    /// - Returns: the exit status, as `stage --help` lists them.
    package static func run() -> Int32 {
        ProcessControl.occupyStandardDescriptors()
        let arguments = ProcessArguments.takeAndBlank()
        ProcessControl.useUTF8()
        BrokenPipe.endsQuietly()
        do {
            switch try Invocation.parse(arguments) {
            case .version: return printText("stage \(StagingInterface.version)\n")
            case .help(let command): return printText(command.map(HelpText.of) ?? HelpText.overview())
            case .run(let parsed): return run(parsed)
            }
        } catch {
            let style = Output.Style.standard(isJSON: Invocation.wantsJSON(arguments))
            Output(style, results: DescriptorSink.standardOutput, messages: DescriptorSink.standardError)
                .error(ErrorReport(error))
            return ExitStatus.wrongUsage.rawValue
        }
    }

    private static func run(_ parsed: ParsedArguments) -> Int32 {
        let context = CommandContext(parsed)
        do {
            let status = try context.run()
            try context.output.flush()
            return status
        } catch {
            return context.report(error)
        }
    }

    private static func printText(_ text: String) -> Int32 {
        do {
            try writeAll(Array(text.utf8), to: 1)
            return 0
        } catch {
            return ExitStatus(writing: error).rawValue
        }
    }
}

/// What a command works with.
final class CommandContext {
    let arguments: ParsedArguments
    let output: Output
    /// Made when it is first needed: not every command talks to a service.
    lazy var connection = StagingConnection()

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
        output = Output(for: arguments)
    }

    var isJSON: Bool { arguments.isOn(.json) }

    /// Does the command.
    /// - Returns: its exit status.
    func run() throws -> Int32 {
        switch arguments.command.verb {
        case .send: return try send()
        case .receive: return try receive()
        case .drop: return try drop()
        case .copy: return try copy()
        case .paste: return try paste()
        case .keep: return try keep()
        case .hold: return try hold()
        case .release: return try release()
        case .list: return try list()
        case .show: return try show()
        case .revoke: return try revoke()
        case .renew: return try renew()
        case .type: return try type()
        case .name: return try name()
        case .import: return try importFiles()
        case .watch: return try watch()
        case .status: return try status()
        case .stop: return try stop()
        case .completions: return try completions()
        case .help: preconditionFailure("answered while parsing")
        }
    }

    /// Tells an error and answers its exit status.
    @discardableResult
    func report(_ error: any Error) -> Int32 { output.report(error) }

    /// Does something for each item; a failure is told, answered with an empty line, and the others are still done.
    /// - Returns: the first failure's status, or 0.
    func each<Item>(of items: [Item], hasResults: Bool = true, _ body: (Item) throws -> Void) throws -> Int32 {
        var first: Int32 = 0
        for item in items {
            do {
                try body(item)
            } catch let error as SystemError {
                // Results cannot be written: nothing that follows could be told.
                throw error
            } catch {
                let status = report(error)
                if first == 0 { first = status }
                if hasResults { try output.missingResult() }
            }
        }
        return first
    }

    /// Shows the progress of what `body` copies, where that takes long enough.
    func withProgress<Result>(_ label: String, _ body: (@escaping CopyProgress) throws -> Result) throws -> Result {
        output.startProgress(label)
        defer { output.endProgress() }
        return try body { [output] done, total in
            output.progress(done: UInt64(clamping: done), total: total > 0 ? UInt64(clamping: total) : nil)
        }
    }

    /// Whether anybody sees progress; a service need not report it otherwise.
    var showsProgress: Bool { output.style.messagesOnTerminal && !output.style.isQuiet }

    /// The grant that an argument names, by token or id.
    func grantName(_ argument: Bytes?) throws -> StagingConnection.GrantName {
        switch try TokenSource.parse(argument).reference() {
        case .token(let text): return .token(try Self.token(text))
        case .id(let id): return .id(id)
        }
    }

    /// The time that an option gives, from now on.
    func span(_ option: Option) throws(UsageError) -> Duration? {
        try arguments.value(option) { bytes throws(UsageError) in
            try Lifetime.parse(bytes).span(from: SystemClock.wall() / 1_000_000_000)
        }
    }

    static func token(_ text: String) throws(UsageError) -> Token {
        guard let token = Token(text) else { throw UsageError("this is no token") }
        return token
    }

    /// Lets an interruption remove what is half built, and then end the process as it would have.
    static func cleansUpWhenInterrupted() throws {
        try ProcessControl.onTermination { signal in
            Unfinished.removeAll()
            ProcessControl.die(bySignal: signal)
        }
    }
}

extension Output {
    /// Tells an error and answers its exit status.
    @discardableResult
    func report(_ error: any Error) -> Int32 {
        endProgress()
        switch error {
        case let error as UsageError:
            self.error(ErrorReport(error))
            return ExitStatus.wrongUsage.rawValue
        case let error as StagingError:
            self.error(ErrorReport(error: error.code.rawValue, message: error.message, hint: error.hint))
            return error.code.exitStatus
        case let error as SystemError:
            self.error(ErrorReport(error: "failed", message: error.description))
            return ExitStatus(writing: error).rawValue
        default:
            self.error(ErrorReport(error: "failed", message: "\(error)"))
            return ExitStatus.failed.rawValue
        }
    }
}
