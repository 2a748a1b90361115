internal import LinuxSystem
internal import StagingClient
internal import StagingModel
internal import Synchronization

extension CommandContext {
    /// The other end of a `send --drop`.
    func dropSend(to name: String) throws -> DropSend {
        let drop = DropSend(name: name, owner: try dropOwner(), locator: connection.locator)
        try ProcessControl.onTermination { signal in
            drop.withdraw()
            Unfinished.removeAll()
            ProcessControl.die(bySignal: signal)
        }
        return drop
    }

    /// Whose destination is meant; nil is the user's own.
    func dropOwner() throws(UsageError) -> UInt32? {
        guard let text = try arguments.value(.owner, as: Values.text) else { return nil }
        guard let uid = UInt32(text) ?? Accounts.user(named: text)?.uid else {
            throw UsageError("--owner: there is no user '\(DisplayText.escaped(text))'")
        }
        return uid
    }
}

/// Hands grants over to a destination.
final class DropSend: Sendable {
    private struct State {
        /// The grant that nobody has accepted yet.
        var pending: String?
        /// That it is revoked now, and nothing follows.
        var isWithdrawn = false
    }

    private let name: String
    private let owner: UInt32?
    private let locator: ServiceLocator
    private let state = Mutex(State())
    private let offers = Mutex(Offers())

    private struct Offers {
        /// Of the grant that was handed over last.
        var last: Box?
        /// Those to wait for.
        var kept: [Box] = []
        /// Of the first that failed.
        var status: Int32 = 0
    }

    /// Why `@unchecked`: used by the thread of the command alone.
    private struct Box: @unchecked Sendable {
        let offer: DestinationOffer
    }

    init(name: String, owner: UInt32?, locator: ServiceLocator) {
        self.name = name
        self.owner = owner
        self.locator = locator
    }

    /// Offers the grant, and waits until a worker has accepted it.
    /// - Throws: ``StagingError``: `dropRefused`, `noSuchDestination`, `nothingAcceptable` and others; the grant is there
    ///   still.
    func handOver(_ grant: Grant) throws {
        let isWithdrawn = state.withLock { state in
            state.pending = grant.id
            return state.isWithdrawn
        }
        if isWithdrawn { Self.waitForTheEnd() }
        defer { if state.withLock({ $0.isWithdrawn }) { Self.waitForTheEnd() } else { accepted() } }
        let offer = try DestinationOffer(locator, grant.id, to: name, of: owner)
        offers.withLock { $0.last = Box(offer: offer) }
        while let progress = try offer.next() {
            switch progress.state {
            case .queued: continue
            case .accepted, .done: return
            case .refused, .dead: throw failure(progress)
            }
        }
    }

    private func accepted() { state.withLock { $0.pending = nil } }

    /// Counts the item that was handed over last among those to wait for. Where there are several, which each have a
    /// connection, the first is waited for now.
    /// - Parameter report: tells a failure and answers its status.
    func keep(_ report: (any Error) -> Int32) {
        offers.withLock { offers in
            if let last = offers.last { offers.kept.append(last) }
            offers.last = nil
        }
        while let first = offers.withLock({ $0.kept.count > Self.mostKept ? $0.kept.removeFirst() : nil }) {
            wait(for: first, report)
        }
    }

    /// Waits until all that was kept is done.
    /// - Returns: the first failure's status, or 0.
    func waitUntilAllDone(_ report: (any Error) -> Int32) -> Int32 {
        while let first = offers.withLock({ $0.kept.isEmpty ? nil : $0.kept.removeFirst() }) {
            wait(for: first, report)
        }
        return offers.withLock { $0.status }
    }

    private static let mostKept = 8

    /// One that every try failed of is told as `dropFailed`.
    private func wait(for box: Box, _ report: (any Error) -> Int32) {
        do {
            while let progress = try box.offer.next() {
                if progress.state == .dead || progress.state == .refused { throw failure(progress) }
            }
        } catch {
            let status = report(error)
            offers.withLock { if $0.status == 0 { $0.status = status } }
        }
    }

    private func failure(_ progress: DropProgress) -> StagingError {
        let reason = progress.reason.map { ": \($0)" } ?? ""
        let destination = "the destination \(Path(name).quoted)"
        return progress.state == .refused
            ? StagingError(.dropRefused, "\(destination) refused it\(reason)")
            : StagingError(
                .dropFailed, "\(destination) could not do it\(reason)",
                hint: "it is a dead letter there: stage drop --retry lets it be tried anew")
    }

    /// Takes back what nobody has accepted, for a program that was interrupted.
    func withdraw() {
        let pending = state.withLock { state in
            state.isWithdrawn = true
            return state.pending
        }
        if let pending { _ = try? StagingConnection(locator).revoke(.id(pending)) }
    }

    /// The thread that was interrupted ends the process.
    private static func waitForTheEnd() -> Never { while true { Waiting.pause(milliseconds: 1000) } }
}
