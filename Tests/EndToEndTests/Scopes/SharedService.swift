import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

/// A service that several users reach, and what they do there.
struct SharedService {
    let fixture: StageFixture
    let socket: Path

    /// Lends a service that runs as a user of its own, as the system-wide one does.
    static func with<Result>(
        configuration: String = "", _ body: (SharedService) throws -> Result
    ) throws -> Result {
        try StageFixture.with { fixture in
            try fixture.withSharedService(as: Users.service, configuration: configuration) { socket in
                try body(SharedService(fixture: fixture, socket: socket))
            }
        }
    }

    /// Runs `stage` to its end as this user, in the scratch folder.
    @discardableResult
    func stage(
        _ arguments: String..., input: [UInt8]? = nil, as user: StageFixture.User
    ) throws -> StageFixture.Outcome {
        try fixture.run(
            [fixture.programs.appending("stage").text] + arguments, input: input, as: user,
            environment: ["STAGE_SOCKET": socket.text])
    }

    /// Sends and answers the token.
    func send(_ arguments: String..., as user: StageFixture.User) throws -> String {
        let sent = try fixture.run(
            [fixture.programs.appending("stage").text, "send"] + arguments, as: user,
            environment: ["STAGE_SOCKET": socket.text])
        try #require(sent.status == 0, "\(sent)")
        return sent.text
    }

    /// Runs a shell's script as this user.
    @discardableResult
    func shell(
        _ script: String, as user: StageFixture.User, environment: [String: String] = [:]
    ) throws -> StageFixture.Outcome {
        try fixture.run(
            ["sh", "-c", script], as: user,
            environment: environment.merging(["STAGE_SOCKET": socket.text]) { given, _ in given })
    }
}

extension SharedService {
    /// The service's process, as it says itself.
    func servicePid() throws -> Int32? { ServiceText.pid(in: try stage("status", "--json", as: Users.root).text) }
}

/// What can be read from a service's own words.
enum ServiceText {
    /// The pid in the JSON of its status.
    static func pid(in status: String) -> Int32? {
        guard let start = status.range(of: "\"pid\":")?.upperBound else { return nil }
        return Int32(status[start...].prefix { $0.isNumber })
    }
}

/// What another process has open.
enum OpenFiles {
    /// What each descriptor leads to, by `/proc/PID/fd`.
    static func of(_ pid: Int32) throws -> [String] {
        let folder = "/proc/\(pid)/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { name in
            // One that was closed meanwhile leads nowhere.
            try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
        }
    }
}

/// Users and groups by number alone; no account has to exist.
enum Users {
    static let service = StageFixture.User(61000)
    static let sender = StageFixture.User(61001)
    static let receiver = StageFixture.User(61002)
    static let third = StageFixture.User(61003)
    static let stranger = StageFixture.User(61004)
    static let root = StageFixture.User(0)
    static let group: UInt32 = 61100
}

/// What some tests need and not every machine has.
enum Needs {
    /// Running programs as several users.
    static let severalUsers: ConditionTrait = .enabled(
        if: canRunAsOthers, "runs programs as several users: needs root, and a build they can reach"
    )

    /// Making user namespaces, which some machines forbid.
    static let userNamespaces: ConditionTrait = .enabled("needs user namespaces") {
        (try? StageFixture.with { try $0.run(["unshare", "--user", "--map-current-user", "true"]).status }) == 0
    }

    /// A program in one of the usual places.
    static func program(_ name: String) -> ConditionTrait {
        .enabled(if: has(name), "needs \(name)")
    }

    static func has(_ name: String) -> Bool {
        ["/usr/local/bin/", "/usr/bin/", "/bin/", "/usr/sbin/", "/sbin/"].contains { folder in
            (try? FileStatus.of(Path(folder + name), followLinks: true)) != nil
        }
    }

    /// Whether tests can run programs as other users.
    static let canRunAsOthers = StageFixture.isRoot && isReachable

    private static var isReachable: Bool {
        guard var folder = OwnProcess.executable?.parent else { return false }
        while folder != folder.parent {
            guard let status = try? FileStatus.of(folder, followLinks: true), status.permissions & 0o001 != 0 else {
                return false
            }
            folder = folder.parent
        }
        return true
    }
}

/// Waiting for what another process does, without a fixed time.
enum Patience {
    /// Asks again and again until it is so, a minute at most: a machine with much else to do is slow.
    /// - Returns: whether it came to be.
    static func until(_ isSo: () throws -> Bool) rethrows -> Bool {
        for _ in 0..<6000 {
            if try isSo() { return true }
            Waiting.pause(milliseconds: 10)
        }
        return false
    }
}
