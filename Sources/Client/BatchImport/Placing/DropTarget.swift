internal import Digests
internal import LinuxSystem
internal import StagingClient
internal import StagingModel

/// A destination to which the grants of entries are offered, one by one on each of the import's threads.
///
/// Exactly once, in a job: a grant is written down as an intent before it is offered, and is offered under the same
/// request again by whatever run comes next; the service answers then what became of it. It remembers that for a day.
struct DropTarget: Sendable {
    let name: String
    let owner: UInt32?

    /// The request of the offer of what has this key: the same in every run of the job.
    static func request(of key: String) -> String {
        hexText(SHA256.digest(of: Array("offer of \(key)".utf8)).prefix(16))
    }

    /// Offers the grant of an entry, and waits until it is accepted or refused.
    /// - Parameter request: of the entry in its job; nil without one.
    /// - Throws: `StagingError`, the grant is gone then; ``Interrupted``, it is only where there is no job to go on.
    func handOver(
        _ grant: String, _ request: String?, _ key: EntryKey, _ connection: StagingConnection, _ run: RunState,
        _ decided: inout Decided
    ) throws {
        if let journal = run.journal {
            // Another way to the same file may have written it: it is the same offer then.
            _ = try journal.write([Journal.Change(key: key, state: .intent, outcome: decided.outcome)])
        }
        try offer(grant, request, connection, run, &decided)
    }

    /// Asks what became of a grant that an earlier run has offered, or was about to.
    /// - Returns: false where nothing did, and nothing can any more: it has to be granted anew.
    /// - Throws: as ``handOver(_:_:_:_:_:_:)``.
    func resume(
        _ grant: String, _ request: String, _ connection: StagingConnection, _ run: RunState, _ decided: inout Decided
    ) throws -> Bool {
        do {
            decided.outcome.grant = grant
            try offer(grant, request, connection, run, &decided)
            return true
        } catch let error as StagingError where Self.hasEnded.contains(error.code) {
            decided.outcome.grant = nil
            return false
        }
    }

    /// A grant that ended before anybody had accepted it.
    private static let hasEnded: Set<StagingError.Code> = [
        .noSuchGrant, .grantExpired, .grantRevoked, .grantSpent, .grantSubjectEnded, .grantLost,
    ]

    private func offer(
        _ grant: String, _ request: String?, _ connection: StagingConnection, _ run: RunState,
        _ decided: inout Decided
    ) throws {
        do {
            let progress = try answer(to: grant, request, connection, run)
            // A dead letter is what a worker had accepted, and its destination's from then on.
            guard progress.state == .refused else { return }
            refuse(&decided, progress.reason)
            _ = try? connection.revoke(.id(grant))
        } catch let error as StagingError where error.code == .nothingAcceptable {
            // Of a type that none of its workers takes.
            refuse(&decided, error.message)
            _ = try? connection.revoke(.id(grant))
        } catch let error as StagingError where error.code == .noService {
            // What the service knows of it, the next run asks.
            throw error
        } catch is Interrupted where request != nil {
            throw Interrupted()
        } catch {
            _ = try? connection.revoke(.id(grant))
            (decided.outcome.token, decided.outcome.grant) = (nil, nil)
            guard let error = error as? StagingError, !Self.hasEnded.contains(error.code),
                error.code != .noSuchDestination
            else { throw error }
            throw StagingError(error.code, "\(decided.name.quoted): \(error.message)", hint: error.hint)
        }
    }

    private func refuse(_ decided: inout Decided, _ reason: String?) {
        decided.outcome.outcome = .refused
        decided.outcome.reason =
            "the destination \(Path(name).quoted) refused it" + (reason.map { ": \($0)" } ?? "")
        (decided.outcome.token, decided.outcome.grant) = (nil, nil)
    }

    /// Who follows a folder waits until somebody works for the destination: what arrived is not offered a second time.
    private func answer(
        to grant: String, _ request: String?, _ connection: StagingConnection, _ run: RunState
    ) throws -> DropProgress {
        while true {
            do {
                let progress = try firstAnswer(to: grant, request, connection, run)
                run.tellWaiting(nil)
                return progress
            } catch let error as StagingError where error.code == .noSuchDestination && run.options.watching != nil {
                run.tellWaiting("\(error.message); what arrives waits for a worker")
                for _ in 0..<10 {
                    if run.isStopped { throw Interrupted() }
                    Waiting.pause(milliseconds: 100)
                }
            }
        }
    }

    private func firstAnswer(
        to grant: String, _ request: String?, _ connection: StagingConnection, _ run: RunState
    ) throws -> DropProgress {
        let offer = try DestinationOffer(connection.locator, grant, to: name, of: owner, request: request)
        let closer = offer.closer
        return try run.waiting(cancel: { closer.close() }) {
            while let progress = try offer.next() {
                if progress.state != .queued { return progress }
            }
            throw Interrupted()
        }
    }
}
