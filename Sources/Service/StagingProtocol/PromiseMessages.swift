package import StagingModel

/// What an exporter is told.
package struct ExportNotice: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Sendable {
        case wanted, notWanted, ended
    }

    package var kind: Kind
    /// The grant's id.
    package var grant: String
    /// Of the offer in the grant's send.
    package var place: Int?

    package init(_ kind: Kind, grant: String, place: Int? = nil) {
        self.kind = kind
        self.grant = grant
        self.place = place
    }
}

package struct ExportCall: StagingCall {
    package struct Answer: Codable, Sendable {
        /// The first answer has it.
        package var exporter: String?
        package var notice: ExportNotice?

        package init(exporter: String) { self.exporter = exporter }

        package init(notice: ExportNotice) { self.notice = notice }
    }

    package static let method = StagingInterface.name + ".Export"

    package var grants: [String]?
    /// Milliseconds.
    package var silence: Int64?

    package init(grants: [String]? = nil, silence: Int64? = nil) {
        self.grants = grants
        self.silence = silence
    }
}

package struct SupplyCall: StagingCall {
    package struct Answer: Codable, Sendable {
        /// The last answer has it.
        package var representation: Representation?
        /// Bytes, meanwhile.
        package var copied: Int64?
        package var total: Int64?

        package init(representation: Representation) { self.representation = representation }

        package init(copied: Int64, total: Int64) {
            self.copied = copied
            self.total = total
        }
    }

    package static let method = StagingInterface.name + ".Supply"

    package var requestId: String
    package var grant: String
    package var place: Int
    package var offer: Offer
    package var mode: SendMode
    package var allowExecutable: Bool?

    package init(
        requestId: String, grant: String, place: Int, offer: Offer, mode: SendMode, allowExecutable: Bool? = nil
    ) {
        self.requestId = requestId
        self.grant = grant
        self.place = place
        self.offer = offer
        self.mode = mode
        self.allowExecutable = allowExecutable
    }
}

package struct ReportExportCall: StagingCall {
    package typealias Answer = EmptyAnswer
    package static let method = StagingInterface.name + ".ReportExport"

    package var grant: String
    package var place: Int
    package var completed: Int64
    package var total: Int64

    package init(grant: String, place: Int, completed: Int64, total: Int64) {
        self.grant = grant
        self.place = place
        self.completed = completed
        self.total = total
    }
}

package struct FailExportCall: StagingCall {
    package typealias Answer = EmptyAnswer
    package static let method = StagingInterface.name + ".FailExport"

    package var grant: String
    package var place: Int
    package var message: String

    package init(grant: String, place: Int, message: String) {
        self.grant = grant
        self.place = place
        self.message = message
    }
}
