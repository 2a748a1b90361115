import LinuxSystem
import StagingModel
import Synchronization

/// What clients were answered, and what they asked for without an answer.
final class Ledger: Sendable {
    /// Something that was sent, or may have been.
    struct Sent: Sendable {
        let name: String
        let content: [String: [UInt8]]
        /// nil while no send of it was answered.
        var grant: Grant?
        /// A moved file's path.
        var moved: Path?
        var uses: Int?
        /// Receives whose confirmation was answered, and receives that were begun.
        var received = 0
        var attempts = 0
        var isRevoked = false
        var mayBeRevoked = false
        /// A thread has it, to receive it or to end it.
        var isTaken = false
    }

    /// Something that was received under a name, or may have been.
    struct Placed: Sendable {
        let content: [String: [UInt8]]
        /// Answered: it has to be there.
        var isAnswered = false
        /// Nothing removes it before it was looked at.
        var isArea = false
        /// The area was released, or may have been.
        var mayBeGone = false
    }

    private struct State {
        var sent: [String: Sent] = [:]
        var placed: [String: Placed] = [:]
        var failures: [String] = []
        var answers = 0
    }

    private let state = Mutex(State())

    var sent: [Sent] { state.withLock { Array($0.sent.values) } }
    var placed: [String: Placed] { state.withLock { $0.placed } }
    var failures: [String] { state.withLock { $0.failures } }
    var answers: Int { state.withLock { $0.answers } }

    func fail(_ text: String) { state.withLock { $0.failures.append(text) } }

    func note(_ sent: Sent) {
        state.withLock {
            $0.sent[sent.name] = sent
            if sent.grant != nil { $0.answers += 1 }
        }
    }

    func change(_ name: String, _ change: (inout Sent) -> Void) {
        state.withLock { state in
            guard var sent = state.sent[name] else { return }
            change(&sent)
            state.sent[name] = sent
        }
    }

    func forget(_ name: String) { state.withLock { $0.sent[name] = nil } }

    /// Hands out something that was sent and answered and that nobody else works with.
    func take(where isWanted: (Sent) -> Bool) -> Sent? {
        state.withLock { state in
            let some = state.sent.values.filter {
                $0.grant != nil && !$0.isTaken && !$0.isRevoked && !$0.mayBeRevoked && isWanted($0)
            }
            guard let one = some.randomElement() else { return nil }
            state.sent[one.name]?.isTaken = true
            return one
        }
    }

    func place(_ path: String, _ placed: Placed) {
        state.withLock {
            $0.placed[path] = placed
            if placed.isAnswered { $0.answers += 1 }
        }
    }

    func forgetPlaced(_ path: String) { state.withLock { $0.placed[path] = nil } }
}
