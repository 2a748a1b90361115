/// What a peer may make this end hold: one value for every decoder and codec of a connection.
package struct MessageLimits: Hashable, Sendable {
    /// The longest message, in bytes without the NUL that ends it.
    package var messageLength: Int
    /// The most descriptors that one message may bring.
    package var descriptorsPerMessage: Int
    /// The most descriptors that may wait for their messages. A joined read can bring those of several messages, so
    /// this is more than ``descriptorsPerMessage``; Linux itself sends at most 253 at a time.
    package var descriptorsQueued: Int

    /// The defaults are 1 MiB, 64 and 256. None may be negative.
    package init(messageLength: Int = 1 << 20, descriptorsPerMessage: Int = 64, descriptorsQueued: Int = 256) {
        precondition(messageLength >= 0 && descriptorsPerMessage >= 0 && descriptorsQueued >= 0)
        self.messageLength = messageLength
        self.descriptorsPerMessage = descriptorsPerMessage
        self.descriptorsQueued = descriptorsQueued
    }
}
