import LinuxSystem
import StagingProtocol
import Testing

@Suite("Where the own service is")
struct ServicePlacesTests {
    private struct Case: CustomTestStringConvertible, Sendable {
        var what: String
        var home: Path?
        var owner: UInt32?
        var account: Path?
        var found: Path?

        var testDescription: String { what }
    }

    private static let own = OwnProcess.uid

    private static let cases: [Case] = [
        Case(what: "the environment's", home: "/h", owner: own, account: "/a", found: "/h"),
        Case(what: "none in the environment", account: "/a", found: "/a"),
        Case(what: "a relative one", home: "h", owner: own, account: "/a", found: "/a"),
        Case(what: "another user's", home: "/h", owner: own + 1, account: "/a", found: "/a"),
        Case(what: "one that is not there", home: "/h", account: "/a", found: "/h"),
        Case(what: "another user's, of a user without an account", home: "/h", owner: own + 1, found: "/h"),
        Case(what: "none at all"),
    ]

    @Test("section 6: the home is the user's own, of the environment or of the account", arguments: cases)
    private func home(_ one: Case) {
        let found = OwnProcess.home(
            { $0 == "HOME" ? one.home : nil }, account: { one.account }, owner: { _ in one.owner })
        #expect(found == one.found)
    }
}
