internal import LinuxSystem
internal import StagingModel

/// What one caller does over one connection, and what ends with it: open receives, pinned areas, unfinished trees.
///
/// Used by one thread at a time. Its methods, in the files beside this one, block for as long as the work takes.
package final class StagingSession {
    let engine: StagingEngine
    package let caller: Caller
    /// Becomes readable or hung up when the caller goes away.
    let hangUp: Int32?
    /// Told of the copies of the send that is under way.
    package var onProgress: CopyReport?
    /// The receives that are neither confirmed nor returned.
    var openClaims: [String: OpenClaim] = [:]
    /// Whether something received over it is neither confirmed nor returned.
    package var hasOpenClaims: Bool { !openClaims.isEmpty }
    /// Areas that a keep has pinned.
    var pins: Set<String> = []
    var trees: [String: any TreeStaging] = [:]
    private var isClosed = false

    init(_ engine: StagingEngine, _ caller: Caller, hangUp: Int32?) {
        self.engine = engine
        self.caller = caller
        self.hangUp = hangUp
    }

    deinit { close() }

    /// Ends the session: what was received and not confirmed is returned, what was begun is undone.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        for tree in trees.values { tree.discard() }
        trees = [:]
        for claim in openClaims.values {
            engine.returnOrOwe(
                claim.id, of: claim.grant.number, outlivesCrash: claim.outlivesCrash, takable: claim.takable)
            engine.openReceives.leave(caller.uid)
        }
        openClaims = [:]
        for area in pins { engine.unpin(area) }
        pins = []
    }

    /// An admitted receive that is neither confirmed nor returned. The catalogue counts it with its grant; whose it is
    /// only its session needs to know.
    struct OpenClaim {
        var id: String
        /// As it was admitted.
        var grant: GrantRecord
        var type: String
        var outlivesCrash: Bool
        var hasArea: Bool
        /// The staged file that the receiver may have linked to a name of its own.
        var takable: ObjectRecord?
    }

    // MARK: Naming grants

    /// What a caller names a grant by.
    package enum GrantName: Sendable {
        case token(String)
        case id(String)
    }

    /// The grant by that name, or the error that its absence is.
    func grant(
        _ name: GrantName, in transaction: any CatalogueTransaction
    ) throws -> GrantRecord {
        switch name {
        case .token(let text): return try grant(token: Self.digest(ofToken: text), in: transaction)
        case .id(let id):
            if let grant = try transaction.grant(id: id), caller.isUser(grant.senderUID) { return grant }
            throw StagingError(
                .noSuchGrant, "you have no grant \(Path(id).quoted)", hint: "stage list shows your grants")
        }
    }

    /// The grant that the token with this digest names, or the error that its absence is.
    func grant(token digest: [UInt8], in transaction: any CatalogueTransaction) throws -> GrantRecord {
        if let grant = try transaction.grant(token: digest) { return grant }
        throw StagingError(
            .noSuchGrant, "no grant is known for this token",
            hint: "it may be mistyped, be from another machine or user, or have ended more than a day ago")
    }

    static func digest(ofToken text: String) throws(StagingError) -> [UInt8] { engineDigest(of: try token(text)) }

    static func token(_ text: String) throws(StagingError) -> Token {
        guard let token = Token(text) else {
            throw StagingError(
                .noSuchGrant, "this is no token", hint: "a token is stg_ and 26 letters a to z and digits 2 to 7")
        }
        return token
    }
}
