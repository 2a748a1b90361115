internal import LinuxSystem
internal import StagingClient

/// The staging service that values are sent to and received from.
public struct StageService: Sendable, Hashable {
    private enum Place: Hashable {
        case usual
        case socket(String)
        case program(String)
    }

    private let place: Place

    /// The services that the environment leads to: `STAGE_SOCKET`, else the user's own and the system-wide one.
    ///
    /// Where the user's own does not run, `staged` is started: the one beside this program, else
    /// `/usr/local/bin/staged` or `/usr/bin/staged`, where those are root's.
    public static let usual = StageService(place: .usual)

    /// The service that listens at this path, and no other. Whose it is, is not checked.
    public static func socket(_ path: String) -> StageService { StageService(place: .socket(path)) }

    /// As ``usual``, with this `staged` to start where the user's own service does not run.
    /// - Parameter path: absolute.
    public static func startedBy(_ path: String) -> StageService { StageService(place: .program(path)) }

    var locator: ServiceLocator {
        switch place {
        case .usual: ServiceLocator(programs: .besideThisProgramOrInstalled)
        case .program(let path): ServiceLocator(programs: .path(Path(path)))
        case .socket(let path):
            ServiceLocator(environment: { $0 == "STAGE_SOCKET" ? Path(path) : nil })
        }
    }
}
