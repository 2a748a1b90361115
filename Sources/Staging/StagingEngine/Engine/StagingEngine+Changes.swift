internal import LinuxSystem
internal import StagingModel
internal import Synchronization

/// A grant that a transaction has ended; what follows comes after the commit.
struct EndedGrant: Error {
    let grant: GrantRecord
    let state: Grant.State
    let now: Moment
}

/// A claim that is to be returned.
struct OwedClaim {
    var id: String
    var grant: Int64
    var outlivesCrash = true
    /// Staged files of which the receiver may have linked one to a name of its own.
    var takable: [ObjectRecord]
}

/// What follows from a change: events, and bytes that are not needed any more.
extension StagingEngine {
    func nowText() -> String { TimeText.rfc3339(now().wall) }

    func tell(_ event: @autoclosure () -> StagingEvent, _ owners: UInt32...) {
        guard events.hasSubscribers else { return }
        events.publish(event(), to: owners)
    }

    func didCommit(_ grant: Grant, of sender: UInt32, deadline: Moment) {
        tell(
            StagingEvent(
                "granted", at: nowText(), grant: grant.id, type: grant.representations.first?.type,
                name: grant.representations.first?.name, uid: sender), sender)
        if case .process(let pid?) = grant.scope, let process = try? ProcessDescriptor.open(pid),
            let identity = ProcessIdentity(of: pid)
        {
            watch(
                SharedDescriptor(process),
                subject: ResolvedScope.Subject(pid: identity.pid, started: identity.started))
        }
        schedule(deadline)
    }

    func didEnd(_ grant: GrantRecord, _ state: Grant.State, by uid: UInt32? = nil, at now: Moment) {
        heldOriginals.release(grant.number)
        promises.end(grant.number)
        drops.end(grant.number) { endedError(grant, state, at: now) }
        pasteboards.didEnd(grant: grant.number)
        tell(
            StagingEvent("ended", at: TimeText.rfc3339(now.wall), grant: grant.id, state: state, uid: uid),
            grant.senderUID)
        if grant.representations.contains(where: { $0.object != nil }) { upkeepWakeUp.signal() }
    }

    /// Takes an ended area out of sight; it is removed when its turn comes.
    func didEnd(_ area: AreaRecord, at now: Moment) {
        bytes.withdraw(area)
        tell(
            StagingEvent("areaEnded", at: TimeText.rfc3339(now.wall), grant: area.grantID, area: area.id),
            area.receiverUID)
    }

    func didReceive(_ grant: GrantRecord, by receiver: UInt32, type: String, at now: Moment) {
        counters.add(received: 1)
        tell(
            StagingEvent(
                "received", at: TimeText.rfc3339(now.wall), grant: grant.id, type: type, uid: receiver),
            grant.senderUID, receiver)
    }

    /// Removes bytes that were staged for nothing.
    func discard(_ object: StagedObject) {
        let removal = RemovalRecord(
            number: 0, volume: object.record.volume, place: .object, name: object.record.id)
        if object.takenFrom != nil { bytes.prepareOrphan(removal) }
        do {
            while try !bytes.remove(removal, budget: 10_000) {}
        } catch {
            log("staged bytes could not be removed, the next start will: \(error)")
        }
    }

    /// Removes the sender's name of a file that was taken over, if it still names that file (rule 5). A kill before this
    /// is done leaves the record of it, and the next start does it.
    func finish(_ move: MoveRecord) throws {
        do {
            try bytes.removeTakenName(move)
        } catch let error as StagingError {
            log("\(error)")
            // A volume that is away may be there at the next start.
            if error.code == .damaged { return }
        }
        try catalogue.transact { try $0.finishMove(of: move.object) }
    }

    /// Gives a claimed use back, or has the upkeep try again.
    /// - Parameter takable: the staged file that the receiver may have linked to a name of its own.
    func returnOrOwe(_ claim: String, of grant: Int64, outlivesCrash: Bool, takable: ObjectRecord? = nil) {
        let claim = OwedClaim(
            id: claim, grant: grant, outlivesCrash: outlivesCrash, takable: takable.map { [$0] } ?? [])
        do { try settle(claim) } catch { owe(claim, error) }
    }

    func owe(_ claim: OwedClaim, _ reason: any Error) {
        log("a receive could not be returned, which is tried again: \(reason)")
        owedClaims.withLock { $0.append(claim) }
    }

    /// Tries again to return what could not be returned.
    func settleOwedClaims() {
        let owed = owedClaims.withLock { owed in
            defer { owed = [] }
            return owed
        }
        for claim in owed {
            do { try settle(claim) } catch { owedClaims.withLock { $0.append(claim) } }
        }
    }

    private func settle(_ owed: OwedClaim) throws {
        // Before anybody else can claim it: a receiver that was to take the inode over may have linked it.
        try returnClaim(owed, restored: owed.takable.map { try bytes.restore($0) })
    }

    private func returnClaim(_ claim: OwedClaim, restored: [ObjectRecord]) throws {
        let (area, isRemoving) = try catalogue.transact { transaction -> (AreaRecord?, Bool) in
            let area = try transaction.area(claim: claim.id)
            if let area { try transaction.end(area) }
            guard let grant = try transaction.grant(number: claim.grant) else { return (area, area != nil) }
            if grant.state == .active { for object in restored { try transaction.update(object) } }
            try transaction.returnClaim(of: grant, outlivesCrash: claim.outlivesCrash)
            // The bytes of a grant that ended meanwhile have waited for this receive.
            return (area, area != nil || grant.state != .active)
        }
        if let area { bytes.withdraw(area) }
        if isRemoving { upkeepWakeUp.signal() }
    }

    // MARK: Pins

    func pin(_ area: String) { pinnedAreas.withLock { $0[area, default: 0] += 1 } }

    func pinCount(_ area: String) -> Int { pinnedAreas.withLock { $0[area] ?? 0 } }

    func unpin(_ area: String) {
        pinnedAreas.withLock { pins in
            let left = (pins[area] ?? 0) - 1
            pins[area] = left > 0 ? left : nil
        }
        watched.withLock { _ = $0.unpinned.insert(area) }
        upkeepWakeUp.signal()
    }

    // MARK: Originals

    /// The sender's own file, for one receiver (rule 4).
    /// - Throws: ``StagingError``: `sourceChanged`, `originalWritable`.
    func open(
        _ original: OriginalRecord, of grant: GrantRecord, for caller: Caller, allowChanged: Bool
    ) throws -> (SharedDescriptor, FileStatus) {
        let changed = StagingError(
            .sourceChanged, "the original changed since it was sent",
            hint: "receive it with --allow-changed, or ask for a snapshot")
        let file: SharedDescriptor
        if let path = original.path {
            // The kernel's own path has no links in it: one there now is another file.
            guard let opened = try? OwnedDescriptor.open(Path(bytes: path), [.readOnly, .nonBlocking, .noFollow]) else {
                throw StagingError(
                    .sourceChanged, "the original is not there any more", hint: "ask its sender for another grant")
            }
            file = SharedDescriptor(opened)
        } else if let held = heldOriginals[grant.number] {
            file = held
        } else {
            throw endedError(grant, .lost, at: now())
        }
        let status = try FileStatus.of(file.number)
        guard status.kind == .regular else { throw changed }
        let isSame =
            status.device == original.device && status.inode == original.inode && status.size == original.size
            && status.modified.total == original.modified
        guard isSame || allowChanged else { throw changed }
        if caller.uid != grant.senderUID,
            AccessControl.userCanWrite(
                status, file.number, user: caller.uid, groups: caller.groups.map { [caller.gid] + $0 })
        {
            throw StagingError(
                .originalWritable, "the original's mode or ACL lets your user write to it, so it is not handed over",
                hint: "its sender can send a snapshot, or take the permission away")
        }
        return (file, status)
    }
}
