/// What somebody asks an item for.
package struct ExportRequest: Sendable {
    /// The type that the content is to conform to; nil for any.
    package let contentType: UTType?
    /// Who asks.
    package let requester: TransferRepresentationVisibility

    package init(_ contentType: UTType?, for requester: TransferRepresentationVisibility = .ownProcess) {
        self.contentType = contentType
        self.requester = requester
    }

    /// What speaks against a representation, its conditions aside; nil where nothing does.
    func objection<Item>(to representation: AnyRepresentation<Item>) -> TransferExplanation.Verdict? {
        if !representation.canExport { return .importOnly }
        if !representation.visibility.admits(requester) { return .notVisible }
        if !representation.contentType.isKnown { return .undeclaredType }
        if let contentType, !representation.contentType.conforms(to: contentType) { return .typeDoesNotConform }
        return nil
    }
}

/// What is offered to an item's type for import.
package struct ImportOffer: Sendable {
    /// The type of the content; nil where it is not known.
    package let contentType: UTType?

    package init(_ contentType: UTType?) { self.contentType = contentType }

    /// What speaks against a representation; nil where nothing does.
    func objection<Item>(to representation: AnyRepresentation<Item>) -> TransferExplanation.Verdict? {
        if !representation.canImport { return .exportOnly }
        guard let contentType else { return nil }
        if !representation.contentType.isKnown { return .undeclaredType }
        // The direction matters: a PNG reaches an importer of images, an image none of PNGs.
        return contentType.conforms(to: representation.contentType) ? nil : .typeDoesNotConform
    }
}

extension UTType {
    /// Whether anything is known of the type: it is declared, or its identifier says it.
    var isKnown: Bool { isDeclared || isDynamic }
}

extension Transferable {
    /// The first representation that a request gets of this value, in the order of declaration.
    ///
    /// - Throws: ``TransferError/notExportable(_:)``, ``TransferError/undeclaredType(identifier:itemType:)``.
    package func representation(for request: ExportRequest) async throws(TransferError) -> AnyRepresentation<Self> {
        try Self.checkDeclared(request.contentType)
        for representation in Self.representations where request.objection(to: representation) == nil {
            if await representation.admitsExport(of: self) { return representation }
        }
        throw TransferError.notExportable(explainExport(as: request.contentType, visibility: request.requester))
    }

    /// The first representation that imports what is offered, in the order of declaration.
    ///
    /// - Throws: ``TransferError/notImportable(_:)``, ``TransferError/undeclaredType(identifier:itemType:)``.
    package static func representation(for offer: ImportOffer) throws(TransferError) -> AnyRepresentation<Self> {
        try checkDeclared(offer.contentType)
        for representation in representations where offer.objection(to: representation) == nil { return representation }
        throw TransferError.notImportable(explainImport(of: offer.contentType))
    }

    /// Of several offers the one to import, and with what: the order of this type's importers counts first, among the
    /// offers that fit one of them the sender's order.
    ///
    /// - Parameter offers: what the sender has, the richest first.
    /// - Returns: nil where nothing fits.
    package static func choice(
        among offers: [UTType]
    ) -> (representation: AnyRepresentation<Self>, offer: Array<UTType>.Index)? {
        for representation in representations where representation.canImport {
            let fitting = offers.firstIndex { ImportOffer($0).objection(to: representation) == nil }
            if let fitting { return (representation, fitting) }
        }
        return nil
    }

    private static func checkDeclared(_ contentType: UTType?) throws(TransferError) {
        guard let contentType, !contentType.isKnown else { return }
        throw .undeclaredType(identifier: contentType.identifier, itemType: "\(Self.self)")
    }
}

// MARK: Explaining

extension Transferable {
    /// Tells for every representation why this value is exported in it or not.
    ///
    /// Conditions that only an asynchronous proxy could tell are taken to hold.
    /// - Parameters:
    ///   - contentType: the type that is asked for; nil for any.
    ///   - visibility: who asks; the own process sees all.
    public func explainExport(
        as contentType: UTType?, visibility: TransferRepresentationVisibility = .ownProcess
    ) -> TransferExplanation {
        Self.explanation(of: ExportRequest(contentType, for: visibility)) { $0.isExportable(self) }
    }

    /// Tells for every representation why a value of this type is exported in it or not, whatever its conditions.
    ///
    /// - Parameters:
    ///   - contentType: the type that is asked for; nil for any.
    ///   - visibility: who asks; the own process sees all.
    public static func explainExport(
        as contentType: UTType?, visibility: TransferRepresentationVisibility = .ownProcess
    ) -> TransferExplanation {
        explanation(of: ExportRequest(contentType, for: visibility)) { _ in true }
    }

    /// Tells for every representation why content of a type is imported by it or not.
    ///
    /// - Parameter contentType: the type that is offered; nil for one that is not known.
    public static func explainImport(of contentType: UTType?) -> TransferExplanation {
        let offer = ImportOffer(contentType)
        return explanation(.importing, contentType, .ownProcess) { offer.objection(to: $0) }
    }

    private static func explanation(
        of request: ExportRequest, _ isExportable: (AnyRepresentation<Self>) -> Bool
    ) -> TransferExplanation {
        explanation(.export, request.contentType, request.requester) { representation in
            request.objection(to: representation) ?? (isExportable(representation) ? nil : .conditionIsFalse)
        }
    }

    private static func explanation(
        _ direction: TransferExplanation.Direction, _ contentType: UTType?,
        _ visibility: TransferRepresentationVisibility,
        _ objection: (AnyRepresentation<Self>) -> TransferExplanation.Verdict?
    ) -> TransferExplanation {
        var isChosen = false
        let candidates = representations.map { representation in
            let objection = objection(representation)
            defer { if objection == nil { isChosen = true } }
            return TransferExplanation.Candidate(
                representation: representation.label, contentType: representation.contentType,
                visibility: representation.visibility,
                verdict: objection ?? (isChosen ? .laterMatch : .chosen))
        }
        return TransferExplanation(
            itemType: "\(Self.self)", direction: direction, contentType: contentType, visibility: visibility,
            candidates: candidates)
    }
}
