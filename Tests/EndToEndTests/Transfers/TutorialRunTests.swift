import Glibc
import LinuxSystem
import StagingTestSupport
import Testing

/// The two ends of the tutorial, as its readers would run them.
@Suite("The tutorial's programs")
struct TutorialRunTests {
    /// As much of a QuickTime movie as tells that it is one.
    private static let movie: [UInt8] =
        [0, 0, 0, 20] + Array("ftypqt  ".utf8) + [0, 0, 2, 0] + Array("qt  ".utf8) + [0, 0, 0, 8] + Array("mdat".utf8)

    @Test("a recorder hands video to an encoder, which keeps it under a name of its own")
    func video() throws {
        try StageFixture.with { fixture in
            let program = fixture.programs.appending("TutorialExample").text
            let file = try fixture.scratch.file("raw.mov", Self.movie)
            let recorder = try fixture.start([program, "record", file.text, "First take"])
            defer { recorder.end() }
            let token = try #require(waitFor { recorder.outputSoFar.split(separator: "\n").first.map(String.init) })
            let encoded = try fixture.run(
                [program, "encode", token], environment: ["TMPDIR": fixture.scratch.path.text])
            #expect(encoded.text.hasPrefix("encoding First take from "), "\(encoded)")
            let kept = try #require(encoded.text.split(separator: " from ").last.map { Path(String($0)) })
            #expect(Scratch.content(of: kept) == Self.movie)
            #expect(try fixture.stage("receive", token, "--accept", ".mov").text.hasSuffix("/First take.mov"))
            _ = waitFor { recorder.errorsSoFar.contains("com.apple.quicktime-movie is staged") ? true : nil }
            #expect(recorder.errorsSoFar.contains("somebody asked for com.apple.quicktime-movie"))
        }
    }

    @Test("a recorder that leaves has everything staged; an encoder of something else gets the preview")
    func preview() throws {
        try StageFixture.with { fixture in
            let program = fixture.programs.appending("TutorialExample").text
            let file = try fixture.scratch.file("raw.mov", Self.movie)
            let left = try fixture.run([program, "leave", file.text, "First take"])
            try #require(left.status == 0, "\(left)")
            #expect(
                try fixture.run([program, "encode", left.text], environment: ["TMPDIR": fixture.scratch.path.text])
                    .text.hasPrefix("encoding"))
            let words = try fixture.stage("send", "-", "--type", "public.utf8-plain-text", input: Array("words".utf8))
            let encoded = try fixture.run([program, "encode", words.text])
            #expect(encoded.text == "nothing to encode but: words", "\(encoded)")
            let explained = try fixture.run([program, "explain", file.text, "First take"])
            #expect(explained.status == 0 && explained.text.contains("com.apple.quicktime-movie"), "\(explained)")
        }
    }
}
