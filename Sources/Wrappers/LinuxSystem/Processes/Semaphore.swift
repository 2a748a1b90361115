internal import Glibc

/// Counts signals for one waiting thread, by a futex: cheaper than a descriptor where nothing else is waited for.
@safe
package final class Semaphore: Sendable {
    // Safe: the memory is this object's alone, and the calls on it may come from any thread.
    private nonisolated(unsafe) let semaphore: UnsafeMutablePointer<sem_t>

    package init() {
        unsafe semaphore = .allocate(capacity: 1)
        unsafe sem_init(semaphore, 0, 0)
    }

    deinit {
        unsafe sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    package func signal() { _ = unsafe sem_post(semaphore) }

    /// Blocks until there is a signal, and takes it.
    package func wait() {
        while unsafe sem_wait(semaphore) != 0 {}
    }
}
