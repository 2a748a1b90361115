internal import Glibc

/// A system call that failed: which call, on what, and what the kernel said.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The C `errno`, such as `ENOENT`.
    package let code: CInt
    /// The call that failed, such as `openat`.
    package let call: String
    /// What it was done to, usually a path, escaped for a message; empty where there is no name for it.
    package let subject: String

    package init(_ code: CInt, _ call: String, subject: String = "") {
        self.code = code
        self.call = call
        self.subject = subject
    }

    /// The kernel's words for the code, such as "No such file or directory".
    package var reason: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    package var description: String {
        subject.isEmpty ? "\(call): \(reason)" : "\(subject): \(reason) (\(call))"
    }
}

extension SystemError {
    /// The name is in use (`EEXIST`, `ENOTEMPTY`).
    package var isNameTaken: Bool { code == EEXIST || code == ENOTEMPTY }
    /// There is no such name, or no such directory on the way to it.
    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
    /// The name, or the whole path, is longer than the kernel takes.
    package var isNameTooLong: Bool { code == ENAMETOOLONG }
    /// A symbolic link is where none may be.
    package var isLink: Bool { code == ELOOP }
    /// The volume is full, or the user's quota is used up.
    package var isNoSpace: Bool { code == ENOSPC || code == EDQUOT }
    /// The inode has as many names as the file system allows.
    package var isTooManyLinks: Bool { code == EMLINK }
    /// The two places are not on one mount.
    package var isOtherVolume: Bool { code == EXDEV }
    /// Permission was denied.
    package var isNotPermitted: Bool { code == EACCES || code == EPERM }
    /// Nothing was there in time, or without waiting.
    package var isWouldBlock: Bool { code == EAGAIN }
    /// The other end is gone.
    package var isHungUp: Bool { code == EPIPE || code == ECONNRESET }
    /// Nobody listens there.
    package var isNotListening: Bool { code == ENOENT || code == ECONNREFUSED }
    /// The process, or the whole machine, has as many open files as it may.
    package var isTooManyFiles: Bool { code == EMFILE || code == ENFILE }
    /// The kernel, or a filter of system calls, does not know the call.
    package var isUnknownCall: Bool { code == ENOSYS || code == EPERM }
    /// The file system, or the kernel, cannot do this.
    package var isUnsupported: Bool { code == EINVAL || code == ENOSYS || code == EOPNOTSUPP }
    /// There is no such process.
    package var isNoSuchProcess: Bool { code == ESRCH }
    /// Called off by the caller.
    package var isCanceled: Bool { code == ECANCELED }
    /// A read-only file system.
    package var isReadOnly: Bool { code == EROFS }
}

/// Runs a call that answers -1 and sets `errno`, again when a signal interrupted it.
///
/// `errno` is read here and nowhere else, before anything can change it.
/// - Throws: ``SystemError`` with the call's name, for every answer below 0.
@discardableResult
package func checked<Number: SignedInteger>(
    _ call: String, _ subject: @autoclosure () -> String = "", _ body: () -> Number
) throws(SystemError) -> Number {
    if let code = SystemFaults.code(for: call) { throw SystemError(code, call, subject: subject()) }
    while true {
        let result = body()
        if result >= 0 { return result }
        let code = errno
        if code != EINTR { throw SystemError(code, call, subject: subject()) }
    }
}
