internal import ContentSniffing
package import LinuxSystem
internal import StagingModel
internal import StagingProtocol

/// The program `staged`: arguments in, exit status out.
package enum StagedProgram {
    /// Runs the service until it ends.
    /// - Parameter arguments: those after the program's name.
    /// - Returns: the exit status: 0, 1 failed, 2 wrong usage.
    package static func run(_ arguments: [Path]) -> Int32 {
        ProcessControl.occupyStandardDescriptors()
        let parsed: StagedArguments
        do {
            switch try StagedArguments.parse(arguments) {
            case .print(let text):
                try writeAll(Array(text.utf8), to: 1)
                return 0
            case .detect:
                try DetectorWorker.serve(on: 0)
                return 0
            case .run(let arguments): parsed = arguments
            }
        } catch {
            let message = (error as? StagedArguments.UsageError)?.message ?? "\(error)"
            say("staged: \(message)\nhint: staged --help shows what it takes\n")
            return 2
        }
        guard let ready = parsed.readyDescriptor else { return serve(parsed) }
        do throws(SystemError) { try ProcessControl.continueInCopy { serve(parsed) } } catch {
            report(error, to: ready)
            return 1
        }
    }

    private static func serve(_ arguments: StagedArguments) -> Int32 {
        do {
            if let ready = arguments.readyDescriptor { try Daemon.leaveClient(keeping: ready) }
            Daemon.prepare()
            try ServiceHost(arguments).run()
            return 0
        } catch {
            report(error, to: arguments.readyDescriptor)
            return 1
        }
    }

    /// Tells whoever started the service why it did not start: the client through its pipe, a person on standard error.
    private static func report(_ error: any Error, to ready: Int32?) {
        let failure =
            switch error {
            case let error as StagingError: error
            case let error as ConfigurationError:
                StagingError(.failed, "\(error.file):\(error.line ?? 1): \(error.message)", hint: error.hint)
            case is Store.InUse:
                StagingError(
                    .failed, "another service has this store", hint: "stage status shows it; stage stop ends it")
            default: StagingError(.failed, "\(error)")
            }
        guard let ready else {
            let hint = failure.hint.map { "hint: \(Path($0).escapedText)\n" } ?? ""
            return say("staged: \(Path(failure.message).escapedText)\n" + hint)
        }
        let answer =
            error is Store.InUse
            ? StartAnswer.inUse
            : .failed(code: failure.code.rawValue, message: failure.message, hint: failure.hint ?? "")
        try? writeAll(Array(answer.text.utf8), to: ready)
    }

    private static func say(_ text: String) { try? writeAll(Array(text.utf8), to: 2) }
}
