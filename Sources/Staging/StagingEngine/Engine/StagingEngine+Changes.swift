internal import LinuxSystem
internal import StagingModel
internal import Synchronization

/// A grant that a transaction has ended; what follows comes after the commit.
struct EndedGrant: Error {
    let grant: GrantRecord
    let state: Grant.State
    let now: Moment
}

/// What follows from a change: events, and bytes that are not needed any more.
extension StagingEngine {
    func nowText() -> String { TimeText.rfc3339(now().wall) }

    func tell(_ event: StagingEvent, _ owners: UInt32...) {
        for owner in Set(owners) { events.publish(event, to: owner) }
    }

    func didCommit(_ grant: Grant, of sender: UInt32) {
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
        upkeepWakeUp.signal()
    }

    /// - Parameter ender: the user who ended it; nil where nobody did.
    func didEnd(_ ended: EndedGrant, by ender: UInt32? = nil) {
        heldOriginals.withLock { $0[ended.grant.number] = nil }
        tell(
            StagingEvent(
                "ended", at: TimeText.rfc3339(ended.now.wall), grant: ended.grant.id, state: ended.state, uid: ender),
            ended.grant.senderUID)
        upkeepWakeUp.signal()
    }

    func didReceive(_ grant: GrantRecord, by receiver: UInt32, type: String, at now: Moment) {
        counters.add(received: 1)
        tell(
            StagingEvent(
                "received", at: TimeText.rfc3339(now.wall), grant: grant.id, type: type, uid: receiver),
            grant.senderUID, receiver)
        upkeepWakeUp.signal()
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

    /// Removes the sender's name of a file that was taken over, if it still names that file (rule 5).
    func removeTaken(_ path: Path, inode: UInt64) {
        do {
            let folder = try Directory.open(path.parent)
            try folder.unlink(path.lastComponent, ifInode: inode)
        } catch {
            log("the name of a moved file stays: \(error)")
        }
    }

    /// Gives a claimed use back and ends the area that came of it.
    /// - Parameter restored: staged files that were made anew.
    func returnClaim(_ claim: String, restored: [ObjectRecord]) throws {
        try catalogue.transact { transaction in
            guard let record = try transaction.claim(id: claim) else { return }
            try transaction.deleteClaim(id: claim)
            if let area = try transaction.area(claim: claim) { try transaction.end(area) }
            guard let grant = try transaction.grant(number: record.grantNumber) else { return }
            if grant.state == .active { for object in restored { try transaction.update(object) } }
            try transaction.setUses(
                grant.number, left: grant.usesLeft.map { $0 + 1 }, openClaims: grant.openClaims - 1)
        }
        upkeepWakeUp.signal()
    }

    // MARK: Pins

    func isPinned(_ area: String) -> Bool { pinnedAreas.withLock { $0[area] != nil } }

    var pinnedCount: Int { pinnedAreas.withLock { $0.count } }

    func pin(_ area: String) { pinnedAreas.withLock { $0[area, default: 0] += 1 } }

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
            guard let opened = try? OwnedDescriptor.openForReading(Path(bytes: path)) else { throw changed }
            file = SharedDescriptor(opened)
        } else if let held = heldOriginals.withLock({ $0[grant.number] }) {
            file = held
        } else {
            throw endedError(grant, .lost, at: now())
        }
        let status = try FileStatus.of(file.number)
        // Another file under the name is never the original, whatever the receiver allows.
        guard status.device == original.device, status.inode == original.inode else { throw changed }
        guard
            allowChanged || status.size == original.size && status.modified.total == original.modified
        else { throw changed }
        if caller.uid != grant.senderUID,
            AccessControl.userCanWrite(status, file.number, user: caller.uid, groups: [caller.gid] + caller.groups)
        {
            throw StagingError(
                .originalWritable, "the original's mode or ACL lets your user write to it, so it is not handed over",
                hint: "its sender can send a snapshot, or take the permission away")
        }
        return (file, status)
    }
}
