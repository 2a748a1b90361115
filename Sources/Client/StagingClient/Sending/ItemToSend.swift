package import LinuxSystem
package import StagingModel

/// One form of what is to be sent.
package struct ItemToSend: Sendable {
    package enum Source: Sendable {
        /// A file or a directory; a symbolic link is followed and gives the name.
        case path(Path)
        /// An open descriptor: a regular file at its beginning is sent as such, anything else as a stream.
        case descriptor(SharedDescriptor)
    }

    package var source: Source
    /// In place of the path's own name.
    package var name: String?
    /// The type that the sender claims.
    package var type: String?
    /// In place of the grant's.
    package var scope: Scope?

    package init(_ source: Source, name: String? = nil, type: String? = nil, scope: Scope? = nil) {
        self.source = source
        self.name = name
        self.type = type
        self.scope = scope
    }
}

/// On what terms.
package struct SendOptions: Sendable {
    /// The ways of sending.
    package enum Mode: Sendable {
        case snapshot, original, move
    }

    package var mode = Mode.snapshot
    /// nil is the service's default.
    package var ttl: Duration?
    /// nil is without limit.
    package var uses: Int?
    package var scope = Scope.team(nil)
    package var key: String?
    /// Answered only when it survives a power cut.
    package var isDurable = false
    package var allowsExecutable = false

    package init() {}
}

extension Duration {
    /// Whole milliseconds, rounded up so that nothing becomes no time at all; saturating.
    package var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (thousands, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        if overflow { return seconds < 0 ? .min : .max }
        let rest = attoseconds / 1_000_000_000_000_000 + (attoseconds % 1_000_000_000_000_000 > 0 ? 1 : 0)
        let (sum, tooMuch) = thousands.addingReportingOverflow(rest)
        return tooMuch ? .max : sum
    }
}
