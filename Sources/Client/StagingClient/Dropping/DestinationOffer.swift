internal import LinuxSystem
package import StagingModel
internal import StagingProtocol

/// A grant that was offered to a destination, and what becomes of it; used by one thread, but for `closer`.
///
/// A connection that is lost, as with a service that was killed, is made anew for the same offer.
package final class DestinationOffer {
    private let locator: ServiceLocator
    private let call: OfferDropCall
    private var service: ServiceLocator.Service?
    private var hearing: ServiceConnection?
    private var isOver = false
    private var first: DropProgress?
    /// Ends the wait from another thread; the item stays where it is.
    package let closer = ConnectionCloser()

    /// Offers the grant.
    /// - Parameters:
    ///   - owner: the user whose destination it is; nil is this one.
    ///   - grant: its id.
    ///   - request: the same again is the same offer, whatever became of it; nil is a new one.
    /// - Throws: `StagingError`: `noSuchDestination`, `nothingAcceptable`, `notAdmitted`, `limitExceeded`.
    package init(
        _ locator: ServiceLocator, _ grant: String, to name: String, of owner: UInt32? = nil, request: String? = nil
    ) throws {
        self.locator = locator
        call = OfferDropCall(requestId: request ?? RequestID.random(), name: name, owner: owner, grant: grant)
        first = try wait()
    }

    /// Waits for what comes next.
    /// - Returns: nil when nothing follows: after ``DropItem/State/isFinal``, or once it is closed.
    /// - Throws: `StagingError`, such as `grantExpired` where no worker had it by then.
    package func next() throws -> DropProgress? {
        if let first {
            self.first = nil
            return first
        }
        return try wait()
    }

    private func wait() throws -> DropProgress? {
        let end = SystemClock.boot() + Self.patience
        while !isOver, !closer.isClosed {
            do {
                let hearing = try hearing ?? open()
                self.hearing = hearing
                guard closer.use(hearing) else { break }
                let progress = try hearing.next(OfferDropCall.self)
                isOver = progress.state.isFinal
                return progress
            } catch is ConnectionLost {
                hearing = nil
                if SystemClock.boot() >= end {
                    throw StagingError(.noService, "the service closed the connection without an answer")
                }
            } catch let error as StagingError where error.code == .noService && service != nil {
                // It may be on its way to come back.
                if SystemClock.boot() >= end || closer.isClosed { throw error }
            }
            Waiting.pause(milliseconds: 50)
        }
        hearing = nil
        return nil
    }

    private static let patience: Int64 = 30_000_000_000

    /// Asks the services one after the other which of them has the grant; and from then on that one.
    private func open() throws -> ServiceConnection {
        if let service {
            guard let opened = try locator.connect(to: service, starting: true) else {
                throw StagingError(.noService, "the service has ended")
            }
            try opened.begin(call)
            return opened
        }
        var failure: (any Error)?
        for service in locator.running {
            guard let opened = try locator.connect(to: service, starting: false) else { continue }
            do {
                // Whose grant it is shows at once, and is asked by a call that can be repeated.
                _ = try opened.call(ShowCall(id: call.grant))
                try opened.begin(call)
                self.service = service
                return opened
            } catch let error as StagingError where error.code == .noSuchGrant {
                failure = error
            }
        }
        throw failure ?? StagingError(.noService, "no service runs that could have the grant")
    }
}

extension DestinationOffer {
    /// Offers a grant, and passes on what becomes of it, on a thread of its own.
    package static func stream(
        _ locator: ServiceLocator, _ grant: String, to name: String, of owner: UInt32?
    ) throws -> AsyncThrowingStream<DropProgress, any Error> {
        let offer = Box(try DestinationOffer(locator, grant, to: name, of: owner))
        let closer = offer.value.closer
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: DropProgress.self)
        continuation.onTermination = { _ in closer.close() }
        try BlockingThread.start(name: "stage offer") {
            do {
                while let progress = try offer.value.next() { continuation.yield(progress) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        return stream
    }

    /// Why `@unchecked`: handed to the thread, and used there alone from then on.
    private struct Box: @unchecked Sendable {
        let value: DestinationOffer

        init(_ value: DestinationOffer) { self.value = value }
    }
}

/// What owners do with the items at their destinations.
extension StagingConnection {
    /// The items at the user's destinations that wait, are at work or are dead letters, of every service that runs and of
    /// the own store.
    package func drops(at name: String?, _ each: ([DropItem]) throws -> Void) throws {
        _ = try askAll(startingOwn: true) { connection in
            var cursor: String?
            repeat {
                let answer = try connection.call(ListDropsCall(name: name, cursor: cursor)).answer
                try each(answer.items)
                cursor = answer.cursor
            } while cursor != nil
        }
    }

    /// Lets a dead letter be tried anew.
    package func retryDrop(_ item: String) throws -> DropItem {
        let request = RequestID.random()
        return try askForItem(item) { try $0.call(RetryDropCall(requestId: request, item: item)).answer.item }
    }

    /// Takes an item that waits, or is a dead letter, out.
    package func forgetDrop(_ item: String) throws -> DropItem {
        let request = RequestID.random()
        return try askForItem(item) { try $0.call(ForgetDropCall(requestId: request, item: item)).answer.item }
    }

    private func askForItem(_ item: String, _ body: (ServiceConnection) throws -> DropItem) throws -> DropItem {
        try ask(
            orThrow: StagingError(.noSuchItem, "no service runs that could have the item \(Path(item).quoted)"), body
        )
        .result
    }
}
