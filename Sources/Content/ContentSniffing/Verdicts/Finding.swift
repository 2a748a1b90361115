internal import ContentTypes

/// What the bytes alone say, before the name and the claim are heard.
struct Finding {
    /// How much room the bytes leave.
    enum Room {
        /// None: the type is exact.
        case none
        /// A guess at the kind of text; any text ending knows better.
        case textGuess
        /// A text that looks like a page, a script or a data language; a source or template that embeds one may be it.
        case textForm
        /// The whole of a general type.
        case empty, data, text, zip, gzip, xml, json, compound
        /// A container whose brand does not tell its kinds apart.
        case family(of: [UTType])
    }

    var type: UTType
    /// A MIME type that says more than the type's own, or stands in for one.
    var mime: String?
    var charset: String?
    var evidence: Verdict.Evidence = .content
    var room: Room = .none

    init(_ type: UTType, _ evidence: Verdict.Evidence = .content, room: Room = .none, mime: String? = nil) {
        self.type = type
        self.evidence = evidence
        self.room = room
        self.mime = mime
    }

    init(_ identifier: String, _ evidence: Verdict.Evidence = .content, room: Room = .none, mime: String? = nil) {
        self.init(UTType(identifier) ?? .data, evidence, room: room, mime: mime)
    }

    /// The finding for a MIME type, declared or not.
    init(mime: String, _ evidence: Verdict.Evidence = .content, room: Room = .none) {
        let major = String(mime.prefix { $0 != "/" })
        let declared = UTType.types(tag: mime, tagClass: .mimeType, conformingTo: nil).first(where: \.isDeclared)
        let type = declared ?? UTType(mimeType: mime, conformingTo: TypePattern.root(of: major) ?? .data) ?? .data
        self.init(type, evidence, room: room, mime: MIMETypes.common(of: type) == nil ? mime : nil)
    }

    func text(_ charset: String?) -> Finding {
        var copy = self
        copy.charset = charset
        return copy
    }

    /// Whether the answer is too general to replace the ending of a name.
    var isGeneral: Bool {
        switch room {
        case .empty, .data, .text, .zip, .gzip, .xml, .json, .compound, .textGuess: true
        case .none, .textForm, .family: false
        }
    }

    /// Whether the bytes may be of the type that a name or a claim gives.
    func admits(_ candidate: UTType) -> Bool {
        switch room {
        case .none: candidate.conforms(to: type)
        // An image of a disk is whatever bytes there are, and no more than those.
        case .empty: Kinds.mayBeText(candidate) || Kinds.isRaw(candidate)
        case .text, .textGuess: Kinds.mayBeText(candidate)
        case .textForm:
            candidate.conforms(to: type) || Kinds.mayEmbed(candidate, type)
        case .data: !Kinds.mustBeText(candidate) && !Kinds.hasSignature(candidate)
        case .zip:
            candidate.conforms(to: .zip) || (!Kinds.mustBeText(candidate) && !Kinds.hasSignature(candidate))
        case .gzip:
            candidate.conforms(to: .gzip) || candidate == .svg
                || (!Kinds.mustBeText(candidate) && !Kinds.hasSignature(candidate))
        case .compound: !Kinds.mustBeText(candidate) && !Kinds.hasSignature(candidate)
        case .xml: candidate.conforms(to: .xml) || (Kinds.mayBeText(candidate) && !candidate.conforms(to: .json))
        case .json: candidate.conforms(to: .json) || (Kinds.mayBeText(candidate) && !candidate.conforms(to: .xml))
        case .family(let roots): candidate.conforms(to: type) || roots.contains(where: candidate.conforms(to:))
        }
    }
}
