internal import Digests
internal import FoundationEssentials
internal import StagingModel
internal import Synchronization

/// Answers to changing calls, remembered so that a repeated call changes nothing again (rule 6).
extension StagingSession {
    /// The token that a send of this request makes, or has made: so that a repeat finds the grant, and nothing else
    /// need be remembered of a send.
    ///
    /// Of the catalogue's secret and the client's request id, of which nothing is kept: who has the store alone cannot
    /// make it, and who has the id alone neither. Another user's request of the same id is another request.
    /// - Parameter turn: how many sends of the same id came before, each too long ago to be the same.
    private func token(ofRequest id: String, turn: Int, _ secret: [UInt8]) -> Token {
        Token(
            bits: SHA256.digest(of: Array("stage token".utf8) + secret + Array("\(caller.uid) \(turn) \(id)".utf8)))
    }

    /// The grant that this request made when it came before; or the token that it is to make, and its digest.
    func earlierGrant(_ request: String, _ transaction: any CatalogueTransaction) throws -> (
        grant: Grant?, token: Token, digest: [UInt8]
    ) {
        let secret = engine.secret.withLock { $0 }
        var turn = 0
        while true {
            let token = token(ofRequest: request, turn: turn, secret)
            let digest = engineDigest(of: token)
            guard let made = try transaction.made(token: digest) else { return (nil, token, digest) }
            let age = transaction.now.boot - made
            if age >= 0, age < engine.answerNanoseconds, let grant = try transaction.grant(token: digest) {
                return (engine.view(grant, at: transaction.now, token: token), token, digest)
            }
            turn += 1
        }
    }

    func check(request id: String) throws(StagingError) {
        guard (16...256).contains(id.utf8.count) else {
            throw StagingError(.invalidRequest, "a requestId has 16 to 256 bytes", hint: "make it of random digits")
        }
    }

    /// The digest under which a request's answer is kept: another user's request of the same id is another request.
    private func digest(ofRequest id: String, _ method: String) throws(StagingError) -> [UInt8] {
        try check(request: id)
        return SHA256.digest(of: Array("\(caller.uid) \(method) \(id)".utf8))
    }

    /// Does `change` once in one transaction with remembering its answer; a repeat gets that answer.
    func once<Answer: Codable>(
        _ request: String, _ method: String, _ change: (any CatalogueTransaction) throws -> Answer
    ) throws -> Answer {
        let digest = try digest(ofRequest: request, method)
        return try engine.catalogue.transact { transaction in
            if let known = try transaction.answer(to: digest) {
                return try JSONDecoder().decode(Answer.self, from: Data(known))
            }
            let answer = try change(transaction)
            try transaction.remember(
                request: digest, answer: Array(try JSONEncoder().encode(answer)),
                until: transaction.now.advanced(byNanoseconds: engine.answerNanoseconds))
            return answer
        }
    }
}

extension StagingEngine {
    /// How long a request's answer is remembered.
    var answerNanoseconds: Int64 { configuration.answerSeconds * 1_000_000_000 }
}

/// The digest of a token that the catalogue keeps in its place.
func engineDigest(of token: Token) -> [UInt8] { SHA256.digest(of: Array(token.text.utf8)) }
