internal import CLinux
internal import Glibc

/// Unix stream sockets named by a path.
package enum UnixSocket {
    /// Connects to the listener at `path`. Blocks while the listener's backlog is full.
    ///
    /// A path longer than a socket address holds (107 bytes) is reached through its folder's descriptor.
    /// - Throws: ``SystemError``: `ENOENT` without a socket file, `ECONNREFUSED` without a listener, `EACCES`.
    package static func connect(to path: Path) throws(SystemError) -> OwnedDescriptor {
        let socket = OwnedDescriptor(taking: try checked("socket") { clinux_socket_stream() })
        let number = socket.number
        try withAddress(of: path) { (address, length) throws(SystemError) in
            _ = try checked("connect", path.text) { unsafe Glibc.connect(number, address, length) }
        }
        return socket
    }

    /// Binds a new socket file at `path`, mode `mode`, and listens.
    ///
    /// The file is made under the mode at once, never open to more users first. The caller removes a stale file before.
    /// - Throws: ``SystemError``: `EADDRINUSE` where something has the name.
    package static func listen(at path: Path, mode: UInt32, backlog: Int32 = 1024) throws(SystemError)
        -> OwnedDescriptor
    {
        let socket = OwnedDescriptor(taking: try checked("socket") { clinux_socket_stream() })
        let number = socket.number
        // The file takes the socket inode's mode, less the umask; fchmod before bind sets it without a race.
        try checked("fchmod", path.text) { fchmod(number, mode) }
        try withAddress(of: path) { (address, length) throws(SystemError) in
            _ = try checked("bind", path.text) { unsafe Glibc.bind(number, address, length) }
        }
        try unsafe path.withCString { (name) throws(SystemError) in
            _ = try checked("chmod", path.text) { unsafe chmod(name, mode) }
        }
        try checked("listen", path.text) { Glibc.listen(number, backlog) }
        return socket
    }

    /// Whether the descriptor is a Unix stream socket that listens.
    package static func isListening(_ descriptor: Int32) -> Bool {
        func option(_ name: Int32) -> Int32? {
            var value: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            return unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
        }
        return option(SO_DOMAIN) == AF_UNIX && option(SO_TYPE) == Int32(SOCK_STREAM.rawValue)
            && option(SO_ACCEPTCONN) == 1
    }

    /// Listens on a socket that is bound already, also one that listens: the kernel names the process that did so last
    /// to those who connect.
    package static func listenAgain(on socket: Int32, backlog: Int32 = 1024) throws(SystemError) {
        try checked("listen") { Glibc.listen(socket, backlog) }
    }

    /// Takes the next waiting connection, close-on-exec. Blocks unless the listener does not.
    /// - Throws: ``SystemError``: `EAGAIN`, `EMFILE`, `ECONNABORTED`.
    package static func accept(from listener: Int32) throws(SystemError) -> OwnedDescriptor {
        OwnedDescriptor(taking: try checked("accept4") { clinux_accept(listener) })
    }

    /// Two sockets connected to each other.
    package static func pair() throws(SystemError) -> (SharedDescriptor, SharedDescriptor) {
        var numbers: [Int32] = [-1, -1]
        try checked("socketpair") { unsafe clinux_socketpair(&numbers) }
        return (
            SharedDescriptor(OwnedDescriptor(taking: numbers[0])), SharedDescriptor(OwnedDescriptor(taking: numbers[1]))
        )
    }

    @safe
    private static func withAddress(
        of path: Path, _ body: (UnsafePointer<sockaddr>, socklen_t) throws(SystemError) -> Void
    ) throws(SystemError) {
        if path.bytes.count < longestAddress {
            return try withExactAddress(of: path, body)
        }
        let folder = OwnedDescriptor(
            taking: try unsafe path.parent.withCString { (name) throws(SystemError) in
                try checked("open", path.parent.text) { unsafe clinux_open(name, clinux_O_PATH | O_CLOEXEC, 0) }
            })
        let short = Path("/proc/self/fd/\(folder.number)").appending(path.lastComponent)
        guard short.bytes.count < longestAddress else {
            throw SystemError(ENAMETOOLONG, "bind", subject: path.text)
        }
        try withExactAddress(of: short, body)
    }

    @safe
    private static func withExactAddress(
        of path: Path, _ body: (UnsafePointer<sockaddr>, socklen_t) throws(SystemError) -> Void
    ) throws(SystemError) {
        var address = sockaddr_un()
        let length = unsafe path.withCString { name in
            unsafe clinux_unix_address(&address, name, path.bytes.count)
        }
        try unsafe withUnsafePointer(to: &address) { (pointer) throws(SystemError) in
            try unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { (plain) throws(SystemError) in
                try unsafe body(plain, length)
            }
        }
    }

    /// The size of `sun_path` (see `man 7 unix`).
    private static let longestAddress = 108
}

/// What one read of a socket brought.
package struct SocketRead {
    /// How many bytes were stored; 0 is the end of the stream.
    package let count: Int
    /// The descriptors that came with them, in order, each close-on-exec and owned by its object.
    package let descriptors: [SharedDescriptor]
    /// The kernel dropped descriptors, as it does at the limit of open files (case B51).
    package let truncated: Bool
}

extension UnixSocket {
    /// The most descriptors that the kernel passes with one message (`SCM_MAX_FD`).
    package static let mostDescriptors = 253

    /// Reads what is there into `buffer`, with the descriptors that came along. Blocks until there is something.
    /// - Throws: ``SystemError``: `ECONNRESET`; `EAGAIN` where the socket does not block or its time is up.
    package static func receive(from socket: Int32, into buffer: inout [UInt8]) throws(SystemError) -> SocketRead {
        let read = unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: mostDescriptors) { numbers in
            Result { () throws(SystemError) in
                var count = 0
                var truncated: Int32 = 0
                let capacity = buffer.count
                let length = try checked("recvmsg") {
                    unsafe clinux_receive(socket, &buffer, capacity, numbers.baseAddress, &count, &truncated, 0)
                }
                return SocketRead(
                    count: length,
                    descriptors: (0..<count).map { SharedDescriptor(OwnedDescriptor(taking: unsafe numbers[$0])) },
                    truncated: truncated != 0)
            }
        }
        return try read.get()
    }

    /// Writes all of `bytes`, the descriptors with the first of them. Blocks while the peer does not read.
    ///
    /// The descriptors stay the caller's; the kernel passes on its own references.
    /// - Throws: ``SystemError``: `EPIPE`, `ECONNRESET`; `EAGAIN` where the send time-out passed (``setTimeouts``).
    package static func send(_ bytes: [UInt8], descriptors: [Int32] = [], to socket: Int32) throws(SystemError) {
        precondition(!bytes.isEmpty, "descriptors travel with at least one byte")
        var sent = 0
        while sent < bytes.count {
            let start = sent
            let passing = start == 0 ? descriptors : []
            sent += try checked("sendmsg") {
                unsafe bytes.withUnsafeBytes { all in
                    unsafe passing.withUnsafeBufferPointer { numbers in
                        unsafe clinux_send(
                            socket, all.baseAddress?.advanced(by: start), all.count - start, numbers.baseAddress,
                            numbers.count, 0)
                    }
                }
            }
        }
    }

    /// Bounds how long a read and a write on the socket block, each in seconds; 0 is for ever.
    package static func setTimeouts(_ socket: Int32, read: Int, write: Int) throws(SystemError) {
        for (option, seconds) in [(SO_RCVTIMEO, read), (SO_SNDTIMEO, write)] {
            var time = timeval(tv_sec: seconds, tv_usec: 0)
            try checked("setsockopt") {
                unsafe setsockopt(socket, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
            }
        }
    }

    /// Ends the direction that is read: what has come is still to be had, then the end.
    package static func shutDownReading(_ socket: Int32) { _ = shutdown(socket, Int32(SHUT_RD)) }

    /// Tells the other end that nothing more comes; what it still sends can be read.
    package static func endSending(_ socket: Int32) { _ = shutdown(socket, Int32(SHUT_WR)) }
}
