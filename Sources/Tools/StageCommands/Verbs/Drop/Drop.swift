internal import LinuxSystem
internal import StagingClient
internal import StagingModel
internal import Synchronization

extension CommandContext {
    /// `stage drop [NAME]`
    func drop() throws -> Int32 {
        let name = try arguments.positionals.first.map { try Values.text($0) }
        if arguments.isOn(.list) { return try listDrops(at: name) }
        if let item = try arguments.value(.retry, as: Values.text) {
            return try changed(connection.retryDrop(item), "waits again")
        }
        if let item = try arguments.value(.forget, as: Values.text) {
            return try changed(connection.forgetDrop(item), "is taken out")
        }
        return try work(at: name ?? "general")
    }

    private func changed(_ item: DropItem, _ what: String) throws -> Int32 {
        if isJSON { try output.result(json: item) } else { output.note("the item \(item.id) \(what)") }
        return 0
    }

    private func listDrops(at name: String?) throws -> Int32 {
        var all: [DropItem] = []
        try connection.drops(at: name) { items in
            if isJSON {
                for item in items { try output.result(json: item) }
            } else {
                all += items
            }
        }
        if isJSON { return 0 }
        if all.isEmpty {
            output.note("nothing waits, is at work or is a dead letter")
        } else {
            try output.result(DropText.table(all))
        }
        return 0
    }

    // MARK: Working

    private func work(at name: String) throws -> Int32 {
        let jobs = try arguments.value(.jobs, as: Values.count) ?? 1
        let count = try arguments.isOn(.once) ? 1 : arguments.value(.count, as: Values.count)
        if let folder = arguments.path(.to), (try? FileStatus.of(folder, followLinks: true))?.kind != .directory {
            throw UsageError("--to: \(folder.quoted) is no directory", hint: "make it first")
        }
        var options = DestinationOptions()
        options.accept = try arguments.values(.accept, as: Values.types).flatMap { $0 }
        options.scope = try subject(arguments.value(.scope, as: ScopeText.parse).map(Scope.init) ?? .team(nil))
        options.tries = try arguments.value(.tries, as: Values.count)
        let work = DropWork(
            name: name, options: options, command: arguments.isOn(.exec) ? arguments.values(.exec) : nil,
            folder: arguments.path(.to), most: try arguments.value(.maxSize, as: Values.byteCount),
            least: try arguments.value(.minSize, as: Values.byteCount), count: count, output: output)
        try ProcessControl.onTermination { signal in work.interrupt(signal) }
        return try work.run(jobs: min(jobs, count ?? jobs))
    }
}

/// Items as people are shown them.
enum DropText {
    static func table(_ items: [DropItem]) -> Table {
        var table = Table([
            .left("ITEM"), .left("DESTINATION"), .left("STATE"), .right("TRIES"), .left("SENDER"), .right("SIZE"),
            .left("TYPE"), .flexible("NAME"), .flexible("REASON"),
        ])
        for item in items {
            let first = item.grant.representations.first
            table.add([
                item.id, item.destination, state(item), "\(item.tries)/\(item.mostTries)",
                item.grant.sender.user ?? "user \(item.grant.sender.uid)", first.map { ByteText.size($0.size) } ?? "-",
                first?.type ?? "-", first?.name ?? "-", item.reason ?? "-",
            ])
        }
        return table
    }

    private static func state(_ item: DropItem) -> String {
        switch item.state {
        case .queued: "waiting"
        case .accepted: item.worker.map { "at work (\($0))" } ?? "at work"
        case .dead: "dead"
        case .refused, .done: item.state.rawValue
        }
    }
}

/// What a worker prints of an item that it has taken, with `--json`.
struct TakenItem: Encodable {
    let item: String
    let name: String
    let type: String
    let size: Int64
    let path: String?
}
