import CoreTransferable
import Testing

/// Which name counts, and what becomes of it on disk: reference section 1.5, rule 20.
@Suite struct NameTests {
    private struct Several: TestItem {
        var text = "text"
        var flag = true
        var file: URL?

        static var transferRepresentation: some TransferRepresentation {
            DataRepresentation(exportedContentType: .pdf) { $0.bytes }.suggestedFileName("first.pdf")
            DataRepresentation(exportedContentType: .html) { $0.bytes }.suggestedFileName("inner.html")
                .suggestedFileName("last.html")
            DataRepresentation(exportedContentType: .png) { $0.bytes }
        }
    }

    @Test func theLastAndOutermostCounts() async throws {
        #expect(Several().suggestedFilename == "last.html")
        try await withFolder { folder in
            let names = try await [UTType.html, .pdf, .png].asyncMap { type in
                try await Several().export(to: folder, contentType: type).lastPathComponent
            }
            #expect(names == ["last.html", "last.pdf", "last.png"], "the extension fits what is written")
        }
    }

    private struct Computed: TestItem {
        var text = "text"
        var flag = true
        var file: URL?

        static var transferRepresentation: some TransferRepresentation {
            DataRepresentation(exportedContentType: .pdf) { $0.bytes }.suggestedFileName("fallback.pdf")
            DataRepresentation(exportedContentType: .mpeg4Movie) { $0.bytes }
                .suggestedFileName { $0.flag ? $0.text : nil }
        }
    }

    @Test func nilIsNoSuggestion() {
        #expect(Computed(text: "a.mp4").suggestedFilename == "a.mp4")
        #expect(Computed(text: "a.mp4", flag: false).suggestedFilename == "fallback.pdf")
    }

    @Test(arguments: [
        ("My Video.mp4", "My Video.mp4"), ("clip.m4v", "clip.m4v"), ("clip", "clip.mp4"), ("clip.pdf", "clip.mp4"),
        ("../../etc/passwd.mp4", "passwd.mp4"), ("a/b\u{202E}c.mp4", "bc.mp4"), ("", "file.mp4"), (".mp4", "file.mp4"),
        ("Kapitel 1. Anfang.mp4", "Kapitel 1. Anfang.mp4"), ("cafe\u{301}.mp4", "caf\u{E9}.mp4"),
        ("trip.holiday", "trip.holiday"),
    ])
    func theNameOnDiskIsSafeAndFits(_ suggested: String, _ expected: String) async throws {
        try await withFolder { folder in
            let file = try await Computed(text: suggested).export(to: folder, contentType: .mpeg4Movie)
            #expect(Array(file.lastPathComponent.unicodeScalars) == Array(expected.unicodeScalars))
            #expect(try names(in: folder) == [expected])
        }
    }

    @Test func aTakenNameIsNumberedAlsoWhereCaseAloneDiffers() async throws {
        try await withFolder { folder in
            try make("LAST.html", in: folder)
            let names = try await [0, 1].asyncMap { _ in
                try await Several().export(to: folder, contentType: .html).lastPathComponent
            }
            #expect(names == ["last (2).html", "last (3).html"])
            #expect(try text(of: folder.appending(path: "LAST.html")) == "content")
        }
    }

    private struct Unnamed: TestItem {
        var text = "text"
        var flag = true
        var file: URL?

        static var transferRepresentation: some TransferRepresentation {
            DataRepresentation(exportedContentType: .json) { $0.bytes }
            FileRepresentation(exportedContentType: .pdf) { try $0.sent() }
        }
    }

    @Test func withoutASuggestionTheFilesOwnNameCountsElseTheType() async throws {
        try await withFolder { folder in
            let source = try make("in/Report 7.pdf", in: folder)
            let item = Unnamed(file: source)
            #expect(item.suggestedFilename == nil)
            let out = folder.appending(path: "out")
            try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
            _ = try await item.export(to: out, contentType: .pdf)
            _ = try await item.export(to: out, contentType: .json)
            #expect(try names(in: out) == ["Report 7.pdf", "file.json"])
        }
    }
}

extension Sequence {
    func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
