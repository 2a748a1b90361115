package import LinuxSystem
package import StagingModel
internal import StagingProtocol

/// Finds the services that a client may talk to (section 6), and connects to them.
package struct ServiceLocator: Sendable {
    /// `STAGE_SOCKET`: one service in place of both.
    private let named: Path?
    private let own: Path?
    private let system: Path
    /// Where `staged` may be, to start the user's own service.
    private let programs: ServicePrograms
    /// Whether somebody else's `sudo` started this program: the services are those of the user whom it became.
    let isBehindSudo: Bool

    /// Reads the environment.
    package init(
        environment: (String) -> Path? = ServicePlaces.environment, system: Path = Path(StagingInterface.systemSocket),
        programs: ServicePrograms = .besideThisProgram
    ) {
        self.programs = programs
        isBehindSudo = environment("SUDO_UID").flatMap { UInt32($0.text) }.map { $0 != OwnProcess.uid } ?? false
        named = environment("STAGE_SOCKET")
        own = ServicePlaces.ownStore(environment).map { ServicePlaces(store: $0).socket }
        self.system = system
    }

    /// A service that may be asked.
    package enum Service: Hashable, Sendable {
        /// The one that `STAGE_SOCKET` names.
        case named
        case own
        case system
    }

    /// The service that serves sends of the given scopes: the system-wide one for those that reach beyond the user.
    package func service(forSending scopes: [Scope]) -> Service {
        if named != nil { return .named }
        return scopes.contains(where: \.reachesBeyondUser) ? .system : .own
    }

    /// The service that users share.
    var systemWide: Service { named == nil ? .system : .named }

    /// The services that may run, in the order in which to ask.
    package var running: [Service] { named == nil ? [.own, .system] : [.named] }

    /// The services that a token or an area may belong to, in the order in which to ask, and whether to start it.
    package var candidates: [(Service, starting: Bool)] {
        if named != nil { return [(.named, false)] }
        return [(.own, false), (.system, false)] + (hasOwnStore ? [(.own, true)] : [])
    }

    /// Whether the user's own service has left something. A user who never sent anything starts no service to be told
    /// so.
    var hasOwnStore: Bool { own.map { (try? FileStatus.of($0.parent.appending("bytes"))) != nil } ?? false }

    /// Connects.
    /// - Parameter starting: the user's own service is started where none runs.
    /// - Returns: nil where none runs, for the own and the system-wide one without `starting`.
    /// - Throws: `StagingError` (`noService`).
    package func connect(to service: Service, starting: Bool) throws -> ServiceConnection? {
        switch service {
        case .named:
            guard let named else { preconditionFailure("only a named service is asked for so") }
            return try connectNamed(named)
        case .own: return try connectOwn(starting: starting)
        case .system:
            do {
                let account = Accounts.user(named: StagingInterface.systemAccount)?.uid
                return try ServiceConnection(to: system, trusting: [0, account ?? 0])
            } catch let error as SystemError where error.isNotListening || error.isNotPermitted {
                guard starting else { return nil }
                throw StagingError(
                    .noService, "this scope reaches beyond your user, and no system-wide service runs",
                    hint: "an administrator can set it up: see Config/systemd; or name a service by STAGE_SOCKET")
            }
        }
    }

    private func connectNamed(_ socket: Path) throws -> ServiceConnection {
        do {
            return try ServiceConnection(to: socket, trusting: nil)
        } catch let error as SystemError {
            throw StagingError(
                .noService, "no service at STAGE_SOCKET=\(socket.escapedText): \(error.reason)",
                hint: "start one: staged --socket \(socket.quoted) --store DIR, or unset STAGE_SOCKET")
        }
    }

    private func connectOwn(starting: Bool) throws -> ServiceConnection? {
        guard let own else {
            throw StagingError(
                .noService, "there is no place for a service: neither XDG_STATE_HOME nor a home directory is set",
                hint: "set XDG_STATE_HOME to a directory of yours")
        }
        let deadline = SystemClock.boot() + Self.patience
        var pause: Int32 = 5
        while true {
            do {
                return try ServiceConnection(to: own, trusting: [OwnProcess.uid])
            } catch let error as SystemError where error.isNotListening {
                guard starting else { return nil }
            } catch let error as SystemError {
                throw StagingError(
                    .noService, "cannot connect to \(own.quoted): \(error.reason)",
                    hint: "XDG_STATE_HOME has to be a directory of yours")
            }
            if try ServiceStarter.start(programs) { continue }
            // Another one has the store and does not listen yet, or not any more.
            guard SystemClock.boot() < deadline else {
                throw StagingError(
                    .noService, "a service has the store and does not listen at \(own.quoted)",
                    hint: "look for a staged process that hangs")
            }
            Waiting.pause(milliseconds: pause)
            pause = min(pause * 2, 100)
        }
    }

    private static let patience: Int64 = 10_000_000_000
}

extension Scope {
    /// Whether other users may be in it.
    package var reachesBeyondUser: Bool {
        switch self {
        case .process, .team(nil): false
        case .team, .group, .all: true
        }
    }
}
