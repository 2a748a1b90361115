internal import LinuxSystem
internal import StagingClient
internal import StagingModel
internal import Synchronization

/// An item of which this process has promised forms, and the exports of it that are under way.
final class StandingItem: Sendable {
    let item: OfferedItem
    let service: StageService
    let events = ExportEvents()
    private let keeper: PromiseKeeper
    private let allowsExecutable: Bool
    private let state = Mutex(State())

    private struct State {
        var grant = ""
        var hasEnded = false
        var exports: [Int: Task<Void, any Error>] = [:]
    }

    init(_ item: OfferedItem, _ service: StageService, _ keeper: PromiseKeeper, allowsExecutable: Bool) {
        self.item = item
        self.service = service
        self.keeper = keeper
        self.allowsExecutable = allowsExecutable
    }

    func begin(as grant: String) { state.withLock { $0.grant = grant } }

    /// Ends what is under way: the grant has ended.
    func end() {
        let exports = state.withLock { state in
            state.hasEnded = true
            defer { state.exports = [:] }
            return state.exports.values
        }
        for export in exports { export.cancel() }
        events.end()
    }

    /// Exports the form that somebody waits for.
    func want(_ place: Int) { _ = export(place) }

    /// Nobody waits for the form any more.
    func leave(_ place: Int) { state.withLock { $0.exports[place] }?.cancel() }

    /// Stages every form.
    func materialize() async throws {
        for place in item.forms.indices {
            guard let task = export(place) else {
                throw StagingError(.noSuchGrant, "the grant \(state.withLock { $0.grant }) has ended")
            }
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }

    /// Begins an export, or joins the one that is under way.
    /// - Returns: nil where there is nothing to export any more.
    private func export(_ place: Int) -> Task<Void, any Error>? {
        guard item.forms.indices.contains(place) else { return nil }
        return state.withLock { state in
            if state.hasEnded { return nil }
            if let running = state.exports[place] { return running }
            let grant = state.grant
            let task = Task {
                defer { self.state.withLock { $0.exports[place] = nil } }
                try await self.run(place, for: grant)
            }
            state.exports[place] = task
            return task
        }
    }

    private func run(_ place: Int, for grant: String) async throws {
        let form = item.forms[place]
        events.tell(.began(form.contentType))
        do {
            let content = try await form.export()
            try Task.checkCancellation()
            let keeper = keeper
            let events = events
            let allowsExecutable = allowsExecutable
            _ = try await ServiceWork.run(service) { connection in
                let (item, mode) = try content.source(form)
                try connection.supply(
                    item, for: grant, place: place, mode: mode, promisedBy: keeper,
                    allowsExecutable: allowsExecutable
                ) { events.tell(.staged(form.contentType, completed: $0, total: $1)) }
            }
            events.tell(.finished(form.contentType))
        } catch {
            if Task.isCancelled {
                events.tell(.cancelled(form.contentType))
                throw error
            }
            events.tell(.failed(form.contentType, error))
            await fail(place, of: grant, error)
            throw error
        }
    }

    /// Tells who waits. A service that refused what was exported has told them already.
    private func fail(_ place: Int, of grant: String, _ error: any Error) async {
        let keeper = keeper
        let message = "\(error)"
        try? await ServiceWork.run(service) {
            try $0.failExport(of: grant, place: place, message, promisedBy: keeper)
        }
    }
}
