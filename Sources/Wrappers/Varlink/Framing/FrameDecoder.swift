internal import Glibc
package import LinuxSystem

/// A stream that cannot be followed any further: the connection has to be closed.
package enum FramingError: Error, Hashable, Sendable {
    /// No end within the limit, in bytes.
    case messageTooLong(limit: Int)
    /// More descriptors wait than the limit allows.
    case tooManyDescriptors(limit: Int)
}

/// Cuts the bytes and descriptors of a stream socket into Varlink messages, whatever the reads were.
///
/// It does no I/O: the owner reads, appends what came, and takes messages until there are none:
///
/// ```swift
/// decoder.append(chunk[..<length], descriptors: received, truncated: flags & MSG_CTRUNC != 0)
/// while let message = try decoder.next() {
///     let call = try codec.call(from: message, of: table)
///     let descriptors = try decoder.takeDescriptors(call.descriptors)
/// }
/// ```
///
/// Descriptors belong to messages by their order and by the numbers that the messages name. A sender attaches those of
/// a message to the send that holds the message's first byte. A message that names fewer than it brought, more, or
/// lost some, costs no other message its own.
///
/// Costs are linear in the bytes received, also when they come one by one.
package struct FrameDecoder: Sendable {
    /// What the peer may make this decoder hold.
    package let limits: MessageLimits

    private var buffer: [UInt8] = []
    /// Where the current message begins in `buffer`, and in the stream.
    private var head = 0
    private var position = 0
    /// No NUL stands in `buffer[head..<scanned]`.
    private var scanned = 0
    private var descriptors = DescriptorQueue()
    private var failure: FramingError?

    /// A buffer with more capacity than this is given back when it is empty.
    private static let keptCapacity = 128 << 10

    /// A decoder at the beginning of a stream.
    package init(limits: MessageLimits = MessageLimits()) { self.limits = limits }

    /// Whether part of a message is left when ``next()`` has no more: at the end of the stream, one that was cut off.
    package var holdsPartialMessage: Bool { head < buffer.count }

    /// Takes in what one `recvmsg` returned.
    /// - Parameters:
    ///   - bytes: What was read; empty at the end of the stream.
    ///   - descriptors: What came with them, in order; the decoder owns them until a message takes them.
    ///   - truncated: Whether the kernel reported `MSG_CTRUNC`. Which message lost descriptors is known when the
    ///     messages of this read are decoded: those that need one after the last that came fail with
    ///     ``DescriptorError/lost``, and no others.
    package mutating func append(
        _ bytes: ArraySlice<UInt8>, descriptors received: [SharedDescriptor] = [], truncated: Bool = false
    ) {
        guard failure == nil else { return }
        dropConsumedBytes()
        let from = position + (buffer.count - head)
        buffer.append(contentsOf: bytes)
        descriptors.append(received, truncated: truncated, from: from, to: from + bytes.count)
        if descriptors.count > limits.descriptorsQueued {
            fail(.tooManyDescriptors(limit: limits.descriptorsQueued))
        }
    }

    /// The next whole message, without the NUL that ended it; nothing when its end has not come yet.
    ///
    /// Descriptors that came with the messages before and that none of them took are closed.
    /// - Throws: ``FramingError``, now and from here on.
    package mutating func next() throws(FramingError) -> [UInt8]? {
        if let failure { throw failure }
        descriptors.discardUnclaimed(before: position)
        let available = buffer.count - head
        // One more than the longest message, for its NUL.
        let isFull = available > limits.messageLength
        let window = isFull ? head + limits.messageLength + 1 : buffer.count
        guard let end = firstNUL(in: scanned..<window) else {
            scanned = window
            if isFull { throw fail(.messageTooLong(limit: limits.messageLength)) }
            return nil
        }
        let message = Array(buffer[head..<end])
        position += end + 1 - head
        head = end + 1
        scanned = head
        return message
    }

    /// Takes the descriptors that the message from the last ``next()`` brought; once for a message.
    /// - Parameter count: How many the message says it brings, in 0... .
    /// - Returns: Exactly `count`, in the order in which they were sent.
    /// - Throws: ``DescriptorError``; what came for the message is closed, and the decoder goes on.
    package mutating func takeDescriptors(_ count: Int) throws(DescriptorError) -> [SharedDescriptor] {
        precondition(count >= 0, "a message brings no negative number of descriptors")
        guard count > 0 else { return [] }
        guard count <= limits.descriptorsPerMessage else {
            descriptors.discardCandidates(end: position)
            throw .tooMany(named: count, limit: limits.descriptorsPerMessage)
        }
        return try descriptors.take(count, end: position)
    }

    private func firstNUL(in range: Range<Int>) -> Int? {
        unsafe buffer.withUnsafeBytes { bytes in
            let window = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
            // `memchr` looks at a megabyte in microseconds, in debug builds too.
            guard let start = window.baseAddress, let found = unsafe memchr(start, 0, window.count) else { return nil }
            return unsafe range.lowerBound + (UnsafeRawPointer(found) - start)
        }
    }

    /// Moves what is left to the front, only when that is less than what goes: each byte moves once or not at all.
    private mutating func dropConsumedBytes() {
        guard head > 0, head >= buffer.count - head else { return }
        if head == buffer.count, buffer.capacity > Self.keptCapacity {
            buffer = []
        } else {
            buffer.removeFirst(head)
        }
        scanned -= head
        head = 0
    }

    @discardableResult
    private mutating func fail(_ error: FramingError) -> FramingError {
        failure = error
        buffer = []
        (head, scanned) = (0, 0)
        descriptors.removeAll()
        return error
    }
}
