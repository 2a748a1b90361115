internal import Glibc

/// Tells what happens to the names in directories, as the kernel sees it (`inotify`). Changes that another machine makes on
/// a network file system are not told.
package struct DirectoryEvents: ~Copyable, Sendable {
    /// Which directory an event is of: a number that the kernel gives each, the same as long as it is watched.
    package typealias Watch = Int32

    /// What happened.
    package struct Event: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            /// A name came, with a new file or directory.
            case created
            /// A name came from elsewhere.
            case arrived
            /// A file that was open for writing was closed.
            case written
            /// A name went, by being removed or moved away.
            case gone
            /// The directory itself was removed or moved, or is not watched any more.
            case ended
            /// Events were lost: nobody took them in time.
            case overflow
        }

        package let watch: Watch
        package let kind: Kind
        /// In the directory; empty where the event is the directory's own.
        package let name: Path
        package let isDirectory: Bool
    }

    private let descriptor: OwnedDescriptor

    /// - Throws: ``SystemError`` from `inotify_init1`: `EMFILE` at the limit of instances for a user.
    package init() throws(SystemError) {
        let flags = Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)
        descriptor = OwnedDescriptor(taking: try checked("inotify_init1") { inotify_init1(flags) })
    }

    /// Readable while there are events.
    package var number: CInt { descriptor.number }

    private static let mask = UInt32(
        IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF)

    /// Watches an open directory from here on; again the same number for one that is watched already.
    /// - Throws: ``SystemError`` from `inotify_add_watch`: `ENOSPC` at the limit of watches for a user.
    package func watch(_ directory: borrowing Directory) throws(SystemError) -> Watch {
        // By the descriptor, so that no path is looked up; a link of /proc is followed.
        let path = Path("/proc/self/fd/\(directory.descriptor.number)")
        return try checked("inotify_add_watch") {
            unsafe path.withCString { unsafe inotify_add_watch(descriptor.number, $0, Self.mask) }
        }
    }

    /// Watches a directory no more. No matter where it is not watched.
    package func forget(_ watch: Watch) { _ = inotify_rm_watch(descriptor.number, watch) }

    /// What has happened since the last call; empty where nothing has. Does not wait.
    /// - Throws: ``SystemError`` from `read`.
    package func take() throws(SystemError) -> [Event] {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count: Int
        do {
            count = try checked("read") { unsafe read(descriptor.number, &buffer, buffer.count) }
        } catch {
            if error.isWouldBlock { return [] }
            throw error
        }
        var events: [Event] = []
        var place = 0
        // struct inotify_event: watch, mask, cookie and the length of the name, four bytes each, then the name with NULs.
        while place + 16 <= count {
            let length = Int(Self.number(buffer, place + 12))
            let name = Path(bytes: buffer[(place + 16)..<min(count, place + 16 + length)])
            let mask = Self.number(buffer, place + 4)
            if let kind = Self.kind(mask) {
                events.append(
                    Event(
                        watch: Int32(bitPattern: Self.number(buffer, place)), kind: kind, name: name,
                        isDirectory: mask & UInt32(IN_ISDIR) != 0))
            }
            place += 16 + length
        }
        return events
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> UInt32 {
        unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: place, as: UInt32.self) }
    }

    private static func kind(_ mask: UInt32) -> Event.Kind? {
        func has(_ bits: Int32) -> Bool { mask & UInt32(bitPattern: bits) != 0 }
        if has(Int32(IN_Q_OVERFLOW)) { return .overflow }
        if has(Int32(IN_DELETE_SELF) | Int32(IN_MOVE_SELF) | Int32(IN_IGNORED) | Int32(IN_UNMOUNT)) { return .ended }
        if has(Int32(IN_MOVED_TO)) { return .arrived }
        if has(Int32(IN_CLOSE_WRITE)) { return .written }
        if has(Int32(IN_CREATE)) { return .created }
        if has(Int32(IN_MOVED_FROM) | Int32(IN_DELETE)) { return .gone }
        return nil
    }
}
