internal import Digests
internal import FoundationEssentials
internal import LinuxSystem
internal import StagingModel

/// Answers to changing calls, remembered so that a repeated call changes nothing again (rule 6).
extension StagingSession {
    /// The digest under which a request's answer is kept: another user's request of the same id is another request.
    func digest(ofRequest id: String, _ method: String) throws(StagingError) -> [UInt8] {
        guard (16...256).contains(id.utf8.count) else {
            throw StagingError(.invalidRequest, "a requestId has 16 to 256 bytes", hint: "make it of random digits")
        }
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
                until: engine.answerDeadline(from: transaction.now))
            return answer
        }
    }
}

extension StagingEngine {
    func answerDeadline(from now: Moment) -> Moment {
        now.advanced(byNanoseconds: configuration.answerSeconds * 1_000_000_000)
    }
}

/// The digest of a token that the catalogue keeps in its place.
func engineDigest(of token: Token) -> [UInt8] { SHA256.digest(of: Array(token.text.utf8)) }

/// What is remembered of a send: enough to give the same answer again, and not the token itself.
///
/// The token is made of the client's request id, of which only a digest is kept, and of a random salt: who has the
/// catalogue alone cannot make it, and who has the id alone neither.
struct SendAnswer {
    var grant: String
    var salt: [UInt8]

    init(grant: String) {
        self.grant = grant
        salt = RandomBytes.some(32)
    }

    func token(forRequest id: String) -> Token {
        Token(bits: SHA256.digest(of: Array("stage token".utf8) + salt + Array(id.utf8)))
    }
}

extension SendAnswer {
    private static let saltBytes = 32

    /// Reads what ``encoded`` wrote.
    init?(_ bytes: [UInt8]) {
        guard bytes.count > Self.saltBytes else { return nil }
        salt = Array(bytes.prefix(Self.saltBytes))
        grant = String(decoding: bytes.dropFirst(Self.saltBytes), as: UTF8.self)
    }

    /// The salt, then the grant's id.
    var encoded: [UInt8] { salt + grant.utf8 }
}
