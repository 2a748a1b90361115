import LinuxSystem
import StagingTestSupport
import Testing

/// The system-wide service at its fixed place, started by the first connection, on a machine of its own.
struct SystemWideService {
    let machine: MachineOfItsOwn
    private let manager: StageFixture.Running

    static func with<Result>(
        configuration: String = "", _ body: (SystemWideService) throws -> Result
    ) throws -> Result {
        try MachineOfItsOwn.with(configuration: configuration) { machine in
            let manager = try machine.start([
                "/usr/bin/python3", Scripts.path("activate.py", in: "Surroundings"), "/run/stage/stage.sock",
                "\(Users.service.uid)", machine.fixture.programs.appending("staged").text, "--system",
            ])
            defer {
                machine.stopServices()
                manager.send(signal: 15)
                _ = manager.wait()
            }
            let listens = try Patience.until { try machine.run(["test", "-S", "/run/stage/stage.sock"]).status == 0 }
            try #require(listens, "\(manager.errorsSoFar)")
            return try body(SystemWideService(machine: machine, manager: manager))
        }
    }

    /// The processes that the manager has started, the last one last.
    var started: [Int32] {
        manager.outputSoFar.split(separator: "\n").compactMap { $0.split(separator: " ").last.flatMap { Int32($0) } }
    }

    /// What the service has said.
    var log: String { manager.errorsSoFar }

    /// Kills it; the next connection starts another one.
    func kill() throws {
        let pid = try #require(started.last)
        try machine.run(["kill", "-9", "\(pid)"])
        try #require(Patience.until { ProcessIdentity(of: pid) == nil })
    }

    @discardableResult
    func stage(
        _ arguments: String..., input: [UInt8]? = nil, as name: String
    ) throws -> StageFixture.Outcome {
        try machine.run(
            ["stage"] + arguments, input: input, as: MachineOfItsOwn.user(name),
            environment: ["HOME": machine.home(name).text])
    }

    /// Sends as this account, and answers the token.
    func send(_ arguments: String..., as name: String) throws -> String {
        let sent = try machine.run(
            ["stage", "send"] + arguments, as: MachineOfItsOwn.user(name),
            environment: ["HOME": machine.home(name).text])
        try #require(sent.status == 0, "\(sent)\(log)")
        return sent.text
    }
}
