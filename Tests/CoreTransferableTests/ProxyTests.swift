import CoreTransferable
import Testing

/// Proxies bring all representations of their type, at their place: reference section 2.7.
@Suite struct ProxyTests {
    private struct Inner: TestItem {
        var text = "text"
        var flag = true
        var file: URL?

        static var transferRepresentation: some TransferRepresentation {
            DataRepresentation(exportedContentType: .html) { Data("html \($0.text)".utf8) }
                .exportingCondition { $0.flag }
                .suggestedFileName { "\($0.text).html" }
            DataRepresentation(contentType: .rtf, exporting: { Data("rtf \($0.text)".utf8) }, importing: { Self($0) })
                .visibility(.team)
        }
    }

    private struct Outer: Transferable {
        var inner = Inner()

        static var transferRepresentation: some TransferRepresentation {
            DataRepresentation(exportedContentType: .pdf) { _ in Data("pdf".utf8) }
            ProxyRepresentation(exporting: \.inner, importing: { Outer(inner: $0) })
            DataRepresentation(exportedContentType: .plainText) { _ in Data("plain".utf8) }
        }
    }

    @Test func allStandAtThePlaceOfTheProxy() async throws {
        #expect(Outer.exportedContentTypes(visibility: .ownProcess) == [.pdf, .html, .rtf, .plainText])
        #expect(Outer.importedContentTypes() == [.rtf])
        #expect(try await Outer().exported(as: .text) == Data("html text".utf8))
        #expect(try await Outer(importing: Data("a".utf8), contentType: .rtf).inner.text == "a")
    }

    @Test func conditionsVisibilityAndNamesComeAlong() async throws {
        let item = Outer(inner: Inner(flag: false))
        #expect(item.exportedContentTypes(.ownProcess) == [.pdf, .rtf, .plainText])
        #expect(item.exportedContentTypes() == [.pdf, .plainText])
        #expect(try await item.exported(as: .text) == Data("rtf text".utf8))
        #expect(Outer().suggestedFilename == "text.html")
        #expect(item.suggestedFilename == nil)
    }

    private struct Waiting: Transferable {
        var inner = Inner()

        static var transferRepresentation: some TransferRepresentation {
            ProxyRepresentation(exporting: { (waiting: Waiting) async in
                await Task.yield()
                return waiting.inner
            })
        }
    }

    @Test func aConditionBehindAnAsynchronousProxyIsAskedAtTheExport() async throws {
        #expect(try await Waiting().exported(as: .text) == Data("html text".utf8))
        #expect(try await Waiting(inner: Inner(flag: false)).exported(as: .text) == Data("rtf text".utf8))
    }

    private struct Failing: Transferable {
        static var transferRepresentation: some TransferRepresentation {
            ProxyRepresentation(exporting: { (_: Failing) throws -> Inner in throw Refusal(number: 4) })
        }
    }

    @Test func aProxyThatCannotBeMadeSaysWhy() async throws {
        await #expect(throws: Refusal(number: 4)) { try await Failing().exported(as: .html) }
    }

    private struct Ping: Transferable {
        var count = 0

        static var transferRepresentation: some TransferRepresentation {
            DataRepresentation(exportedContentType: .pdf) { _ in Data("ping".utf8) }
            ProxyRepresentation(exporting: { (ping: Ping) in Pong(count: ping.count) })
        }
    }

    private struct Pong: Transferable {
        var count = 0

        static var transferRepresentation: some TransferRepresentation {
            ProxyRepresentation(exporting: { (pong: Pong) in Ping(count: pong.count) })
            DataRepresentation(exportedContentType: .html) { _ in Data("pong".utf8) }
        }
    }

    @Test func typesThatAreEachOthersProxiesEnd() async throws {
        #expect(Ping.exportedContentTypes() == [.pdf, .html])
        #expect(Pong.exportedContentTypes() == [.pdf, .html])
        #expect(try await Ping().exported(as: .html) == Data("pong".utf8))
    }

    private struct Deep<Value: Transferable>: Transferable {
        var value: Value

        static var transferRepresentation: some TransferRepresentation {
            ProxyRepresentation(exporting: { (deep: Deep) in deep.value }, importing: { Deep(value: $0) })
        }
    }

    @Test func proxiesOfProxiesAreFollowed() async throws {
        let deep = Deep(value: Deep(value: Deep(value: "text")))
        let data = try await deep.exported(as: .plainText)
        let back = try await Deep<Deep<Deep<String>>>(importing: data, contentType: .utf8PlainText)
        #expect(back.value.value.value == "text")
        #expect(
            Deep<Deep<String>>.explainExport(as: nil).candidates.first?.representation
                == "ProxyRepresentation<Deep<String>> → ProxyRepresentation<String> → DataRepresentation(public.utf8-plain-text)"
        )
    }

    private struct FileBacked: Transferable {
        var file: URL

        static var transferRepresentation: some TransferRepresentation {
            FileRepresentation(contentType: .pdf) {
                SentTransferredFile($0.file)
            } importing: {
                FileBacked(file: $0.file)
            }
        }
    }

    private struct Report: Transferable {
        var attachment: FileBacked

        static var transferRepresentation: some TransferRepresentation {
            ProxyRepresentation(exporting: \.attachment)
        }
    }

    @Test func aProxyMayBeAFile() async throws {
        try await withFolder { folder in
            let report = Report(attachment: FileBacked(file: try make("a.pdf", "pdf", in: folder)))
            #expect(try await report.exported(as: .pdf) == Data("pdf".utf8))
        }
    }
}
