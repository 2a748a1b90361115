internal import LinuxSystem
public import StagingModel

extension StagingClient {
    // MARK: Destinations

    /// Works at a destination of this user's: what is sent to its name comes as a sequence of items. Several workers, in
    /// this process or others, share the work.
    /// - Parameter name: 1 to 255 bytes without control characters.
    /// - Parameter options: how it works, and what is taken.
    /// - Returns: the items; the destination is open until it is not held any more, or its loop has ended.
    /// - Throws: `StagingError`: `invalidRequest`, `limitExceeded`, `noService`.
    public func openDestination(
        _ name: String = "general", options: DestinationOptions = DestinationOptions()
    ) async throws -> DroppedItems {
        try DroppedItems(client.connection.locator, name, options)
    }

    /// Offers a grant of this user's to a destination, and tells what becomes of it.
    ///
    /// The item stays where it is when the sequence is not held any more; revoking the grant takes it back.
    /// - Parameters:
    ///   - grant: the id of a grant without a limit of uses.
    ///   - owner: the user whose destination it is; nil is this one.
    ///   - name: the destination's name.
    /// - Returns: the states that the item comes to, until it is refused, done or dead. Iterating throws where the grant
    ///   ends before a worker has the item.
    /// - Throws: `StagingError`: `noSuchDestination`, `nothingAcceptable`, `notAdmitted`, `limitExceeded`.
    public func offer(
        grant: String, to name: String = "general", of owner: UInt32? = nil
    ) async throws -> AsyncThrowingStream<DropProgress, any Error> {
        try DestinationOffer.stream(client.connection.locator, grant, to: name, of: owner)
    }

    /// The items at this user's destinations that wait, are at work or are dead letters.
    /// - Parameter name: of one destination; nil is all of them.
    public func items(at name: String? = nil) async throws -> [DropItem] {
        var all: [DropItem] = []
        try client.connection.drops(at: name) { all += $0 }
        return all
    }

    /// Lets a dead letter be tried anew.
    @discardableResult
    public func retry(item: String) async throws -> DropItem { try client.connection.retryDrop(item) }

    /// Takes an item that waits, or is a dead letter, out of a destination of this user's.
    @discardableResult
    public func forget(item: String) async throws -> DropItem { try client.connection.forgetDrop(item) }
}
