import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

/// Pasteboards that several users reach.
@Suite("Shared pasteboards", Needs.severalUsers)
struct SharedPasteboardTests {
    private static let teams = """
        [team film]
        members = 61001, 61002
        """

    @Test("rule 16: others paste what the scope admits them to, by the owner's name alone")
    func scopes() throws {
        try SharedService.with(configuration: Self.teams) { service in
            try service.fixture.scratch.file("f.txt", "film\n")
            try service.fixture.scratch.file("g.txt", "everybody\n")
            func owners(_ arguments: String..., as user: StageFixture.User) throws -> StageFixture.Outcome {
                try service.fixture.run(
                    ["stage", "paste", "--owner", "\(Users.sender.uid)"] + arguments, as: user,
                    environment: ["STAGE_SOCKET": service.socket.text])
            }
            #expect(try service.stage("copy", "f.txt", as: Users.sender).status == 0)
            #expect(try service.stage("copy", "--append", "--scope", "all", "g.txt", as: Users.sender).status == 0)
            #expect(try owners("--stdout", as: Users.receiver).text == "film")
            #expect(try owners("--stdout", as: Users.stranger).text == "everybody")
            #expect(try owners("--list", as: Users.stranger).lines.count == 2)
            #expect(try owners("--list", as: Users.receiver).lines.count == 3)
            #expect(try service.stage("paste", as: Users.receiver).status == 3, "its own is empty")
            #expect(try service.stage("paste", "--stdout", as: Users.sender).text == "film")

            // What is for the team alone is nobody else's to know of.
            #expect(try service.stage("copy", "f.txt", as: Users.sender).status == 0)
            for user in [Users.stranger, Users.third, Users.root] {
                #expect(try owners(as: user).status == 3, "\(user)")
                #expect(try owners("--json", "--list", as: user).output.isEmpty, "\(user)")
            }
            #expect(try owners("--stdout", as: Users.receiver).text == "film")
            // Nobody clears what is another's.
            #expect(try service.stage("copy", "--clear", as: Users.receiver).status == 0)
            #expect(try owners("--stdout", as: Users.receiver).text == "film")
        }
    }

    @Test("section 4: --watch shows each change that the watcher may see, also of another user")
    func watch() throws {
        try SharedService.with(configuration: Self.teams) { service in
            try service.fixture.scratch.file("f.txt", "film\n")
            try service.fixture.scratch.file("p", Sample.png)
            func watch(_ arguments: String..., as user: StageFixture.User) throws -> StageFixture.Running {
                try service.fixture.start(
                    ["stage", "paste", "--watch"] + arguments, as: user,
                    environment: ["STAGE_SOCKET": service.socket.text])
            }
            let owner = "\(Users.sender.uid)"
            let watches = try [
                watch(as: Users.sender), watch("--json", "--owner", owner, as: Users.receiver),
                watch("--owner", owner, as: Users.stranger),
            ]
            defer { for watch in watches { watch.send(signal: SIGKILL) } }
            func lines(_ place: Int) -> [String] {
                watches[place].outputSoFar.split(separator: "\n").map(String.init)
            }
            #expect(Patience.until { (0..<3).allSatisfy { lines($0).count == 1 } }, "as it is")
            #expect(lines(0) == ["0  -"] && lines(2) == ["0  -"])
            for (count, command) in [["copy", "f.txt"], ["copy", "f.txt", "p"], ["copy", "--clear"]].enumerated() {
                let done = try service.fixture.run(
                    ["stage"] + command, as: Users.sender, environment: ["STAGE_SOCKET": service.socket.text])
                #expect(done.status == 0, "\(done)")
                #expect(Patience.until { lines(0).count == count + 2 && lines(1).count == count + 2 }, "\(lines(0))")
            }
            #expect(lines(0) == ["0  -", "1  public.plain-text", "2  public.plain-text, public.png", "3  -"])
            #expect(try lines(1).map { try JSONObject($0)["changeCount"] as? Int } == [0, 1, 2, 0])
            #expect(lines(2) == ["0  -"], "nothing of it was for it")
        }
    }

    @Test("section 4: the end of the service is the end of the watch, which does not start it again")
    func endOfService() throws {
        try StageFixture.with { fixture in
            let watch = try fixture.start(["stage", "paste", "--watch"])
            defer { watch.send(signal: SIGKILL) }
            #expect(Patience.until { watch.outputSoFar == "0  -\n" }, "a watch starts the service")
            try fixture.stage("stop")
            try #require(Patience.until { ProcessIdentity(of: watch.pid) == nil })
            let outcome = watch.wait()
            #expect(outcome.status == 7 && outcome.errors.contains("the service ended"), "\(outcome)")
        }
    }
}

/// The user's own service and the system-wide one together.
@Suite("Pasteboards in two services", Needs.mounts, Needs.program("python3"))
struct TwoServicesPasteboardTests {
    @Test("section 6: the scope chooses the service; what is copied takes the place of what was in the other one")
    func places() throws {
        try SystemWideService.with { service in
            try service.machine.run(["sh", "-c", "echo own > own.txt; echo wide > wide.txt"], as: nil)
            func stage(_ words: String, as name: String) throws -> StageFixture.Outcome {
                try service.machine.run(
                    ["stage"] + words.split(separator: " ").map(String.init), as: MachineOfItsOwn.user(name),
                    environment: ["HOME": service.machine.home(name).text])
            }
            let ofAlice = "paste --stdout --owner alice"
            #expect(try stage("copy own.txt", as: "alice").status == 0)
            #expect(try stage("paste --stdout", as: "alice").text == "own")
            #expect(try stage(ofAlice, as: "bob").status == 3)

            #expect(try stage("copy --scope all wide.txt", as: "alice").status == 0)
            #expect(try stage("paste --stdout", as: "alice").text == "wide")
            #expect(try stage(ofAlice, as: "bob").text == "wide")
            #expect(try stage("list -q", as: "alice").text.components(separatedBy: "active").count == 2)
            let refused = try stage("copy --append own.txt", as: "alice")
            #expect(refused.status == 2 && refused.errors.contains("for others too"), "\(refused)")
            #expect(try stage("copy --append --scope all own.txt", as: "alice").status == 0)
            #expect(try stage("paste --list", as: "bob").status == 3)
            #expect(try stage("paste --list --owner alice", as: "bob").lines.count == 3)

            let copied = try stage("copy own.txt", as: "alice")
            #expect(copied.status == 0, "\(copied)")
            #expect(try stage("paste --stdout", as: "alice").text == "own")
            #expect(try stage(ofAlice, as: "bob").status == 3)
            #expect(try stage("copy --append --scope all wide.txt", as: "alice").status == 2)
            #expect(try stage("copy --clear", as: "alice").status == 0)
            #expect(try stage("paste", as: "alice").status == 3)
        }
    }
}
