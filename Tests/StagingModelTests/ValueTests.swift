import FoundationEssentials
import StagingModel
import Testing

@Suite struct ValueTests {
    @Test("Section 4: every error has the exit status that the command line documents")
    func statuses() {
        let statuses: [(Int32, [StagingError.Code])] = [
            (
                1,
                [
                    .failed, .unreadable, .unsupportedFile, .exists, .keyConflict, .originalWritable, .promiseFailed,
                    .promiseOverdue, .volumeMissing, .dropFailed, .pasteboardChanged,
                ]
            ),
            (2, [.invalidRequest]),
            (
                3,
                [
                    .noSuchGrant, .grantExpired, .grantRevoked, .grantSpent, .grantSubjectEnded, .grantLost,
                    .noSuchArea, .noSuchDestination, .noSuchItem, .pasteboardEmpty,
                ]
            ), (4, [.nothingAcceptable, .executableRefused, .dropRefused]), (5, [.notAdmitted]),
            (6, [.noSpace, .limitExceeded]),
            (7, [.noService]), (8, [.sourceChanged, .damaged]),
        ]
        for (status, codes) in statuses {
            for code in codes { #expect(code.exitStatus == status, "\(code.rawValue)") }
        }
        #expect(Set(statuses.flatMap(\.1)) == Set(StagingError.Code.all))
        #expect(Set(StagingError.Code.all.map(\.rawValue)).count == StagingError.Code.all.count)
        #expect(StagingError.Code(rawValue: "fromALaterService").exitStatus == 1)
    }

    @Test("A code that is not known is kept and not refused")
    func unknownCode() throws {
        let code = try JSONDecoder().decode([StagingError.Code].self, from: Data("[\"later\"]".utf8))
        #expect(code == [StagingError.Code(rawValue: "later")])
        #expect(String(decoding: try JSONEncoder().encode(code), as: UTF8.self) == "[\"later\"]")
    }

    @Test("An error in words has its hint in parentheses")
    func words() {
        #expect("\(StagingError(.failed, "no"))" == "no")
        #expect("\(StagingError(.failed, "no", hint: "try"))" == "no (try)")
    }

    @Test("A state from a later service admits nobody")
    func unknownState() throws {
        let states = try JSONDecoder().decode([Grant.State].self, from: Data("[\"active\",\"paused\"]".utf8))
        #expect(states == [.active, .lost])
    }

    @Test("rule 21: the defaults")
    func limits() {
        let limits = Limits()
        #expect(limits.maximumTTL == 604_800)
        #expect(limits.defaultTTL == 3600)
        #expect(limits.maximumLease == 86_400)
        #expect(limits.defaultLease == 900)
        #expect(limits.itemBytes == nil)
        #expect(limits.grantsPerUser == 1_000_000)
        #expect(limits.areasPerUser == 100_000)
        #expect(limits.connectionsPerUser == 64)
        #expect(limits.messageBytes == 1_048_576)
        #expect(limits.descriptorsPerMessage == 64)
        #expect(limits.nameBytes == 255)
        #expect(limits.freeBytes == 1_073_741_824)
    }

    @Test("Section 5: a grant's members by name, null where the design has it")
    func grant() throws {
        let grant = Grant(
            id: "i", state: .active, scope: .team(nil), expires: "2027-01-15T09:00:00Z", usesLeft: nil,
            sender: .init(uid: 1, user: nil, pid: 2),
            representations: [
                Representation(
                    type: "public.png", mime: "image/png", name: "a.png", size: 3, scope: .all, kind: .snapshot,
                    staged: .reflink, consistency: .reflink, declaredType: nil, typeMismatch: false)
            ])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(grant), as: UTF8.self)
        #expect(
            text == """
                {"expires":"2027-01-15T09:00:00Z","id":"i","representations":[{"consistency":"reflink","kind":"snapshot",\
                "mime":"image/png","name":"a.png","scope":"all","size":3,"staged":"reflink","type":"public.png",\
                "typeMismatch":false}],"scope":"team","sender":{"pid":2,"uid":1,"user":null},"state":"active","usesLeft":null}
                """)
        #expect(try JSONDecoder().decode(Grant.self, from: Data(text.utf8)) == grant)
    }
}
