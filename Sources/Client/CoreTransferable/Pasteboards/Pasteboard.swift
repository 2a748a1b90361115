internal import LinuxSystem
internal import StagingClient
public import StagingModel

/// A place under a name where processes leave items for one another: the clipboard's role, on the staging service.
///
/// ```swift
/// try await Pasteboard.general.setString("hello")
/// …in another process…
/// if try await Pasteboard.general.hasStrings { print(try await Pasteboard.general.string ?? "") }
/// ```
///
/// What is put there takes the place of what was there. Who may read it is the scope's affair; who has put it there need
/// not live on, unless it promised to export something (see ``Options/materializes``). Every call asks the service anew
/// and suspends meanwhile.
public struct Pasteboard: Sendable, Hashable {
    /// What a pasteboard is called.
    public struct Name: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral {
        /// 1 to 255 bytes without control characters.
        public let rawValue: String

        /// Takes any text; one that is no name is refused when it is used.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Takes any text; one that is no name is refused when it is used.
        public init(_ rawValue: String) { self.rawValue = rawValue }

        /// Takes any text; one that is no name is refused when it is used.
        public init(stringLiteral value: String) { rawValue = value }

        /// Everybody's usual one.
        public static let general = Name("general")
    }

    /// On what terms something is put there.
    public struct Options: Sendable {
        /// How long it stays; nil is the service's default, an hour unless configured.
        public var ttl: Duration?
        /// Who may read what has no visibility of its own.
        public var scope: Scope = .team(nil)
        /// It ends with this process, as if it were cleared then.
        public var endsWithProcess = false
        /// Everything is exported now, so that this process need not live on. Otherwise an exporter runs when somebody asks
        /// for its type, and with this process ends what nobody has asked for.
        public var materializes = false
        /// How long an exporter may take until its receiver gets an error; nil is the service's default.
        public var exportDeadline: Duration?
        /// What is there stays, before the new.
        public var appends = false
        /// What the change count has to be; nil where it does not matter.
        public var changeCount: Int?
        /// Programs and scripts may come under another type or name.
        public var allowsExecutable = false

        /// In place of what was there, for the owner's team, for the default time.
        public init() {}

        func terms() throws -> CopyOptions {
            var options = CopyOptions()
            options.ttl = ttl
            options.scope = scope
            options.appends = appends
            options.changeCount = changeCount.map(Int64.init)
            options.allowsExecutable = allowsExecutable
            if endsWithProcess { try options.endWith(process: OwnProcess.pid) }
            return options
        }
    }

    /// The name.
    public let name: Name
    /// The user whose it is; nil is this process's.
    public let owner: UInt32?
    let service: StageService

    /// A pasteboard, which is there whether or not something was ever put on it.
    /// - Parameters:
    ///   - owner: another user, whose pasteboard can be read as far as scopes admit; nil is this process's.
    ///   - service: where it lies.
    ///   - name: the pasteboard's name.
    public init(name: Name, owner: UInt32? = nil, service: StageService = .usual) {
        self.name = name
        self.owner = owner
        self.service = service
    }

    /// Everybody's usual one.
    public static let general = Pasteboard(name: .general)

    // MARK: Looking

    /// What is there: types, names and sizes of all that this process may read. Nothing is received, and nothing exported.
    /// - Throws: `StagingError`.
    public var contents: PasteboardContents {
        get async throws {
            let (name, owner) = (name.rawValue, owner)
            return try await ServiceWork.run(service) { connection in
                try connection.pasteboard(name, owner: owner)?.contents
                    ?? PasteboardContents(name: name, owner: owner ?? OwnProcess.uid, changeCount: 0, items: [])
            }
        }
    }

    /// One more each time that something is put there.
    /// - Throws: `StagingError`.
    public var changeCount: Int { get async throws { Int(try await contents.changeCount) } }

    /// How many items are there.
    /// - Throws: `StagingError`.
    public var numberOfItems: Int { get async throws { try await contents.items.count } }

    /// The identifiers of all types that are there, each once, in order.
    /// - Throws: `StagingError`.
    public var types: [String] { get async throws { try await contents.items.flatMap(\.claimedTypes).uniqued } }

    /// Whether something is there that conforms to one of these types.
    /// - Throws: `StagingError`.
    public func contains(pasteboardTypes: [String]) async throws -> Bool {
        let wanted = pasteboardTypes.compactMap { UTType(identifier: $0, allowUndeclared: true) }
        return try await contents.items.contains { $0.conforms(to: wanted) }
    }

    /// Whether something is there that the type imports.
    /// - Throws: `StagingError`.
    public func contains<Item: Transferable>(_ type: Item.Type) async throws -> Bool {
        let wanted = Item.representations.filter(\.canImport).map(\.contentType)
        return try await contents.items.contains { $0.conforms(to: wanted) }
    }

    /// Whether text is there.
    /// - Throws: `StagingError`.
    public var hasStrings: Bool { get async throws { try await contains(String.self) } }

    /// Whether an address is there.
    /// - Throws: `StagingError`.
    public var hasURLs: Bool { get async throws { try await contains(URL.self) } }

    /// What is there as it is, and again at each change, also where something ends. Each loop watches for itself; one that
    /// is slow sees the newest state, and not every one.
    ///
    /// It throws `StagingError` (`noService`) when the service has ended; a new loop watches on.
    public var changes: AsyncThrowingStream<PasteboardContents, any Error> {
        let base = PasteboardChanges(locator: service.locator, name: name.rawValue, owner: owner)
        return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                do {
                    for try await contents in base { continuation.yield(contents) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Takes away what is there. What was read already stays.
    /// - Throws: `StagingError`.
    public func clear() async throws {
        let name = name.rawValue
        _ = try await ServiceWork.run(service) { try $0.copy([], to: name) }
    }
}

extension Grant {
    /// What its forms are as the sender declared them.
    var claimedTypes: [String] { representations.map { $0.declaredType ?? $0.type } }

    func conforms(to wanted: [UTType]) -> Bool {
        representations.contains { form in
            [form.declaredType, form.type].compactMap { $0 }.contains { identifier in
                guard let type = UTType(identifier: identifier, allowUndeclared: true) else { return false }
                return wanted.contains { type.conforms(to: $0) }
            }
        }
    }
}

extension [String] {
    /// Each once.
    fileprivate var uniqued: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
