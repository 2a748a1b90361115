internal import CLinux
internal import Glibc

/// A thread of the kernel's for work that blocks, kept off Swift's shared pool.
package enum BlockingThread {
    /// Starts a detached thread that runs `body` once.
    /// - Parameters:
    ///   - name: shown by `ps -L` and debuggers; at most 15 bytes count.
    ///   - stackSize: in bytes; only what is touched takes memory.
    /// - Throws: ``SystemError`` (`EAGAIN`) at the limit of threads.
    package static func start(
        name: String, stackSize: Int = 512 * 1024, _ body: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setstacksize(&attributes, stackSize)
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let box = unsafe Unmanaged.passRetained(Work(name: name, body: body))
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument = unsafe argument else { return nil }
                let work = unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
                _ = unsafe clinux_name_thread(work.name)
                work.body()
                return nil
            }, box.toOpaque())
        if code != 0 {
            unsafe box.release()
            throw SystemError(code, "pthread_create", subject: name)
        }
    }

    private final class Work {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }
}
