internal import LinuxSystem
internal import StagingClient
internal import StagingModel

extension CommandContext {
    /// `stage keep PATH [DEST]`
    func keep() throws -> Int32 {
        try Self.cleansUpWhenInterrupted()
        let paths = arguments.paths
        let destination = Destination(
            paths.count > 1 ? paths[1] : ".",
            conflict: arguments.isOn(.force) ? .replace : arguments.isOn(.rename) ? .rename : .fail,
            keepsProvenance: !arguments.isOn(.noProvenance), isDurable: arguments.isOn(.sync))
        let kept = try withProgress("keeping") {
            try connection.keep(paths[0], at: destination, progress: $0)
        }
        if isJSON { try output.result(json: KeptPath(path: kept.text)) } else { try output.result(kept) }
        return 0
    }

    private struct KeptPath: Encodable {
        let path: String
    }

    /// `stage hold PATH --for D`
    func hold() throws -> Int32 {
        guard let span = try span(.forDuration) else {
            preconditionFailure("the parser wants --for")
        }
        let area = try connection.hold(arguments.paths[0], for: span)
        if isJSON { try output.result(json: area) } else { output.note("held until \(area.leaseExpires)") }
        return 0
    }

    /// `stage release PATH...`
    func release() throws -> Int32 {
        try each(of: arguments.paths, hasResults: false) { path in
            let area = try connection.release(path)
            if isJSON { try output.result(json: area) }
        }
    }
}
