internal import LinuxSystem
package import StagingModel
package import StagingProtocol

/// Pasteboards lie in the service that their scopes need: the user's own has those of its user alone, the system-wide
/// one what others may paste too. A user's pasteboard is one all the same: what is put on it in one service takes the
/// place of what was on it in the other.
extension StagingConnection {
    /// Puts items on a pasteboard of the caller's, in place of what was on it; none clears it.
    ///
    /// Blocks until the bytes are staged. When it throws, what was on the pasteboard is there still, and nothing new.
    /// - Parameters:
    ///   - items: each with its representations, richest first.
    ///   - progress: as of ``send(_:_:to:progress:report:)``.
    ///   - report: told of what could not be done afterwards.
    /// - Returns: the pasteboard's change count.
    /// - Throws: `StagingError`: `pasteboardChanged`, `limitExceeded`, and what a send throws.
    @discardableResult
    package func copy(
        _ items: [[ItemToSend]], to name: String, _ options: CopyOptions = CopyOptions(),
        progress: CopyProgress? = nil, report: (String) -> Void = { _ in }
    ) throws -> Int64 {
        let scopes = [options.scope] + items.flatMap { $0 }.compactMap(\.scope)
        return try setPasteboard(
            name, options, scopes: scopes, isClearing: items.isEmpty, report: report
        ) { service, grants in
            for item in items {
                grants.append(try send(item, options.sending, to: service, progress: progress).id)
            }
        }
    }

    /// Puts grants that `send` makes in the service that it is told on a pasteboard, as ``copy(_:to:_:progress:report:)``
    /// does with items.
    package func setPasteboard(
        _ name: String, _ options: CopyOptions, scopes: [Scope], isClearing: Bool = false,
        report: (String) -> Void = { _ in },
        _ send: (_ service: ServiceLocator.Service, _ grants: inout [String]) throws -> Void
    ) throws -> Int64 {
        let (service, changeCount) = try place(ofCopying: scopes, isClearing: isClearing, to: name, options)
        var grants: [String] = []
        var isUnknown = false
        do {
            try send(service, &grants)
            isUnknown = true
            let call = SetPasteboardCall(
                requestId: RequestID.random(), name: name, grants: grants, changeCount: changeCount,
                append: options.appends ? true : nil, bind: options.bind == nil ? nil : true)
            let count = try with(service, starting: !isClearing) {
                try $0.call(call, descriptors: options.bind.map { [$0] } ?? []).answer.changeCount
            }
            if !options.appends { clear(name, notIn: service, report) }
            return count ?? 0
        } catch {
            // A service that went away may have put them there.
            let code = (error as? StagingError)?.code
            if !isUnknown || code != .noService { revoke(grants, in: service) }
            throw error
        }
    }

    /// Where what is copied is to lie, and the change count that is to be found there.
    private func place(
        ofCopying scopes: [Scope], isClearing: Bool, to name: String, _ options: CopyOptions
    ) throws -> (ServiceLocator.Service, changeCount: Int64?) {
        let needed = service(forSending: scopes)
        guard isClearing || options.appends || options.changeCount != nil, let present = try pasteboard(name) else {
            return (needed, options.changeCount)
        }
        if let expected = options.changeCount, expected != present.contents.changeCount {
            throw StagingError(
                .pasteboardChanged,
                "the pasteboard \(Path(name).quoted) has changed since: its change count is \(present.contents.changeCount)",
                hint: "look again: stage paste --list")
        }
        if isClearing { return (present.service, options.changeCount) }
        if present.service == needed { return (needed, options.changeCount) }
        guard !options.appends || present.contents.items.isEmpty else {
            // In the other service the same scope would mean others.
            throw StagingError(
                .invalidRequest,
                present.service == .own
                    ? "what is on the pasteboard is for you alone, and this scope reaches beyond your user"
                    : "what is on the pasteboard is for others too, and this scope for you alone",
                hint: "copy all of it together, or name a scope that is like the other")
        }
        return (needed, nil)
    }

    private func revoke(_ grants: [String], in service: ServiceLocator.Service) {
        for grant in grants {
            // It ends by itself in time.
            _ = try? with(service) { try $0.call(RevokeCall(requestId: RequestID.random(), id: grant)) }
        }
    }

    /// Takes away what is on the pasteboard in the other service.
    private func clear(_ name: String, notIn service: ServiceLocator.Service, _ report: (String) -> Void) {
        for (other, starting) in pasteboardServices where other != service {
            do {
                try with(other, starting: starting) { connection in
                    let there = try connection.call(GetPasteboardCall(name: name)).answer.pasteboard
                    if there.items.isEmpty { return }
                    _ = try connection.call(
                        SetPasteboardCall(requestId: RequestID.random(), name: name, grants: []))
                }
            } catch {
                report("what was on the pasteboard in the other service of yours stays there: \(error)")
            }
        }
    }

    // MARK: Looking

    /// The services that the caller's pasteboards may lie in, and whether to start them.
    private var pasteboardServices: [(ServiceLocator.Service, starting: Bool)] {
        locator.running.map { ($0, starting: $0 == .own && locator.hasOwnStore) }
    }

    private func services(of owner: UInt32?) throws -> [(ServiceLocator.Service, starting: Bool)] {
        guard let owner, owner != OwnProcess.uid, locator.running != [.named] else { return pasteboardServices }
        // Nobody else is in the user's own service.
        guard try with(.system, starting: false, { _ in }) != nil else {
            throw StagingError(
                .noService, "no system-wide service runs, and only that has pasteboards of other users",
                hint: "an administrator can set it up: see Config/systemd; or name a service by STAGE_SOCKET")
        }
        return [(.system, starting: false)]
    }

    /// What is on a pasteboard: in the user's own service, or where nothing is there, in the system-wide one.
    /// - Parameter owner: nil is the caller's user.
    /// - Returns: nil where no service runs that could have anything.
    /// - Throws: `StagingError`: `noService`.
    package func pasteboard(
        _ name: String, owner: UInt32? = nil
    ) throws -> (contents: PasteboardContents, service: ServiceLocator.Service)? {
        var empty: (PasteboardContents, ServiceLocator.Service)?
        for (service, starting) in try services(of: owner) {
            let contents = try with(service, starting: starting) {
                try $0.call(GetPasteboardCall(name: name, owner: owner)).answer.pasteboard
            }
            guard let contents else { continue }
            if !contents.items.isEmpty { return (contents, service) }
            empty = empty ?? (contents, service)
        }
        return empty
    }

    // MARK: Receiving

    /// Asks for an item on a pasteboard, as ``receive(_:_:progress:)`` does for what a token names.
    /// - Throws: `StagingError`: `pasteboardChanged`, `pasteboardEmpty` and others; nothing was received then.
    package func receive(
        _ item: PasteboardItem, _ options: ReceiveOptions, progress: CopyProgress? = nil
    ) throws -> PendingReceive {
        var call = ReceiveCall(options)
        call.pasteboard = item
        var failure: StagingError?
        for (service, starting) in try services(of: item.owner) {
            do {
                let pending = try with(service, starting: starting) {
                    try call.receive(options.bind, over: $0, progress)
                }
                if let pending { return pending }
            } catch let error as StagingError where [.pasteboardChanged, .pasteboardEmpty].contains(error.code) {
                failure = failure ?? error
            }
        }
        throw failure ?? .emptyPasteboard(item.name)
    }

    /// Receives an item straight to a file or directory, as ``receive(_:_:to:progress:)`` does.
    package func receive(
        _ item: PasteboardItem, _ options: ReceiveOptions, to destination: Destination, progress: CopyProgress
    ) throws -> Received {
        var options = options
        options.delivery = .descriptor
        return try place(try receive(item, options), at: destination, progress: progress)
    }
}

extension StagingError {
    /// What a pasteboard with nothing on it answers.
    package static func emptyPasteboard(_ name: String) -> StagingError {
        StagingError(
            .pasteboardEmpty, "the pasteboard \(Path(name).quoted) is empty", hint: "stage copy puts something on it")
    }
}

extension PasteboardContents {
    /// What names one of the items to the service; nil for the first that fits.
    package func name(of item: Grant?) -> PasteboardItem {
        PasteboardItem(
            name: name, owner: owner == OwnProcess.uid ? nil : owner, item: item?.id, changeCount: changeCount)
    }
}
