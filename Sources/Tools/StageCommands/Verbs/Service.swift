internal import LinuxSystem
internal import StagingClient
internal import StagingModel
internal import StagingProtocol

extension CommandContext {
    /// `stage watch`
    func watch() throws -> Int32 {
        try connection.watch { event in
            try output.result(json: event)
            try output.flush()
            return true
        } ended: { service in
            output.note("\(service == .system ? "the system-wide" : "your own") service ended; the other is watched on")
        }
        return 0
    }

    /// `stage status`
    func status() throws -> Int32 {
        let all = try connection.status()
        if arguments.isOn(.metrics) {
            for line in StatusText.metrics(all) { try output.result(line) }
        } else if isJSON {
            for (_, status) in all { try output.result(json: status) }
        } else {
            for (place, one) in all.enumerated() {
                if place > 0 { try output.result("") }
                for line in StatusText.lines(one.status, of: one.service) { try output.result(line) }
            }
        }
        for (_, status) in all where status.version != StagingInterface.version {
            output.note("this stage is \(StagingInterface.version), and the service \(status.version)")
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
    static func lines(_ status: ServiceStatus, of service: ServiceLocator.Service) -> [String] {
        var lines = [
            "service      \(owner(status, service)), version \(status.version), process \(status.pid)",
            "socket       \(DisplayText.escaped(status.socket))",
            "store        \(DisplayText.escaped(status.store))",
            "up           \(DurationText.rough(status.uptime / 1000))",
            "live         "
                + [(status.grants, "grant"), (status.areas, "area"), (status.connections, "connection")]
                .map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", "),
            "since start  \(status.sent) sent (\(ByteText.size(status.bytesStaged)) staged), \(status.received) received, \(status.refused) refused",
        ]
        for volume in status.volumes {
            if volume.totalBytes == 0 {
                lines.append("volume       \(DisplayText.escaped(volume.path)): not there, or not to be used")
                continue
            }
            lines.append(
                "volume       \(DisplayText.escaped(volume.path)): \(ByteText.size(volume.freeBytes)) of \(ByteText.size(volume.totalBytes)) free, \(volume.reflink ? "" : "no ")reflinks, \(volume.unnamedFiles ? "" : "no ")unnamed files"
            )
        }
        if !status.teams.isEmpty { lines.append("teams        \(status.teams.joined(separator: ", "))") }
        let missing = kernelFeatures.filter { !status.features.contains($0) }.map { "no \($0)" }
        lines.append("kernel       \((status.features + missing).joined(separator: ", "))")
        lines.append("limits")
        for (name, value) in status.limits.sorted(by: { $0.key < $1.key }) {
            lines.append("  \(DisplayText.padded(name, to: 24)) \(limit(name, value))")
        }
        return lines
    }

    /// What a service names in `features` where the kernel has it.
    private static let kernelFeatures = ["peerPidfd", "peerGroups", "pidfd", "openat2"]

    /// Whose service it is.
    private static func owner(_ status: ServiceStatus, _ service: ServiceLocator.Service) -> String {
        switch kind(status, service) {
        case "system": "system-wide"
        case "own": "your own"
        default:
            "shared, \(status.uid == OwnProcess.uid ? "yours" : "of \(Accounts.user(status.uid)?.name ?? "user \(status.uid)")")"
        }
    }

    /// Which service it is, for collectors: one that is reached by `STAGE_SOCKET` is some user's, shared with others.
    private static func kind(_ status: ServiceStatus, _ service: ServiceLocator.Service) -> String {
        status.system ? "system" : service == .named ? "shared" : "own"
    }

    /// A limit with the unit that its name tells.
    private static func limit(_ name: String, _ value: Int64) -> String {
        if value < 0 { return "unlimited" }
        switch name.split(separator: "-").last {
        case "ttl", "lease", "promise": return DurationText.exact(value)
        case "size", "space": return ByteText.size(value)
        default: return String(value)
        }
    }

    /// The Prometheus text format, version 0.0.4.
    static func metrics(_ all: [(service: ServiceLocator.Service, status: ServiceStatus)]) -> [String] {
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
            for (service, status) in all {
                lines.append("\(one.name){service=\"\(kind(status, service))\"} \(one.value(status))")
            }
        }
        return lines
    }
}
