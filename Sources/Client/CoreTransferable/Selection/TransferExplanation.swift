/// Why a representation was chosen, or none: every one that an item has, in order, with what speaks against it.
///
/// It comes from `explainExport(as:visibility:)` and `explainImport(of:)`, and with the errors
/// that say that nothing fits. Its ``description`` is for people.
public struct TransferExplanation: Sendable, Equatable {
    /// Which way an item goes.
    public enum Direction: Sendable, Equatable {
        case export
        case importing
    }

    /// What became of one representation.
    public enum Verdict: Sendable, Equatable {
        /// It is the one.
        case chosen
        /// It fits, but an earlier one does too.
        case laterMatch
        /// It cannot be exported.
        case importOnly
        /// It cannot be imported.
        case exportOnly
        /// An `exportingCondition` of it is false for the value.
        case conditionIsFalse
        /// It is not for those who ask.
        case notVisible
        /// The content types do not conform.
        case typeDoesNotConform
        /// Its content type has no declaration, so nothing is known of it.
        case undeclaredType
    }

    /// One representation.
    public struct Candidate: Sendable, Equatable {
        /// What it is, such as `DataRepresentation(public.png)`, with the proxies that lead to it.
        public let representation: String
        /// What its content is.
        public let contentType: UTType
        /// Who may see it under way.
        public let visibility: TransferRepresentationVisibility
        /// What became of it.
        public let verdict: Verdict
    }

    /// The name of the item's type.
    public let itemType: String
    /// Which way the item was to go.
    public let direction: Direction
    /// The type that was asked for, or that was offered for import; nil for any.
    public let contentType: UTType?
    /// Who asks.
    public let visibility: TransferRepresentationVisibility
    /// Every representation, in the order of declaration.
    public let candidates: [Candidate]

    /// The representation that is used; nil where none fits.
    public var chosen: Candidate? { candidates.first { $0.verdict == .chosen } }
}

extension TransferExplanation: CustomStringConvertible {
    /// A line for the question, then one for each representation.
    public var description: String {
        var lines = [question + (chosen == nil ? ": nothing fits" : ":")]
        if candidates.isEmpty { lines.append("  it has no representations") }
        lines += candidates.enumerated().map { place, candidate in
            "  \(place + 1). \(candidate.representation): \(reason(candidate))"
        }
        return lines.joined(separator: "\n")
    }

    /// As ``description``, in one line for an error.
    var summary: String {
        if candidates.isEmpty { return "it has no representations" }
        return candidates.map { "\($0.representation): \(reason($0))" }.joined(separator: "; ")
    }

    private var question: String {
        switch direction {
        case .export:
            "\(itemType), exported as \(contentType?.identifier ?? "anything") for \(visibility)"
        case .importing: "\(itemType), imported from \(contentType?.identifier ?? "anything")"
        }
    }

    private func reason(_ candidate: Candidate) -> String {
        let type = candidate.contentType.identifier
        let asked = contentType?.identifier ?? "anything"
        return switch candidate.verdict {
        case .chosen: "used"
        case .laterMatch: "fits, but stands behind the one that is used"
        case .importOnly: "is imported only"
        case .exportOnly: "is exported only"
        case .conditionIsFalse: "its exportingCondition is false for this value"
        case .notVisible: "is visible to \(candidate.visibility), not to \(visibility)"
        case .typeDoesNotConform where direction == .export: "\(type) does not conform to \(asked)"
        case .typeDoesNotConform: "\(asked) does not conform to \(type)"
        case .undeclaredType: "\(type) has no declaration"
        }
    }
}
