internal import Digests
internal import FileNaming
internal import LinuxSystem
internal import StagingModel
internal import ContentTypes
internal import Synchronization

extension StagingSession {
    /// Admits a receive and makes what it asks for (rules 1, 9 to 11).
    ///
    /// A use is claimed at one commit; ``confirm(_:taken:)`` spends it, and the session's end before that returns it.
    /// - Throws: ``StagingError``; nothing is claimed then.
    package func receive(_ request: ReceiveRequest) throws -> Reception {
        if case .token(let text) = request.target { _ = try Self.token(text) }
        let patterns = try request.accept.map(Self.pattern)
        let lease = try engine.configuration.limits.lease(request.lease)
        let bound = try request.bind.map { try Self.subject($0, of: "the area") }
        let limit = engine.configuration.limits.openReceivesPerUser
        guard engine.openReceives.enter(caller.uid, limit: limit) else {
            throw StagingError(
                .limitExceeded, "you have \(limit) receives that are not confirmed, which is the limit",
                hint: "confirm some, or close their connections")
        }
        do {
            return try receive(request, patterns, lease, bound)
        } catch {
            engine.openReceives.leave(caller.uid)
            throw error
        }
    }

    private func receive(
        _ request: ReceiveRequest, _ patterns: [TypePattern], _ lease: Int64, _ bound: ResolvedScope.Subject?
    ) throws -> Reception {
        let claim = StoreName.random()
        let admitted = try admit(request, patterns, lease, bound, claim: claim)
        do {
            let reception = try deliver(admitted, request, claim: claim)
            openClaims[claim] = OpenClaim(
                id: claim, grant: admitted.grant, type: admitted.representation.shown.type,
                outlivesCrash: admitted.representation.outlivesCrash, hasArea: admitted.area != nil,
                takable: reception.isTakable ? admitted.representation.object : nil)
            if let area = admitted.area, let bound = area.bound, let process = request.bind {
                engine.watch(process, subject: bound)
            }
            return reception
        } catch {
            engine.returnOrOwe(
                claim, of: admitted.grant.number, outlivesCrash: admitted.representation.outlivesCrash)
            throw error
        }
    }

    private struct Admitted {
        var grant: GrantRecord
        var representation: RepresentationRecord
        var area: AreaRecord?
    }

    private enum Admission {
        case admitted(Admitted)
        /// The grant was over; that is recorded now.
        case ended(EndedGrant)
        /// Its sender's process has to export it first; nothing is claimed.
        case promised(GrantRecord, RepresentationRecord)
    }

    // MARK: Admission

    /// Admits the receive, as soon as what it is to receive is there.
    private func admit(
        _ request: ReceiveRequest, _ patterns: [TypePattern], _ lease: Int64, _ bound: ResolvedScope.Subject?,
        claim: String
    ) throws -> Admitted {
        while true {
            let admission = try engine.endingDue(StagingEngine.endDueAreas) {
                try engine.catalogue.transact { transaction in
                    try admit(request, patterns, lease, bound, claim: claim, transaction)
                }
            }
            switch admission {
            case .admitted(let admitted): return admitted
            case .ended(let ended):
                // That an overdue grant ended is recorded, although nothing is received.
                engine.didEnd(ended.grant, ended.state, at: ended.now)
                throw engine.endedError(ended.grant, ended.state, at: ended.now)
            case .promised(let grant, let promise): try waitForExport(of: promise, in: grant)
            }
        }
    }

    private func admit(
        _ request: ReceiveRequest, _ patterns: [TypePattern], _ lease: Int64, _ bound: ResolvedScope.Subject?,
        claim: String, _ transaction: any CatalogueTransaction
    ) throws -> Admission {
        let now = transaction.now
        let grant = try self.grant(request, patterns, in: transaction)
        let state = engine.state(of: grant, at: now)
        if state != .active {
            if grant.state == .active {
                try transaction.end(grant, state)
                return .ended(EndedGrant(grant: grant, state: state, now: now))
            }
            throw engine.endedError(grant, state, at: now)
        }
        if grant.usesLeft == 0 { throw engine.endedError(grant, .spent, at: now) }
        let representation = try choose(from: grant, patterns, byClaims: request.acceptsClaims)
        if representation.isPromised { return .promised(grant, representation) }
        if representation.object == nil, representation.original?.path == nil,
            engine.heldOriginals[grant.number] == nil
        {
            try transaction.end(grant, .lost)
            return .ended(EndedGrant(grant: grant, state: .lost, now: now))
        }
        let area = try representation.object.flatMap { object in
            try newArea(
                request, of: grant, representation, object, lease: now.advanced(byNanoseconds: lease), bound,
                claim: claim, transaction)
        }
        try transaction.claim(grant, outlivesCrash: representation.outlivesCrash)
        return .admitted(Admitted(grant: grant, representation: representation, area: area))
    }

    private func grant(
        _ request: ReceiveRequest, _ patterns: [TypePattern], in transaction: any CatalogueTransaction
    ) throws -> GrantRecord {
        switch request.target {
        case .token(let text): try grant(GrantName.token(text), in: transaction)
        case .drop(let turn): try grant(ofTurn: turn, in: transaction)
        case .pasteboard(let item):
            try grant(ofItem: item, patterns, byClaims: request.acceptsClaims, in: transaction)
        }
    }

    /// The first representation, in the sender's order, that conforms and whose scope admits (rule 9).
    func choose(
        from grant: GrantRecord, _ patterns: [TypePattern], byClaims: Bool
    ) throws -> RepresentationRecord {
        let admitted = grant.representations.filter {
            engine.scopes.admits(caller, to: $0.scope, sender: grant.senderUID)
        }
        guard !admitted.isEmpty else {
            throw StagingError(
                .notAdmitted, "the scope of the grant \(grant.id) does not admit this process",
                hint: "its sender can widen it: stage send --scope")
        }
        let fitting = admitted.first { representation in
            patterns.isEmpty
                || Self.types(of: representation, byClaims).contains { type in
                    patterns.contains { $0.matches(type) }
                }
        }
        guard let fitting else {
            let offered = admitted.map(\.shown.type).joined(separator: ", ")
            throw StagingError(
                .nothingAcceptable, "nothing acceptable: the grant \(grant.id) offers \(offered)",
                hint: "accept one of these, or a type that they conform to")
        }
        return fitting
    }

    private func newArea(
        _ request: ReceiveRequest, of grant: GrantRecord, _ representation: RepresentationRecord,
        _ object: ObjectRecord, lease: Moment, _ bound: ResolvedScope.Subject?, claim: String,
        _ transaction: any CatalogueTransaction
    ) throws -> AreaRecord? {
        // A tree has no descriptor that could stand for it.
        guard request.delivery == .area || object.isTree else { return nil }
        let limit = engine.configuration.limits.areasPerUser
        guard try transaction.usage(of: caller.uid).areas < limit else {
            throw StagingError(
                .limitExceeded, "you have \(limit) areas, which is the limit",
                hint: "release some: stage list shows them")
        }
        let area = AreaRecord(
            id: StoreName.random(), grantNumber: grant.number, grantID: grant.id, receiverUID: caller.uid,
            volume: object.volume, name: representation.shown.name, type: representation.shown.type,
            size: representation.shown.size, object: object.id, lease: lease, claim: claim, bound: bound)
        try transaction.insert(area)
        return area
    }

    // MARK: Delivery

    private func deliver(_ admitted: Admitted, _ request: ReceiveRequest, claim: String) throws -> Reception {
        let shown = admitted.representation.shown
        var reception = Reception(
            received: Received(
                type: shown.type, mime: shown.mime, name: shown.name, size: shown.size, isOriginalFile: false),
            claim: claim, descriptor: nil, isTakable: false, isTree: false)
        if let object = admitted.representation.object {
            do {
                try deliver(object, admitted, into: &reception)
            } catch let error as StagingError where error.code == .damaged {
                try engine.markDamaged(object.id)
                throw error
            }
        } else if let original = admitted.representation.original {
            let (file, status) = try engine.open(
                original, of: admitted.grant, for: caller, allowChanged: request.allowsChanged)
            reception.descriptor = file
            reception.received.isOriginalFile = true
            reception.received.size = status.size
            reception.origin = Provenance(
                grant: admitted.grant.id, sender: admitted.grant.senderUID, type: shown.type,
                sent: TimeText.rfc3339(admitted.grant.created.wall))
            reception.received.path = original.path.map { Path(bytes: $0) }.flatMap(\.exactText)
        }
        if request.wantsDigest { reception.received.sha256 = try digest(of: reception, admitted) }
        return reception
    }

    private func deliver(_ object: ObjectRecord, _ admitted: Admitted, into reception: inout Reception) throws {
        reception.isTree = object.isTree
        let staged = try object.isTree ? engine.bytes.openManifest(object) : engine.bytes.open(object)
        if let area = admitted.area {
            try engine.bytes.makeArea(area, of: object)
            reception.received.path = engine.bytes.path(of: area).text
            reception.received.area = area.id
            reception.received.leaseExpires = TimeText.rfc3339(area.lease.wall)
            if object.isTree { reception.descriptor = staged }
        } else {
            reception.descriptor = staged
            // The last use of all, nobody else at it, one name, and the receiver's own inode already.
            reception.isTakable =
                try admitted.grant.usesLeft == 1 && admitted.grant.openClaims == 0 && caller.uid == OwnProcess.uid
                && FileStatus.of(staged.number).linkCount == 1
        }
    }

    private func digest(of reception: Reception, _ admitted: Admitted) throws -> String {
        guard !reception.isTree else {
            throw StagingError(
                .invalidRequest, "a directory has no SHA-256", hint: "receive it without --sha256, or send an archive")
        }
        do {
            if let descriptor = reception.descriptor { return hexText(try SHA256.digest(ofFile: descriptor.number)) }
            guard let object = admitted.representation.object else { return "" }
            let staged = try engine.bytes.open(object)
            return hexText(try staged.withNumber { number in try SHA256.digest(ofFile: number) })
        } catch let error as SystemError {
            throw StagingError(system: error, "cannot read the bytes")
        }
    }

    // MARK: The end of a receive

    /// Spends the use: the receiver has what it asked for.
    /// - Parameter taken: the receiver has linked the staged file to a name of its own.
    /// - Throws: ``StagingError``: `noSuchGrant` for a claim that is not open in this session.
    package func confirm(_ claim: String, taken: Bool) throws {
        guard let open = openClaims[claim] else {
            throw StagingError(
                .noSuchGrant, "this receive is not open any more", hint: "receive again over a new connection")
        }
        // As admitted: what a grant is does not change, only what is left of it.
        let grant = open.grant
        let (lease, hasEnded, now) = try engine.catalogue.transact { transaction in
            guard
                let left = try transaction.spendClaim(
                    of: grant, outlivesCrash: open.outlivesCrash, taken: taken,
                    ReceptionRecord(uid: caller.uid, pid: caller.pid, at: transaction.now.wall, type: open.type))
            else {
                throw StagingError(.failed, "the record of this receive is gone")
            }
            let area = open.hasArea ? try transaction.area(claim: claim) : nil
            if let area { try transaction.confirmArea(id: area.id) }
            return (area?.lease, left.hasEnded, transaction.now)
        }
        forget(claim)
        engine.didReceive(grant, by: caller.uid, type: open.type, at: now)
        if hasEnded { engine.didEnd(grant, .spent, at: now) }
        if let lease { engine.schedule(lease) }
    }

    private func forget(_ claim: String) {
        if openClaims.removeValue(forKey: claim) != nil { engine.openReceives.leave(caller.uid) }
    }

    // MARK: Arguments

    static func pattern(_ text: String) throws(StagingError) -> TypePattern {
        do {
            return try TypePattern(parsing: text, allowUndeclared: true)
        } catch {
            throw StagingError(.invalidRequest, "\(error)")
        }
    }

    /// The type that was recorded, also one that nothing declares here, with what the sender says that it conforms to.
    static func types(of representation: RepresentationRecord, _ byClaims: Bool) -> [UTType] {
        let shown = representation.shown
        let identifier = byClaims ? shown.declaredType ?? shown.type : shown.type
        let type = UTType(identifier: identifier, allowUndeclared: true)
        let supertypes = identifier == shown.declaredType ? representation.supertypes : []
        return [type].compactMap { $0 } + supertypes.compactMap { UTType(identifier: $0, allowUndeclared: true) }
    }

    /// - Parameter what: is to end with the process.
    static func subject(
        _ pidfd: SharedDescriptor, of what: String
    ) throws(StagingError) -> ResolvedScope.Subject {
        guard let pid = ProcessDescriptor.pid(of: pidfd.number) else {
            throw StagingError(.invalidRequest, "the descriptor to bind to is no pidfd")
        }
        guard pid > 0, let identity = ProcessIdentity(of: pid), !Waiting.isReadable(pidfd.number) else {
            throw StagingError(.invalidRequest, "the process that \(what) is to live with has ended")
        }
        return ResolvedScope.Subject(pid: identity.pid, started: identity.started)
    }
}
