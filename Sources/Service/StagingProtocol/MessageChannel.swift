package import LinuxSystem
package import Varlink

/// A connected socket that speaks Varlink: whole messages and their descriptors, in and out.
///
/// Used by one thread at a time. Either end of the protocol is made of it.
package final class MessageChannel {
    package let socket: SharedDescriptor
    package let codec: MessageCodec
    private var decoder: FrameDecoder
    private var buffer: [UInt8]

    /// So much is read at once; longer messages come in several reads.
    private static let readSize = 32 << 10

    package init(_ socket: SharedDescriptor, limits: MessageLimits = MessageLimits()) {
        self.socket = socket
        codec = MessageCodec(limits: limits)
        decoder = FrameDecoder(limits: limits)
        buffer = [UInt8](repeating: 0, count: Self.readSize)
    }

    /// The next message that has come already; nil where more has to be read.
    /// - Throws: ``FramingError``.
    package func buffered() throws(FramingError) -> [UInt8]? { try decoder.next() }

    /// Whether part of a message has come.
    package var holdsPartialMessage: Bool { decoder.holdsPartialMessage }

    /// Reads once. Blocks until something comes.
    /// - Returns: false at the end of the stream.
    /// - Throws: ``SystemError`` from `recvmsg`.
    package func read() throws(SystemError) -> Bool {
        let read = try UnixSocket.receive(from: socket.number, into: &buffer)
        decoder.append(buffer[..<read.count], descriptors: read.descriptors, truncated: read.truncated)
        return read.count > 0
    }

    /// The next message; nil at the end of the stream. Blocks until it is whole.
    /// - Throws: ``FramingError``, ``SystemError``.
    package func next() throws -> [UInt8]? {
        while true {
            if let message = try buffered() { return message }
            guard try read() else { return nil }
        }
    }

    /// The descriptors that the last message brought, as many as it says; once for a message.
    package func takeDescriptors(_ count: Int) throws(DescriptorError) -> [SharedDescriptor] {
        try decoder.takeDescriptors(count)
    }

    /// Sends a message that the codec encoded. Blocks while the peer does not read, as long as the socket's time-out
    /// allows.
    package func send(_ message: [UInt8], descriptors: [SharedDescriptor] = []) throws(SystemError) {
        try withExtendedLifetime(descriptors) { () throws(SystemError) in
            try UnixSocket.send(message, descriptors: descriptors.map(\.number), to: socket.number)
        }
    }
}
