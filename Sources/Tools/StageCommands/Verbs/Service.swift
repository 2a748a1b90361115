internal import LinuxSystem
internal import StagingClient
internal import StagingModel

extension CommandContext {
    /// `stage watch`
    func watch() throws -> Int32 {
        try connection.watch { event in
            try output.result(json: event)
            try output.flush()
            return true
        }
        return 0
    }

    /// `stage status`
    func status() throws -> Int32 {
        let all = try connection.status()
        if arguments.isOn(.metrics) {
            for line in StatusText.metrics(all) { try output.result(line) }
        } else if isJSON {
            for status in all { try output.result(json: status) }
        } else {
            for (place, status) in all.enumerated() {
                if place > 0 { try output.result("") }
                for line in StatusText.lines(status) { try output.result(line) }
            }
        }
        return 0
    }

    /// `stage stop`
    func stop() throws -> Int32 {
        if try !connection.stop() { output.note("no service of yours runs") }
        return 0
    }

    /// `stage completions SHELL`
    func completions() throws -> Int32 {
        let name = String(decoding: arguments.positionals[0], as: UTF8.self)
        guard let shell = Shell(rawValue: name) else {
            throw UsageError(
                "'\(DisplayText.escaped(name))' is no shell that stage knows",
                hint: "one of \(Shell.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        try output.text(shell.completions)
        return 0
    }
}

/// The status as people and collectors are shown it.
enum StatusText {
    static func lines(_ status: ServiceStatus) -> [String] {
        var lines = [
            "service      \(status.system ? "system-wide" : "your own"), version \(status.version), process \(status.pid), user \(status.uid)",
            "socket       \(DisplayText.escaped(status.socket))",
            "store        \(DisplayText.escaped(status.store))",
            "up           \(DurationText.rough(status.uptime / 1000))",
            "live         \(status.grants) grants, \(status.areas) areas, \(status.connections) connections",
            "since start  \(status.sent) sent (\(ByteText.size(status.bytesStaged)) staged), \(status.received) received, \(status.refused) refused",
        ]
        for volume in status.volumes {
            let features =
                (volume.reflink ? ["reflink"] : []) + (volume.unnamedFiles ? ["unnamed files"] : [])
            lines.append(
                "volume       \(DisplayText.escaped(volume.path)): \(ByteText.size(volume.freeBytes)) of \(ByteText.size(volume.totalBytes)) free"
                    + (features.isEmpty ? "" : ", " + features.joined(separator: ", ")))
        }
        if !status.teams.isEmpty { lines.append("teams        \(status.teams.joined(separator: ", "))") }
        if !status.features.isEmpty { lines.append("kernel       \(status.features.joined(separator: ", "))") }
        lines.append("limits")
        for (name, value) in status.limits.sorted(by: { $0.key < $1.key }) {
            lines.append("  \(DisplayText.padded(name, to: 24)) \(value < 0 ? "unlimited" : String(value))")
        }
        return lines
    }

    /// The Prometheus text format, version 0.0.4.
    static func metrics(_ all: [ServiceStatus]) -> [String] {
        let series: [(name: String, kind: String, help: String, value: (ServiceStatus) -> Int64)] = [
            ("stage_grants", "gauge", "Active grants.", { Int64($0.grants) }),
            ("stage_areas", "gauge", "Areas.", { Int64($0.areas) }),
            ("stage_connections", "gauge", "Open connections.", { Int64($0.connections) }),
            ("stage_uptime_seconds", "gauge", "Seconds since the start.", { $0.uptime / 1000 }),
            ("stage_sent_total", "counter", "Items sent since the start.", { Int64($0.sent) }),
            ("stage_received_total", "counter", "Receives confirmed since the start.", { Int64($0.received) }),
            ("stage_staged_bytes_total", "counter", "Bytes staged since the start.", { $0.bytesStaged }),
            ("stage_refused_total", "counter", "Requests refused since the start.", { Int64($0.refused) }),
        ]
        var lines: [String] = []
        for one in series {
            lines += ["# HELP \(one.name) \(one.help)", "# TYPE \(one.name) \(one.kind)"]
            for status in all {
                lines.append("\(one.name){service=\"\(status.system ? "system" : "own")\"} \(one.value(status))")
            }
        }
        return lines
    }
}
