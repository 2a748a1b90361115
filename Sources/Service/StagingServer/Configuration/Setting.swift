internal import LinuxSystem
internal import StagingModel

/// One setting of the configuration file. ``all`` is the one table of them: the reader, `stage status` and the check of
/// the example file go by it.
struct Setting: Sendable {
    enum Section: String, CaseIterable { case limits, service }

    typealias Problem = ConfigurationError.Problem

    let section: Section
    let name: String
    /// Whether a file may say it several times, each adding to the last.
    var isRepeatable = false
    /// The value as a file would say it; empty for none, and each on its own for a repeatable one.
    let written: @Sendable (ServiceConfiguration) -> [String]
    /// The value of a setting that is a number, in its smallest unit; nil for unlimited.
    var number: @Sendable (ServiceConfiguration) -> Int64? = { _ in nil }
    /// Sets the value that a text means. Never called with an empty text.
    let assign: @Sendable (inout ServiceConfiguration, String) throws(Problem) -> Void
    /// Sets what `from` has.
    let copy: @Sendable (_ from: ServiceConfiguration, _ to: inout ServiceConfiguration) -> Void

    /// Every setting, in the order of the example file.
    static let all: [Setting] = [
        number(.limits, "default-ttl", \.limits.defaultTTL, .duration),
        number(.limits, "max-ttl", \.limits.maximumTTL, .duration),
        number(.limits, "default-lease", \.limits.defaultLease, .duration),
        number(.limits, "max-lease", \.limits.maximumLease, .duration),
        number(.limits, "item-size", \.limits.itemBytes, .size, 1...Int64.max),
        number(.limits, "free-space", \.limits.freeBytes, .size, 0...(1 << 50)),
        number(.limits, "grants-per-user", \.limits.grantsPerUser, .count),
        number(.limits, "areas-per-user", \.limits.areasPerUser, .count),
        number(.limits, "open-receives-per-user", \.limits.openReceivesPerUser, .count),
        number(.limits, "held-originals-per-user", \.limits.heldOriginalsPerUser, .count),
        number(.limits, "tokens-per-grant", \.limits.tokensPerGrant, .count, 1...100_000),
        number(.limits, "connections-per-user", \.limits.connectionsPerUser, .count, 1...100_000),
        number(.limits, "connections", \.limits.connections, .count, 1...100_000),
        // A message holds at least a token with its options, and at most what a process may well keep in memory.
        number(.limits, "message-size", \.limits.messageBytes, .size, (16 << 10)...(1 << 30)),
        // The kernel passes no more than 253 (SCM_MAX_FD).
        number(.limits, "descriptors-per-message", \.limits.descriptorsPerMessage, .count, 1...253),
        // No file system takes more than 255; below 64 an ending and a counter leave no room for a name.
        number(.limits, "name-size", \.limits.nameBytes, .size, 64...255),
        number(.limits, "tree-entries", \.limits.treeEntries, .count),
        number(.limits, "representations", \.limits.representations, .count, 1...100),
        number(.limits, "default-promise", \.limits.defaultPromiseSilence, .duration),
        number(.limits, "max-promise", \.limits.maximumPromiseSilence, .duration),
        number(.limits, "destinations-per-user", \.limits.destinationsPerUser, .count),
        number(.limits, "drop-items", \.limits.dropItems, .count),
        number(.limits, "pasteboards-per-user", \.limits.pasteboardsPerUser, .count),
        number(.limits, "pasteboard-items", \.limits.pasteboardItems, .count, 1...10_000),
        path(.service, "store", \.store),
        path(.service, "socket", \.socket),
        annex,
        number(.service, "idle", \.idleSeconds, .duration),
        flag(.service, "system", \.isSystem),
    ]

    /// What holds when nobody says anything else, and the most that may be said.
    static let defaultsAndMaxima: [(name: String, value: any Field<Int64>, most: String, limit: any Field<Int64>)] = [
        ("default-ttl", \.limits.defaultTTL, "max-ttl", \.limits.maximumTTL),
        ("default-lease", \.limits.defaultLease, "max-lease", \.limits.maximumLease),
        ("default-promise", \.limits.defaultPromiseSilence, "max-promise", \.limits.maximumPromiseSilence),
    ]

    static func named(_ name: String) -> Setting? { all.first { $0.name == name } }
}

// MARK: Kinds of settings

extension Setting {
    typealias Field<Value> = WritableKeyPath<ServiceConfiguration, Value> & Sendable

    private static func number(
        _ section: Section, _ name: String, _ field: any Field<Int64?>, _ unit: SettingUnit, _ range: ClosedRange<Int64>
    ) -> Setting {
        Setting(
            section: section, name: name,
            written: { [$0[keyPath: field].map(unit.text) ?? SettingUnit.unlimited] },
            number: { $0[keyPath: field] },
            assign: { (configuration, text) throws(Problem) in
                configuration[keyPath: field] =
                    text == SettingUnit.unlimited ? nil : try unit.value(text, in: range, mayBeUnlimited: true)
            },
            copy: { $1[keyPath: field] = $0[keyPath: field] })
    }

    private static func number<Number: FixedWidthInteger & Sendable>(
        _ section: Section, _ name: String, _ field: any Field<Number>, _ unit: SettingUnit,
        _ range: ClosedRange<Int64>? = nil
    ) -> Setting {
        Setting(
            section: section, name: name,
            written: { [unit.text(Int64($0[keyPath: field]))] },
            number: { Int64($0[keyPath: field]) },
            assign: { (configuration, text) throws(Problem) in
                configuration[keyPath: field] = Number(try unit.value(text, in: range ?? unit.usualRange))
            },
            copy: { $1[keyPath: field] = $0[keyPath: field] })
    }

    private static func path(_ section: Section, _ name: String, _ field: any Field<Path?>) -> Setting {
        Setting(
            section: section, name: name,
            written: { [$0[keyPath: field]?.text ?? ""] },
            assign: { (configuration, text) throws(Problem) in configuration[keyPath: field] = try absolute(text) },
            copy: { $1[keyPath: field] = $0[keyPath: field] })
    }

    private static func flag(_ section: Section, _ name: String, _ field: any Field<Bool>) -> Setting {
        Setting(
            section: section, name: name,
            written: { [$0[keyPath: field] ? "yes" : "no"] },
            assign: { (configuration, text) throws(Problem) in
                guard ["yes", "no"].contains(text) else { throw Problem("'\(text)' is neither yes nor no") }
                configuration[keyPath: field] = text == "yes"
            },
            copy: { $1[keyPath: field] = $0[keyPath: field] })
    }

    private static let annex = Setting(
        section: .service, name: "annex", isRepeatable: true,
        written: { $0.annexes.isEmpty ? [""] : $0.annexes.map(\.text) },
        assign: { (configuration, text) throws(Problem) in
            let path = try absolute(text)
            guard !configuration.annexes.contains(path) else { throw Problem("'\(text)' is an annex already") }
            configuration.annexes.append(path)
        },
        copy: { $1.annexes = $0.annexes })

    private static func absolute(_ text: String) throws(Problem) -> Path {
        let path = Path(text)
        guard path.isAbsolute else {
            throw Problem("'\(text)' is no absolute path", hint: "a path from the root, such as /srv/stage")
        }
        return path
    }
}
