package import StagingModel

/// An offered item as the catalogue keeps it.
package struct DropRecord: Hashable, Sendable {
    /// The catalogue's own number, in the order of the offers; 0 before it is inserted.
    package var number: Int64 = 0
    package var id: String
    /// The user whose destination it is.
    package var owner: UInt32
    /// The destination's name.
    package var name: String
    package var grantNumber: Int64
    /// The client's id of the request that offered it: the same again is the same offer (rule 6).
    package var request: String
    package var tries = 0
    package var mostTries: Int
    package var state = DropItem.State.queued
    package var reason: String?

    package init(
        id: String, owner: UInt32, name: String, grantNumber: Int64, request: String, mostTries: Int
    ) {
        self.id = id
        self.owner = owner
        self.name = name
        self.grantNumber = grantNumber
        self.request = request
        self.mostTries = mostTries
    }

    var place: DropPlace { DropPlace(owner: owner, name: name) }

    var progress: DropProgress { DropProgress(state, reason: reason) }
}

/// Names a destination in one engine.
struct DropPlace: Hashable, Sendable {
    /// The user whose destination it is.
    var owner: UInt32
    var name: String
}
