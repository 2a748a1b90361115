import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Handing a file over")
struct HandingOverTests {
    @Test("the main path: send, receive into an area, keep, and nothing is left behind")
    func mainPath() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("note.txt", "hello\n")
            let token = try fixture.stage("send", "note.txt")
            #expect(token.status == 0)
            let area = try fixture.stage("receive", "-", input: token.output)
            #expect(area.status == 0)
            #expect(Scratch.content(of: .init(area.text)) == Array("hello\n".utf8))
            let kept = try fixture.stage("keep", area.text, "kept.txt")
            #expect(kept.text == "kept.txt")
            #expect(Scratch.content(of: fixture.scratch("kept.txt")) == Array("hello\n".utf8))
            // It ends at once; its files go in the background.
            try Handover(fixture: fixture).eventually("the area is gone") {
                Scratch.content(of: .init(area.text)) == nil
            }
        }
    }
}
