package import LinuxSystem
public import StagingModel

/// One form of what is to be sent.
public struct ItemToSend: Sendable {
    package enum Source: Sendable {
        /// A file or a directory; a symbolic link is followed and gives the name.
        case path(Path)
        /// What an exporter brings when a receiver asks for it; the bytes that it is expected to have, where that is known.
        case promise(size: Int64?)
        /// An open descriptor: a regular file at its beginning is sent as such, anything else as a stream.
        case descriptor(SharedDescriptor)
    }

    package var source: Source
    /// In place of the path's own name.
    public var name: String?
    /// The type that the sender claims, in any form that a type can be given in.
    public var type: String?
    /// What that type conforms to, for one that the service may not know.
    package var supertypes: [String] = []
    /// In place of the grant's.
    public var scope: Scope?

    package init(_ source: Source, name: String? = nil, type: String? = nil, scope: Scope? = nil) {
        self.source = source
        self.name = name
        self.type = type
        self.scope = scope
    }

    /// A file or a directory. A symbolic link is followed, and gives the name.
    public static func file(
        _ path: String, name: String? = nil, type: String? = nil, scope: Scope? = nil
    ) -> ItemToSend {
        ItemToSend(.path(Path(path)), name: name, type: type, scope: scope)
    }

    /// What an open descriptor gives: of a regular file at its beginning the file, else what can be read to the end.
    /// - Parameter number: stays the caller's; a duplicate is made of it now.
    /// - Parameter type: the type that the sender claims; nil claims none.
    /// - Parameter scope: who may receive this form; nil is the grant's.
    /// - Parameter name: what it is called; nil for a name that the service makes.
    /// - Throws: `StagingError` (`unreadable`) where nothing is open under the number.
    public static func descriptor(
        _ number: Int32, name: String? = nil, type: String? = nil, scope: Scope? = nil
    ) throws -> ItemToSend {
        do {
            let descriptor = SharedDescriptor(try OwnedDescriptor.duplicating(number))
            return ItemToSend(.descriptor(descriptor), name: name, type: type, scope: scope)
        } catch {
            throw StagingError(.unreadable, "descriptor \(number): \(error.reason)")
        }
    }
}

/// On what terms something is sent.
public struct SendOptions: Sendable {
    /// The ways of sending.
    public enum Mode: Sendable {
        /// The bytes as they are at the send.
        case snapshot
        /// The sender's own file; nothing is copied.
        case original
        /// As a snapshot, after which the sender's name is gone.
        case move
    }

    /// The way of sending.
    public var mode = Mode.snapshot
    /// How long the grant lives; nil is the service's default, an hour unless configured.
    public var ttl: Duration?
    /// The instant that ``ttl`` was reckoned to, in nanoseconds since 1970, where an instant was asked for.
    package var until: Int64?
    /// How often it can be received; nil is without limit.
    public var uses: Int?
    /// Who may receive.
    public var scope = Scope.team(nil)
    /// The same key, sender and content again give the same grant.
    public var key: String?
    /// Answered only when it survives a power cut.
    public var isDurable = false
    /// Programs and scripts may come under another type or ending (rule 19).
    public var allowsExecutable = false
    /// Who exports what is promised.
    package var exporter: String?
    /// The system-wide service is wanted, whatever the scope: for a destination of another user.
    package var isSystemWide = false

    /// A snapshot for the sender's team, for the default time, as often as anybody likes.
    public init() {}
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
