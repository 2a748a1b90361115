package import LinuxSystem
public import StagingModel

/// On what terms something is put on a pasteboard.
public struct CopyOptions: Sendable {
    /// How long it stays; nil is the service's default, an hour unless configured.
    public var ttl: Duration?
    /// The instant that ``ttl`` was reckoned to, in nanoseconds since 1970, where an instant was asked for.
    package var until: Int64?
    /// Who may paste.
    public var scope = Scope.team(nil)
    /// The files themselves are handed out, and not their bytes as they are now.
    public var isOriginal = false
    /// Programs and scripts may come under another type or ending (rule 19).
    public var allowsExecutable = false
    /// What is on the pasteboard stays, before the new.
    public var appends = false
    /// What the pasteboard's change count has to be; nil where it does not matter.
    public var changeCount: Int64?
    /// A pidfd: what is on the pasteboard ends with this process.
    package var bind: SharedDescriptor?
    /// In place of what was there, for the owner's team, for the default time.
    public init() {}

    /// Lets what is on the pasteboard end with a process, as if somebody cleared it then.
    /// - Throws: `StagingError` (`invalidRequest`) where there is no such process.
    public mutating func endWith(process pid: Int32) throws {
        var options = ReceiveOptions()
        try options.endWith(process: pid)
        bind = options.bind
    }

    /// The same, for each item.
    package var sending: SendOptions {
        var options = SendOptions()
        options.mode = isOriginal ? .original : .snapshot
        options.ttl = ttl
        options.until = until
        options.scope = scope
        options.allowsExecutable = allowsExecutable
        return options
    }
}
