internal import LinuxSystem
public import StagingModel

/// Pasteboards: what is put there under a name, other processes find by that name, without a token; the scope says who.
///
/// ```swift
/// try await client.copy(.file("film.mkv"))
/// …in another process…
/// let contents = try await client.pasteboard()
/// if contents.types.contains("public.png") { … }
/// let received = try await client.paste()
/// ```
extension StagingClient {
    /// Puts items on a pasteboard of the caller's, in place of what was on it, which ends.
    ///
    /// When it throws, what was on the pasteboard is there still, and nothing new.
    /// - Parameters:
    ///   - items: each with its representations, richest first.
    ///   - name: 1 to 255 bytes without control characters.
    ///   - options: on what terms it is put there.
    /// - Returns: the pasteboard's change count.
    /// - Throws: `StagingError`: `pasteboardChanged`, `limitExceeded`, and what a send throws.
    @discardableResult
    public func copy(
        _ items: [[ItemToSend]], to name: String = PasteboardContents.general, options: CopyOptions = CopyOptions()
    ) async throws -> Int64 {
        try client.copy(items, to: name, options: options)
    }

    /// Puts one item on a pasteboard, as ``copy(_:to:options:)-([[ItemToSend]],_,_)`` does.
    @discardableResult
    public func copy(
        _ item: ItemToSend, to name: String = PasteboardContents.general, options: CopyOptions = CopyOptions()
    ) async throws -> Int64 {
        try client.copy(item, to: name, options: options)
    }

    /// Takes away what is on a pasteboard of the caller's. What was pasted already stays.
    public func clearPasteboard(named name: String = PasteboardContents.general) async throws {
        try client.clearPasteboard(named: name)
    }

    /// What is on a pasteboard: for others than its owner only what they may paste. Nothing is received.
    /// - Parameter owner: the user whose pasteboard it is; nil is the caller's.
    /// - Parameter name: the pasteboard's name.
    /// - Throws: `StagingError` (`noService`) for another user's where no service has those.
    public func pasteboard(
        named name: String = PasteboardContents.general, owner: UInt32? = nil
    ) async throws -> PasteboardContents {
        try client.pasteboard(named: name, owner: owner)
    }

    /// Receives from a pasteboard into an area: the first item with a representation that is acceptable.
    /// - Parameters:
    ///   - owner: the user whose pasteboard it is; nil is the caller's.
    ///   - validator: sees what is on the pasteboard first, on the client's thread; what it throws is thrown, and nothing
    ///     was received. What it has seen is what is received, or `pasteboardChanged` is thrown.
    ///   - options: what is wanted, and for how long.
    ///   - name: the pasteboard's name.
    /// - Throws: `StagingError`: `pasteboardEmpty`, `nothingAcceptable` and others.
    public func paste(
        from name: String = PasteboardContents.general, owner: UInt32? = nil,
        options: ReceiveOptions = ReceiveOptions(),
        validator: (@Sendable (PasteboardContents) throws -> Void)? = nil
    ) async throws -> Received {
        try client.paste(from: name, owner: owner, options: options, validator: validator)
    }

    /// Receives an item on a pasteboard into an area.
    /// - Parameters:
    ///   - item: one of the pasteboard's; nil is the first that has a representation that is acceptable.
    ///   - contents: what was on the pasteboard.
    ///   - options: what is wanted, and for how long.
    /// - Throws: `StagingError`: `pasteboardChanged` where that is not on it any more.
    public func paste(
        _ item: Grant?, of contents: PasteboardContents, options: ReceiveOptions = ReceiveOptions()
    ) async throws -> Received {
        try client.paste(item, of: contents, options: options)
    }

    /// Receives an item on a pasteboard straight to a path, as ``receive(_:to:conflict:options:progress:)`` does.
    public func paste(
        _ item: Grant?, of contents: PasteboardContents, to path: String, conflict: Destination.Conflict = .fail,
        options: ReceiveOptions = ReceiveOptions(),
        progress: @Sendable (_ done: Int64, _ total: Int64) throws -> Void = { _, _ in }
    ) async throws -> Received {
        try client.paste(item, of: contents, to: path, conflict: conflict, options: options, progress: progress)
    }

    /// Receives an item on a pasteboard as an open file, as ``open(_:options:)`` does.
    public func open(
        _ item: Grant?, of contents: PasteboardContents, options: ReceiveOptions = ReceiveOptions()
    ) async throws -> ReceivedFile {
        try client.open(item, of: contents, options: options)
    }

    /// What is on a pasteboard as it is, and again at each change, also where something ends. Each loop over it watches for
    /// itself, over connections of its own, and starts the user's own service where it does not run.
    ///
    /// Who is slow sees the newest state, and not every one. It throws `StagingError` (`noService`) when the service has
    /// ended; a new loop watches on.
    /// - Parameter owner: the user whose pasteboard it is; nil is the caller's.
    /// - Parameter name: the pasteboard's name.
    public nonisolated func pasteboardChanges(
        named name: String = PasteboardContents.general, owner: UInt32? = nil
    ) -> PasteboardChanges {
        PasteboardChanges(locator: locator, name: name, owner: owner)
    }
}

/// What is on a pasteboard, again and again.
public struct PasteboardChanges: AsyncSequence, Sendable {
    let locator: ServiceLocator
    let name: String
    let owner: UInt32?

    package init(locator: ServiceLocator, name: String, owner: UInt32?) {
        self.locator = locator
        self.name = name
        self.owner = owner
    }

    /// Begins a watch, which ends with the iterator or its task.
    public func makeAsyncIterator() -> Iterator {
        let ending = PasteboardWatcher.Ending()
        let (stream, continuation) = AsyncThrowingStream.makeStream(
            of: PasteboardContents.self, throwing: (any Error).self, bufferingPolicy: .bufferingNewest(1))
        continuation.onTermination = { _ in ending.end() }
        do {
            try BlockingThread.start(name: "stage pasteboard", stackSize: 1 << 20) { [self] in
                continuation.finish(
                    throwing: Result {
                        try PasteboardWatcher(locator, name, owner: owner, ending: ending).run { contents in
                            if case .terminated = continuation.yield(contents) { return false }
                            return true
                        }
                    }.failure)
            }
        } catch {
            continuation.finish(throwing: StagingError(.failed, "no thread can be started: \(error.reason)"))
        }
        return Iterator(base: stream.makeAsyncIterator())
    }

    /// One watch.
    public struct Iterator: AsyncIteratorProtocol {
        var base: AsyncThrowingStream<PasteboardContents, any Error>.Iterator

        /// Waits for a change; at first, answers what there is. Nil where the task was cancelled.
        public mutating func next() async throws -> PasteboardContents? { try await base.next() }
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
