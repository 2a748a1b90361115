import Glibc
import LinuxSystem
import StagingTestSupport
import Testing

/// Who is at the other end, by the kernel's word (rule 15).
@Suite struct SocketsPeerTests {
    @Test("rule 15: a pair's peer is this process, either way", arguments: [true, false])
    func own(_ usePeerPidfd: Bool) throws {
        let (one, other) = try UnixSocket.pair()
        defer { withExtendedLifetime((one, other)) {} }
        let peer = try Peer.of(one.number, usePeerPidfd: usePeerPidfd)
        #expect(peer.pid == getpid())
        #expect(peer.uid == geteuid())
        #expect(peer.gid == getegid())
        try #require(peer.process).withNumber { process in
            #expect(ProcessDescriptor.pid(of: process) == getpid())
            #expect(!Waiting.isReadable(process))
        }
    }

    @Test("What is no connected socket has no peer")
    func noSocket() throws {
        let pipe = try Pipe()
        defer { withExtendedLifetime(pipe) {} }
        #expect(code { _ = try Peer.of(pipe.reading.number) } == ENOTSOCK)
        #expect(!UnixSocket.hasPeerPidfd(pipe.reading.number))
    }

    @Test(
        "rule 15: the peer is who connected, also when it is somebody else by now",
        .enabled(if: geteuid() == 0, "needs a second user"))
    func otherUser() throws {
        try Scratch.with { scratch in
            let listener = try UnixSocket.listen(at: scratch("s"), mode: 0o666)
            let client = try asUser(12_345) { SharedDescriptor(try UnixSocket.connect(to: scratch("s"))) }
            let server = try UnixSocket.accept(from: listener.number)
            #expect(try Peer.of(server.number).uid == 12_345)
            #expect(try client.withNumber { try Peer.of($0).uid } == 0, "the listener")
        }
    }

    @Test(
        "rule 15, case B37: the groups that the process held when it connected, however many",
        .enabled(if: geteuid() == 0, "needs root"),
        arguments: [0, 1, 64, 65, 300])
    func groups(_ count: Int) async {
        await #expect(processExitsWith: .success) { [count] in
            try Scratch.with { scratch in
                let listener = try UnixSocket.listen(at: scratch("s"), mode: 0o666)
                let groups = (0..<count).map { gid_t(5000 + $0) }
                try #require(unsafe setgroups(groups.count, groups) == 0)
                try #require(setegid(1337) == 0)
                try #require(seteuid(4711) == 0)
                let client = try UnixSocket.connect(to: scratch("s"))
                try #require(seteuid(0) == 0)
                try #require(setgroups(0, nil) == 0)
                let server = try UnixSocket.accept(from: listener.number)
                let peer = try Peer.of(server.number)
                #expect(peer.uid == 4711)
                #expect(peer.gid == 1337)
                #expect(peer.groups?.filter { $0 != 1337 } == groups)
                withExtendedLifetime(client.number) {}
            }
        }
    }

    @Test("rule 15: a peer that has ended has no process that lives", arguments: [true, false])
    func ended(_ usePeerPidfd: Bool) async {
        await #expect(processExitsWith: .success) { [usePeerPidfd] in
            try Scratch.with { scratch in
                let listener = try UnixSocket.listen(at: scratch("s"), mode: 0o600)
                let program = "import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1])"
                let process = try ChildProcess.start(
                    "/usr/bin/python3", arguments: ["python3", "-c", Path(program), scratch("s")])
                let child = process.pid
                try #require(try process.wait() == .exited(0))
                let server = try UnixSocket.accept(from: listener.number)
                let peer = try Peer.of(server.number, usePeerPidfd: usePeerPidfd)
                #expect(peer.pid == child)
                #expect(ProcessIdentity(of: child) == nil)
                if let process = peer.process {
                    process.withNumber { process in
                        #expect(Waiting.isReadable(process))
                        #expect((ProcessDescriptor.pid(of: process) ?? 1) <= 0)
                    }
                } else if usePeerPidfd {
                    // Linux before 6.16 makes no pidfd for a process that has been waited for.
                    #expect(peer.process == nil)
                }
            }
        }
    }
}
