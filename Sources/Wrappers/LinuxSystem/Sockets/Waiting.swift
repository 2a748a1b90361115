internal import CLinux
internal import Glibc

/// Waiting for descriptors to become ready.
package enum Waiting {
    /// What ended the wait.
    package enum Outcome: Equatable, Sendable {
        /// The places, in the list that was given, of the descriptors that are readable or hung up.
        case ready([Int])
        case timedOut
    }

    /// Blocks until one of `descriptors` is readable, at its end or broken.
    /// - Parameter milliseconds: the longest wait; negative is for ever.
    package static func untilReadable(_ descriptors: [Int32], milliseconds: Int32 = -1) throws(SystemError) -> Outcome {
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN | POLLRDHUP), revents: 0) }
        let count = try checked("poll") { unsafe poll(&entries, nfds_t(entries.count), milliseconds) }
        return count == 0 ? .timedOut : .ready(entries.indices.filter { entries[$0].revents != 0 })
    }

    /// Whether `descriptor` is readable, at its end or broken right now.
    package static func isReadable(_ descriptor: Int32) -> Bool {
        (try? untilReadable([descriptor], milliseconds: 0)) != .timedOut
    }

    /// Whether the other end of a socket has closed it. What it has sent does not count, nor that it only sends no more.
    package static func isHungUp(_ socket: Int32) -> Bool {
        // POLLHUP is told unasked.
        var entry = pollfd(fd: socket, events: 0, revents: 0)
        return unsafe poll(&entry, 1, 0) > 0 && entry.revents & Int16(POLLHUP) != 0
    }

    /// Blocks for a while.
    package static func pause(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }

    private static var POLLRDHUP: Int32 { 0x2000 }
}

/// A wake-up call between threads: an eventfd.
package struct WakeUp: Sendable {
    private let event: SharedDescriptor

    package init() throws(SystemError) {
        event = SharedDescriptor(
            OwnedDescriptor(taking: try checked("eventfd") { clinux_eventfd() }))
    }

    /// Readable from ``signal()`` until ``clear()``.
    package var number: Int32 { event.number }

    package func signal() { _ = clinux_eventfd_signal(event.number) }

    package func clear() { _ = clinux_eventfd_clear(event.number) }
}
