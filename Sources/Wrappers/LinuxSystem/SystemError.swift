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

/// Runs a call that answers -1 and sets `errno`, again when a signal interrupted it.
///
/// `errno` is read here and nowhere else, before anything can change it.
/// - Throws: ``SystemError`` with the call's name, for every answer below 0.
@discardableResult
package func checked<Number: SignedInteger>(
    _ call: String, _ subject: @autoclosure () -> String = "", _ body: () -> Number
) throws(SystemError) -> Number {
    while true {
        let result = body()
        if result >= 0 { return result }
        let code = errno
        if code != EINTR { throw SystemError(code, call, subject: subject()) }
    }
}
