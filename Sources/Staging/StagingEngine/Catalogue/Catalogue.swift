package import StagingModel

/// The record of grants, areas and what belongs to them. Time and mutual exclusion are its affair: what happens in
/// one transaction happens at one moment, for every process that shares the catalogue.
///
/// An implementation MUST pass the conformance suite. What MUST hold is said at each method.
package protocol Catalogue: Sendable {
    /// Runs `body` as one transaction: alone, whole or not at all, and there after a crash of the process from when
    /// this returns; with `durable`, also after a power cut. Nothing of it is seen before. Blocks.
    /// - Parameter mayUseReserve: the space kept for a full disk may be given up for it; not for what adds to the store.
    /// - Throws: what `body` throws, after undoing everything, or ``StagingError`` (`noSpace`, `failed`).
    func transact<Result>(
        durable: Bool, mayUseReserve: Bool, _ body: (any CatalogueTransaction) throws -> Result
    ) throws -> Result

    /// Closes it; no call may follow.
    func close()
}

extension Catalogue {
    package func transact<Result>(_ body: (any CatalogueTransaction) throws -> Result) throws -> Result {
        try transact(durable: false, mayUseReserve: true, body)
    }
}

/// What can be done within one transaction. Every call touches a bounded number of rows.
package protocol CatalogueTransaction: AnyObject {
    /// The one moment of the transaction.
    var now: Moment { get }

    // MARK: Grants

    /// Inserts the grant with its representations and objects, and answers its number. The id MUST be new.
    /// - Parameter digest: lets the token with this digest name it.
    func insert(_ grant: GrantRecord, token digest: [UInt8]?) throws -> Int64
    /// How many tokens name the grant.
    func tokenCount(of grant: Int64) throws -> Int
    /// Lets the token with this digest name the grant.
    func addToken(_ digest: [UInt8], to grant: Int64) throws
    /// When the token with this digest was added, on the boot clock of that time; nil where there is none.
    func made(token digest: [UInt8]) throws -> Int64?
    /// The grant that the token with this digest names, ended ones for as long as they are remembered.
    func grant(token digest: [UInt8]) throws -> GrantRecord?
    func grant(id: String) throws -> GrantRecord?
    func grant(number: Int64) throws -> GrantRecord?
    /// The active grant that the user has under the key.
    func activeGrant(key: String, of uid: UInt32) throws -> GrantRecord?
    /// The user's grants after `number`, in the order of the sends: those that nothing has ended yet, or the others.
    func grants(of uid: UInt32, active: Bool, after number: Int64, limit: Int) throws -> [GrantRecord]
    /// Claims a receive: one use less, and one open claim more.
    /// - Parameters:
    ///   - grant: as it is now.
    ///   - outlivesCrash: ``grantsBeingReceived(after:limit:)`` MUST find it after a crash: there may be something to
    ///     undo when it is returned then. Any other claim may be forgotten by the crash, and is returned by that.
    func claim(_ grant: GrantRecord, outlivesCrash: Bool) throws
    /// Returns a claim: one open claim less, and one use more.
    /// - Parameter outlivesCrash: as it was claimed.
    func returnClaim(of grant: GrantRecord, outlivesCrash: Bool) throws
    /// Sets what is left, whatever was claimed; for the start after a crash.
    func setUses(_ grant: Int64, left: Int?, openClaims: Int) throws
    /// Spends a claim: one open claim less; and remembers the reception, as ``insert(_:of:)`` does. An active grant without uses left MUST end as spent with its last open
    /// claim, or with one whose receiver has `taken` the staged bytes over.
    /// - Parameters:
    ///   - grant: as it was admitted.
    ///   - outlivesCrash: as it was claimed.
    /// - Returns: what is left of the grant; nil where there is none.
    func spendClaim(
        of grant: GrantRecord, outlivesCrash: Bool, taken: Bool, _ reception: ReceptionRecord
    ) throws -> ClaimsLeft?
    func setDeadline(_ grant: Int64, _ deadline: Moment) throws
    /// Ends an active grant: now, or at its deadline where that is what ends it. Its staged bytes MUST be queued for removal in the same transaction, and it
    /// MUST be on no pasteboard any more. Ending an ended
    /// one does nothing. An item that waits with it, or is a dead letter, MUST be forgotten with it; one that is at work
    /// or finished stays.
    func end(_ grant: GrantRecord, _ state: Grant.State) throws
    func usage(of uid: UInt32) throws -> Usage

    // MARK: Promises

    /// Puts what was exported in the place of a promise of an active grant's.
    /// - Returns: whether it was promised still.
    func keepPromise(_ grant: Int64, place: Int, _ representation: RepresentationRecord) throws -> Bool
    /// Takes away what a grant still promises.
    /// - Returns: how many representations are left.
    func withdrawPromises(of grant: Int64) throws -> Int
    /// Active grants with promises, in the order of the sends.
    func grantsPromising(after number: Int64, limit: Int) throws -> [GrantRecord]

    // MARK: Drops

    /// Inserts the item and answers its number. A grant MUST have one at most, and ids MUST be new.
    func insert(_ drop: DropRecord) throws -> Int64
    func drop(id: String) throws -> DropRecord?
    func drop(number: Int64) throws -> DropRecord?
    /// The item that the grant was offered as, refused and finished ones for as long as the grant is remembered.
    func drop(grant: Int64) throws -> DropRecord?
    /// The items that wait, are at work or are dead letters, after `number`: of one destination of the user's, or of all.
    func drops(of uid: UInt32, at name: String?, after number: Int64, limit: Int) throws -> [DropRecord]
    /// The items that wait or are at work, in the order of the offers, for the start after a crash.
    func liveDrops(after number: Int64, limit: Int) throws -> [DropRecord]
    /// Records state, tries and reason.
    func update(_ drop: DropRecord) throws
    func removeDrop(_ number: Int64) throws

    // MARK: Pasteboards

    /// The pasteboard; nil where nothing was ever put on it, or it was forgotten.
    func pasteboard(_ name: PasteboardName) throws -> PasteboardRecord?
    /// What is on it, in order.
    func grants(on name: PasteboardName) throws -> [GrantRecord]
    /// The pasteboard that the grant with this number is on.
    func pasteboard(ofGrant number: Int64) throws -> PasteboardName?
    /// Puts active grants on the pasteboard, in this order and no others: what else was on it stays granted. Each MUST be
    /// on no other one.
    func set(_ pasteboard: PasteboardRecord, grants: [Int64]) throws
    /// How many pasteboards the user has.
    func pasteboardCount(of uid: UInt32) throws -> Int
    /// Forgets one of the user's pasteboards with nothing on it.
    /// - Returns: false where there is none.
    func forgetEmptyPasteboard(of uid: UInt32) throws -> Bool
    /// The change count of a pasteboard before anything is put on it: MUST be no less than that of any that was forgotten.
    func firstChangeCount() throws -> Int64
    /// Pasteboards whose contents end with a process, in the order of owners and names.
    func boundPasteboards(after name: PasteboardName?, limit: Int) throws -> [PasteboardRecord]
    /// Pasteboards whose contents end with this process.
    func pasteboards(boundTo subject: ResolvedScope.Subject, limit: Int) throws -> [PasteboardRecord]
    /// Lets what is on the pasteboard end with no process.
    func unbind(_ name: PasteboardName) throws

    // MARK: Areas

    func insert(_ area: AreaRecord) throws
    func area(id: String) throws -> AreaRecord?
    func area(claim: String) throws -> AreaRecord?
    func areas(of uid: UInt32, after id: String, limit: Int) throws -> [AreaRecord]
    /// The area counts from now on, without its claim.
    func confirmArea(id: String) throws
    func setLease(_ area: String, _ lease: Moment) throws
    /// Marks areas that came from the object as damaged, at most `limit` of those that are not yet.
    /// - Returns: how many.
    func markDamaged(object: String, limit: Int) throws -> Int
    /// Forgets the area; its directory MUST be queued for removal in the same transaction.
    func end(_ area: AreaRecord) throws
    /// Remembers a confirmed receive; the oldest of very many are forgotten.
    func insert(_ reception: ReceptionRecord, of grant: Int64) throws
    /// The latest receptions, at most `limit`.
    func receptions(of grant: Int64, limit: Int) throws -> [ReceptionRecord]
    /// Updates what is recorded of an object's file, after the store made it anew.
    func update(_ object: ObjectRecord) throws

    // MARK: Requests

    /// Remembers the answer to a request until `deadline`.
    func remember(request digest: [UInt8], answer: [UInt8], until deadline: Moment) throws
    func answer(to digest: [UInt8]) throws -> [UInt8]?

    // MARK: Moves

    /// Remembers a name that is to go, in the transaction that commits the grant.
    func insert(_ move: MoveRecord) throws
    /// Names that are to go.
    func moves(limit: Int) throws -> [MoveRecord]
    /// Forgets a name that is gone, or that cannot be taken away.
    func finishMove(of object: String) throws

    // MARK: Upkeep

    /// Some of the grants with open claims that outlive a crash, in the order of the sends, for the start after a crash, when all claims are
    /// returned.
    func grantsBeingReceived(after number: Int64, limit: Int) throws -> [GrantRecord]
    /// Unconfirmed areas, likewise.
    func unconfirmedAreas(limit: Int) throws -> [AreaRecord]
    /// Some of all areas.
    func areas(limit: Int) throws -> [AreaRecord]
    /// Active grants past their deadline, the longest overdue first.
    func dueGrants(limit: Int) throws -> [GrantRecord]
    /// Confirmed areas past their lease.
    func dueAreas(limit: Int) throws -> [AreaRecord]
    /// Active grants that end with a process, in the order of the sends.
    func grantsWithSubject(after number: Int64, limit: Int) throws -> [GrantRecord]
    /// Active grants that end with this process.
    func grants(withSubject subject: ResolvedScope.Subject, limit: Int) throws -> [GrantRecord]
    /// Active grants of originals that only a held descriptor reaches.
    func grantsHeldOpen(after number: Int64, limit: Int) throws -> [GrantRecord]
    /// Areas bound to a process, in the order of their ids.
    func boundAreas(after id: String, limit: Int) throws -> [AreaRecord]
    /// Areas bound to this process, in the order of their ids.
    func areas(boundTo subject: ResolvedScope.Subject, after id: String, limit: Int) throws -> [AreaRecord]
    /// When, later than `moment` on the boot clock, the next grant or confirmed area is due; nil when none is.
    func nextDeadline(after moment: Int64) throws -> Int64?
    /// Forgets grants that ended before `tombstones` and answers past their time, at most `limit` of each; of one to
    /// which very much belongs, a part. A grant with open claims MUST stay: an admitted receive runs to its end.
    /// - Returns: how many were forgotten, those in part among them; 0 when there is nothing left.
    func forget(endedBefore tombstones: Int64, limit: Int) throws -> Int
    /// What is to be removed, the oldest first; MUST leave out objects of grants with open claims that outlive a crash: an
    /// admitted receive runs to its end.
    func removals(limit: Int) throws -> [RemovalRecord]
    func finishRemoval(_ number: Int64) throws
    /// Queues what no record names.
    func queueRemovals(_ removals: [RemovalRecord]) throws
    /// Whether the object is recorded, or the area.
    func isKnown(_ place: RemovalRecord.Place, name: String) throws -> Bool
    /// 32 random bytes, made at the first call and the same ever after; MUST be in no log and in no answer.
    func secret() throws -> [UInt8]
    /// Active grants and areas, all users together.
    func counts() throws -> (grants: Int, areas: Int)
    /// Notes the moment, for the reckoning after a reboot (rule 2). So MUST whatever sets a deadline but an insert of a
    /// grant, whose own moment counts.
    func heartbeat(bootID: String) throws
    /// Moves every deadline onto the clock of this boot when the last heartbeat was in another: what was left at the
    /// last moment that was noted, less the time that has passed since by the wall clock, and never more. Only those
    /// two readings of the wall clock count, so that setting it in between them and the send changes nothing. Grants
    /// and areas that end with a process end, and no process is in a scope of the other boot's any more.
    func rebase(bootID: String) throws
}
