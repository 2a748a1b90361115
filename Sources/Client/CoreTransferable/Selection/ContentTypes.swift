extension Transferable {
    /// The types in which this value is exported, in the order of its representations, each once.
    ///
    /// Representations whose `TransferRepresentation/exportingCondition(_:)` is false are left out.
    /// - Parameter visibility: who asks: what is for a team is seen by the team and by the own process, which sees all.
    public func exportedContentTypes(_ visibility: TransferRepresentationVisibility = .all) -> [UTType] {
        Self.types { $0.isExportable(self) && $0.visibility.admits(visibility) }
    }

    /// The types in which a value of this type may be exported, in the order of the representations, each once;
    /// conditions cannot be asked without a value.
    ///
    /// - Parameter visibility: who asks: what is for a team is seen by the team and by the own process, which sees all.
    public static func exportedContentTypes(visibility: TransferRepresentationVisibility = .all) -> [UTType] {
        types { $0.canExport && $0.visibility.admits(visibility) }
    }

    /// The types of which this type's values are imported, in the order of the representations, each once.
    public func importedContentTypes() -> [UTType] { Self.importedContentTypes() }

    /// The types of which this type's values are imported, in the order of the representations, each once.
    public static func importedContentTypes() -> [UTType] { types(where: \.canImport) }

    private static func types(where isWanted: (AnyRepresentation<Self>) -> Bool) -> [UTType] {
        var seen: Set<UTType> = []
        return representations.lazy.filter(isWanted).map(\.contentType).filter { seen.insert($0).inserted }
    }

    /// Checks that the content type of every representation is declared, for a test or at start-up.
    ///
    /// - Throws: `TransferError/undeclaredType(identifier:itemType:)` with the declaration to add. A type that only
    ///   `UTType(exportedAs:)` names counts as undeclared: other programs know neither its extension nor its parents.
    public static func checkContentTypes() throws(TransferError) {
        for representation in representations where !representation.contentType.isDynamic {
            let identifier = representation.contentType.identifier
            switch TypeRegistry.shared.declaration(of: identifier)?.source {
            case .system, .field, .propertyList, .program: continue
            case .code, nil: throw .undeclaredType(identifier: identifier, itemType: "\(Self.self)")
            }
        }
    }
}

extension Transferable {
    /// The name that a `suggestedFileName` modifier gives this value; nil where none does.
    ///
    /// The last one counts, and one of the item itself before those that its proxies bring. One that stands on a
    /// representation in which this value is not exported does not count.
    public var suggestedFilename: String? {
        var own: String?
        var ofProxy: String?
        for representation in Self.representations where !representation.canExport || representation.isExportable(self)
        {
            switch representation.name {
            case .none: continue
            case .own(let name): own = name(self) ?? own
            case .proxy(let name): ofProxy = name(self) ?? ofProxy
            }
        }
        return own ?? ofProxy
    }
}
