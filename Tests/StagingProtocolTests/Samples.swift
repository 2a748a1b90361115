import StagingModel
import StagingProtocol
import Testing
import Varlink

/// For each method a call and an answer with every member, and one with as few as can be.
enum Samples {
    struct Call: Sendable, CustomTestStringConvertible {
        let method: String
        let calls: [any StagingCall]
        let answers: [any Codable & Sendable]

        init<One: StagingCall>(_ calls: [One], _ answers: [One.Answer]) {
            method = One.method
            self.calls = calls
            self.answers = answers
        }

        func encode(_ call: some StagingCall, _ codec: MessageCodec) throws -> [UInt8] {
            try codec.encode(call: type(of: call).method, call)
        }

        var testDescription: String { method }
    }

    static let calls: [Call] = [
        Call([BeginTreeCall()], [.init(staging: "s", files: 64, bytes: 1 << 20)]),
        Call([AddEntriesCall(staging: "s", entries: entries)], [EmptyAnswer()]),
        Call(
            [
                SendCall(
                    requestId: "r",
                    offers: [
                        Offer(source: .tree, staging: "s", name: "n", type: "public.data", scope: "all"),
                        Offer(source: .file), Offer(source: .stream),
                        Offer(source: .promise, type: "public.data", conformsTo: ["public.item"], size: 1),
                    ], mode: .original, ttl: 1, untilNanoseconds: 2, uses: 1, scope: "team", key: "k", sync: true,
                    allowExecutable: true, exporter: "e"),
                SendCall(requestId: "r", offers: [], mode: .snapshot),
                SendCall(requestId: "r", offers: [], mode: .move),
            ], grants.map { SendCall.Answer(grant: $0) } + [SendCall.Answer(copied: 1, total: 2)]),
        Call(
            [
                ReceiveCall(
                    requestId: "r", token: "t", accept: ["public.image"], claims: true, delivery: .area, lease: 1,
                    bind: true,
                    allowChanged: true, digest: true),
                ReceiveCall(requestId: "r", token: "t", delivery: .descriptor),
                ReceiveCall(requestId: "r", drop: "d", delivery: .descriptor),
                ReceiveCall(
                    requestId: "r", pasteboard: PasteboardItem(name: "n", owner: 1, item: "i", changeCount: 1),
                    delivery: .area),
                ReceiveCall(requestId: "r", pasteboard: PasteboardItem(name: "n"), delivery: .area),
            ],
            [
                .init(
                    received: Received(
                        path: "/p", area: "a", leaseExpires: "l", type: "t", mime: "m", name: "n", size: 1,
                        isOriginalFile: true, sha256: "s"),
                    delivery: Delivery(
                        claim: "c", descriptor: true, takable: true, isTree: true,
                        origin: Origin(grant: "g", sender: 1, sent: "s"))),
                .init(
                    received: Received(type: "t", mime: "m", name: "n", size: 1, isOriginalFile: false),
                    delivery: Delivery(claim: "c", descriptor: false, takable: false, isTree: false)),
                .init(copied: 1, total: 2),
            ]),
        Call(
            [ExportCall(grants: ["i"], silence: 1), ExportCall()],
            [
                .init(exporter: "e"), .init(notice: ExportNotice(.wanted, grant: "i", place: 1)),
                .init(notice: ExportNotice(.notWanted, grant: "i", place: 1)),
                .init(notice: ExportNotice(.ended, grant: "i")),
            ]),
        Call(
            [
                SupplyCall(
                    requestId: "r", grant: "i", place: 1, offer: Offer(source: .file), mode: .original,
                    allowExecutable: true),
                SupplyCall(requestId: "r", grant: "i", place: 1, offer: Offer(source: .file), mode: .snapshot),
                SupplyCall(requestId: "r", grant: "i", place: 1, offer: Offer(source: .file), mode: .move),
            ],
            grants.flatMap(\.representations).map { SupplyCall.Answer(representation: $0) } + [
                .init(copied: 1, total: 2)
            ]),
        Call([ReportExportCall(grant: "i", place: 1, completed: 1, total: 2)], [EmptyAnswer()]),
        Call([FailExportCall(grant: "i", place: 1, message: "m")], [EmptyAnswer()]),
        Call(
            [
                OpenDropCall(name: "n", accept: ["t"], claims: true, scope: "team", tries: 1, label: "l"),
                OpenDropCall(name: "n"),
            ],
            items.map { .init(item: $0, turn: "t") } + [.init(), .init(withdrawn: "i")]),
        Call(
            [AnswerDropCall(turn: "t", accept: false, reason: "r"), AnswerDropCall(turn: "t", accept: true)],
            [EmptyAnswer()]),
        Call(
            [FinishDropCall(turn: "t", done: false, reason: "r"), FinishDropCall(turn: "t", done: true)],
            [EmptyAnswer()]),
        Call(
            [
                OfferDropCall(requestId: "r", name: "n", owner: 1, grant: "i"),
                OfferDropCall(requestId: "r", name: "n", grant: "i"),
            ], [.init(.refused, reason: "r"), .init(.queued)]),
        Call(
            [ListDropsCall(name: "n", cursor: "c"), ListDropsCall()],
            [.init(items: items, cursor: "c"), .init(items: [], cursor: nil)]),
        Call([RetryDropCall(requestId: "r", item: "i")], items.map { .init(item: $0) }),
        Call([ForgetDropCall(requestId: "r", item: "i")], items.map { .init(item: $0) }),
        Call([ConfirmCall(claim: "c", taken: true), ConfirmCall(claim: "c")], [EmptyAnswer()]),
        Call(
            [KeepCall(requestId: "r", path: "p", area: "a"), KeepCall(requestId: "r")],
            [.init(area: area, isTree: true)]),
        Call(
            [HoldCall(requestId: "r", path: "p", area: "a", lease: 1), HoldCall(requestId: "r", lease: 1)],
            [AreaAnswer(area: area)]),
        Call(
            [ReleaseCall(requestId: "r", path: "p", area: "a", kept: true), ReleaseCall(requestId: "r")],
            [AreaAnswer(area: area)]),
        Call([ShowCall(token: "t", id: "i"), ShowCall()], grants.map(GrantAnswer.init)),
        Call(
            [ListCall(cursor: "c"), ListCall()],
            [.init(grants: grants, areas: [area], cursor: "c"), .init(grants: [], areas: [], cursor: nil)]),
        Call(
            [RevokeCall(requestId: "r", token: "t", id: "i"), RevokeCall(requestId: "r")],
            grants.map(GrantAnswer.init)),
        Call(
            [RenewCall(requestId: "r", token: "t", id: "i", ttl: 1), RenewCall(requestId: "r", ttl: 1)],
            grants.map(GrantAnswer.init)),
        Call(
            [WatchCall()],
            [
                .init(
                    event: StagingEvent(
                        "ended", at: "a", grant: "g", area: "a", state: .revoked, type: "t", name: "n", uid: 1)),
                .init(event: StagingEvent("granted", at: "a")),
            ]),
        Call(
            [
                SetPasteboardCall(
                    requestId: "r", name: "n", grants: ["i"], changeCount: 1, append: true, bind: true),
                SetPasteboardCall(requestId: "r", name: "n", grants: []),
            ], [.init(changeCount: 1)]),
        Call([GetPasteboardCall(name: "n", owner: 1), GetPasteboardCall(name: "n")], pasteboards),
        Call([WatchPasteboardCall(name: "n", owner: 1), WatchPasteboardCall(name: "n")], pasteboards),
        Call([StatusCall()], [.init(status: status)]),
        Call([StopCall()], [EmptyAnswer()]),
    ]

    private static let entries = [
        EntryMessage(TreeEntry(path: [], kind: .directory, permissions: 0o755, modified: 1, size: 0)),
        EntryMessage(TreeEntry(path: Array("a".utf8), kind: .file, permissions: 0o644, modified: -1, size: 5)),
        EntryMessage(
            TreeEntry(path: [0xFF], kind: .link, permissions: 0o777, modified: 1, size: 0, target: [0xFE])),
        EntryMessage(
            TreeEntry(path: [0x62], kind: .link, permissions: 0o777, modified: 1, size: 0, target: [0x61])),
    ]

    private static let grants: [Grant] = [
        Grant(
            id: "i", token: Token(bits: Array(repeating: 0, count: 17)), state: .active, scope: .team(nil),
            expires: "e", usesLeft: 1, sender: Grant.Sender(uid: 1, user: "u", pid: 2),
            representations: [
                Representation(
                    type: "t", mime: "m", name: "n", size: 1, scope: .process(5), kind: .moved, staged: .rename,
                    consistency: .lease, declaredType: "d", typeMismatch: true)
            ], ended: "e", receptions: [Grant.Reception(uid: 1, user: "u", pid: 2, at: "a", type: "t")]),
        Grant(
            id: "i", state: .lost, scope: .all, expires: "e", usesLeft: nil,
            sender: Grant.Sender(uid: 1, user: nil, pid: 0),
            representations: [
                Representation(
                    type: "t", mime: "m", name: "n", size: 1, scope: .group("g"), kind: .original, staged: .none,
                    consistency: nil, declaredType: nil, typeMismatch: false)
            ], receptions: [Grant.Reception(uid: 1, user: nil, pid: 2, at: "a", type: "t")], sent: "s"),
    ]

    private static let items = [
        DropItem(
            id: "i", destination: "d", state: .accepted, tries: 1, mostTries: 3, reason: "r", worker: "w",
            grant: grants[0]),
        DropItem(id: "i", destination: "d", state: .queued, tries: 0, mostTries: 3, grant: grants[1]),
    ]

    private static let pasteboards = [grants, []].map {
        PasteboardAnswer(pasteboard: PasteboardContents(name: "n", owner: 1, changeCount: 1, items: $0))
    }

    private static let area = Area(
        id: "i", path: "p", grant: "g", type: "t", size: 1, leaseExpires: "l", damaged: false)

    private static let status = ServiceStatus(
        version: "v", pid: 1, uid: 0, system: false, socket: "s", store: "s", uptime: 1, grants: 1, areas: 1,
        connections: 1, sent: 1, received: 1, bytesStaged: 1, refused: 1, limits: ["a": 1],
        volumes: [
            ServiceStatus.Volume(path: "p", freeBytes: 1, totalBytes: 1, reflink: true, unnamedFiles: true)
        ], teams: ["t"], features: ["f"])
}
