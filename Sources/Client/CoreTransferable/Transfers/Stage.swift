package import StagingClient

/// Moves transferable values between processes.
///
/// ```swift
/// let sent = try await Stage.send(video, ttl: .seconds(600), scope: .team)
/// …in another process…
/// let video = try await Stage.receive(Video.self, from: token)
/// ```
public enum Stage {
    /// Promises every form in which a value is exported, and answers the grant.
    ///
    /// Nothing is exported now: when a receiver asks for a type, the exporter of the first representation that conforms
    /// to it runs, in this process while it lives. What it makes is staged and stays for the next receiver. To be able to
    /// end before, see `materialize`.
    ///
    /// Each representation's visibility is its scope: `team`, `group`, `ownProcess` as the process and its descendants,
    /// `all`; a representation without that modifier has the grant's scope.
    /// - Parameters:
    ///   - ttl: how long the grant lives; nil is the service's default, an hour unless configured.
    ///   - uses: how often it can be received; nil is without limit.
    ///   - scope: who may receive.
    ///   - materialize: exports and stages every form before this returns, so that this process need not live on.
    ///   - exportDeadline: how long an exporter may take until its receiver gets an error; nil is the service's default,
    ///     a minute unless configured, and it sets the most.
    ///   - allowsExecutable: programs and scripts may come under another type or name.
    ///   - service: where to send it.
    ///   - value: what is sent.
    /// - Returns: the grant with its token. It may be dropped: the promise stands without it.
    /// - Throws: ``TransferError/notExportable(_:)`` where there is no form; `StagingError`; with `materialize` what an
    ///   exporter throws, and the grant is revoked then.
    @discardableResult
    public static func send<Item: Transferable>(
        _ value: Item, ttl: Duration? = nil, uses: Int? = nil, scope: Scope = .team, materialize: Bool = false,
        exportDeadline: Duration? = nil, allowsExecutable: Bool = false, service: StageService = .usual
    ) async throws -> SentItem {
        let item = await OfferedItem(value)
        guard !item.forms.isEmpty else { throw TransferError.notExportable(value.explainExport(as: nil)) }
        var options = SendOptions()
        options.ttl = ttl
        options.uses = uses
        options.scope = scope
        options.allowsExecutable = allowsExecutable
        return try await send(item, options, materialize, exportDeadline, service)
    }

    package static func send(
        _ item: OfferedItem, _ options: SendOptions, _ materialize: Bool, _ exportDeadline: Duration?,
        _ service: StageService
    ) async throws -> SentItem {
        let (grant, standing) = try await ServiceWork.run(service) { connection in
            try ExportHub.shared.send(item, options, service, exportDeadline: exportDeadline, over: connection)
        }
        let sent = try SentItem(grant, standing)
        if materialize {
            do {
                try await sent.materialize()
            } catch {
                // Also where the task was cancelled: a send that failed leaves nothing.
                await Task.detached { try? await sent.revoke() }.value
                throw error
            }
        }
        return sent
    }

    /// What a grant offers to this process: its representations with their types, names and sizes. Nothing is received.
    /// - Throws: `StagingError`.
    public static func offers(of token: Token, service: StageService = .usual) async throws -> Grant {
        try await ServiceWork.run(service) { try $0.show(.token(token)) }
    }
}
