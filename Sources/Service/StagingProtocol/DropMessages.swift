package import StagingModel

package struct OpenDropCall: StagingCall {
    package struct Answer: Codable, Sendable {
        package var item: DropItem?
        /// Names the turn at the item for the calls below.
        package var turn: String?
        /// An item's id.
        package var withdrawn: String?

        /// The first answer.
        package init() {}

        package init(item: DropItem, turn: String) {
            self.item = item
            self.turn = turn
        }

        package init(withdrawn: String) { self.withdrawn = withdrawn }
    }

    package static let method = StagingInterface.name + ".OpenDrop"

    package var name: String
    package var accept: [String]?
    package var claims: Bool?
    package var scope: String?
    package var tries: Int?
    package var label: String?

    package init(
        name: String, accept: [String]? = nil, claims: Bool? = nil, scope: String? = nil, tries: Int? = nil,
        label: String? = nil
    ) {
        self.name = name
        self.accept = accept
        self.claims = claims
        self.scope = scope
        self.tries = tries
        self.label = label
    }
}

package struct AnswerDropCall: StagingCall {
    package typealias Answer = EmptyAnswer
    package static let method = StagingInterface.name + ".AnswerDrop"

    package var turn: String
    package var accept: Bool
    package var reason: String?

    package init(turn: String, accept: Bool, reason: String? = nil) {
        self.turn = turn
        self.accept = accept
        self.reason = reason
    }
}

package struct FinishDropCall: StagingCall {
    package typealias Answer = EmptyAnswer
    package static let method = StagingInterface.name + ".FinishDrop"

    package var turn: String
    package var done: Bool
    package var reason: String?

    package init(turn: String, done: Bool, reason: String? = nil) {
        self.turn = turn
        self.done = done
        self.reason = reason
    }
}

package struct OfferDropCall: StagingCall {
    package typealias Answer = DropProgress
    package static let method = StagingInterface.name + ".OfferDrop"

    package var requestId: String
    package var name: String
    /// A uid.
    package var owner: UInt32?
    /// The grant's id.
    package var grant: String

    package init(requestId: String, name: String, owner: UInt32? = nil, grant: String) {
        self.requestId = requestId
        self.name = name
        self.owner = owner
        self.grant = grant
    }
}

package struct ListDropsCall: StagingCall {
    package struct Answer: Codable, Sendable {
        package var items: [DropItem]
        package var cursor: String?

        package init(items: [DropItem], cursor: String?) {
            self.items = items
            self.cursor = cursor
        }
    }

    package static let method = StagingInterface.name + ".ListDrops"

    package var name: String?
    package var cursor: String?

    package init(name: String? = nil, cursor: String? = nil) {
        self.name = name
        self.cursor = cursor
    }
}

/// The answer of every call that answers an item.
package struct DropItemAnswer: Codable, Sendable {
    package var item: DropItem

    package init(item: DropItem) { self.item = item }
}

package struct RetryDropCall: StagingCall {
    package typealias Answer = DropItemAnswer
    package static let method = StagingInterface.name + ".RetryDrop"

    package var requestId: String
    package var item: String

    package init(requestId: String, item: String) {
        self.requestId = requestId
        self.item = item
    }
}

package struct ForgetDropCall: StagingCall {
    package typealias Answer = DropItemAnswer
    package static let method = StagingInterface.name + ".ForgetDrop"

    package var requestId: String
    package var item: String

    package init(requestId: String, item: String) {
        self.requestId = requestId
        self.item = item
    }
}
