internal import CLinux
internal import Glibc

/// An open file that this value alone owns.
///
/// It is closed exactly once: by ``close()``, which reports what the kernel said, or when the value's life ends, where
/// that answer is lost. Every descriptor of this type has close-on-exec set from birth.
@safe
package struct OwnedDescriptor: ~Copyable, Sendable {
    /// The number, for a system call made while the value lives; never to be closed or kept.
    package let number: CInt

    /// Takes over `number`, which must be open, close-on-exec, and owned by nobody else.
    package init(taking number: CInt) {
        precondition(number >= 0, "a descriptor is never negative")
        self.number = number
    }

    deinit { _ = Glibc.close(number) }

    /// Gives the number up without closing it; the caller owns it now.
    package consuming func release() -> CInt {
        let number = number
        discard self
        return number
    }

    /// Closes the file now. May block where the file system writes back on close, as NFS does.
    /// - Throws: ``SystemError``, such as `EIO` or `EDQUOT`; the descriptor is gone all the same.
    package consuming func close() throws(SystemError) {
        let number = release()
        // Not retried on EINTR: Linux has freed the number by then.
        if Glibc.close(number) < 0, errno != EINTR { throw SystemError(errno, "close") }
    }

    /// Another descriptor of the open file description behind `number`, which somebody else owns; close-on-exec.
    /// - Throws: ``SystemError``: `EBADF` where nothing is open there, `EMFILE`.
    package static func duplicating(_ number: CInt) throws(SystemError) -> OwnedDescriptor {
        OwnedDescriptor(taking: try checked("fcntl") { clinux_fcntl(number, F_DUPFD_CLOEXEC, 3) })
    }

    /// Another descriptor of the same open file description, close-on-exec.
    /// - Throws: ``SystemError`` (`EMFILE`).
    package func duplicate() throws(SystemError) -> OwnedDescriptor {
        try Self.duplicating(number)
    }
}

/// An open file held by a reference, for arrays, dictionaries and escaping closures, where a value that cannot be
/// copied does not fit. Closed when the last reference goes.
package final class SharedDescriptor: Sendable {
    private let descriptor: OwnedDescriptor

    /// Takes the descriptor over.
    package init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }

    /// The number, for calls made while something else holds the reference: a parameter, a stored property, a later use.
    ///
    /// The number alone does not: an optimizing compiler lets go of a local reference after its last use, and the file is
    /// closed before a call that was handed its number. Where the number is the last use, ``withNumber(_:)`` lends it.
    package var number: CInt { descriptor.number }

    /// Lends the number to `body`, and keeps the file open until that returns.
    package func withNumber<Result, Failure: Error>(
        _ body: (CInt) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(descriptor.number)
    }

    /// Another descriptor of the same open file description, owned by the caller.
    /// - Throws: ``SystemError`` (`EMFILE`).
    package func duplicate() throws(SystemError) -> OwnedDescriptor { try descriptor.duplicate() }
}
