package import LinuxSystem
package import StagingModel

/// What is to be sent, and on what terms.
package struct SendRequest: Sendable {
    /// The ways of sending.
    package enum Mode: String, Sendable {
        case snapshot, original, move
    }

    /// One form of the item.
    package struct Offer: Sendable {
        package enum Source: Sendable {
            /// A regular file, open for reading.
            case file(SharedDescriptor)
            /// Anything that can be read to an end.
            case stream(SharedDescriptor)
            /// The tree begun under this id.
            case tree(String)
            /// What the sender's process exports when a receiver asks for it.
            case promise
        }

        package var source: Source
        /// What the sender calls it.
        package var name: String?
        /// The type that the sender claims.
        package var type: String?
        /// What the claimed type conforms to, where only the sender has its declaration.
        package var supertypes: [String]
        /// nil is the grant's.
        package var scope: Scope?
        /// The bytes that a promise is expected to have; nil where the sender does not know.
        package var size: Int64?

        package init(
            source: Source, name: String? = nil, type: String? = nil, supertypes: [String] = [], scope: Scope? = nil,
            size: Int64? = nil
        ) {
            self.source = source
            self.name = name
            self.type = type
            self.supertypes = supertypes
            self.scope = scope
            self.size = size
        }
    }

    /// Made by the client; the same one again gets the first answer.
    package var id: String
    /// Richest first.
    package var offers: [Offer]
    package var mode: Mode
    /// Milliseconds; nil is the default.
    package var ttl: Int64?
    /// The instant that `ttl` was reckoned to, in nanoseconds since 1970; nil where a duration was asked for.
    package var until: Int64?
    /// nil is without limit.
    package var uses: Int?
    package var scope: Scope
    package var key: String?
    /// Answered only when it survives a power cut.
    package var isDurable: Bool
    package var allowsExecutable: Bool
    /// Who exports what is promised: an ``Exporter``'s id.
    package var exporter: String?

    package init(
        id: String, offers: [Offer], mode: Mode = .snapshot, ttl: Int64? = nil, until: Int64? = nil,
        uses: Int? = nil, scope: Scope = .team(nil), key: String? = nil, isDurable: Bool = false,
        allowsExecutable: Bool = false, exporter: String? = nil
    ) {
        self.id = id
        self.offers = offers
        self.mode = mode
        self.ttl = ttl
        self.until = until
        self.uses = uses
        self.scope = scope
        self.key = key
        self.isDurable = isDurable
        self.allowsExecutable = allowsExecutable
        self.exporter = exporter
    }

    /// What a further send under the same key has to repeat.
    var fingerprint: String {
        // What is left until an instant becomes less from send to send.
        let end = until.map { "until \($0)" } ?? ttl.map(String.init) ?? ""
        var parts = [mode.rawValue, end, uses.map(String.init) ?? "", scope.description]
        for offer in offers {
            parts += [offer.name ?? "", offer.type ?? "", offer.scope?.description ?? ""]
        }
        return parts.joined(separator: "\u{1F}")
    }

    func check(_ limits: Limits) throws(StagingError) {
        guard !offers.isEmpty else { throw StagingError(.invalidRequest, "nothing was offered") }
        guard offers.count <= limits.representations else {
            throw StagingError(
                .limitExceeded, "an item has at most \(limits.representations) representations, not \(offers.count)")
        }
        if let uses, uses < 1 { throw StagingError(.invalidRequest, "a grant has at least one use, not \(uses)") }
        if let key, !(1...255).contains(key.utf8.count) {
            throw StagingError(.invalidRequest, "a key has 1 to 255 bytes, not \(key.utf8.count)")
        }
        let promises = offers.filter(\.isPromise)
        if !promises.isEmpty {
            guard mode == .snapshot else {
                throw StagingError(
                    .invalidRequest, "a promise is kept when it is exported, and is neither an original nor a move now")
            }
            guard exporter != nil else {
                throw StagingError(.invalidRequest, "a promise names the exporter that keeps it")
            }
            guard promises.allSatisfy({ $0.type != nil }) else {
                throw StagingError(.invalidRequest, "a promise says of which type it is")
            }
        }
        if mode == .original {
            guard offers.count == 1, case .file = offers[0].source else {
                throw StagingError(
                    .invalidRequest, "an original is one regular file",
                    hint: "send a directory, a stream or several forms as a snapshot")
            }
        }
    }
}

extension SendRequest.Offer {
    var isPromise: Bool { if case .promise = source { true } else { false } }
}

extension Limits {
    /// How long an exporter may be silent, in nanoseconds.
    func promiseSilence(_ milliseconds: Int64?) throws(StagingError) -> Int64 {
        try Self.nanoseconds(
            milliseconds ?? defaultPromiseSilence * 1000, most: maximumPromiseSilence, "an exporter is silent",
            "max-promise")
    }

    /// A grant's life in nanoseconds.
    /// - Parameter milliseconds: as asked; nil is the default.
    func life(_ milliseconds: Int64?) throws(StagingError) -> Int64 {
        try Self.nanoseconds(milliseconds ?? defaultTTL * 1000, most: maximumTTL, "a grant lives", "max-ttl")
    }

    /// A lease in nanoseconds.
    func lease(_ milliseconds: Int64?) throws(StagingError) -> Int64 {
        try Self.nanoseconds(milliseconds ?? defaultLease * 1000, most: maximumLease, "an area lives", "max-lease")
    }

    private static func nanoseconds(
        _ milliseconds: Int64, most: Int64, _ what: String, _ setting: String
    ) throws(StagingError) -> Int64 {
        guard milliseconds > 0 else { throw StagingError(.invalidRequest, "\(what) longer than no time at all") }
        guard milliseconds <= most.multipliedReportingOverflow(by: 1000).partialValue else {
            throw StagingError(
                .limitExceeded,
                "\(what) at most \(TimeText.exact(most)), not \(TimeText.exact(milliseconds / 1000))",
                hint: "\(setting) in the configuration sets the limit")
        }
        return milliseconds * 1_000_000
    }
}
