internal import LinuxSystem
internal import StagingModel
internal import StagingProtocol

/// Starts the user's own service where none runs.
enum ServiceStarter {
    /// How long a service may take to listen, in milliseconds.
    private static let patience: Int32 = 10_000

    /// Starts `staged`, found where it may be and never through `PATH`, and waits until it listens.
    /// - Returns: false where another one is starting or ending at this moment: try to connect again.
    /// - Throws: `StagingError` (`noService`) with the reason.
    static func start(_ programs: ServicePrograms) throws -> Bool {
        let program = try programs.program()
        let pipe = try Pipe()
        let process: ChildProcess
        do {
            process = try ChildProcess.start(
                program, arguments: ["staged", "--ready-fd", "3"], passing: pipe.writing, as: 3,
                keeping: ServicePlaces.keptVariables)
        } catch {
            throw StagingError(
                .noService, "cannot start \(program.quoted): \(error.reason)",
                hint: programs.hint)
        }
        pipe.closeWriting()
        // The process that was started leaves the service behind and ends at once.
        _ = try? process.wait()
        switch StartAnswer(text: try answer(pipe.reading)) {
        case .ready: return true
        case .inUse: return false
        case .failed(let code, let message, let hint):
            // A full disk is for the caller to know as such (rule 22); otherwise it only matters that no service runs.
            let code = StagingError.Code(rawValue: code)
            throw StagingError(
                code == .noSpace ? code : .noService, "the service did not start: \(message)",
                hint: hint.isEmpty ? nil : hint)
        }
    }

    private static func answer(_ reading: SharedDescriptor) throws -> String {
        let deadline = SystemClock.boot() + Int64(patience) * 1_000_000
        var text: [UInt8] = []
        while !text.contains(UInt8(ascii: "\n")) {
            let left = Int32(clamping: (deadline - SystemClock.boot()) / 1_000_000)
            guard left > 0, try Waiting.untilReadable([reading.number], milliseconds: left) != .timedOut else {
                throw StagingError(.noService, "the service did not start within \(patience / 1000) seconds")
            }
            let part = try readStream(reading.number, most: 4096)
            if part.isEmpty { break }
            text += part
        }
        return String(decoding: text, as: UTF8.self)
    }
}
