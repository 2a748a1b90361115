internal import LinuxSystem
package import StagingModel

/// A moment on both clocks, in nanoseconds.
package struct Moment: Hashable, Sendable {
    /// Since this boot, sleep included: what lifetimes are counted by (rule 2).
    package var boot: Int64
    /// Since 1970: what people are shown, and what counts across a reboot.
    package var wall: Int64

    package init(boot: Int64, wall: Int64) {
        self.boot = boot
        self.wall = wall
    }

    /// What the machine's clocks show.
    package static func now() -> Moment { Moment(boot: SystemClock.boot(), wall: SystemClock.wall()) }

    /// This moment and `nanoseconds` more, on both clocks; the far end of time where the sum would overflow.
    package func advanced(byNanoseconds nanoseconds: Int64) -> Moment {
        Moment(boot: boot.saturatingAdd(nanoseconds), wall: wall.saturatingAdd(nanoseconds))
    }
}

extension Int64 {
    package func saturatingAdd(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other > 0 ? .max : .min) : sum
    }
}

/// A grant as the catalogue keeps it.
package struct GrantRecord: Sendable {
    /// The catalogue's own number, in the order of the sends; 0 before it is inserted.
    package var number: Int64 = 0
    package var id: String
    package var senderUID: UInt32
    package var senderPID: Int32
    package var scope: ResolvedScope
    package var created: Moment
    package var deadline: Moment
    /// nil is without limit. A claim has been taken off already.
    package var usesLeft: Int?
    /// Receives that were admitted and are neither confirmed nor returned.
    package var openClaims = 0
    package var state: Grant.State = .active
    package var ended: Moment?
    /// The sender's own name for it (`--key`).
    package var key: String?
    /// What a further send under the same key must match.
    package var fingerprint: String?
    package var representations: [RepresentationRecord]

    package init(
        id: String, senderUID: UInt32, senderPID: Int32, scope: ResolvedScope, created: Moment, deadline: Moment,
        usesLeft: Int?, key: String? = nil, fingerprint: String? = nil, representations: [RepresentationRecord]
    ) {
        self.id = id
        self.senderUID = senderUID
        self.senderPID = senderPID
        self.scope = scope
        self.created = created
        self.deadline = deadline
        self.usesLeft = usesLeft
        self.key = key
        self.fingerprint = fingerprint
        self.representations = representations
        for place in representations.indices { self.representations[place].place = place }
    }
}

/// One representation as the catalogue keeps it.
package struct RepresentationRecord: Sendable {
    /// What receivers are shown; its scope is in ``scope``.
    package var shown: Representation
    package var scope: ResolvedScope
    /// The staged bytes; nil for an original.
    package var object: ObjectRecord?
    /// Where the sender's own file is; nil for staged bytes. A promise has neither.
    package var original: OriginalRecord?
    /// What the type conforms to by the sender's word, where only it has the declaration.
    package var supertypes: [String]
    /// Names it among the grant's, in the sender's order.
    package var place = 0

    package init(
        shown: Representation, scope: ResolvedScope, object: ObjectRecord?, original: OriginalRecord?,
        supertypes: [String] = []
    ) {
        self.shown = shown
        self.scope = scope
        self.object = object
        self.original = original
        self.supertypes = supertypes
    }

    /// Whether a receive of it that a crash ends may leave something to undo: an area, or a staged file with a second
    /// name. Of an original there is nothing.
    var outlivesCrash: Bool { object != nil }

    /// Whether the sender's process has yet to export it.
    package var isPromised: Bool { shown.kind == .promised }
}

/// Staged bytes: one file, or a directory with a tree and its manifest.
package struct ObjectRecord: Hashable, Sendable {
    /// Unique in the store; also its name on the volume.
    package var id: String
    /// The volume that holds it; "" is the store's own.
    package var volume: String
    package var isTree: Bool
    /// In bytes.
    package var size: Int64
    /// What the staged file looked like when it was recorded (rule 10); of a tree, of its manifest.
    package var inode: UInt64
    package var modified: Int64
    package var mode: UInt32
    package var owner: UInt32
    /// The permission bits that the source had.
    package var permissions: UInt32

    package init(
        id: String, volume: String, isTree: Bool, size: Int64, inode: UInt64, modified: Int64, mode: UInt32,
        owner: UInt32, permissions: UInt32
    ) {
        self.id = id
        self.volume = volume
        self.isTree = isTree
        self.size = size
        self.inode = inode
        self.modified = modified
        self.mode = mode
        self.owner = owner
        self.permissions = permissions
    }
}

/// The sender's own file, as it was at the send.
package struct OriginalRecord: Hashable, Sendable {
    /// The path that the kernel gave for the sender's descriptor; nil where only the held descriptor reaches it.
    package var path: [UInt8]?
    package var device: UInt64
    package var inode: UInt64
    package var size: Int64
    package var modified: Int64

    package init(path: [UInt8]?, device: UInt64, inode: UInt64, size: Int64, modified: Int64) {
        self.path = path
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
    }
}

/// What is left of a grant when a claim was spent.
package struct ClaimsLeft: Hashable, Sendable {
    /// Nil without a limit.
    package var uses: Int?
    package var openClaims: Int
    package var state: Grant.State
    /// Whether this was its end.
    package var hasEnded: Bool
}

/// An area as the catalogue keeps it.
package struct AreaRecord: Sendable {
    package var id: String
    package var grantNumber: Int64
    package var grantID: String
    package var receiverUID: UInt32
    package var volume: String
    /// The name of the file or directory in it.
    package var name: String
    package var type: String
    /// In bytes.
    package var size: Int64
    /// The object whose inode it may share.
    package var object: String
    package var lease: Moment
    /// The unconfirmed receive that it belongs to.
    package var claim: String?
    /// The process whose end ends it: pid and start time.
    package var bound: ResolvedScope.Subject?
    package var damaged = false

    package init(
        id: String, grantNumber: Int64, grantID: String, receiverUID: UInt32, volume: String, name: String,
        type: String, size: Int64, object: String, lease: Moment, claim: String?, bound: ResolvedScope.Subject?,
        damaged: Bool = false
    ) {
        self.id = id
        self.grantNumber = grantNumber
        self.grantID = grantID
        self.receiverUID = receiverUID
        self.volume = volume
        self.name = name
        self.type = type
        self.size = size
        self.object = object
        self.lease = lease
        self.claim = claim
        self.bound = bound
        self.damaged = damaged
    }
}

/// A confirmed receive.
package struct ReceptionRecord: Sendable {
    package var uid: UInt32
    package var pid: Int32
    /// Nanoseconds since 1970.
    package var at: Int64
    package var type: String

    package init(uid: UInt32, pid: Int32, at: Int64, type: String) {
        self.uid = uid
        self.pid = pid
        self.at = at
        self.type = type
    }
}

/// Bytes that no record names any more and that are to be taken away.
package struct RemovalRecord: Sendable {
    package var number: Int64
    package var volume: String
    package var place: Place
    /// The object's or area's id.
    package var name: String

    package enum Place: String, Sendable {
        case object, area
    }
}

/// A file that was taken over for a move, and still has its sender's name.
package struct MoveRecord: Hashable, Sendable {
    /// The staged file, its second name.
    package var object: String
    package var volume: String
    package var inode: UInt64
    /// The sender's name.
    package var path: [UInt8]

    package init(object: String, volume: String, inode: UInt64, path: [UInt8]) {
        self.object = object
        self.volume = volume
        self.inode = inode
        self.path = path
    }
}

/// How much one user has.
package struct Usage: Hashable, Sendable {
    package var grants = 0
    package var areas = 0
}
