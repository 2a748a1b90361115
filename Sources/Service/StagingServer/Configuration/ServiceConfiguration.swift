package import LinuxSystem
package import StagingModel
internal import StagingProtocol

/// What `staged` is told by its configuration files; without any, what it does by itself.
///
/// The file's form and every setting with its default are in `Config/staged.conf`.
package struct ServiceConfiguration: Hashable, Sendable {
    /// The limits of rule 21.
    package var limits = Limits()
    /// The teams by name, and the user ids in each (rule 16).
    package var teams: [String: Set<UInt32>] = [:]
    /// The folder of catalogue, staged bytes and areas; nil is the default place.
    package var store: Path?
    /// Where to listen; nil is the default place.
    package var socket: Path?
    /// Folders on other file systems, to stage there what comes from there.
    package var annexes: [Path] = []
    /// How long the user's own service waits, with nothing live, before it ends; in seconds.
    package var idleSeconds = 30
    /// Whether it is the system-wide service, as with `--system`.
    package var isSystem = false

    package init() {}

    /// Reads the files in turn; a later one overrides, setting by setting and team by team, what an earlier one says.
    ///
    /// May block while users are looked up in a network directory.
    /// - Throws: ``ConfigurationError`` for the first thing that is wrong.
    package static func load(_ files: [ConfigurationFile]) throws(ConfigurationError) -> ServiceConfiguration {
        var reader = ConfigurationReader()
        for file in files {
            guard let text = try file.text() else { continue }
            try reader.read(text, file: file.path.escapedText, takesService: file.takesService)
        }
        return try reader.finish()
    }

    /// Each limit by its name in the configuration, as `stage status` shows it: times in seconds, sizes in bytes, -1
    /// for what is unlimited.
    package var limitValues: [String: Int64] {
        var values: [String: Int64] = [:]
        for setting in Setting.all where setting.section == .limits {
            values[setting.name] = setting.number(self) ?? -1
        }
        return values
    }
}

/// A file to read the configuration from.
package struct ConfigurationFile: Hashable, Sendable {
    package let path: Path
    /// Whether it is an error that the file is missing.
    package let isRequired: Bool
    /// Whether its `[service]` section counts. The user's own service takes limits and teams from the machine's file,
    /// but neither store nor socket: those are the system-wide service's.
    package let takesService: Bool

    package init(_ path: Path, isRequired: Bool = false, takesService: Bool = true) {
        self.path = path
        self.isRequired = isRequired
        self.takesService = takesService
    }

    /// The files that a service reads, in order.
    /// - Parameters:
    ///   - chosen: the file of `--config`, which then is the only one.
    ///   - isSystem: whether the system-wide service asks.
    ///   - variable: reads a variable of the environment.
    package static func places(
        chosen: Path? = nil, isSystem: Bool, variable: (String) -> Path?
    ) -> [ConfigurationFile] {
        if let chosen { return [ConfigurationFile(chosen, isRequired: true)] }
        let ofMachine = ConfigurationFile("/etc/stage/staged.conf", takesService: isSystem)
        // A relative path in either is to be ignored, says the XDG base directory specification.
        let ofUser =
            variable("XDG_CONFIG_HOME").flatMap { $0.isAbsolute ? $0 : nil }
            ?? ServicePlaces.home(variable)?.appending(".config")
        guard !isSystem, let ofUser else { return [ofMachine] }
        return [ofMachine, ConfigurationFile(ofUser.appending("stage/staged.conf"))]
    }

    /// The content; nil when the file is missing and may be.
    func text() throws(ConfigurationError) -> String? {
        let name = path.escapedText
        let content: [UInt8]
        do {
            content = try SmallFile.read(path, limit: Self.longest + 1)
        } catch {
            if error.isMissing, !isRequired { return nil }
            throw ConfigurationError(file: name, line: nil, .init("cannot be read: \(error.reason)"))
        }
        guard content.count <= Self.longest else {
            throw ConfigurationError(file: name, line: nil, .init("is larger than 1 MiB"))
        }
        guard let text = String(validating: content, as: UTF8.self) else {
            let lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
            throw ConfigurationError(file: name, line: line.map { $0 + 1 }, .init("is not UTF-8"))
        }
        return text
    }

    private static let longest = 1 << 20
}
