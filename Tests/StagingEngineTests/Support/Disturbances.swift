import Glibc
import LinuxSystem
import SQLite
@testable import StagingEngine
import StagingTestSupport
import Synchronization

/// Statements of the catalogue that fail as on a full disk, and kills.
final class Faults: Sendable {
    private let left = Mutex<Int?>(nil)
    private let isForGood = Mutex(false)
    private let killing = Mutex<(@Sendable () -> Void)?>(nil)

    /// Lets nothing be changed any more from the Nth change on, of the catalogue and, for calls that the kernel makes on
    /// this thread, of the disk: as if the process were killed before it.
    /// - Parameter then: called at that instant.
    func kill(at nth: Int, then: @escaping @Sendable () -> Void, _ body: () throws -> Void) rethrows {
        fail(at: nth, forGood: true)
        killing.withLock { $0 = then }
        defer { killing.withLock { $0 = nil } }
        try SystemFaults.with(
            { SystemFaults.changes.contains($0) && isNext() ? EIO : nil }, body)
    }

    /// Whether this statement fails. Kills come before commits: what is not committed is no change. In the full check
    /// they come before each statement that writes as well.
    func isNext(_ sql: String) -> Bool {
        let isKill = killing.withLock { $0 != nil }
        let isChange =
            LoopBudget.isFull ? !["SELECT", "BEGIN", "PRAGMA"].contains { sql.hasPrefix($0) } : sql == "COMMIT"
        return isKill && !isChange ? left.withLock { $0.map { $0 < 1 } ?? false } : isNext()
    }

    /// Fails the Nth statement from now on, and all after it where that is asked for.
    func fail(at nth: Int, forGood: Bool) {
        left.withLock { $0 = nth }
        isForGood.withLock { $0 = forGood }
    }

    /// No faults any more.
    /// - Returns: whether one came.
    @discardableResult
    func end() -> Bool {
        left.withLock { left in
            defer { left = nil }
            return left.map { $0 <= 0 } ?? false
        }
    }

    private func isNext() -> Bool {
        let nth = left.withLock { left -> Int? in
            guard let nth = left else { return nil }
            left = nth - 1
            return nth
        }
        guard let nth else { return false }
        if nth == 1 { killing.withLock { $0 }?() }
        return nth == 1 || nth < 1 && isForGood.withLock { $0 }
    }
}

/// Something that happens right before a transaction to come.
final class Interruption: Sendable {
    private let next = Mutex<(left: Int, happening: @Sendable () throws -> Void)?>(nil)

    /// Lets it happen before the Nth transaction from now on, once.
    func happen(beforeTransaction nth: Int, _ happening: @escaping @Sendable () throws -> Void) {
        next.withLock { $0 = (nth, happening) }
    }

    func come() throws {
        let due = next.withLock { next -> (@Sendable () throws -> Void)? in
            next?.left -= 1
            guard let now = next, now.left == 0 else { return nil }
            next = nil
            return now.happening
        }
        try due?()
    }
}

/// How many rows each transaction touched.
final class RowCount: Sendable {
    private let counts = Mutex<[Int]>([])

    /// The most that one transaction touched since this was asked last.
    func takeMost() -> Int {
        counts.withLock { counts in
            defer { counts = [] }
            return counts.max() ?? 0
        }
    }

    func add(_ rows: Int) { counts.withLock { $0.append(rows) } }
}

/// A catalogue with an ``Interruption`` before its transactions, whose rows are counted.
struct InterruptedCatalogue: Catalogue {
    let base: any Catalogue
    let interruption: Interruption
    let rows: RowCount

    func transact<Result>(
        durable: Bool, mayUseReserve: Bool, _ body: (any CatalogueTransaction) throws -> Result
    ) throws -> Result {
        try interruption.come()
        return try base.transact(durable: durable, mayUseReserve: mayUseReserve) { transaction in
            guard let connection = (transaction as? SQLiteTransaction)?.connection else { return try body(transaction) }
            let before = connection.totalChanges
            defer { rows.add(Int(connection.totalChanges - before)) }
            return try body(transaction)
        }
    }

    func close() { base.close() }
}
