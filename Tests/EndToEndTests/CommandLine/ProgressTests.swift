import LinuxSystem
import StagingTestSupport
import Testing

@Suite("The progress bar", Needs.program("python3"))
struct ProgressTests {
    private static func slowly(_ arguments: String...) throws -> StageFixture.Outcome {
        try StageFixture.with { fixture in
            try fixture.scratch.file("big", [UInt8](repeating: 7, count: 32 << 20))
            let token = try fixture.stage("send", "big")
            try #require(token.status == 0, "\(token)")
            return try fixture.run(
                ["python3", Scripts.path("slow_reader.py"), arguments[0], token.text] + arguments.dropFirst())
        }
    }

    @Test("section 4: it appears on a terminal when something takes over a second, and goes")
    func onTerminal() throws {
        let outcome = try Self.slowly("terminal")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text.contains("receiving") && outcome.text.contains("%"), "\(outcome)")
        #expect(outcome.text.hasSuffix("\r\u{1B}[K"), "\(outcome)")
    }

    @Test(
        "section 4: it appears nowhere else, nor with -q, nor with --json",
        arguments: [
            ["pipe"], ["terminal", "-q"],
        ])
    func elsewhere(arguments: [String]) throws {
        let outcome = try arguments.count == 1 ? Self.slowly(arguments[0]) : Self.slowly(arguments[0], arguments[1])
        #expect(outcome.status == 0 && outcome.output == [], "\(outcome)")
    }
}
