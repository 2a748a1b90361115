package import Magic

/// libmagic in this process, with a few cookies; each is loaded when it is first needed.
package final class CookiePool: Detector {
    private let cookies: SlotPool<MagicCookie>

    /// - Parameter count: how many looks may run at once; a further one waits. One cookie takes about half a megabyte.
    package init(count: Int) { cookies = SlotPool(count: count) }

    package func describe(_ bytes: ArraySlice<UInt8>) throws(SniffingError) -> MagicAnswer? {
        unsafe try look(bytes) { cookie, bytes throws(MagicError) in unsafe try cookie.describe(bytes: bytes) }
    }

    package func summary(_ bytes: ArraySlice<UInt8>) throws(SniffingError) -> String? {
        unsafe try look(bytes) { cookie, bytes throws(MagicError) in unsafe try cookie.summary(bytes: bytes) }
    }

    private func look<Answer: Sendable>(
        _ bytes: ArraySlice<UInt8>,
        _ body: (inout MagicCookie, UnsafeRawBufferPointer) throws(MagicError) -> Answer
    ) throws(SniffingError) -> Answer {
        try cookies.lend { (slot: inout MagicCookie?) -> Result<Answer, SniffingError> in
            do throws(MagicError) {
                var cookie: MagicCookie
                if let kept = slot.take() { cookie = kept } else { cookie = try MagicCookie() }
                // Through a Result, since the standard library's lender passes no typed error on.
                let answer = unsafe bytes.withUnsafeBytes { buffer in
                    Result { () throws(MagicError) in unsafe try body(&cookie, buffer) }
                }
                slot = consume cookie
                return .success(try answer.get())
            } catch {
                return .failure(.detector(error.description))
            }
        }.get()
    }
}
