@testable import StagingEngine
import Synchronization

/// Both clocks, moved by the test alone.
final class TestClock: Sendable {
    private let moment = Mutex(Moment(boot: 1_000 * second, wall: 1_800_000_000 * second))

    static let second: Int64 = 1_000_000_000

    var now: Moment { moment.withLock { $0 } }

    /// Lets time pass on both clocks; a machine that sleeps is no other case, for the boot clock counts sleep.
    func advance(seconds: Int64, nanoseconds: Int64 = 0) {
        moment.withLock { $0 = $0.advanced(byNanoseconds: seconds * Self.second + nanoseconds) }
    }

    /// Somebody sets the wall clock.
    func setWall(bySeconds seconds: Int64) { moment.withLock { $0.wall += seconds * Self.second } }

    /// The machine starts anew: the boot clock begins at 20 s, and the wall clock has moved on.
    func reboot(wallSeconds: Int64) {
        moment.withLock { $0 = Moment(boot: 20 * Self.second, wall: $0.wall + wallSeconds * Self.second) }
    }
}
