package import LinuxSystem

/// Where the user's own service keeps its things and listens; both ends have to agree.
package struct ServicePlaces: Sendable {
    /// The store's folder.
    package var store: Path
    /// The socket.
    package var socket: Path

    package init(store: Path, socket: Path? = nil) {
        self.store = store
        self.socket = socket ?? store.appending("socket")
    }

    /// `$XDG_STATE_HOME/stage`, else `.local/state/stage` in the home of the environment or of the account.
    /// - Returns: nil where the user has no home at all.
    package static func ownStore(_ environment: (String) -> Path?) -> Path? {
        if let state = environment("XDG_STATE_HOME"), state.isAbsolute { return state.appending("stage") }
        return OwnProcess.home(environment)?.appending(".local/state/stage")
    }

    /// `$XDG_CONFIG_HOME/stage`, else `.config/stage` in the home of the environment or of the account. A relative path
    /// is to be ignored, says the XDG base directory specification.
    /// - Returns: nil where the user has no home at all.
    package static func ownConfiguration(_ environment: (String) -> Path?) -> Path? {
        if let folder = environment("XDG_CONFIG_HOME"), folder.isAbsolute { return folder.appending("stage") }
        return OwnProcess.home(environment)?.appending(".config/stage")
    }

    /// The variables that a service started on demand gets of its client's environment: where its user's things are.
    package static let keptVariables = ["HOME", "PATH", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "TMPDIR"]

    /// What `environment` reads from this process's own, without repairing bytes; nil where unset or empty.
    package static func environment(_ name: String) -> Path? { OwnProcess.environment(name) }
}
