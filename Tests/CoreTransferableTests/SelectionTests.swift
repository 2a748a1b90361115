import CoreTransferable
import Testing

/// Which representation is used: reference sections 1.1, 1.2, 1.6 and 2.11.
@Suite struct SelectionTests {
    private struct TwoPictures: TestItem {
        var text = "text"
        var flag = true
        var file: URL?

        static var transferRepresentation: some TransferRepresentation {
            DataRepresentation(
                contentType: .jpeg, exporting: { _ in Data("jpeg".utf8) }, importing: { _ in Self(text: "jpeg") })
            DataRepresentation(
                contentType: .png, exporting: { _ in Data("png".utf8) }, importing: { _ in Self(text: "png") })
            DataRepresentation(importedContentType: .image) { _ in Self(text: "image") }
            DataRepresentation(importedContentType: .text) { _ in Self(text: "text") }
        }
    }

    @Test(arguments: [
        (UTType.image, "jpeg"), (.png, "png"), (.jpeg, "jpeg"), (.data, "jpeg"), (.item, "jpeg"), (nil, "jpeg"),
    ])
    func theFirstThatConformsIsExported(_ type: UTType?, _ expected: String) async throws {
        #expect(try await TwoPictures().exported(as: type) == Data(expected.utf8))
    }

    @Test(arguments: [
        (UTType.png, "png"), (.jpeg, "jpeg"), (.heic, "image"), (.image, "image"), (.html, "text"),
        (.utf8PlainText, "text"),
    ])
    func theFirstToWhichTheOfferConformsImports(_ type: UTType, _ expected: String) async throws {
        #expect(try await TwoPictures(importing: Data(), contentType: type).text == expected)
    }

    @Test(arguments: [UTType.pdf, .data, .movie])
    func anOfferThatConformsToNoneIsRefused(_ type: UTType) async throws {
        let error = try await #require(throws: TransferError.self) {
            try await TwoPictures(importing: Data(), contentType: type)
        }
        #expect(error.explanation?.candidates.map(\.verdict) == Array(repeating: .typeDoesNotConform, count: 4))
        #expect(error.description.contains("\(type) does not conform to public.png"))
    }

    private struct OneWay: TestItem {
        var text = "text"
        var flag = true
        var file: URL?

        static var transferRepresentation: some TransferRepresentation {
            DataRepresentation(importedContentType: .png) { _ in Self() }
            DataRepresentation(exportedContentType: .png) { $0.bytes }
            DataRepresentation(exportedContentType: .png) { _ in Data("never".utf8) }
        }
    }

    @Test func importersAreNotExported() async throws {
        #expect(try await OneWay().exported(as: .png) == Data("text".utf8))
        let explanation = OneWay().explainExport(as: .png)
        #expect(explanation.candidates.map(\.verdict) == [.importOnly, .chosen, .laterMatch])
        #expect(OneWay.explainImport(of: .png).candidates.map(\.verdict) == [.chosen, .exportOnly, .exportOnly])
    }

    private struct Conditional: TestItem {
        var text = "text"
        var flag = true
        var file: URL?

        static var transferRepresentation: some TransferRepresentation {
            DataRepresentation(exportedContentType: .html) { _ in Data("html".utf8) }
                .exportingCondition { $0.flag }
                .exportingCondition { !$0.text.isEmpty }
            DataRepresentation(exportedContentType: .plainText) { _ in Data("plain".utf8) }
        }
    }

    @Test(arguments: [(true, "a", "html"), (false, "a", "plain"), (true, "", "plain"), (false, "", "plain")])
    func everyConditionHasToHold(_ flag: Bool, _ text: String, _ expected: String) async throws {
        let item = Conditional(text: text, flag: flag)
        #expect(try await item.exported(as: .text) == Data(expected.utf8))
        #expect(item.exportedContentTypes().contains(.html) == (expected == "html"))
        #expect(
            Conditional.exportedContentTypes() == [.html, .plainText], "without a value nothing can be asked")
    }

    @Test func aFalseConditionIsTold() async throws {
        let error = try await #require(throws: TransferError.self) {
            try await Conditional(flag: false).exported(as: .html)
        }
        #expect(error.explanation?.candidates.first?.verdict == .conditionIsFalse)
        #expect(error.localizedDescription.contains("exportingCondition"))
    }

    private struct Throwing: TestItem {
        var text = "text"
        var flag = true
        var file: URL?

        static var transferRepresentation: some TransferRepresentation {
            DataRepresentation(
                contentType: .html, exporting: { _ in throw Refusal(number: 1) },
                importing: { _ in throw Refusal(number: 2) })
            DataRepresentation(contentType: .text, exporting: { $0.bytes }, importing: { Self($0) })
        }
    }

    @Test func whatTheChosenOneThrowsReachesTheCaller() async throws {
        await #expect(throws: Refusal(number: 1)) { try await Throwing().exported(as: .text) }
        await #expect(throws: Refusal(number: 2)) {
            try await Throwing(importing: Data(), contentType: .html)
        }
    }

    @Test func withoutATypeAFailureMeansTheNext() async throws {
        #expect(try await Throwing(importing: Data("a".utf8), contentType: nil).text == "a")
    }

    private struct AllThrow: TestItem {
        var text = "text"
        var flag = true
        var file: URL?

        static var transferRepresentation: some TransferRepresentation {
            DataRepresentation(importedContentType: .html) { _ in throw Refusal(number: 1) }
            FileRepresentation(importedContentType: .pdf) { _ in throw Refusal(number: 2) }
        }
    }

    @Test func whenEveryImportFailsAllReasonsAreTold() async throws {
        let error = try await #require(throws: TransferError.self) {
            try await AllThrow(importing: Data(), contentType: nil)
        }
        guard case .everyImportFailed(_, let failures) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(
            failures.map(\.representation) == ["DataRepresentation(public.html)", "FileRepresentation(com.adobe.pdf)"])
        #expect(failures.compactMap { $0.error as? Refusal } == [Refusal(number: 1), Refusal(number: 2)])
    }

    @Test func ofSeveralOffersTheReceiversOrderCountsThenTheSenders() throws {
        let choice = try #require(TwoPictures.choice(among: [.html, .heic, .png, .tiff]))
        #expect(choice.offer == 2, "PNG stands before images in the receiver's order")
        #expect(choice.representation.contentType == .png)
        let second = try #require(TwoPictures.choice(among: [.html, .tiff, .heic]))
        #expect(second.offer == 1, "among images the sender's first")
        #expect(TwoPictures.choice(among: [.pdf, .data]) == nil)
    }
}

/// Who sees a representation: reference section 2.8.
@Suite struct VisibilityTests {
    private struct Scoped: TestItem {
        var text = "text"
        var flag = true
        var file: URL?

        static var transferRepresentation: some TransferRepresentation {
            DataRepresentation(exportedContentType: .html) { $0.bytes }.visibility(.ownProcess)
            DataRepresentation(exportedContentType: .rtf) { $0.bytes }.visibility(.team)
            DataRepresentation(exportedContentType: .pdf) { $0.bytes }.visibility(.group)
            DataRepresentation(exportedContentType: .png) { $0.bytes }
            DataRepresentation(exportedContentType: .jpeg) { $0.bytes }.visibility(.ownProcess).visibility(.all)
        }
    }

    @Test(arguments: [
        (TransferRepresentationVisibility.all, [UTType.png, .jpeg]),
        (.team, [.rtf, .png, .jpeg]), (.group, [.pdf, .png, .jpeg]),
        (.ownProcess, [.html, .rtf, .pdf, .png, .jpeg]),
    ])
    func eachSeesWhatIsForItAndForAll(_ visibility: TransferRepresentationVisibility, _ expected: [UTType]) {
        #expect(Scoped().exportedContentTypes(visibility) == expected)
        #expect(Scoped.exportedContentTypes(visibility: visibility) == expected)
    }

    @Test func withoutAnArgumentItIsEverybody() {
        #expect(Scoped().exportedContentTypes() == [.png, .jpeg])
        #expect(Scoped.exportedContentTypes() == [.png, .jpeg])
    }

    @Test func theOwnProcessExportsEverything() async throws {
        #expect(try await Scoped().exported(as: .html) == Data("text".utf8))
    }

    @Test func theExplanationNamesWhoMay() {
        let explanation = Scoped().explainExport(as: .rtf, visibility: .all)
        #expect(explanation.chosen == nil)
        #expect(explanation.candidates[1].verdict == .notVisible)
        #expect(
            explanation.description.split(separator: "\n").map(String.init) == [
                "Scoped, exported as public.rtf for all: nothing fits",
                "  1. DataRepresentation(public.html): is visible to ownProcess, not to all",
                "  2. DataRepresentation(public.rtf): is visible to team, not to all",
                "  3. DataRepresentation(com.adobe.pdf): is visible to group, not to all",
                "  4. DataRepresentation(public.png): public.png does not conform to public.rtf",
                "  5. DataRepresentation(public.jpeg): public.jpeg does not conform to public.rtf",
            ])
    }
}

/// Types without a declaration: reference section 1.7.
@Suite struct UndeclaredTypeTests {
    private struct Unknown: TestItem {
        var text = "text"
        var flag = true
        var file: URL?

        static var transferRepresentation: some TransferRepresentation {
            DataRepresentation(contentType: unknown, exporting: { $0.bytes }, importing: { Self($0) })
            DataRepresentation(exportedContentType: .plainText) { $0.bytes }
        }
        static var unknown: UTType {
            UTType(identifier: "com.example.nobody-declares-this", allowUndeclared: true) ?? .data
        }
    }

    private struct InCode: TestItem {
        var text = "text"
        var flag = true
        var file: URL?

        static var transferRepresentation: some TransferRepresentation {
            DataRepresentation(
                contentType: UTType(exportedAs: "com.example.only-in-code"), exporting: { $0.bytes },
                importing: { Self($0) })
        }
    }

    @Test func askingForOneSaysWhatToDeclare() async throws {
        let error = try await #require(throws: TransferError.self) {
            try await Unknown().exported(as: Unknown.unknown)
        }
        #expect(error.description.contains("<string>com.example.nobody-declares-this</string>"))
        await #expect(throws: TransferError.self) {
            try await Unknown(importing: Data(), contentType: Unknown.unknown)
        }
    }

    @Test func aRepresentationOfOneIsPassedOverAndTold() async throws {
        #expect(try await Unknown().exported(as: nil) == Data("text".utf8))
        #expect(Unknown().explainExport(as: nil).candidates.map(\.verdict) == [.undeclaredType, .chosen])
    }

    @Test func typesCanBeCheckedBeforeTheyAreUsed() {
        #expect(throws: TransferError.self) { try Unknown.checkContentTypes() }
        #expect(throws: TransferError.self) { try InCode.checkContentTypes() }
        #expect(throws: Never.self) { try String.checkContentTypes() }
    }

    @Test func whatIsDeclaredInCodeAloneWorks() async throws {
        let type = UTType(exportedAs: "com.example.only-in-code")
        let data = try await InCode(text: "x").exported(as: type)
        #expect(try await InCode(importing: data, contentType: type).text == "x")
    }
}
