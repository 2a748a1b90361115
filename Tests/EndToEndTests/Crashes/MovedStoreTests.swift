import LinuxSystem
import StagingModel
import StagingTestSupport
import Testing

@Suite("A store that is moved")
struct MovedStoreTests {
    @Test("section 6: grants and areas are whole in a store that was given another place while no service ran")
    func moved() throws {
        try KillableService.with { service in
            let fixture = service.fixture
            try fixture.scratch.file("a.txt", "a\n")
            try fixture.scratch.file("m.txt", "m\n")
            try fixture.scratch.folder("tree")
            try fixture.scratch.file("tree/t", "t\n")
            let file = try service.stage("send", "a.txt").text
            let moved = try service.stage("send", "--move", "m.txt").text
            let tree = try service.stage("send", "tree").text
            let areas = try [file, tree].map { try service.stage("receive", $0).text }
            #expect(areas.allSatisfy { $0.hasPrefix(service.store.text) })
            service.kill()
            try service.move(to: "elsewhere")
            try service.start()
            #expect(try service.strayNames() == [])
            #expect(try service.stage("receive", file, "--stdout").text == "a")
            #expect(try service.stage("receive", moved, "--stdout").text == "m")
            #expect(try service.stage("receive", tree, "--to", "back").status == 0)
            #expect(Scratch.content(of: fixture.scratch("back/t")) == Array("t\n".utf8))
            let listed = try service.list().areas
            #expect(listed.count == 2 && listed.allSatisfy { $0.path.hasPrefix(service.store.text + "/") })
            for (number, area) in listed.enumerated() {
                let kept = try service.stage("keep", area.path, "kept\(number)")
                #expect(kept.status == 0, "\(kept)")
            }
            #expect(Set((0..<2).compactMap { TreeContent.of(fixture.scratch("kept\($0)"))?.keys.first }) == ["", "t"])
        }
    }
}
