import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Kernels that lack something", Needs.program("python3"))
struct MissingCallsTests {
    private static let one = [
        "peerpidfd", "peergroups", "pidfd_open", "openat2", "tmpfile", "close_range", "renameflags", "seekdata",
        "lease",
        "xattr",
    ]
    private static let copies = ["reflink", "copy_file_range", "sendfile", "splice"]

    /// Each alone where another way replaces it; the ways of copying one after the other; all at once.
    private static let cases: [[String]] =
        one.map { [$0] }
        + [
            Array(copies.prefix(1)), Array(copies.prefix(2)), copies, ["pidfd_open", "peerpidfd"],
            one + copies + ["memfd"],
        ]

    @Test("section 11: each fallback, forced on the programs as they are", arguments: cases)
    func everything(lacking: [String]) throws {
        try StageFixture.with { fixture in
            let work = try fixture.scratch.folder("work")
            let outcome = try fixture.run(
                [
                    "/usr/bin/python3", Scripts.path("without.py", in: "Surroundings"), lacking.joined(separator: ","),
                    "sh",
                    Scripts.path("everything.sh", in: "Surroundings"),
                ], environment: ["WITHOUT": "," + lacking.joined(separator: ",") + ","], in: work)
            #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
            #expect(!outcome.text.contains("failed:"), "\(outcome)")
            // What the status says is what is so.
            let kernel = try #require(outcome.lines.first { $0.hasPrefix("kernel ") }, "\(outcome)")
            for (call, feature) in [
                ("peerpidfd", "peerPidfd"), ("peergroups", "peerGroups"), ("pidfd_open", "pidfd"),
                ("openat2", "openat2"),
            ] where lacking.contains(call) {
                #expect(kernel.contains("no \(feature)"), "\(kernel)")
            }
            let volume = try #require(outcome.lines.first { $0.hasPrefix("volume ") }, "\(outcome)")
            if lacking.contains("tmpfile") { #expect(volume.contains("no unnamed files"), "\(volume)") }
            if lacking.contains("reflink") { #expect(volume.contains("no reflinks"), "\(volume)") }
        }
    }

    @Test(
        "rules 4 and 15: a service that is not told its peers' groups admits by the primary one alone, and hands no original to who may be in a group that writes it",
        Needs.severalUsers)
    func unknownGroups() throws {
        try StageFixture.with { fixture in
            let folder = try fixture.scratch.folder("shared", mode: 0o777)
            let socket = folder.appending("socket")
            let service = try fixture.start(
                [
                    "/usr/bin/python3", Scripts.path("without.py", in: "Surroundings"), "peergroups",
                    fixture.programs.appending("staged").text, "--socket", socket.text, "--store",
                    folder.appending("store").text,
                ], as: Users.service)
            defer {
                service.send(signal: 15)
                _ = service.wait()
            }
            try #require(Patience.until { (try? UnixSocket.connect(to: socket)) != nil }, "\(service.errorsSoFar)")
            let shared = SharedService(fixture: fixture, socket: socket)
            let primary = StageFixture.User(61002, gid: Users.group)
            let supplementary = StageFixture.User(61002, groups: [Users.group])
            try fixture.scratch.file("f.txt", "content\n")
            let token = try shared.send("--scope", "group", "f.txt", as: StageFixture.User(61001, gid: Users.group))
            #expect(try shared.stage("receive", token, "--stdout", as: primary).text == "content")
            #expect(try shared.stage("receive", token, "--stdout", as: supplementary).status == 5)

            try fixture.scratch.folder("senders", mode: 0o777)
            let sent = try shared.shell(
                "echo original >senders/f && chgrp \(Users.group) senders/f && chmod 664 senders/f && stage send --original --scope all senders/f",
                as: StageFixture.User(61001, groups: [Users.group]))
            try #require(sent.status == 0, "\(sent)")
            for user in [supplementary, primary, Users.stranger] {
                let received = try shared.stage("receive", sent.text, "--stdout", "--json", as: user)
                #expect(received.errors.contains(#""error":"originalWritable""#), "\(user): \(received)")
            }
            #expect(try shared.shell("chmod 644 senders/f", as: Users.sender).status == 0)
            #expect(try shared.stage("receive", sent.text, "--stdout", as: Users.stranger).text == "original")
        }
    }

    @Test(
        "rule 15: without SO_PEERPIDFD a recycled pid is another process still", Needs.program("unshare"), Needs.mounts)
    func recycledPid() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "secret\n")
            try fixture.scratch.file(
                "inside",
                """
                sh -c 'stage send --scope process:$$ f.txt >t; echo $$ >subject; :'
                subject=$(cat subject)
                for try in 1 2 3 4 5; do
                    echo $((subject - 1)) >/proc/sys/kernel/ns_last_pid
                    sh -c 'test $$ = "$1" && { echo same; stage receive @t --stdout; echo $?; }; :' sh "$subject"
                done | head -2
                stage stop
                """)
            let outcome = try fixture.run([
                "unshare", "--pid", "--fork", "--mount-proc", "/usr/bin/python3",
                Scripts.path("without.py", in: "Surroundings"), "peerpidfd", "sh", "inside",
            ])
            #expect(outcome.lines == ["same", "3"], "\(outcome)")
        }
    }
}
