@testable import StagingEngine
import Synchronization

/// Statements of the catalogue that fail as on a full disk.
final class Faults: Sendable {
    private let left = Mutex<Int?>(nil)
    private let isForGood = Mutex(false)

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

    func isNext() -> Bool {
        left.withLock { left in
            guard let nth = left else { return false }
            left = nth - 1
            return nth == 1 || nth < 1 && isForGood.withLock { $0 }
        }
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

/// A catalogue with an ``Interruption`` before its transactions.
struct InterruptedCatalogue: Catalogue {
    let base: any Catalogue
    let interruption: Interruption

    func transact<Result>(
        durable: Bool, mayUseReserve: Bool, _ body: (any CatalogueTransaction) throws -> Result
    ) throws -> Result {
        try interruption.come()
        return try base.transact(durable: durable, mayUseReserve: mayUseReserve, body)
    }

    func close() { base.close() }
}
