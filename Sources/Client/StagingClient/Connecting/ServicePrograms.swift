package import LinuxSystem
internal import StagingModel

/// Where the program `staged` is looked for. Never in `PATH`, nor where a variable says: what is started has the user's
/// files.
package enum ServicePrograms: Sendable {
    /// Beside the real path of this very program, as for `stage`.
    case besideThisProgram
    /// There, else where it is installed for the machine: for programs that use the library.
    case besideThisProgramOrInstalled
    /// This path and no other.
    case path(Path)

    private static let installed: [Path] = ["/usr/local/bin/staged", "/usr/bin/staged"]

    /// The program to start.
    /// - Throws: `StagingError` (`noService`) where this program cannot tell its own path.
    func program() throws(StagingError) -> Path {
        if case .path(let path) = self { return path }
        guard let beside = OwnProcess.executable?.parent.appending("staged") else {
            throw StagingError(.noService, "cannot tell where this program is, so staged is not found")
        }
        guard case .besideThisProgramOrInstalled = self, (try? FileStatus.of(beside)) == nil else { return beside }
        return Self.installed.first(where: Self.isRoots) ?? beside
    }

    /// What to do where it is not there.
    var hint: String {
        switch self {
        case .besideThisProgram: "install staged beside stage"
        case .besideThisProgramOrInstalled: "install stage and staged, or name the program: StagingClient(service:)"
        case .path: "name the program staged"
        }
    }

    /// Whether root alone can have put it there.
    private static func isRoots(_ program: Path) -> Bool {
        guard let status = try? FileStatus.of(program, followLinks: true) else { return false }
        return status.user == 0 && status.permissions & 0o022 == 0
    }
}
