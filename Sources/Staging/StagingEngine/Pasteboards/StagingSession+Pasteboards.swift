internal import FoundationEssentials
package import LinuxSystem
package import StagingModel
internal import ContentTypes

/// What is to be put on a pasteboard.
package struct PasteboardRequest: Sendable {
    /// Made by the client; the same one again gets the first answer.
    package var id: String
    package var name: String
    /// Ids of grants of the caller's, which become the pasteboard's; none clears it.
    package var grants: [String]
    /// What the pasteboard's change count has to be; nil where it does not matter.
    package var changeCount: Int64?
    /// What is on the pasteboard stays, before the new.
    package var appends: Bool
    /// A pidfd: what is on the pasteboard ends with this process.
    package var bind: SharedDescriptor?

    package init(
        id: String, name: String, grants: [String], changeCount: Int64? = nil, appends: Bool = false,
        bind: SharedDescriptor? = nil
    ) {
        self.id = id
        self.name = name
        self.grants = grants
        self.changeCount = changeCount
        self.appends = appends
        self.bind = bind
    }
}

/// What a receiver names an item on a pasteboard by.
package struct PasteboardItemName: Sendable {
    package var name: String
    /// nil is the caller's own.
    package var owner: UInt32?
    /// The grant's id; nil is the first that fits.
    package var item: String?
    /// What the pasteboard's change count has to be; nil where it does not matter.
    package var changeCount: Int64?

    package init(name: String, owner: UInt32? = nil, item: String? = nil, changeCount: Int64? = nil) {
        self.name = name
        self.owner = owner
        self.item = item
        self.changeCount = changeCount
    }
}

extension StagingSession {
    /// Puts grants on a pasteboard of the caller's. What was on it and stays not ends, in the same transaction.
    /// - Returns: the pasteboard's change count.
    /// - Throws: ``StagingError``: `pasteboardChanged`, `noSuchGrant`, `limitExceeded` and others; nothing changed then.
    package func setPasteboard(_ request: PasteboardRequest) throws -> Int64 {
        let name = try pasteboardName(request.name, owner: nil)
        guard caller.isUser(caller.uid) else {
            throw StagingError(.notAdmitted, "a user without a number here has no pasteboard")
        }
        guard Set(request.grants).count == request.grants.count else {
            throw StagingError(.invalidRequest, "a grant is on a pasteboard once")
        }
        let bound = try request.bind.map { try Self.subject($0, of: "what is on the pasteboard") }
        var ended: [EndedGrant] = []
        let count = try engine.endingDue(StagingEngine.endDueGrants) {
            try once(request.id, "setPasteboard") { transaction in
                ended = []
                return try set(name, request, bound, &ended, transaction)
            }
        }
        for grant in ended { engine.didEnd(grant.grant, grant.state, by: caller.uid, at: grant.now) }
        if let process = request.bind, let bound { engine.watch(process, subject: bound) }
        engine.pasteboards.didChange(name)
        return count
    }

    private func set(
        _ name: PasteboardName, _ request: PasteboardRequest, _ bound: ResolvedScope.Subject?,
        _ ended: inout [EndedGrant], _ transaction: any CatalogueTransaction
    ) throws -> Int64 {
        var pasteboard = try existing(name, transaction)
        if let expected = request.changeCount, expected != pasteboard.changeCount {
            throw Self.changed(name, pasteboard.changeCount)
        }
        let before = try transaction.grants(on: name)
        let isOver = pasteboard.isOver
        // What is overdue is left to the upkeep, which says why it ended.
        let live = before.filter { engine.state(of: $0, at: transaction.now) == .active }
        let kept = request.appends && !isOver ? live : []
        let new = try request.grants.map { id in
            let grant = try owned(.id(id), transaction)
            let other = try transaction.pasteboard(ofGrant: grant.number)
            if let other, other != name || kept.contains(where: { $0.number == grant.number }) {
                throw StagingError(
                    .invalidRequest, "the grant \(grant.id) is on the pasteboard \(Path(other.name).quoted) already")
            }
            return grant
        }
        try check(kept + new, of: name, at: transaction.now)
        let numbers = (kept + new).map(\.number)
        for grant in live where !numbers.contains(grant.number) {
            let state: Grant.State = isOver ? .subjectEnded : .revoked
            try transaction.end(grant, state)
            ended.append(EndedGrant(grant: grant, state: state, now: transaction.now))
        }
        pasteboard.changeCount += 1
        pasteboard.bound = numbers.isEmpty ? nil : bound ?? (request.appends && !isOver ? pasteboard.bound : nil)
        try transaction.set(pasteboard, grants: numbers)
        return pasteboard.changeCount
    }

    private func existing(
        _ name: PasteboardName, _ transaction: any CatalogueTransaction
    ) throws -> PasteboardRecord {
        if let known = try transaction.pasteboard(name) { return known }
        let limit = engine.configuration.limits.pasteboardsPerUser
        if try transaction.pasteboardCount(of: name.owner) >= limit,
            try !transaction.forgetEmptyPasteboard(of: name.owner)
        {
            throw StagingError(
                .limitExceeded, "you have something on \(limit) pasteboards, which is the limit",
                hint: "clear some: stage copy --clear --pasteboard NAME")
        }
        return PasteboardRecord(name: name, changeCount: try transaction.firstChangeCount())
    }

    /// Holds what is to be on a pasteboard against the limits: also, it has to fit into one message.
    private func check(_ grants: [GrantRecord], of name: PasteboardName, at now: Moment) throws {
        let limits = engine.configuration.limits
        guard grants.count <= limits.pasteboardItems else {
            throw StagingError(
                .limitExceeded, "a pasteboard has at most \(limits.pasteboardItems) items, not \(grants.count)",
                hint: "copy a directory, which is one item")
        }
        // Clients read a mebibyte at most. Half a kilobyte each takes no counting.
        let room = min(limits.messageBytes, 1 << 20) - 2048
        guard grants.reduce(0, { $0 + 1 + $1.representations.count }) * 512 > room else { return }
        let shown = PasteboardContents(
            name: name.name, owner: name.owner, changeCount: .max,
            items: grants.map { view(item: $0, at: now, asOwner: true) })
        guard try JSONEncoder().encode(shown).count <= room else {
            throw StagingError(
                .limitExceeded, "the names and types of these items do not fit into a message of \(room) bytes",
                hint: "copy a directory, which is one item")
        }
    }

    // MARK: Looking

    /// What is on a pasteboard for the caller: of another user's the representations whose scope admits it. Nothing is
    /// exported and no byte is read.
    /// - Parameter owner: nil is the caller's user.
    package func pasteboard(_ name: String, owner: UInt32? = nil) throws -> PasteboardContents {
        let name = try pasteboardName(name, owner: owner)
        return try engine.catalogue.transact { try contents(of: name, $0).shown }
    }

    /// Begins a watch; end it with `endWatch`.
    package func watchPasteboard(_ name: String, owner: UInt32? = nil) throws -> PasteboardWatch {
        let watch = try PasteboardWatch(pasteboardName(name, owner: owner))
        engine.pasteboards.add(watch)
        return watch
    }

    package func endWatch(_ watch: PasteboardWatch) { engine.pasteboards.remove(watch) }

    /// The watched pasteboard as it is now; nil where it is as it was at the last call.
    package func look(_ watch: PasteboardWatch) throws -> PasteboardContents? {
        try watch.take { try engine.catalogue.transact { try contents(of: watch.name, $0) } }
    }

    private func contents(
        of name: PasteboardName, _ transaction: any CatalogueTransaction
    ) throws -> (shown: PasteboardContents, grants: Set<Int64>) {
        let isOwner = caller.isUser(name.owner)
        let pasteboard = try transaction.pasteboard(name)
        let grants = pasteboard?.isOver == true ? [] : try transaction.grants(on: name)
        let items = grants.lazy.filter { self.engine.state(of: $0, at: transaction.now) == .active }
            .map { self.view(item: $0, at: transaction.now, asOwner: isOwner) }
            .filter { !$0.representations.isEmpty }
        // How often somebody copies is nobody's business who may have nothing of it.
        let count = isOwner || !items.isEmpty ? try pasteboard?.changeCount ?? transaction.firstChangeCount() : 0
        return (
            PasteboardContents(name: name.name, owner: name.owner, changeCount: count, items: Array(items)),
            Set(grants.map(\.number))
        )
    }

    private func view(item grant: GrantRecord, at now: Moment, asOwner: Bool) -> Grant {
        var shown = engine.view(grant, at: now, admitting: asOwner ? nil : caller)
        shown.sent = TimeText.rfc3339(now.wall.saturatingAdd(grant.created.boot - now.boot))
        return shown
    }

    // MARK: Receiving

    /// The grant of an item. One that is over, but for the upkeep, is answered where the caller named it.
    /// - Throws: ``StagingError``: `pasteboardChanged`, `pasteboardEmpty`, `nothingAcceptable`.
    func grant(
        ofItem item: PasteboardItemName, _ patterns: [TypePattern], byClaims: Bool,
        in transaction: any CatalogueTransaction
    ) throws -> GrantRecord {
        let name = try pasteboardName(item.name, owner: item.owner)
        let pasteboard = try transaction.pasteboard(name)
        let now = transaction.now
        let admitted =
            try pasteboard?.isOver == true
            ? []
            : transaction.grants(on: name).filter { grant in
                caller.isUser(name.owner)
                    || grant.representations.contains {
                        engine.scopes.admits(caller, to: $0.scope, sender: grant.senderUID)
                    }
            }
        let empty = StagingError(
            .pasteboardEmpty, "the pasteboard \(Path(name.name).quoted) is empty",
            hint: "stage copy puts something on it")
        if let wanted = item.item {
            // Without anything for the caller it looks like one that never had anything.
            let count = admitted.isEmpty ? nil : pasteboard?.changeCount
            guard let grant = admitted.first(where: { $0.id == wanted }),
                item.changeCount == nil || item.changeCount == count
            else { throw Self.changed(name, count) }
            return grant
        }
        if let expected = item.changeCount, let pasteboard, !admitted.isEmpty, pasteboard.changeCount != expected {
            throw Self.changed(name, pasteboard.changeCount)
        }
        let live = admitted.filter { engine.state(of: $0, at: now) == .active && $0.usesLeft != 0 }
        guard !live.isEmpty else { throw empty }
        var failure: StagingError?
        for grant in live {
            do {
                _ = try choose(from: grant, patterns, byClaims: byClaims)
                return grant
            } catch let error as StagingError {
                // That nothing fits says more than that something is not for the caller.
                if failure == nil || failure?.code == .notAdmitted { failure = error }
            }
        }
        let offered = live.flatMap(\.representations).map(\.shown.type)
        guard failure?.code == .nothingAcceptable else { throw failure ?? empty }
        throw StagingError(
            .nothingAcceptable,
            "nothing acceptable: on the pasteboard \(Path(name.name).quoted) is \(Set(offered).sorted().joined(separator: ", "))",
            hint: "accept one of these, or a type that they conform to")
    }

    private static func changed(_ name: PasteboardName, _ count: Int64?) -> StagingError {
        StagingError(
            .pasteboardChanged,
            "the pasteboard \(Path(name.name).quoted) has changed since\(count.map { ": its change count is \($0)" } ?? "")",
            hint: "look again: stage paste --list")
    }

    private func pasteboardName(_ name: String, owner: UInt32?) throws(StagingError) -> PasteboardName {
        guard (1...255).contains(name.utf8.count),
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw StagingError(
                .invalidRequest, "\(Path(name).quoted) is no name of a pasteboard",
                hint: "a name has 1 to 255 bytes and no control characters")
        }
        return PasteboardName(owner: owner ?? caller.uid, name: name)
    }
}
