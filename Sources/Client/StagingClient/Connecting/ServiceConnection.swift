package import LinuxSystem
internal import StagingModel
package import StagingProtocol
internal import Varlink

/// One connection to a service, used by one thread at a time. Every call blocks until it is answered.
package final class ServiceConnection {
    private let channel: MessageChannel

    /// Connects to the service at `socket`.
    /// - Parameter trusting: the users that the service may run as; nil trusts any.
    /// - Throws: ``SystemError`` when nobody listens there; ``StagingError`` for a service of another user.
    package init(to socket: Path, trusting: Set<UInt32>?) throws {
        let connected = SharedDescriptor(try UnixSocket.connect(to: socket))
        if let trusting {
            let peer = try Peer.of(connected.number)
            guard trusting.contains(peer.uid) else {
                throw StagingError(
                    .noService, "the service at \(socket.escapedText) runs as another user (\(peer.uid))",
                    hint: "name it by STAGE_SOCKET if you trust it")
            }
        }
        channel = MessageChannel(connected)
    }

    /// Whether the service has closed the connection, or sent what nobody asked for.
    package var isStale: Bool { Waiting.isReadable(channel.socket.number) }

    /// Makes a call and waits for its answer.
    /// - Returns: the answer and the descriptors that came with it.
    /// - Throws: ``StagingError`` from the service; ``ConnectionLost`` where no answer came: the call may have been done
    ///   or not, and may be made again under the same request id.
    package func call<Call: StagingCall>(
        _ call: Call, descriptors: [SharedDescriptor] = []
    ) throws -> (answer: Call.Answer, descriptors: [SharedDescriptor]) {
        try send(try encode(call, descriptors.count, more: false), descriptors)
        let next = try nextAnswer(to: Call.self)
        return (next.answer, next.descriptors)
    }

    /// Makes a call that is answered again and again.
    /// - Parameter each: is handed every answer; false ends the watch, and the connection with it.
    package func watch<Call: StagingCall>(_ call: Call, each: (Call.Answer) throws -> Bool) throws {
        try channel.send(try encode(call, 0, more: true))
        while try each(nextAnswer(to: Call.self).answer) {}
    }

    /// Makes a call that may be answered with its progress first.
    /// - Parameter progress: is handed every answer but the last.
    /// - Returns: the last answer.
    package func call<Call: StagingCall>(
        _ call: Call, descriptors: [SharedDescriptor], progress: (Call.Answer) -> Void
    ) throws -> Call.Answer {
        try send(try encode(call, descriptors.count, more: true), descriptors)
        while true {
            let next = try nextAnswer(to: Call.self)
            guard next.continues else { return next.answer }
            progress(next.answer)
        }
    }

    private func send(_ message: [UInt8], _ descriptors: [SharedDescriptor]) throws {
        do {
            try channel.send(message, descriptors: descriptors)
        } catch  where error.isHungUp {
            // A service that refuses a connection says why before it closes it.
        }
    }

    /// Ends the connection, and waits until the service has undone what was open over it, two seconds at most.
    func end() {
        UnixSocket.endSending(channel.socket.number)
        let deadline = SystemClock.boot() + 2_000_000_000
        while true {
            let left = Int32(clamping: (deadline - SystemClock.boot()) / 1_000_000)
            guard left > 0, let outcome = try? Waiting.untilReadable([channel.socket.number], milliseconds: left),
                outcome != .timedOut, (try? channel.read()) == true
            else { return }
        }
    }

    private func encode(_ call: some StagingCall, _ descriptors: Int, more: Bool) throws -> [UInt8] {
        do {
            return try channel.codec.encode(
                call: type(of: call).method, call, mode: more ? .more : .single, descriptors: descriptors)
        } catch {
            throw StagingError(.invalidRequest, "the request cannot be sent: \(error)")
        }
    }

    private func nextAnswer<Call: StagingCall>(
        to: Call.Type
    ) throws -> (answer: Call.Answer, descriptors: [SharedDescriptor], continues: Bool) {
        let message: [UInt8]
        do {
            guard let next = try channel.next() else { throw ConnectionLost() }
            message = next
        } catch let error as SystemError {
            throw error.isHungUp ? ConnectionLost() : error
        }
        do {
            let reply = try channel.codec.reply(Call.Answer.self, from: message)
            return (reply.parameters, try channel.takeDescriptors(reply.descriptors), reply.continues)
        } catch let error as VarlinkError {
            throw StagingError(error)
        } catch let error as DescriptorError {
            throw StagingError(.failed, "the answer came without its descriptors: \(error)")
        } catch let error as MessageError {
            throw StagingError(
                .failed, "the service's answer makes no sense: \(error)",
                hint: "stage and staged may be of different versions: stage stop, then try again")
        }
    }
}

/// The connection closed before the answer came.
package struct ConnectionLost: Error {}

/// A request id: 130 random bits, so that no two requests ever share one.
package enum RequestID {
    package static func random() -> String {
        Base32.text(RandomBytes.some(17), digits: 26)
    }
}
