internal import LinuxSystem
public import StagingModel

/// A file that was received as an open descriptor, which is closed with the last reference.
public final class ReceivedFile: Sendable {
    /// What it is.
    public let received: Received
    private let shared: SharedDescriptor

    /// Open for reading; owned by this object. Its position is shared with nobody else in this process unless passed on:
    /// read with explicit offsets (`pread`).
    public var descriptor: Int32 { shared.number }

    init(received: Received, descriptor: SharedDescriptor) {
        self.received = received
        shared = descriptor
    }
}
