internal import LinuxSystem

/// Reads configuration files, one after the other, into one configuration.
///
/// A file has lines: `[section]`, `name = value`, and comments that begin with `#`. A name without a value has its
/// default again, whatever an earlier file said.
struct ConfigurationReader {
    typealias Problem = ConfigurationError.Problem

    /// Finds a user's number by name.
    var userID: (String) -> UInt32? = { Accounts.user(named: $0)?.uid }

    private var configuration = ServiceConfiguration()
    /// Where each setting got the value that counts.
    private var places: [String: (file: String, line: Int)] = [:]

    init() {}

    /// Reads one file's text.
    /// - Parameters:
    ///   - file: its name, for messages.
    ///   - takesService: whether its `[service]` section counts, or is only checked.
    /// - Throws: ``ConfigurationError`` for the first thing that is wrong.
    mutating func read(_ text: String, file: String, takesService: Bool = true) throws(ConfigurationError) {
        var state = FileState(name: file, takesService: takesService)
        // In Swift, CR LF is one character.
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (index, line) in lines.enumerated() {
            state.line = index + 1
            do {
                try take(line.trimmed, &state)
            } catch {
                throw ConfigurationError(file: file, line: state.line, error)
            }
        }
    }

    private mutating func take(_ line: Substring, _ state: inout FileState) throws(Problem) {
        if line.isEmpty || line.hasPrefix("#") { return }
        if line.hasPrefix("[") {
            let section = try Self.section(line)
            if case .team(let name) = section {
                try state.note("[team \(name)]")
                configuration.teams[name] = []
            }
            state.section = section
            return
        }
        guard let equals = line.firstIndex(of: "=") else {
            throw Problem("'\(line.shown)' is no setting", hint: "name = value")
        }
        let name = String(line[..<equals].trimmed)
        let value = String(line[line.index(after: equals)...].trimmed)
        switch state.section {
        case nil: throw Problem("'\(name.shown)' stands before any section", hint: Self.sections)
        case .team(let team):
            guard name == "members" else {
                throw Problem("a team has no setting '\(name.shown)'", hint: "members = alice, bob, 1003")
            }
            try state.note("members of team \(team)")
            configuration.teams[team] = try members(value)
        case .settings(let section):
            try take(try Self.setting(name, in: section), value, &state)
        }
    }

    private mutating func take(_ setting: Setting, _ value: String, _ state: inout FileState) throws(Problem) {
        let isFirst = state.lines[setting.name] == nil
        if isFirst || !setting.isRepeatable { try state.note(setting.name) }
        if setting.section == .service, !state.takesService {
            return try Self.assign(setting, value, isFirst: isFirst, to: &state.discarded)
        }
        try Self.assign(setting, value, isFirst: isFirst, to: &configuration)
        places[setting.name] = value.isEmpty ? nil : (state.name, state.line)
    }

    /// The configuration, when all files are read.
    /// - Throws: ``ConfigurationError`` where settings contradict each other.
    consuming func finish() throws(ConfigurationError) -> ServiceConfiguration {
        for (name, value, most, limit) in Setting.defaultsAndMaxima {
            let maximum = configuration[keyPath: limit]
            if configuration[keyPath: value] <= maximum { continue }
            if let place = places[name] {
                let text = SettingUnit.duration.text(maximum)
                throw ConfigurationError(
                    file: place.file, line: place.line, Problem("\(name) is more than \(most), which is \(text)"))
            }
            // Nobody chose this default: it follows the limit that somebody chose.
            configuration[keyPath: value] = maximum
        }
        return configuration
    }
}

// MARK: Parts of a line

extension ConfigurationReader {
    private enum Section {
        case settings(Setting.Section)
        case team(String)
    }

    /// One file while it is read.
    private struct FileState {
        let name: String
        let takesService: Bool
        var line = 0
        var section: Section?
        /// Where each setting was said.
        var lines: [String: Int] = [:]
        /// What the file says of a service that is not this one: it is checked all the same.
        var discarded = ServiceConfiguration()

        mutating func note(_ subject: String) throws(Problem) {
            if let earlier = lines[subject] { throw Problem("\(subject) stands in line \(earlier) already") }
            lines[subject] = line
        }
    }

    private static let sections = "the sections are [limits], [service] and [team NAME]"

    private static func section(_ line: Substring) throws(Problem) -> Section {
        guard line.hasSuffix("]") else { throw Problem("'\(line.shown)' lacks the closing bracket") }
        let words = line.dropFirst().dropLast().split(whereSeparator: \.isWhitespace).map(String.init)
        if words.count == 1, let kind = Setting.Section(rawValue: words[0]) { return .settings(kind) }
        guard words.first == "team" else {
            let known = Setting.Section.allCases.map(\.rawValue) + ["team"]
            let meant = words.first.flatMap { Spelling.nearest(to: $0, among: known) }
            throw Problem(
                "there is no section \(line.shown)", hint: meant.map { "did you mean [\($0)]?" } ?? sections)
        }
        guard words.count == 2, words[1].utf8.allSatisfy(isNameByte) else {
            throw Problem(
                "\(line.shown) names no team", hint: "[team NAME], of letters, digits, dots, dashes and underscores")
        }
        return .team(words[1])
    }

    /// Whether a team's name may hold it: nothing that has a meaning of its own in `--scope` or `--also`.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: byte >= 0x80
        }
    }

    private static func setting(_ name: String, in section: Setting.Section) throws(Problem) -> Setting {
        guard let setting = Setting.named(name) else {
            let names = Setting.all.filter { $0.section == section }.map(\.name)
            let meant = Spelling.nearest(to: name, among: names)
            throw Problem(
                "[\(section.rawValue)] has no setting '\(name.shown)'",
                hint: meant.map { "did you mean \($0)?" } ?? "it has " + names.joined(separator: ", "))
        }
        guard setting.section == section else {
            throw Problem("\(name) stands in the wrong section", hint: "it belongs into [\(setting.section.rawValue)]")
        }
        return setting
    }

    private static func assign(
        _ setting: Setting, _ value: String, isFirst: Bool, to configuration: inout ServiceConfiguration
    ) throws(Problem) {
        // The first of a file's repeated settings replaces what earlier files said.
        if value.isEmpty || (setting.isRepeatable && isFirst) { setting.copy(ServiceConfiguration(), &configuration) }
        if value.isEmpty { return }
        do {
            try setting.assign(&configuration, value)
        } catch {
            throw Problem("\(setting.name): \(error.message.shown)", hint: error.hint)
        }
    }

    private func members(_ value: String) throws(Problem) -> Set<UInt32> {
        var members: Set<UInt32> = []
        for part in value.split(separator: ",") {
            let name = String(part.trimmed)
            if name.isEmpty { continue }
            // The last number is what the kernel takes for "no user".
            guard let uid = UInt32(name) ?? userID(name), uid != .max else {
                throw Problem(
                    "there is no user '\(name.shown)'", hint: "members are user names or numbers, with commas")
            }
            members.insert(uid)
        }
        return members
    }
}

extension StringProtocol where SubSequence == Substring {
    /// Without white space at either end.
    fileprivate var trimmed: Substring {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}

extension StringProtocol {
    /// For a message: controls and what turns the direction of writing are escaped.
    fileprivate var shown: String { Path(self).escapedText }
}
