import Foundation
import Testing

/// The tutorial against the program that its code is taken from, which is compiled with the tests.
@Suite("Tutorial")
struct TutorialTests {
    /// The package's folder.
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func blocks(in text: String) -> [String] {
        var blocks: [String] = []
        var lines: [Substring]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "```swift" {
                lines = []
            } else if line == "```", let block = lines {
                blocks.append(block.joined(separator: "\n"))
                lines = nil
            } else {
                lines?.append(line)
            }
        }
        return blocks
    }

    @Test("every code block of the documentation stands in the example program, line for line")
    func compiled() throws {
        let example = Self.root.appending(path: "Tests/TutorialExample")
        let sources = try FileManager.default.contentsOfDirectory(at: example, includingPropertiesForKeys: nil)
            .map { "\n" + (try String(contentsOf: $0, encoding: .utf8)) + "\n" }
        let catalogue = Self.root.appending(path: "Sources/Client/CoreTransferable/CoreTransferable.docc")
        var seen = 0
        for page in try FileManager.default.contentsOfDirectory(at: catalogue, includingPropertiesForKeys: nil) {
            for block in Self.blocks(in: try String(contentsOf: page, encoding: .utf8)) {
                seen += 1
                #expect(sources.contains { $0.contains("\n" + block + "\n") }, "\(page.lastPathComponent): \(block)")
            }
        }
        #expect(seen >= 8)
    }
}
