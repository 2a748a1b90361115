internal import Foundation
package import LinuxSystem
import Synchronization

/// The built programs, in surroundings of a test's own: a scratch folder, a store, a service that ends with the test.
package final class StageFixture: Sendable {
    package let scratch: Scratch
    /// Where the programs are: beside the test bundle.
    package let programs: Path

    private init(_ scratch: Scratch, _ programs: Path) {
        self.scratch = scratch
        self.programs = programs
    }

    /// Lends a fixture; its own service is stopped and its scratch folder removed whatever the test does.
    package static func with<Result>(_ body: (StageFixture) throws -> Result) throws -> Result {
        let place = try findPrograms()
        return try Scratch.with { scratch in
            try scratch.folder("state", mode: 0o700)
            let fixture = StageFixture(scratch, place)
            defer { _ = try? fixture.stage("stop") }
            return try body(fixture)
        }
    }

    /// The same for a test that waits for tasks.
    package static func withAsync<Result>(_ body: (StageFixture) async throws -> Result) async throws -> Result {
        let place = try findPrograms()
        return try await Scratch.withAsync { scratch in
            try scratch.folder("state", mode: 0o700)
            let fixture = StageFixture(scratch, place)
            defer { _ = try? fixture.stage("stop") }
            return try await body(fixture)
        }
    }

    private static func findPrograms() throws -> Path {
        guard let programs = OwnProcess.executable?.parent else { throw Missing(what: "the test bundle's folder") }
        // `swift test` runs the bundle by a helper of the toolchain on some platforms; the programs are beside the bundle.
        let places = [programs] + CommandLine.arguments.filter { $0.hasSuffix(".xctest") }.map { Path($0).parent }
        guard let place = places.first(where: { (try? FileStatus.of($0.appending("stage"))) != nil }) else {
            throw Missing(what: "the program stage beside \(programs)")
        }
        return place
    }

    /// Something that a test cannot do without.
    package struct Missing: Error {
        let what: String

        package init(what: String) { self.what = what }
    }

    /// What a program did.
    package struct Outcome: Sendable, CustomStringConvertible {
        /// The exit status; 128+n for signal n.
        package let status: Int32
        package let output: [UInt8]
        package let errors: String

        /// Standard output as text without its last newline.
        package var text: String {
            let text = String(decoding: output, as: UTF8.self)
            return text.hasSuffix("\n") ? String(text.dropLast()) : text
        }

        package var lines: [String] {
            text.isEmpty ? [] : text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }

        package var description: String { "status \(status)\nstdout: \(text)\nstderr: \(errors)" }
    }

    /// Who runs a program: numbers alone, so that no account has to exist.
    package struct User: Hashable, Sendable {
        package var uid: UInt32
        package var gid: UInt32
        package var groups: [UInt32]

        package init(_ uid: UInt32, gid: UInt32? = nil, groups: [UInt32] = []) {
            self.uid = uid
            self.gid = gid ?? uid
            self.groups = groups
        }
    }

    /// Whether tests can run programs as other users.
    package static var isRoot: Bool { OwnProcess.uid == 0 }

    /// Runs `stage` to its end.
    @discardableResult
    package func stage(
        _ arguments: String..., input: [UInt8]? = nil, as user: User? = nil, environment: [String: String] = [:],
        in folder: Path? = nil
    ) throws -> Outcome {
        try run(
            [programs.appending("stage").text] + arguments, input: input, as: user, environment: environment, in: folder
        )
    }

    /// Runs any program to its end, with this fixture's environment: `XDG_STATE_HOME`, a bare `PATH` with the programs
    /// first, nothing else.
    /// - Parameter input: what it reads; nil is nothing at all.
    @discardableResult
    package func run(
        _ command: [String], input: [UInt8]? = nil, as user: User? = nil, environment: [String: String] = [:],
        in folder: Path? = nil
    ) throws -> Outcome {
        let running = try start(command, input: input, as: user, environment: environment, in: folder)
        return running.wait()
    }

    /// A program that runs.
    package final class Running: @unchecked Sendable {
        // Foundation's Process is safe to wait for and to signal from any thread.
        private let process: Process
        private let output: Path
        private let errors: Path
        private let remove: @Sendable () -> Void

        init(_ process: Process, output: Path, errors: Path, remove: @escaping @Sendable () -> Void) {
            self.process = process
            self.output = output
            self.errors = errors
            self.remove = remove
        }

        package var pid: Int32 { process.processIdentifier }
        package var isRunning: Bool { process.isRunning }

        /// What it has written so far.
        package var outputSoFar: String { String(decoding: Scratch.content(of: output) ?? [], as: UTF8.self) }
        package var errorsSoFar: String { String(decoding: Scratch.content(of: errors) ?? [], as: UTF8.self) }

        package func send(signal: Int32) { kill(pid, signal) }

        /// Ends it by a signal, and waits until it has ended.
        @discardableResult
        package func end(_ signal: Int32 = SIGTERM) -> Outcome {
            send(signal: signal)
            return wait()
        }

        package func wait() -> Outcome {
            process.waitUntilExit()
            defer { remove() }
            let status = process.terminationStatus
            return Outcome(
                status: process.terminationReason == .uncaughtSignal ? 128 + status : status,
                output: Scratch.content(of: output) ?? [],
                errors: String(decoding: Scratch.content(of: errors) ?? [], as: UTF8.self))
        }
    }

    /// Starts a program.
    package func start(
        _ command: [String], input: [UInt8]? = nil, as user: User? = nil, environment: [String: String] = [:],
        in folder: Path? = nil
    ) throws -> Running {
        let process = Process()
        let words = Self.privileges(user) + command
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["--"] + words
        var variables = [
            "PATH": "\(programs.text):/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": scratch.path.text,
            "XDG_STATE_HOME": scratch("state").text,
        ]
        variables.merge(environment) { $1 }
        process.environment = variables
        process.currentDirectoryURL = URL(fileURLWithPath: (folder ?? scratch.path).text, isDirectory: true)
        // Files and not pipes: a service that kept the pipe would hang the test, and that is a test of its own.
        let stamp = "\(OwnProcess.pid)-\(UInt32.random(in: 0 ... .max))"
        let output = try scratch.file(".out-\(stamp)", "", mode: 0o600)
        let errors = try scratch.file(".err-\(stamp)", "", mode: 0o600)
        let given = try scratch.file(".in-\(stamp)", input ?? [], mode: 0o600)
        process.standardOutput = FileHandle(forWritingAtPath: output.text)
        process.standardError = FileHandle(forWritingAtPath: errors.text)
        process.standardInput = FileHandle(forReadingAtPath: given.text)
        try Self.starting.withLock { _ in try Self.withSignalsUnblocked { try process.run() } }
        return Running(process, output: output, errors: errors) {
            for path in [output, errors, given] { OwnProcess.unlink(path) }
        }
    }

    /// Foundation waits for a program's end at a socket that any other program inherits which is started at the same
    /// moment: the wait would last until that one has ended too.
    private static let starting = Mutex(())

    /// The threads that tests run on block signals, and a program that they start would inherit that.
    private static func withSignalsUnblocked(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        try body()
    }

    private static func privileges(_ user: User?) -> [String] {
        guard let user else { return [] }
        let groups =
            user.groups.isEmpty
            ? ["--clear-groups"] : ["--groups=\(user.groups.map(String.init).joined(separator: ","))"]
        return ["setpriv", "--reuid=\(user.uid)", "--regid=\(user.gid)"] + groups + ["--"]
    }

    /// Starts a service that several users share, and waits until it listens; it ends with `body`.
    /// - Parameters:
    ///   - user: whom it runs as; nil is this test's own.
    ///   - configuration: the text of its configuration file.
    ///   - body: is given the socket, for `STAGE_SOCKET`.
    package func withSharedService<Result>(
        as user: User? = nil, configuration: String = "", _ body: (Path) throws -> Result
    ) throws -> Result {
        let folder = try scratch.folder("shared-\(UInt32.random(in: 0 ... .max))", mode: 0o777)
        let file = folder.appending("staged.conf")
        _ = try scratch.file(String(file.text.dropFirst(scratch.path.text.count + 1)), configuration)
        let socket = folder.appending("socket")
        let service = try start(
            [
                programs.appending("staged").text, "--socket", socket.text, "--store", folder.appending("store").text,
                "--config", file.text,
            ], as: user)
        defer {
            service.send(signal: SIGTERM)
            _ = service.wait()
        }
        // A minute at most: its first start syncs several files, which takes seconds on a disk with much else to do.
        var patience = 6000
        while (try? UnixSocket.connect(to: socket)) == nil {
            guard service.isRunning, patience > 0 else {
                throw Missing(what: "a service that starts: \(service.errorsSoFar)")
            }
            patience -= 1
            Waiting.pause(milliseconds: 10)
        }
        return try body(socket)
    }
}
