import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Peers of another pid namespace", Needs.severalUsers, Needs.program("unshare"))
struct PidNamespaceTests {
    @Test("rule 15: whom the service cannot see has pid 0, and is nobody: only all admits them")
    func invisible() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "x\n")
            let folder = try fixture.scratch.folder("outside", mode: 0o777)
            let socket = folder.appending("socket")
            let service = try fixture.start([
                "unshare", "--pid", "--fork", "--mount-proc", "setpriv", "--reuid=61000",
                "--regid=61000",
                "--clear-groups", "--", fixture.programs.appending("staged").text, "--socket", socket.text, "--store",
                folder.appending("store").text,
            ])
            defer {
                // unshare itself waits for its child, whatever it is told.
                let children = (try? SmallFile.read(Path("/proc/\(service.pid)/task/\(service.pid)/children"))) ?? []
                if let pid = Int32(String(decoding: children, as: UTF8.self).filter(\.isNumber)) { kill(pid, SIGKILL) }
                _ = service.wait()
            }
            try #require(Patience.until { (try? UnixSocket.connect(to: socket)) != nil }, "\(service.errorsSoFar)")
            let shared = SharedService(fixture: fixture, socket: socket)
            let team = try shared.send("--scope", "team", "f.txt", as: Users.sender)
            #expect(try shared.stage("receive", team, "--stdout", as: Users.sender).status == 5)
            let all = try shared.send("--scope", "all", "f.txt", as: Users.sender)
            #expect(try shared.stage("receive", all, "--stdout", as: Users.receiver).text == "x")
            let process = try shared.stage("send", "--scope", "process", "f.txt", as: Users.sender)
            #expect(process.status != 0, "\(process)")
            // The uid is the kernel's word still, and so whose a grant is.
            #expect(try shared.stage("revoke", all, as: Users.receiver).status == 5)
            #expect(try shared.stage("revoke", all, as: Users.sender).status == 0)
        }
    }
}
