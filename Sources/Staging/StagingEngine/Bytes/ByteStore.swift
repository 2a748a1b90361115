package import LinuxSystem
package import StagingModel

/// Where staged bytes and areas lie. The catalogue says what is there and who may have it; this does what it is told.
///
/// An implementation MUST pass the conformance suite. What MUST hold is said at each method. All calls block.
package protocol ByteStore: Sendable {
    /// Stages what the regular file behind `source` holds now, under the id `object`.
    ///
    /// When this returns, the bytes are whole under their id; when it throws, nothing of them is left. They are those
    /// of one moment as far as the answer's consistency says, else it throws `sourceChanged`.
    /// - Parameters:
    ///   - taking: the file itself may be taken over by a link, where that is possible without a copy.
    ///   - inspect: is shown the staged bytes before they are sealed, and answers the attributes to set.
    func stageFile(_ source: SourceFile, as object: String, taking: Bool, inspect: Inspection) throws -> StagedObject

    /// Stages what `source` gives until its end. Ends with `failed` when `hangUp` becomes readable or hung up.
    func stageStream(
        _ source: Int32, as object: String, hangUp: Int32?, onProgress: CopyReport?, inspect: Inspection
    ) throws -> StagedObject

    /// Begins a tree; nothing of it is left unless it is finished.
    /// - Parameter source: where it comes from, if that is known: to stage it on the same file system.
    func beginTree(as object: String, from source: SourceFolder?) throws -> any TreeStaging

    /// Opens a staged file for reading.
    /// - Throws: ``StagingError`` (`damaged`) when it is not as it was recorded.
    func open(_ object: ObjectRecord) throws -> SharedDescriptor

    /// Opens the manifest of a staged tree.
    func openManifest(_ object: ObjectRecord) throws -> SharedDescriptor

    /// Makes the area's directory with the object's content in it, readable by its receiver and nobody else.
    ///
    /// The content is never the sender's inode, and is read-only. When it throws, what is there is left for
    /// ``remove(_:budget:)``.
    func makeArea(_ area: AreaRecord, of object: ObjectRecord) throws

    /// The manifest of the tree that an area holds; nil for a file.
    func openManifest(of area: AreaRecord) throws -> SharedDescriptor?

    /// The path of the area's content.
    func path(of area: AreaRecord) -> Path

    /// The id of the area that `path` lies in, and the path's canonical form; nil for a path elsewhere.
    func area(at path: Path) -> String?

    /// Makes the object's file its own again after a receiver may have linked it elsewhere.
    /// - Returns: what is to be recorded of it now.
    func restore(_ object: ObjectRecord) throws -> ObjectRecord

    /// Takes an area that has ended out of its receiver's sight, in one step of constant cost; removing it can wait.
    func withdraw(_ area: AreaRecord)

    /// Removes the bytes, at most `budget` entries of a tree in one call.
    /// - Returns: whether nothing is left.
    func remove(_ removal: RemovalRecord, budget: Int) throws -> Bool

    /// The names of all objects and areas that are there, for the search for what no record names.
    func names(_ visit: (RemovalRecord) throws -> Void) throws

    /// Called before the removal of an object that no record names: a file that was to be taken over and still has its
    /// sender's name gets back what it had.
    func prepareOrphan(_ removal: RemovalRecord)

    /// Removes the sender's name of a file that was taken over, if it still names that file (rule 5). Where the staged
    /// bytes are gone, the file keeps its name and gets back what it had.
    func removeTakenName(_ move: MoveRecord) throws

    /// Removes what an earlier service left half made. Called before anything new is staged.
    /// - Throws: the first failure, after it has removed what it can.
    func clearIncoming() throws

    /// Whether both objects hold the same: bytes, and of trees also names, times and permissions.
    func haveSameContent(_ first: ObjectRecord, _ second: ObjectRecord) throws -> Bool

    /// Makes everything staged so far durable against a power cut, for the given object.
    func synchronize(_ object: ObjectRecord) throws

    /// Takes away what is only needed while a service runs. No call may follow.
    func close()

    /// The file systems in use.
    func volumes() -> [ServiceStatus.Volume]
}

/// Told of a copy's bytes so far and of all its bytes; 0 where nobody knows how many there are.
package typealias CopyReport = @Sendable (_ copied: Int64, _ total: Int64) -> Void

/// What a staged file looks like from inside, and what is to be written on it.
package typealias Inspection = (_ descriptor: Int32, _ size: Int64) throws -> Provenance

/// The attributes that tell where bytes came from (rule 14).
package struct Provenance: Hashable, Sendable {
    /// The grant's id.
    package var grant: String
    package var sender: UInt32
    /// The type identifier as found.
    package var type: String
    /// The time of the send, RFC 3339.
    package var sent: String

    package init(grant: String, sender: UInt32, type: String, sent: String) {
        self.grant = grant
        self.sender = sender
        self.type = type
        self.sent = sent
    }

    /// The attributes by name.
    package var attributes: [(name: String, value: String)] {
        [
            ("user.stage.grant", grant), ("user.stage.sender", String(sender)), ("user.stage.type", type),
            ("user.stage.sent", sent),
        ]
    }
}

/// A file that a client passed, checked to be regular and open for reading.
package struct SourceFile: Sendable {
    package let descriptor: SharedDescriptor
    /// As it was when it came.
    package let status: FileStatus
    /// What to call it in a message.
    package let label: String
    /// Told of the bytes copied so far, after every chunk.
    package let onProgress: CopyReport?
    /// The client's socket: the copy ends when the client goes away. nil where there is none.
    package let hangUp: Int32?

    package init(
        descriptor: SharedDescriptor, status: FileStatus, label: String, onProgress: CopyReport? = nil,
        hangUp: Int32? = nil
    ) {
        self.descriptor = descriptor
        self.status = status
        self.label = label
        self.onProgress = onProgress
        self.hangUp = hangUp
    }

    /// Ends a copy that nobody waits for any more.
    func checkClient() throws(StagingError) {
        if let hangUp, Waiting.isHungUp(hangUp) { throw .clientGone(label) }
    }
}

/// A directory that a client passed to tell where a tree comes from.
package struct SourceFolder: Sendable {
    package let descriptor: SharedDescriptor
    package let device: UInt64

    package init(descriptor: SharedDescriptor, device: UInt64) {
        self.descriptor = descriptor
        self.device = device
    }
}

/// Bytes that are in the store, and how they came there.
package struct StagedObject: Sendable {
    package var record: ObjectRecord
    package var staged: Representation.Staged
    package var consistency: Representation.Consistency
    /// For a file that was taken over: the path whose name is to be removed once the grant is committed.
    package var takenFrom: Path?

    /// The same as a record.
    var move: MoveRecord? {
        takenFrom.map {
            MoveRecord(object: record.id, volume: record.volume, inode: record.inode, path: $0.bytes)
        }
    }

    package init(
        record: ObjectRecord, staged: Representation.Staged, consistency: Representation.Consistency,
        takenFrom: Path? = nil
    ) {
        self.record = record
        self.staged = staged
        self.consistency = consistency
        self.takenFrom = takenFrom
    }
}

/// A tree that is being staged, entry by entry. Used by one thread at a time.
package protocol TreeStaging: AnyObject {
    /// How many entries it has.
    var count: Int { get }

    /// Adds an entry; its parent came before.
    /// - Parameter source: the file's content; nil for directories and links.
    /// - Throws: ``StagingError``: `sourceChanged`, `invalidRequest` for a path that leaves the tree, `noSpace`.
    func add(_ entry: TreeEntry, source: SourceFile?) throws

    /// Puts the tree in place. Nothing can be added any more.
    func finish() throws -> StagedObject

    /// Removes what is there, unless it was finished.
    func discard()
}
