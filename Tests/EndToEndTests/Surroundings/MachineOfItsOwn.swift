import LinuxSystem
import StagingTestSupport
import Testing

/// A mount namespace with accounts, homes, `/run` and `/var/lib` of its own, so that what stands at fixed places there
/// is no business of the machine's.
struct MachineOfItsOwn {
    let fixture: StageFixture
    private let holder: StageFixture.Running

    /// Lends one; the accounts `stage`, `alice`, `bob`, `carol` and `dave` are those of ``Users`` in that order, with
    /// homes below `homes`; `film` is the group ``Users/group``.
    static func with<Result>(
        configuration: String = "", _ body: (MachineOfItsOwn) throws -> Result
    ) throws -> Result {
        try StageFixture.with { fixture in
            try prepare(fixture, configuration)
            // The accounts are copies: what is mounted ends with the last process in the namespace.
            let holder = try fixture.start([
                "unshare", "--mount", "--propagation", "private", "sh", "-c",
                """
                mount --bind etc /etc && mount --bind lib /var/lib && mount -t tmpfs run /run && mkdir /run/stage &&
                    : >mounted && exec sleep 600
                """,
            ])
            defer {
                holder.send(signal: 9)
                _ = holder.wait()
            }
            let isMounted = Patience.until {
                Scratch.content(of: fixture.scratch("mounted")) != nil || !holder.isRunning
            }
            try #require(isMounted && holder.isRunning, "\(holder.errorsSoFar)")
            return try body(MachineOfItsOwn(fixture: fixture, holder: holder))
        }
    }

    private static func prepare(_ fixture: StageFixture, _ configuration: String) throws {
        for folder in ["etc", "etc/stage", "lib", "homes"] { try fixture.scratch.folder(folder) }
        var accounts = "root:x:0:0:root:\(fixture.scratch("homes/root").text):/bin/sh\n"
        for (name, user) in names {
            accounts += "\(name):x:\(user.uid):\(user.gid)::\(fixture.scratch("homes/\(name)").text):/bin/sh\n"
        }
        try fixture.scratch.file("etc/passwd", accounts)
        try fixture.scratch.file("etc/group", "root:x:0:\nfilm:x:\(Users.group):alice,bob\n")
        try fixture.scratch.file("etc/nsswitch.conf", "passwd: files\ngroup: files\n")
        try fixture.scratch.file("etc/stage/staged.conf", configuration)
        let made = try fixture.run([
            "sh", "-c",
            """
            set -e
            cp /etc/ld.so.cache etc/ 2>/dev/null || :
            cp -R /etc/alternatives etc/ 2>/dev/null || :
            mkdir -m 700 lib/stage homes/root homes/stage homes/alice homes/bob homes/carol homes/dave
            chmod 711 lib/stage
            chown \(Users.service.uid):\(Users.service.gid) lib/stage homes/stage
            """
                + names.dropFirst().map { "\nchown \($1.uid):\($1.gid) homes/\($0)" }.joined(),
        ])
        try #require(made.status == 0, "\(made)")
    }

    private static let names = [
        ("stage", Users.service), ("alice", Users.sender), ("bob", Users.receiver), ("carol", Users.third),
        ("dave", Users.stranger),
    ]

    /// The home of an account.
    func home(_ name: String) -> Path { fixture.scratch("homes/\(name)") }

    /// The words that run a command in it, in the scratch folder.
    /// - Parameter user: nil is root.
    private func words(_ command: [String], as user: StageFixture.User?) -> [String] {
        var privileges: [String] = []
        if let user {
            let groups =
                user.groups.isEmpty
                ? "--clear-groups" : "--groups=" + user.groups.map(String.init).joined(separator: ",")
            privileges = ["setpriv", "--reuid=\(user.uid)", "--regid=\(user.gid)", groups, "--"]
        }
        return [
            "nsenter", "--mount=/proc/\(holder.pid)/ns/mnt", "sh", "-c",
            "cd '\(fixture.scratch.path.text)' && exec \"$@\"",
            "sh",
        ] + privileges + command
    }

    /// Runs a command to its end.
    /// - Parameter environment: all of it but `PATH`.
    @discardableResult
    func run(
        _ command: [String], input: [UInt8]? = nil, as user: StageFixture.User? = nil,
        environment: [String: String] = [:]
    ) throws -> StageFixture.Outcome {
        try start(command, input: input, as: user, environment: environment).wait()
    }

    /// Starts a command, with `PATH` and these variables alone.
    func start(
        _ command: [String], input: [UInt8]? = nil, as user: StageFixture.User? = nil,
        environment: [String: String] = [:]
    ) throws -> StageFixture.Running {
        let variables = environment.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
        let path = "PATH=\(fixture.programs.text):/usr/bin:/bin:/usr/sbin:/sbin"
        return try fixture.start(words(["env", "-i", path] + variables + command, as: user), input: input)
    }

    /// Runs `stage` as one of the accounts, in its home's name.
    @discardableResult
    func stage(
        _ arguments: String..., input: [UInt8]? = nil, as name: String, environment: [String: String] = [:]
    ) throws -> StageFixture.Outcome {
        try run(
            ["stage"] + arguments, input: input, as: Self.user(name),
            environment: environment.merging(["HOME": home(name).text]) { given, _ in given })
    }

    static func user(_ name: String) -> StageFixture.User? {
        guard var user = names.first(where: { $0.0 == name })?.1 else { return nil }
        if ["alice", "bob"].contains(name) { user.groups = [Users.group] }
        return user
    }

    /// Stops the own services of the accounts, which would outlive the scratch folder.
    func stopServices() {
        for name in ["root", "alice", "bob", "carol", "dave"] { _ = try? stage("stop", as: name) }
    }
}

extension Needs {
    /// A namespace of mounts, to stand in for the machine.
    static let mounts: ConditionTrait = .enabled("needs to mount: root, and a machine that lets it") {
        canRunAsOthers
            && (try? StageFixture.with {
                try $0.run(["unshare", "--mount", "--propagation", "private", "mount", "-t", "tmpfs", "x", "/run"])
                    .status
            }) == 0
    }
}
