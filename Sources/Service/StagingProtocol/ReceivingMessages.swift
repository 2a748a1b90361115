package import StagingModel

/// What the receiver wants: a directory of its own, or an open file.
package enum DeliveryKind: String, Codable, Hashable, Sendable {
    case area, descriptor
}

/// How to come to what was received.
package struct Delivery: Codable, Hashable, Sendable {
    /// Names the receive for ``ConfirmCall``.
    package var claim: String
    /// A descriptor came with the answer.
    package var descriptor: Bool
    /// The staged file may be linked instead of copied.
    package var takable: Bool
    package var isTree: Bool
    /// Where an original came from; a staged file has it in its attributes.
    package var origin: Origin?

    package init(claim: String, descriptor: Bool, takable: Bool, isTree: Bool, origin: Origin? = nil) {
        self.claim = claim
        self.descriptor = descriptor
        self.takable = takable
        self.isTree = isTree
        self.origin = origin
    }
}

/// Where bytes came from (rule 14).
package struct Origin: Codable, Hashable, Sendable {
    /// The grant's id.
    package var grant: String
    /// The sender's uid.
    package var sender: UInt32
    /// The time of the send, RFC 3339.
    package var sent: String

    package init(grant: String, sender: UInt32, sent: String) {
        self.grant = grant
        self.sender = sender
        self.sent = sent
    }

    /// The attributes of a kept file by name, as a staged file has them.
    package func attributes(type: String) -> [(name: String, value: String)] {
        [
            ("user.stage.grant", grant), ("user.stage.sender", String(sender)), ("user.stage.type", type),
            ("user.stage.sent", sent),
        ]
    }
}

package struct ReceiveCall: StagingCall {
    package struct Answer: Codable, Sendable {
        /// The last answer has both.
        package var received: Received?
        package var delivery: Delivery?
        /// What has come of a promise, meanwhile.
        package var copied: Int64?
        package var total: Int64?

        package init(received: Received, delivery: Delivery) {
            self.received = received
            self.delivery = delivery
        }

        package init(copied: Int64, total: Int64) {
            self.copied = copied
            self.total = total
        }

        /// Reads an answer of either kind; one that is neither makes no sense.
        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            copied = try container.decodeIfPresent(Int64.self, forKey: .copied)
            total = try container.decodeIfPresent(Int64.self, forKey: .total)
            if copied != nil { return }
            received = try container.decode(Received.self, forKey: .received)
            delivery = try container.decode(Delivery.self, forKey: .delivery)
        }
    }

    package static let method = StagingInterface.name + ".Receive"

    package var requestId: String
    package var token: String?
    /// In place of a token: the turn at an item.
    package var drop: String?
    package var pasteboard: PasteboardItem?
    package var accept: [String]?
    package var claims: Bool?
    package var delivery: DeliveryKind
    /// Milliseconds.
    package var lease: Int64?
    package var bind: Bool?
    package var allowChanged: Bool?
    package var digest: Bool?

    package init(
        requestId: String, token: String? = nil, drop: String? = nil, pasteboard: PasteboardItem? = nil,
        accept: [String]? = nil, claims: Bool? = nil, delivery: DeliveryKind, lease: Int64? = nil,
        bind: Bool? = nil, allowChanged: Bool? = nil, digest: Bool? = nil
    ) {
        self.requestId = requestId
        self.token = token
        self.drop = drop
        self.pasteboard = pasteboard
        self.accept = accept
        self.claims = claims
        self.delivery = delivery
        self.lease = lease
        self.bind = bind
        self.allowChanged = allowChanged
        self.digest = digest
    }
}

package struct ConfirmCall: StagingCall {
    package typealias Answer = EmptyAnswer
    package static let method = StagingInterface.name + ".Confirm"

    package var claim: String
    package var taken: Bool?

    package init(claim: String, taken: Bool? = nil) {
        self.claim = claim
        self.taken = taken
    }
}

/// The answer of every call that answers an area.
package struct AreaAnswer: Codable, Sendable {
    package var area: Area

    package init(area: Area) { self.area = area }
}

package struct KeepCall: StagingCall {
    package struct Answer: Codable, Sendable {
        package var area: Area
        /// The area holds a tree, and its manifest came as a descriptor.
        package var isTree: Bool

        package init(area: Area, isTree: Bool) {
            self.area = area
            self.isTree = isTree
        }
    }

    package static let method = StagingInterface.name + ".Keep"

    package var requestId: String
    package var path: String?
    package var area: String?

    package init(requestId: String, path: String? = nil, area: String? = nil) {
        self.requestId = requestId
        self.path = path
        self.area = area
    }
}

package struct HoldCall: StagingCall {
    package typealias Answer = AreaAnswer
    package static let method = StagingInterface.name + ".Hold"

    package var requestId: String
    package var path: String?
    package var area: String?
    /// Milliseconds.
    package var lease: Int64

    package init(requestId: String, path: String? = nil, area: String? = nil, lease: Int64) {
        self.requestId = requestId
        self.path = path
        self.area = area
        self.lease = lease
    }
}

package struct ReleaseCall: StagingCall {
    package typealias Answer = AreaAnswer
    package static let method = StagingInterface.name + ".Release"

    package var requestId: String
    package var path: String?
    package var area: String?
    package var kept: Bool?

    package init(requestId: String, path: String? = nil, area: String? = nil, kept: Bool? = nil) {
        self.requestId = requestId
        self.path = path
        self.area = area
        self.kept = kept
    }
}
