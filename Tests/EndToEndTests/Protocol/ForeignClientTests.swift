import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Clients in other languages")
struct ForeignClientTests {
    private static func object(_ outcome: StageFixture.Outcome) throws -> [String: Any] {
        try #require(outcome.status == 0, "\(outcome)")
        return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
    }

    @Test(
        "section 6: any Varlink client lists, shows, renews and revokes",
        .enabled("Config/setup --tests installs Python's varlink into .build/venv") { Self.python != nil })
    func foreign() throws {
        let python = try #require(Self.python)
        try StageFixture.with { fixture in
            try fixture.withSharedService { socket in
                try fixture.scratch.file("f.txt", "content\n")
                let token = try fixture.stage("send", "f.txt", environment: ["STAGE_SOCKET": socket.text])
                let outcome = try fixture.run([python, Scripts.path("foreign_client.py"), socket.text, token.text])
                let answers = try Self.object(outcome)

                let info = try #require(answers["info"] as? [String: Any])
                #expect(info["interfaces"] as? [String] == ["org.varlink.service", "io.stage.Staging"])
                #expect(info["product"] as? String == "staged")
                #expect((answers["description"] as? String)?.contains("interface io.stage.Staging") == true)
                let listed = try #require(Self.member("grants", of: answers["list"]) as? [[String: Any]])
                #expect(listed.count == 1)
                let shown = try #require(Self.member("grant", of: answers["show"]) as? [String: Any])
                #expect(shown["state"] as? String == "active")
                #expect(shown["token"] as? String == nil)
                let revoked = try #require(Self.member("grant", of: answers["revoked"]) as? [String: Any])
                #expect(revoked["state"] as? String == "revoked")
                let error = try #require(answers["error"] as? [String: Any])
                #expect(error["error"] as? String == "io.stage.Staging.NoSuchGrant")
                #expect(Self.member("status", of: answers["status"]) != nil)
            }
        }
    }

    @Test(
        "section 6: a program that passes descriptors sends and receives by the interface's documentation alone",
        Needs.program("python3"))
    func plain() throws {
        try StageFixture.with { fixture in
            try fixture.withSharedService { socket in
                try fixture.scratch.file("f.txt", "content\n")
                let answers = try Self.object(
                    fixture.run(["python3", Scripts.path("plain_client.py"), socket.text, "f.txt"]))
                #expect(answers["content"] as? String == "content\n")
                #expect(answers["same"] as? Bool == true)
                #expect(answers["name"] as? String == "f.txt")
                #expect(
                    answers["sha256"] as? String
                        == "434728a410a78f56fc1b5899c3593436e61ab0c731e9072d95e96db290205e53")
                let manifest = try #require(answers["manifest"] as? [String])
                #expect(manifest == ["directory 755 0 0 ", "", "file 644 0 8 in", "", ""], "\(manifest)")
                #expect(answers["released"] as? Bool == true)
            }
        }
    }

    private static func member(_ name: String, of value: Any?) -> Any? { (value as? [String: Any])?[name] }

    /// The Python that has varlink, beside the build that these tests belong to.
    private static let python: String? = {
        guard var folder = OwnProcess.executable?.parent else { return nil }
        while folder != folder.parent {
            let python = folder.appending("venv/bin/python3")
            if (try? FileStatus.of(python, followLinks: true)) != nil { return python.text }
            folder = folder.parent
        }
        return nil
    }()
}
