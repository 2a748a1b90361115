package import StagingModel

package struct ShowCall: StagingCall {
    package typealias Answer = GrantAnswer
    package static let method = StagingInterface.name + ".Show"

    package var token: String?
    package var id: String?

    package init(token: String? = nil, id: String? = nil) {
        self.token = token
        self.id = id
    }
}

package struct ListCall: StagingCall {
    package struct Answer: Codable, Sendable {
        package var grants: [Grant]
        package var areas: [Area]
        package var cursor: String?

        package init(grants: [Grant], areas: [Area], cursor: String?) {
            self.grants = grants
            self.areas = areas
            self.cursor = cursor
        }
    }

    package static let method = StagingInterface.name + ".List"

    package var all: Bool?
    package var cursor: String?

    package init(all: Bool? = nil, cursor: String? = nil) {
        self.all = all
        self.cursor = cursor
    }
}

package struct RevokeCall: StagingCall {
    package typealias Answer = GrantAnswer
    package static let method = StagingInterface.name + ".Revoke"

    package var requestId: String
    package var token: String?
    package var id: String?

    package init(requestId: String, token: String? = nil, id: String? = nil) {
        self.requestId = requestId
        self.token = token
        self.id = id
    }
}

package struct RenewCall: StagingCall {
    package typealias Answer = GrantAnswer
    package static let method = StagingInterface.name + ".Renew"

    package var requestId: String
    package var token: String?
    package var id: String?
    /// Milliseconds.
    package var ttl: Int64

    package init(requestId: String, token: String? = nil, id: String? = nil, ttl: Int64) {
        self.requestId = requestId
        self.token = token
        self.id = id
        self.ttl = ttl
    }
}

package struct WatchCall: StagingCall {
    package struct Answer: Codable, Sendable {
        package var event: StagingEvent

        package init(event: StagingEvent) { self.event = event }
    }

    package static let method = StagingInterface.name + ".Watch"

    package init() {}
}

package struct StatusCall: StagingCall {
    package struct Answer: Codable, Sendable {
        package var status: ServiceStatus

        package init(status: ServiceStatus) { self.status = status }
    }

    package static let method = StagingInterface.name + ".Status"

    package init() {}
}

package struct StopCall: StagingCall {
    package typealias Answer = EmptyAnswer
    package static let method = StagingInterface.name + ".Stop"

    package init() {}
}
