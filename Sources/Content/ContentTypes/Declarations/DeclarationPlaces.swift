package import LinuxSystem

/// Where declarations are looked for.
package struct DeclarationPlaces: Sendable, Hashable {
    /// Directories whose property lists (`*.plist`) hold declarations, in order. One that is not there holds nothing.
    package var directories: [String]
    /// A program's `Info.plist`, which may well hold something else.
    package var propertyList: String?

    package init(directories: [String] = [], propertyList: String? = nil) {
        self.directories = directories
        self.propertyList = propertyList
    }

    /// The directories that types are declared in: the machine's, then the user's own.
    /// - Parameter isSystem: whether a service of the whole machine asks, which no user's declarations are to change.
    package static func directories(
        isSystem: Bool = false, environment: (String) -> Path? = OwnProcess.environment
    ) -> [String] {
        let machine = "/etc/stage/types"
        if isSystem { return [machine] }
        // The XDG base directory specification wants a relative path ignored.
        let configuration = environment("XDG_CONFIG_HOME").flatMap { $0.isAbsolute ? $0 : nil }
        let own = configuration ?? OwnProcess.home(environment)?.appending(".config")
        return [machine] + (own?.appending("stage/types").exactText.map { [$0] } ?? [])
    }

    /// Where a program's types are looked for that does not say where: the directories, and the `Info.plist` beside
    /// its executable.
    package static var ofProgram: DeclarationPlaces {
        DeclarationPlaces(
            directories: directories(),
            propertyList: OwnProcess.executable?.parent.appending("Info.plist").exactText)
    }
}
