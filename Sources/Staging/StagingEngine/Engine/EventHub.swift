internal import LinuxSystem
package import StagingModel
internal import Synchronization

/// Passes events on to those who watch. A watcher that does not read loses the oldest events, never blocks anybody.
package final class EventHub: Sendable {
    /// One watcher.
    package final class Subscription: Sendable {
        package let events: NoticeQueue<StagingEvent>
        let uid: UInt32

        init(uid: UInt32) throws(SystemError) {
            self.uid = uid
            events = try NoticeQueue(most: EventHub.mostQueued)
        }
    }

    /// So many events wait for a slow watcher; older ones are lost.
    private static let mostQueued = 1024
    private let subscriptions = Mutex<[ObjectIdentifier: Subscription]>([:])

    /// The events of the grants that `uid` sent, and of the areas that it has, from now on.
    func subscribe(uid: UInt32) throws(SystemError) -> Subscription {
        let subscription = try Subscription(uid: uid)
        subscriptions.withLock { $0[ObjectIdentifier(subscription)] = subscription }
        return subscription
    }

    func unsubscribe(_ subscription: Subscription) {
        _ = subscriptions.withLock { $0.removeValue(forKey: ObjectIdentifier(subscription)) }
    }

    /// Whether anybody would be told.
    var hasSubscribers: Bool { subscriptions.withLock { !$0.isEmpty } }

    /// Tells the owners, each once.
    func publish(_ event: StagingEvent, to owners: [UInt32]) {
        for subscription in subscriptions.withLock({ Array($0.values) }) where owners.contains(subscription.uid) {
            subscription.events.add(event)
        }
    }
}
