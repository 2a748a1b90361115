package import LinuxSystem
internal import Synchronization

/// What a connection is to be told, and waits here until its thread takes it.
package final class NoticeQueue<Notice: Sendable>: Sendable {
    /// Readable while there are notices.
    package let wakeUp: WakeUp
    private let notices = Mutex<[Notice]>([])
    private let most: Int

    /// - Parameter most: so many wait for a slow taker; older ones are lost.
    init(most: Int = .max) throws(SystemError) {
        self.most = most
        wakeUp = try WakeUp()
    }

    /// Takes the notices that have come.
    package func take() -> [Notice] {
        notices.withLock { notices in
            wakeUp.clear()
            defer { notices = [] }
            return notices
        }
    }

    func add(_ notice: Notice) {
        notices.withLock { notices in
            if notices.count >= most { notices.removeFirst() }
            notices.append(notice)
            wakeUp.signal()
        }
    }
}
