internal import FileNaming
package import LinuxSystem
package import StagingModel
internal import Synchronization

extension StagingSession {
    /// Begins a tree and answers its staging id. It lives until a send takes it, or the session ends.
    /// - Parameter folder: the directory that it is read from; tells which file system to stage it on.
    /// - Throws: ``StagingError``: `limitExceeded` for more than a few at a time.
    package func beginTree(from folder: SharedDescriptor? = nil) throws -> String {
        guard trees.count < Self.mostTrees else {
            throw StagingError(.limitExceeded, "\(Self.mostTrees) trees are being sent over this connection already")
        }
        let id = StoreName.random()
        let status = try folder.map { try FileStatus.of($0.number) }
        let isOwn = caller.uid == OwnProcess.uid && !engine.configuration.isSystem
        let source =
            isOwn
            ? folder.flatMap { folder in status.map { SourceFolder(descriptor: folder, device: $0.device) } } : nil
        trees[id] = try engine.bytes.beginTree(as: id, from: source)
        return id
    }

    /// Adds entries to a tree, each file with its descriptor, in order.
    /// - Throws: ``StagingError``; the tree is gone then.
    package func add(_ entries: [TreeEntry], files: [SharedDescriptor], to staging: String) throws {
        guard let tree = trees[staging] else {
            throw StagingError(.invalidRequest, "no tree is being sent as \(Path(staging).quoted) over this connection")
        }
        do {
            guard entries.count(where: { $0.kind == .file }) == files.count else {
                throw StagingError(.invalidRequest, "each file of a tree brings one descriptor, and nothing else does")
            }
            var next = files.makeIterator()
            for entry in entries {
                let source =
                    try entry.kind == .file
                    ? next.next().map { try sourceFile($0, Path(bytes: entry.path).quoted) } : nil
                try tree.add(entry, source: source)
            }
        } catch {
            tree.discard()
            trees[staging] = nil
            throw error
        }
    }

    private static let mostTrees = 4

    /// Makes a grant (rules 3 to 6).
    /// - Returns: the grant with its token.
    /// - Throws: ``StagingError``; nothing is left then.
    package func send(_ request: SendRequest) throws -> Grant {
        try check(request: request.id)
        try request.check(engine.configuration.limits)
        if let exporter = request.exporter, engine.promises.exporter(exporter, of: caller.uid) == nil {
            throw StagingError(
                .invalidRequest, "there is no exporter \(Path(exporter).quoted) of yours",
                hint: "call Export first, and keep its connection")
        }
        let life = try engine.configuration.limits.life(request.ttl)
        let scope = try engine.scopes.resolve(request.scope, for: caller)
        let id = String(StoreName.random().prefix(10))
        // Before anything is copied; an original costs nothing, so that its commit finds out soon enough.
        if request.mode != .original {
            let earlier = try engine.endingDue(StagingEngine.endDueGrants) {
                try engine.catalogue.transact { transaction -> Grant? in
                    if let earlier = try earlierGrant(request.id, transaction).grant { return earlier }
                    try checkGrantLimit(transaction)
                    return nil
                }
            }
            if let earlier { return earlier }
        }
        let sent = engine.now()

        var staged: [StagedOffer] = []
        let committed: Outcome
        do {
            for offer in request.offers {
                staged.append(try stage(offer, of: request, grant: id, sent: sent))
            }
            if request.isDurable {
                for object in staged.compactMap(\.object) { try engine.bytes.synchronize(object.record) }
            }
            // A grant whose token nobody gets to know would be there for nothing.
            if let hangUp, Waiting.isHungUp(hangUp) { throw StagingError.clientGone("the item") }
            let outcome = try engine.endingDue(StagingEngine.endDueGrants) {
                try commit(request, staged, scope: scope, life: life, id: id)
            }
            if let overdue = outcome.overdue { engine.didEnd(overdue.grant, overdue.state, at: overdue.now) }
            committed = outcome
        } catch {
            discard(staged)
            throw error
        }
        if committed.isEarlier { discard(staged) } else { finish(committed, staged) }
        if let exporter = request.exporter, request.offers.contains(where: \.isPromise) {
            engine.promises.assign(committed.number, id: committed.grant.id, to: exporter)
        }
        return committed.grant
    }

    /// What became of one offer.
    struct StagedOffer {
        var record: RepresentationRecord
        var object: StagedObject?
        /// The open original.
        var original: SharedDescriptor?
    }

    private struct Outcome {
        var grant: Grant
        var number: Int64
        var deadline: Moment
        /// An earlier grant under the same key or request id: what was staged now is not needed.
        var isEarlier: Bool
        /// What gave its key up.
        var overdue: EndedGrant?
    }

    private func checkGrantLimit(_ transaction: any CatalogueTransaction) throws {
        let limit = engine.configuration.limits.grantsPerUser
        if try transaction.usage(of: caller.uid).grants >= limit {
            throw StagingError(
                .limitExceeded, "you have \(limit) active grants, which is the limit",
                hint: "revoke some: stage list shows them")
        }
    }

    private func checkTokenLimit(_ grant: GrantRecord, _ transaction: any CatalogueTransaction) throws {
        let limit = engine.configuration.limits.tokensPerGrant
        if try transaction.tokenCount(of: grant.number) >= limit {
            throw StagingError(
                .limitExceeded, "the grant \(grant.id) has \(limit) tokens, which is the limit",
                hint: "pass on one that you have, or send under another key")
        }
    }

    // MARK: Committing

    private func commit(
        _ request: SendRequest, _ staged: [StagedOffer], scope: ResolvedScope, life: Int64, id: String
    ) throws -> Outcome {
        while true {
            // The comparison reads both contents, so it is made before the transaction and not in it.
            let twin = try request.key.flatMap { key in
                try engine.catalogue.transact { try liveTwin(key, $0).live }
            }
            if let twin { try checkSame(twin, staged, request.fingerprint) }
            var inserted: Int64?
            do {
                let outcome = try engine.catalogue.transact(durable: request.isDurable, mayUseReserve: false) {
                    transaction in
                    try commit(
                        request, staged, scope, life, id, twin: twin?.number, &inserted, transaction)
                }
                if let outcome { return outcome }
            } catch {
                if let inserted { engine.heldOriginals.release(inserted) }
                throw error
            }
        }
    }

    /// - Returns: nil when another send under the key came first: there is another twin to compare with.
    private func commit(
        _ request: SendRequest, _ staged: [StagedOffer], _ scope: ResolvedScope, _ life: Int64, _ id: String,
        twin: Int64?, _ inserted: inout Int64?, _ transaction: any CatalogueTransaction
    ) throws -> Outcome? {
        let (earlier, token, digest) = try earlierGrant(request.id, transaction)
        if let grant = earlier {
            let number = try transaction.grant(id: grant.id)?.number ?? 0
            return Outcome(grant: grant, number: number, deadline: transaction.now, isEarlier: true)
        }
        var overdue: EndedGrant?
        let record: GrantRecord
        let current = try request.key.map { try liveTwin($0, transaction) }
        if let live = current?.live {
            guard live.number == twin else { return nil }
            try checkTokenLimit(live, transaction)
            try transaction.addToken(digest, to: live.number)
            record = live
        } else {
            overdue = current?.overdue
            if let overdue { try transaction.end(overdue.grant, overdue.state) }
            record = try insert(request, staged, scope, life, id, token: digest, transaction)
            inserted = record.number
            for move in staged.compactMap({ $0.object?.move }) { try transaction.insert(move) }
            // Before anybody can know the token: who finds no descriptor takes the original for lost.
            for offer in staged where offer.record.original.map({ $0.path == nil }) ?? false {
                guard let original = offer.original else { continue }
                try engine.heldOriginals.hold(
                    original, for: record.number, of: caller.uid,
                    limit: engine.configuration.limits.heldOriginalsPerUser)
            }
        }
        return Outcome(
            grant: engine.view(record, at: transaction.now, token: token), number: record.number,
            deadline: record.deadline,
            isEarlier: current?.live != nil, overdue: overdue)
    }

    /// The grant that lives under the key; or the one that has ended but for the upkeep, and gives the key up.
    private func liveTwin(
        _ key: String, _ transaction: any CatalogueTransaction
    ) throws -> (live: GrantRecord?, overdue: EndedGrant?) {
        guard let grant = try transaction.activeGrant(key: key, of: caller.uid) else { return (nil, nil) }
        let state = engine.state(of: grant, at: transaction.now)
        return state == .active ? (grant, nil) : (nil, EndedGrant(grant: grant, state: state, now: transaction.now))
    }

    private func insert(
        _ request: SendRequest, _ staged: [StagedOffer], _ scope: ResolvedScope, _ life: Int64, _ id: String,
        token digest: [UInt8], _ transaction: any CatalogueTransaction
    ) throws -> GrantRecord {
        try checkGrantLimit(transaction)
        var record = GrantRecord(
            id: id, senderUID: caller.uid, senderPID: caller.pid, scope: scope, created: transaction.now,
            deadline: transaction.now.advanced(byNanoseconds: life), usesLeft: request.uses, key: request.key,
            fingerprint: request.key == nil ? nil : request.fingerprint, representations: staged.map(\.record))
        record.number = try transaction.insert(record, token: digest)
        return record
    }

    /// Holds what was sent against the live grant under the same key (rule 6).
    private func checkSame(_ twin: GrantRecord, _ staged: [StagedOffer], _ fingerprint: String) throws {
        let isSame =
            try twin.fingerprint == fingerprint && twin.representations.count == staged.count
            && zip(twin.representations, staged).allSatisfy { earlier, now in
                switch (earlier.object, now.object) {
                case (nil, nil):
                    earlier.original == now.record.original && earlier.isPromised == now.record.isPromised
                case (let one?, let other?): try engine.bytes.haveSameContent(one, other.record)
                default: false
                }
            }
        guard isSame else {
            throw StagingError(
                .keyConflict,
                "the key \(Path(twin.key ?? "").quoted) stands for the grant \(twin.id), with other content or options",
                hint: "revoke \(twin.id) first, or use another key")
        }
    }

    private func finish(_ outcome: Outcome, _ staged: [StagedOffer]) {
        for move in staged.compactMap({ $0.object?.move }) {
            // The grant is made, whatever becomes of the name.
            do { try engine.finish(move) } catch { engine.log("the name of a moved file is not done with: \(error)") }
        }
        engine.counters.add(
            sent: 1, bytesStaged: staged.reduce(0) { $0.saturatingAdd($1.object?.record.size ?? 0) })
        engine.didCommit(outcome.grant, of: caller.uid, deadline: outcome.deadline)
    }

    private func discard(_ staged: [StagedOffer]) {
        for object in staged.compactMap(\.object) { engine.discard(object) }
    }
}
