internal import LinuxSystem
public import StagingModel

/// Looks at what is on a pasteboard, before any byte moves, and throws where that is not to be pasted.
public typealias PasteboardValidator = (PasteboardContents) throws -> Void

/// Pasteboards: what is put there under a name, other processes find by that name, without a token; the scope says who.
extension BlockingStagingClient {
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
    ) throws -> Int64 {
        try connection.copy(items, to: name, options)
    }

    /// Puts one item on a pasteboard, as ``copy(_:to:options:)-([[ItemToSend]],_,_)`` does.
    @discardableResult
    public func copy(
        _ item: ItemToSend, to name: String = PasteboardContents.general, options: CopyOptions = CopyOptions()
    ) throws -> Int64 {
        try connection.copy([[item]], to: name, options)
    }

    /// Takes away what is on a pasteboard of the caller's. What was pasted already stays.
    public func clearPasteboard(named name: String = PasteboardContents.general) throws {
        try connection.copy([], to: name)
    }

    /// What is on a pasteboard: for others than its owner only what they may paste. Nothing is received.
    /// - Parameter owner: the user whose pasteboard it is; nil is the caller's.
    /// - Parameter name: the pasteboard's name.
    /// - Throws: `StagingError` (`noService`) for another user's where no service has those.
    public func pasteboard(
        named name: String = PasteboardContents.general, owner: UInt32? = nil
    ) throws -> PasteboardContents {
        try connection.pasteboard(name, owner: owner)?.contents
            ?? PasteboardContents(name: name, owner: owner ?? OwnProcess.uid, changeCount: 0, items: [])
    }

    /// Receives from a pasteboard into an area: the first item with a representation that is acceptable.
    /// - Parameters:
    ///   - owner: the user whose pasteboard it is; nil is the caller's.
    ///   - validator: sees what is on the pasteboard first; what it throws is thrown, and nothing was received. What it has
    ///     seen is what is received, or `pasteboardChanged` is thrown.
    ///   - options: what is wanted, and for how long.
    ///   - name: the pasteboard's name.
    /// - Throws: `StagingError`: `pasteboardEmpty`, `nothingAcceptable` and others.
    public func paste(
        from name: String = PasteboardContents.general, owner: UInt32? = nil,
        options: ReceiveOptions = ReceiveOptions(), validator: PasteboardValidator? = nil
    ) throws -> Received {
        let contents = try pasteboard(named: name, owner: owner)
        try validator?(contents)
        return try paste(nil, of: contents, options: options)
    }

    /// Receives an item on a pasteboard into an area.
    /// - Parameters:
    ///   - item: one of the pasteboard's; nil is the first that has a representation that is acceptable.
    ///   - contents: what was on the pasteboard.
    ///   - options: what is wanted, and for how long.
    /// - Throws: `StagingError`: `pasteboardChanged` where that is not on it any more.
    public func paste(
        _ item: Grant?, of contents: PasteboardContents, options: ReceiveOptions = ReceiveOptions()
    ) throws -> Received {
        var options = options
        options.delivery = .area
        let pending = try connection.receive(contents.name(of: item), options)
        try connection.confirm(pending)
        return pending.received
    }

    /// Receives an item on a pasteboard straight to a path, as ``receive(_:to:conflict:options:progress:)`` does.
    public func paste(
        _ item: Grant?, of contents: PasteboardContents, to path: String, conflict: Destination.Conflict = .fail,
        options: ReceiveOptions = ReceiveOptions(),
        progress: (_ done: Int64, _ total: Int64) throws -> Void = { _, _ in }
    ) throws -> Received {
        try connection.receive(
            contents.name(of: item), options, to: Destination(Path(path), conflict: conflict), progress: progress)
    }

    /// Receives an item on a pasteboard as an open file, as ``open(_:options:)`` does.
    public func open(
        _ item: Grant?, of contents: PasteboardContents, options: ReceiveOptions = ReceiveOptions()
    ) throws -> ReceivedFile {
        var options = options
        options.delivery = .descriptor
        return try Self.file(connection.receive(contents.name(of: item), options))
    }
}

extension PasteboardContents {
    /// The name of everybody's usual pasteboard.
    public static let general = "general"
}
