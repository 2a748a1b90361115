/// An item that was offered to a destination, as its workers, its sender and the destination's owner see it.
public struct DropItem: Hashable, Sendable, Codable {
    /// Names it for `--retry` and `--forget`.
    public var id: String
    /// The name of the destination.
    public var destination: String
    /// How far it is.
    public var state: State
    /// How often a worker took it and did not finish it.
    public var tries: Int
    /// After so many tries it is a dead letter.
    public var mostTries: Int
    /// Why it was refused, or why the last try failed; nil where there is nothing to say.
    public var reason: String?
    /// Which worker has it; nil while none has.
    public var worker: String?
    /// What it is, without a token. A worker is shown only the representations that it accepts and may receive.
    public var grant: Grant

    package init(
        id: String, destination: String, state: State, tries: Int, mostTries: Int, reason: String? = nil,
        worker: String? = nil, grant: Grant
    ) {
        self.id = id
        self.destination = destination
        self.state = state
        self.tries = tries
        self.mostTries = mostTries
        self.reason = reason
        self.worker = worker
        self.grant = grant
    }

    /// How far an item is. A name that is not known here, from a newer service, decodes as `dead`.
    public enum State: String, Hashable, Sendable, Codable {
        /// It waits for a worker.
        case queued
        /// A worker has accepted it and is at it.
        case accepted
        /// The destination does not want it.
        case refused
        /// A worker has finished it.
        case done
        /// Every try failed.
        case dead

        /// Reads the name.
        public init(from decoder: any Decoder) throws {
            self = State(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .dead
        }

        /// Whether nothing follows for the sender.
        public var isFinal: Bool { self != .queued && self != .accepted }
    }
}

/// What an item's sender is told of it.
public struct DropProgress: Hashable, Sendable, Codable {
    /// How far the item is.
    public var state: DropItem.State
    /// Why it was refused, or why the last try failed; nil where there is nothing to say.
    public var reason: String?

    package init(_ state: DropItem.State, reason: String? = nil) {
        self.state = state
        self.reason = reason
    }
}
