internal import ContentTypes

/// Puts together what the bytes, the name and the claim say: the bytes decide, the name refines, the claim is checked.
struct Decision {
    let finding: Finding
    let named: [UTType]
    let claim: UTType?

    init(_ finding: Finding, name: String?, claim: UTType?) {
        self.finding = finding
        named = NameEvidence.types(of: name)
        self.claim = claim
    }

    var verdict: Verdict {
        let (type, evidence) = refined
        let canRun = Kinds.canRun(type)
        let statements = named + (claim.map { Self.saysNothing.contains($0) ? [] : [$0] } ?? [])
        return Verdict(
            type: type,
            mime: mime(of: type),
            charset: finding.charset,
            evidence: evidence,
            isGeneral: finding.isGeneral,
            mismatch: !(named.isEmpty || named.contains { agrees($0, with: type) })
                || claim.map { !agrees($0, with: type) } ?? false,
            declared: claim,
            isHiddenExecutable: canRun && !statements.isEmpty && !statements.contains(where: Kinds.canRun))
    }

    /// Claims that fit whatever can be sent.
    private static let saysNothing: Set<UTType> = [.item, .data, .content]

    /// The type and what decided it.
    private var refined: (type: UTType, evidence: Verdict.Evidence) {
        if named.contains(finding.type) { return (finding.type, finding.evidence) }
        // What the bytes are already is never widened: an SVG image named .xml stays one.
        if let type = named.first(where: { refines($0) }) { return (type, .name) }
        let agreed = named.contains { finding.type.conforms(to: $0) }
        if !agreed, let claim, refines(claim) { return (claim, .declared) }
        return (finding.type, finding.evidence)
    }

    private func refines(_ candidate: UTType) -> Bool {
        candidate != finding.type && finding.admits(candidate) && !Self.saysNothing.contains(candidate)
            && (!finding.type.conforms(to: candidate) || isTextEnding(candidate))
            && !(isData && candidate == .plainText)
    }

    /// Whether the bytes are in a language for data, of which plain text says less.
    private var isData: Bool {
        switch finding.room {
        case .xml, .json: true
        default: false
        }
    }

    /// A guess gives way also to an ending that it conforms to: a log that looks like a programme is a log.
    private func isTextEnding(_ candidate: UTType) -> Bool {
        guard case .textGuess = finding.room else { return false }
        return candidate.preferredFilenameExtension != nil
    }

    /// Whether a statement and the type can both be true.
    private func agrees(_ statement: UTType, with type: UTType) -> Bool {
        type.conforms(to: statement) || statement.conforms(to: type) && statementIsPossible(statement)
            || finding.isGeneral && finding.admits(statement)
            || familyHolds(statement)
    }

    /// A narrower statement than a general verdict holds only where the bytes leave room for it: an octet stream named
    /// .png is no PNG image, although every PNG image is an octet stream.
    private func statementIsPossible(_ statement: UTType) -> Bool {
        !finding.isGeneral || statement.conforms(to: finding.type) && finding.admits(statement)
    }

    private func familyHolds(_ statement: UTType) -> Bool {
        if case .family = finding.room { finding.admits(statement) } else { false }
    }

    /// RFC 2585 gives certificates a MIME type and the ending `.cer`; the other endings have kept the older one.
    private var certificateMIME: String {
        let registered = UTType("org.ietf.pkix-certificate")
        return MIMETypes.nearest(to: named.first { $0 == registered } ?? .x509Certificate)
    }

    private func mime(of type: UTType) -> String {
        if type == .x509Certificate, !named.isEmpty { return certificateMIME }
        if type == finding.type, let exact = finding.mime { return exact }
        return MIMETypes.nearest(to: type)
    }
}
