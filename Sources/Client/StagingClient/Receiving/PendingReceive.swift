package import LinuxSystem
package import StagingModel
internal import StagingProtocol

/// What a receiver wants.
public struct ReceiveOptions: Sendable {
    /// Where the bytes are wanted.
    package enum Delivery: Sendable {
        /// In a temporary directory, which its lease ends.
        case area
        /// As an open file.
        case descriptor
    }

    /// Types in any form that a type can be given in; the first representation, in the sender's order, that conforms to
    /// one of them is received. Empty is anything.
    public var accept: [String] = []
    /// What the sender claimed counts as the type, where it claimed one, and not what the bytes are.
    package var acceptsClaims = false
    /// How long an area lives; nil is the service's default, a quarter of an hour unless configured.
    public var lease: Duration?
    /// An original is wanted although it changed since it was sent.
    public var allowsChanged = false
    /// The SHA-256 digest of the bytes is wanted; it costs a read of them all.
    public var wantsDigest = false
    package var delivery = Delivery.area
    /// A pidfd: the area ends with this process.
    package var bind: SharedDescriptor?

    /// Anything, for the default time.
    public init() {}

    /// Lets the area end with a process, whichever ends first.
    /// - Throws: `StagingError` (`invalidRequest`) where there is no such process.
    public mutating func endWith(process pid: Int32) throws {
        do {
            bind = SharedDescriptor(try ProcessDescriptor.open(pid))
        } catch  where error.isNoSuchProcess {
            throw StagingError(.invalidRequest, "there is no process \(pid)")
        } catch {
            throw StagingError(.failed, "process \(pid) cannot be held: \(error.reason)")
        }
    }
}

/// A receive that the service admitted and that is not confirmed.
///
/// Dropped without ``confirm(taken:)``, its use is returned and its area ends. The service does that when the connection
/// closes, so the connection is ended with it: who tries again at once is not told that the use is spent.
package final class PendingReceive {
    package let received: Received
    /// An open file, or for a tree in an area its manifest.
    package let descriptor: SharedDescriptor?
    package let isTree: Bool
    /// The staged file may be linked to a name of the receiver's instead of being copied.
    package let isTakable: Bool
    /// Of an original: the attributes that tell where it came from (rule 14).
    let provenance: [(name: String, value: String)]
    private let claim: String
    private let connection: ServiceConnection
    private var isConfirmed = false

    deinit { if !isConfirmed { connection.end() } }

    init(
        _ answer: ReceiveCall.Answer, _ descriptor: SharedDescriptor?, over connection: ServiceConnection
    ) throws(StagingError) {
        guard var received = answer.received, let delivery = answer.delivery else {
            throw StagingError(.failed, "the service answered nothing received", hint: "stage stop, then try again")
        }
        // A service that holds an original knows no path of it, and its mounts may be others.
        if received.isOriginalFile, let descriptor {
            received.path = path(of: descriptor.number, trying: received.path.map { Path($0) })?.exactText
        }
        self.received = received
        isTree = delivery.isTree
        isTakable = delivery.takable
        provenance = delivery.origin?.attributes(type: received.type) ?? []
        claim = delivery.claim
        self.descriptor = descriptor
        self.connection = connection
    }

    /// Spends the use, as ``confirm(taken:isHere:)`` of what is the receiver's own by now, and does not wait until that is
    /// done: the answer would change nothing for the receiver.
    func confirmWithoutWaiting() throws {
        try connection.callWithoutWaiting(ConfirmCall(claim: claim))
        isConfirmed = true
    }

    /// Spends the use: the receiver has what it asked for.
    /// - Parameters:
    ///   - taken: the staged file was linked to a name of the receiver's.
    ///   - isHere: what was received is the receiver's own by now. A service that went away takes nothing from it, and
    ///     nobody can tell whether it has spent the use.
    /// - Throws: `StagingError`, also where the service went away: an area may be gone then.
    package func confirm(taken: Bool = false, isHere: Bool = false) throws {
        do {
            _ = try connection.call(ConfirmCall(claim: claim, taken: taken ? true : nil))
            isConfirmed = true
        } catch is ConnectionLost {
            isConfirmed = true
            if isHere { return }
            throw StagingError(
                .noService, "the service ended before the receive was confirmed",
                hint: "receive again: the use was not spent")
        }
    }
}

extension StagingConnection {
    /// Confirms a receive into an area. A service that was killed before it answered may have done it: then its successor
    /// has the area.
    package func confirm(_ pending: PendingReceive) throws {
        do {
            try pending.confirm()
        } catch let error as StagingError where error.code == .noService {
            guard let area = pending.received.area, isThere(area) else { throw error }
        }
    }

    private func isThere(_ area: String) -> Bool {
        locator.candidates.contains { service, starting in
            // Over a connection of its own, whose end lets go of the area again.
            guard let connection = try? locator.connect(to: service, starting: starting) else { return false }
            return (try? connection.call(KeepCall(requestId: RequestID.random(), area: area))) != nil
        }
    }

    /// Asks for what a token names (rules 8 to 11). Blocks until it is there.
    /// - Throws: `StagingError`; nothing was received then.
    /// - Parameter progress: called while what is promised is waited for, with what has come of it and all of it; in
    ///   bytes or what the sender counts in.
    package func receive(
        _ token: Token, _ options: ReceiveOptions, progress: CopyProgress? = nil
    ) throws -> PendingReceive {
        let call = ReceiveCall(token: token.text, options)
        return try ask(orThrow: .noGrant) { try call.receive(options.bind, over: $0, progress) }.result
    }
}

extension StagingError {
    /// What no service that runs, and none that ran, knows of.
    static var noGrant: StagingError {
        StagingError(
            .noSuchGrant, "no grant is known for this token: no service runs that could know it",
            hint: "it may be from another machine or another user")
    }

    static var noArea: StagingError {
        StagingError(.noSuchArea, "this is in no area: no service runs that could have made one")
    }
}

extension ReceiveCall {
    /// - Parameters:
    ///   - token: of a grant; or
    ///   - turn: at an item that was accepted.
    init(token: String? = nil, turn: String? = nil, _ options: ReceiveOptions) {
        self.init(
            requestId: RequestID.random(), token: token, drop: turn,
            accept: options.accept.isEmpty ? nil : options.accept,
            claims: options.acceptsClaims ? true : nil, delivery: options.delivery == .area ? .area : .descriptor,
            lease: options.lease?.wholeMilliseconds,
            bind: options.bind == nil ? nil : true, allowChanged: options.allowsChanged ? true : nil,
            digest: options.wantsDigest ? true : nil)
    }

    /// Makes the call.
    /// - Parameter bind: the pidfd that goes with it.
    func receive(
        _ bind: SharedDescriptor?, over connection: ServiceConnection, _ progress: CopyProgress?
    ) throws -> PendingReceive {
        let passed = bind.map { [$0] } ?? []
        guard let progress else {
            let (answer, descriptors) = try connection.call(self, descriptors: passed)
            return try PendingReceive(answer, descriptors.first, over: connection)
        }
        let (answer, descriptors) = try connection.call(self, descriptors: passed) { answer in
            try? progress(answer.copied ?? 0, answer.total ?? 0)
        }
        return try PendingReceive(answer, descriptors.first, over: connection)
    }
}
