import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Descriptors that are passed", Needs.program("python3"))
struct PassedDescriptorTests {
    private struct Case: CustomTestStringConvertible, Sendable {
        var kind: String
        var source = "file"
        var path = "f.txt"
        var answer: String

        var testDescription: String { "\(kind) \(path) as \(source)" }
    }

    private static let cases: [Case] = [
        Case(kind: "path", answer: "Unreadable"),
        Case(kind: "path", source: "stream", answer: "Unreadable"),
        Case(kind: "write", answer: "Unreadable"),
        Case(kind: "write", source: "stream", answer: "Unreadable"),
        Case(kind: "directory", path: ".", answer: "UnsupportedFile"),
        Case(kind: "directory", source: "stream", path: ".", answer: "UnsupportedFile"),
        Case(kind: "pipe", answer: "UnsupportedFile"),
        Case(kind: "pipe-end", source: "stream", answer: "Unreadable"),
        Case(kind: "socket", answer: "UnsupportedFile"),
        Case(kind: "read", path: "/dev/zero", answer: "UnsupportedFile"),
        // These are good.
        Case(kind: "read", answer: "0123456789\n"),
        Case(kind: "pipe", source: "stream", answer: "piped\n"),
        Case(kind: "memfd", answer: "in memory\n"),
        // Case B45: the position of a descriptor is shared with the sender and means nothing.
        Case(kind: "half-read", answer: "0123456789\n"),
    ]

    @Test("case B39, rule 7: what a descriptor is worth is asked of the kernel", arguments: cases)
    private func checked(_ one: Case) throws {
        try StageFixture.with { fixture in
            try fixture.withSharedService { socket in
                try fixture.scratch.file("f.txt", "0123456789\n")
                let outcome = try fixture.run([
                    "python3", Scripts.path("offer_descriptor.py"), socket.text, one.source, one.kind, one.path,
                ])
                #expect(outcome.text + "\n" == one.answer || outcome.text == one.answer, "\(outcome)")
            }
        }
    }

    @Test("case B39: a service of root does not read for others what they cannot", Needs.severalUsers)
    func shadow() throws {
        try StageFixture.with { fixture in
            try fixture.withSharedService { socket in
                try fixture.scratch.file("shadow", "secret\n", mode: 0o600)
                for source in ["file", "stream"] {
                    let outcome = try fixture.run(
                        ["python3", Scripts.path("offer_descriptor.py"), socket.text, source, "path", "shadow"],
                        as: Users.sender)
                    #expect(outcome.text == "Unreadable", "\(outcome)")
                }
            }
        }
    }
}

/// The programs in other languages that tests run.
enum Scripts {
    /// - Parameter folder: Which folder of tests has it.
    static func path(_ name: String, in folder: String = "Protocol", file: String = #filePath) -> String {
        let folder = Path(file).parent.parent.appending(Path(folder + "/Scripts"))
        return folder.appending(Path(name)).text
    }
}
