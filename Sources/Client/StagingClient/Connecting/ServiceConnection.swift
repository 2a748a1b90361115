package import LinuxSystem
internal import StagingModel
package import StagingProtocol
internal import Varlink

/// One connection to a service, used by one thread at a time. Every call blocks until it is answered.
package final class ServiceConnection {
    private let channel: MessageChannel
    /// Answers that nobody waits for and that have not come yet.
    private var owed = 0

    /// Connects to the service at `socket`.
    /// - Parameter trusting: the users that the service may run as; nil trusts any.
    /// - Throws: ``SystemError`` when nobody listens there; `StagingError` for a service of another user.
    package init(to socket: Path, trusting: Set<UInt32>?) throws {
        let connected = SharedDescriptor(try UnixSocket.connect(to: socket))
        if let trusting {
            let peer = try Peer.of(connected.number)
            guard trusting.contains(peer.uid) else {
                throw StagingError(
                    .noService, "the service at \(socket.quoted) runs as another user (\(peer.uid))",
                    hint: "name it by STAGE_SOCKET if you trust it")
            }
        }
        channel = MessageChannel(connected)
    }

    /// Whether the service has closed the connection, or sent what nobody asked for.
    package var isStale: Bool {
        guard owed > 0 else { return Waiting.isReadable(channel.socket.number) }
        while owed > 0, Waiting.isReadable(channel.socket.number) {
            guard (try? takeOwed()) != nil else { return true }
        }
        // It has just answered.
        return false
    }

    /// The service's process as a pidfd, readable when it has ended; nil where another process made the socket.
    func ownProcess() throws -> SharedDescriptor? {
        let peer = try Peer.of(channel.socket.number)
        return try call(StatusCall()).answer.status.pid == peer.pid ? peer.process : nil
    }

    /// Makes a call and waits for its answer.
    /// - Returns: the answer and the descriptors that came with it.
    /// - Throws: `StagingError` from the service; ``ConnectionLost`` where no answer came: the call may have been done
    ///   or not, and may be made again under the same request id.
    package func call<Call: StagingCall>(
        _ call: Call, descriptors: [SharedDescriptor] = []
    ) throws -> (answer: Call.Answer, descriptors: [SharedDescriptor]) {
        try send(try encode(call, descriptors.count, more: false), descriptors)
        let next = try nextAnswer(to: Call.self)
        return (next.answer, next.descriptors)
    }

    /// Makes a call whose answer changes nothing for the caller: it is taken with the next one.
    /// - Throws: `StagingError`; not where the service has gone, which the next call finds out.
    func callWithoutWaiting(_ call: some StagingCall) throws {
        try send(try encode(call, 0, more: false), [])
        owed += 1
    }

    private func takeOwed() throws {
        guard try hungUpIsLost({ try channel.next() }) != nil else { throw ConnectionLost() }
        owed -= 1
    }

    /// Makes a call that is answered again and again, and waits for no answer: ``answers(to:)`` takes them.
    func begin(_ call: some StagingCall) throws { try send(try encode(call, 0, more: true), []) }

    /// The answers that have come since, after ``number`` has become readable.
    /// - Throws: ``ConnectionLost`` where the service has ended; what came before was handed over.
    func takeAnswers<Call: StagingCall>(to: Call.Type, _ each: (Call.Answer) throws -> Bool) throws -> Bool {
        let isOpen = try hungUpIsLost { try channel.read() }
        while let message = try channel.buffered() {
            guard try each(answer(in: message, to: Call.self).answer) else { return false }
        }
        if !isOpen { throw ConnectionLost() }
        return true
    }

    /// Waits for the next answer to a call that was begun.
    func next<Call: StagingCall>(_: Call.Type) throws -> Call.Answer { try nextAnswer(to: Call.self).answer }

    /// The socket, for who ends the connection from another thread.
    var socket: SharedDescriptor { channel.socket }

    /// The socket's descriptor, to wait for.
    var number: Int32 { channel.socket.number }

    /// Makes a call that may be answered with its progress first.
    /// - Parameter progress: is handed every answer but the last.
    /// - Returns: the last answer and the descriptors that came with it.
    package func call<Call: StagingCall>(
        _ call: Call, descriptors: [SharedDescriptor], progress: (Call.Answer) -> Void
    ) throws -> (answer: Call.Answer, descriptors: [SharedDescriptor]) {
        try send(try encode(call, descriptors.count, more: true), descriptors)
        while true {
            let next = try nextAnswer(to: Call.self)
            guard next.continues else { return (next.answer, next.descriptors) }
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
        while owed > 0 { try takeOwed() }
        guard let message = try hungUpIsLost({ try channel.next() }) else { throw ConnectionLost() }
        return try answer(in: message, to: Call.self)
    }

    private func hungUpIsLost<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as SystemError { throw error.isHungUp ? ConnectionLost() : error }
    }

    private func answer<Call: StagingCall>(
        in message: [UInt8], to: Call.Type
    ) throws -> (answer: Call.Answer, descriptors: [SharedDescriptor], continues: Bool) {
        do {
            let reply = try channel.codec.reply(Call.Answer.self, from: message)
            return (reply.parameters, try channel.takeDescriptors(reply.descriptors), reply.continues)
        } catch let error as VarlinkError {
            if error.name.hasPrefix(ServiceInterface.name + "."), let failure = otherVersion() { throw failure }
            throw StagingError(error)
        } catch let error as DescriptorError {
            throw StagingError(.failed, "the answer came without its descriptors: \(error)")
        } catch let error as MessageError {
            throw otherVersion()
                ?? StagingError(
                    .failed, "the service's answer makes no sense: \(error)",
                    hint: "stage and staged may be of different versions: stage stop, then try again")
        }
    }

    // MARK: Versions

    /// Asks the service for its version, for a failure that another version would explain; the connection is of no use
    /// afterwards.
    /// - Returns: nil where it is this one, or does not say.
    private func otherVersion() -> StagingError? {
        struct Nothing: Encodable {}
        guard
            let call = try? channel.codec.encode(
                call: ServiceInterface.getInfo, Nothing(), mode: .single, descriptors: 0),
            (try? channel.send(call)) != nil, let message = try? channel.next(),
            let info = try? channel.codec.reply(ServiceInterface.Info.self, from: message).parameters
        else { return nil }
        let own = StagingInterface.version
        guard info.version != own else { return nil }
        let isOlder = info.version.precedes(version: own)
        return StagingError(
            .failed, "the service is \(info.product) \(info.version), and does not understand this stage, \(own)",
            hint: isOlder
                ? "restart the service: stage stop, or systemctl restart stage for the system-wide one"
                : "this program is the older one: update it")
    }
}

extension String {
    /// Whether this version comes before the other one: number by number, as 0.9.1 before 0.10.
    func precedes(version other: String) -> Bool {
        func numbers(_ text: String) -> [Int] { text.split(separator: ".").map { Int($0.prefix(9)) ?? 0 } }
        return numbers(self).lexicographicallyPrecedes(numbers(other))
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
