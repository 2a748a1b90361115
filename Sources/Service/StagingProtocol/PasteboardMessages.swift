package import StagingModel

/// What a receive from a pasteboard names.
package struct PasteboardItem: Codable, Hashable, Sendable {
    package var name: String
    /// The user whose pasteboard it is; nil is the caller.
    package var owner: UInt32?
    /// The grant's id; nil is the first that fits.
    package var item: String?
    package var changeCount: Int64?

    package init(name: String, owner: UInt32? = nil, item: String? = nil, changeCount: Int64? = nil) {
        self.name = name
        self.owner = owner
        self.item = item
        self.changeCount = changeCount
    }
}

package struct SetPasteboardCall: StagingCall {
    package struct Answer: Codable, Sendable {
        package var changeCount: Int64

        package init(changeCount: Int64) { self.changeCount = changeCount }
    }

    package static let method = StagingInterface.name + ".SetPasteboard"

    package var requestId: String
    package var name: String
    /// Ids.
    package var grants: [String]
    package var changeCount: Int64?
    package var append: Bool?
    package var bind: Bool?

    package init(
        requestId: String, name: String, grants: [String], changeCount: Int64? = nil, append: Bool? = nil,
        bind: Bool? = nil
    ) {
        self.requestId = requestId
        self.name = name
        self.grants = grants
        self.changeCount = changeCount
        self.append = append
        self.bind = bind
    }
}

/// The answer of every call that answers a pasteboard.
package struct PasteboardAnswer: Codable, Sendable {
    package var pasteboard: PasteboardContents

    package init(pasteboard: PasteboardContents) { self.pasteboard = pasteboard }
}

package struct GetPasteboardCall: StagingCall {
    package typealias Answer = PasteboardAnswer
    package static let method = StagingInterface.name + ".GetPasteboard"

    package var name: String
    package var owner: UInt32?

    package init(name: String, owner: UInt32? = nil) {
        self.name = name
        self.owner = owner
    }
}

package struct WatchPasteboardCall: StagingCall {
    package typealias Answer = PasteboardAnswer
    package static let method = StagingInterface.name + ".WatchPasteboard"

    package var name: String
    package var owner: UInt32?

    package init(name: String, owner: UInt32? = nil) {
        self.name = name
        self.owner = owner
    }
}
