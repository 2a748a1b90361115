internal import BatchImport

/// What an import says to people and programs.
enum ImportText {
    /// The outcome as a JSON line. Written out by hand: there is one for each of many files, and the encoder takes longer
    /// than a small file does.
    static func line(_ outcome: ImportOutcome) -> String {
        var line = "{"
        func add(_ key: String, _ value: String?) {
            guard let value else { return }
            if line.utf8.count > 1 { line += "," }
            line += "\"\(key)\":\(JSONText.quoted(value))"
        }
        add("source", outcome.source)
        add("entry", outcome.entry)
        add("type", outcome.type)
        if let size = outcome.size { line += ",\"size\":\(size)" }
        add("outcome", outcome.outcome.rawValue)
        add("destination", outcome.destination)
        add("token", outcome.token)
        add("grant", outcome.grant)
        add("reason", outcome.reason)
        add("hint", outcome.hint)
        add("error", outcome.error)
        add("sha256", outcome.sha256)
        return line + "}"
    }

    /// What the progress line begins with.
    static func label(_ progress: ImportProgress) -> String {
        let all = progress.allEntries.map { " of \($0)" } ?? ""
        let refused = progress.refused > 0 ? ", \(progress.refused) refused" : ""
        return "\(progress.entries)\(all) files\(refused)"
    }

    /// The line at the end.
    static func summary(_ summary: ImportSummary, isMove: Bool, isWatch: Bool) -> String {
        var parts = ["\(isMove ? "moved" : "imported") \(summary.imported) (\(ByteText.size(summary.bytes)))"]
        if summary.before > 0 { parts.append("\(summary.before) done before") }
        if summary.refused > 0 { parts.append("\(summary.refused) refused") }
        if summary.duplicates > 0 {
            parts.append("\(summary.duplicates) \(summary.duplicates == 1 ? "duplicate" : "duplicates")")
        }
        if summary.failed > 0 { parts.append("\(summary.failed) failed") }
        if summary.stayed > 0 { parts.append("\(summary.stayed) could not be taken away") }
        if summary.skipped > 0 {
            let reasons = summary.reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
                "\($0.value) \($0.key)"
            }
            parts.append("left out \(summary.skipped): \(reasons.joined(separator: "; "))")
        }
        return (summary.isCancelled && !isWatch ? "interrupted: " : "") + parts.joined(separator: ", ")
    }

    /// A job for people.
    static func lines(_ status: ImportJob.Status) -> [String] {
        [
            "job          \(DisplayText.escaped(status.job))\(status.isRunning ? ", running" : "")",
            "destination  \(DisplayText.escaped(status.destination))",
            "imported     \(status.imported) (\(ByteText.size(status.bytes)))",
            "refused      \(status.refused)",
            "duplicates   \(status.duplicates)",
            "unfinished   \(status.unfinished)",
            "failed       \(status.failed)",
        ]
    }
}
