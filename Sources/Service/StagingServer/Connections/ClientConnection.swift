internal import LinuxSystem
internal import StagingEngine
internal import StagingModel
internal import StagingProtocol
internal import Synchronization
internal import Varlink

/// A connected client, as those see it who do not serve it.
final class Client: Sendable {
    let socket: SharedDescriptor
    private let phase = Mutex(Phase.quiet)

    private enum Phase {
        case quiet
        /// It is being given something that it has not confirmed.
        case receiving
        /// Its connection ends: it could not confirm any more.
        case ending
    }

    init(_ socket: SharedDescriptor) { self.socket = socket }

    var isReceiving: Bool { phase.withLock { $0 == .receiving } }

    /// Begins a receive.
    /// - Returns: false where the connection ends.
    func beginReceive() -> Bool {
        phase.withLock { phase in
            if phase == .ending { return false }
            phase = .receiving
            return true
        }
    }

    /// To be told after each call.
    func didAnswer(isReceiving: Bool) {
        phase.withLock { if $0 == .receiving, !isReceiving { $0 = .quiet } }
    }

    /// Ends what may begin.
    /// - Returns: false where it receives.
    func end() -> Bool {
        phase.withLock { phase in
            if phase == .receiving { return false }
            phase = .ending
            return true
        }
    }
}

/// One client: reads its calls, has them done, writes the answers. Runs on a thread of its own, so that what is slow,
/// malformed or hostile costs this connection and no other (rule 23).
final class ClientConnection {
    private let client: Client
    let channel: MessageChannel
    let router: CallRouter
    /// Readable once the service ends, for those who wait for something else than the client.
    let stop: Int32

    /// A message that has begun has to be whole within this time.
    private static let messageSeconds: Int64 = 30

    init(_ client: Client, router: CallRouter, limits: MessageLimits, stop: Int32) {
        self.client = client
        channel = MessageChannel(client.socket, limits: limits)
        self.router = router
        self.stop = stop
    }

    /// Serves until the client goes away, breaks the protocol, or the service ends.
    func serve(_ session: StagingSession) {
        defer { session.close() }
        do {
            try UnixSocket.setTimeouts(channel.socket.number, read: 0, write: 30)
            while let message = try nextMessage() {
                guard try answer(message, session) else { return }
            }
        } catch let error as FramingError {
            // There is no telling where the next message begins: the last words, then the end.
            try? channel.send(channel.codec.encode(error: error.stagingError.varlink))
        } catch let error as MessageError {
            let words = StagingError(.invalidRequest, "what came is no Varlink message: \(error)")
            try? channel.send(channel.codec.encode(error: words.varlink))
        } catch {
            // The client is gone. Its own end will say so to it.
        }
    }

    /// Waits for the client's next message; nil when it has gone, or the service ends and all that was sent is served.
    private func nextMessage() throws -> [UInt8]? {
        var deadline: Int64?
        while true {
            if let message = try channel.buffered() { return message }
            if channel.holdsPartialMessage {
                let now = SystemClock.boot()
                let end = deadline ?? now + Self.messageSeconds * 1_000_000_000
                deadline = end
                let left = Int32(clamping: max(0, end - now) / 1_000_000)
                guard try Waiting.untilReadable([channel.socket.number], milliseconds: left) != .timedOut else {
                    return nil
                }
            }
            guard try channel.read() else { return nil }
        }
    }

    /// Has one call done.
    /// - Returns: whether the connection goes on.
    private func answer(_ message: [UInt8], _ session: StagingSession) throws -> Bool {
        let call = try channel.codec.call(from: message, of: router.table)
        // Without an answer the client asks the next service.
        if call.method == ReceiveCall.method, !client.beginReceive() { return false }
        defer { client.didAnswer(isReceiving: session.hasOpenClaims) }
        do {
            let descriptors: [SharedDescriptor]
            do {
                descriptors = try channel.takeDescriptors(call.descriptors)
            } catch {
                throw error.stagingError
            }
            if Self.streams.contains(call.method) { return try stream(call, session) }
            session.onProgress = call.mode == .more ? progressReport(of: call.method) : nil
            let reply = try reply(to: call, descriptors, session)
            if call.mode != .oneway { try channel.send(reply.bytes, descriptors: reply.descriptors) }
        } catch let error as StagingError {
            try refuse(call, error.varlink)
        } catch let error as VarlinkError {
            try refuse(call, error)
        } catch let error as MessageError {
            try refuse(
                call, StagingError(.limitExceeded, "the answer does not fit into a message: \(error)").varlink)
        }
        return true
    }

    private func refuse(_ call: Call, _ error: VarlinkError) throws {
        router.didRefuse()
        guard call.mode != .oneway else { return }
        // An error repeats words of the request, which may be as long as a message.
        let brief = VarlinkError(error.name, ["message": .string("what the request names is too long to repeat")])
        try channel.send((try? channel.codec.encode(error: error)) ?? channel.codec.encode(error: brief))
    }

    /// Every failure of a call is answered; only one of the connection itself ends it without a word.
    private func reply(
        to call: Call, _ descriptors: [SharedDescriptor], _ session: StagingSession
    ) throws -> CallRouter.EncodedReply {
        do {
            return try router.reply(to: call, descriptors, session, channel.codec)
        } catch let error as SystemError {
            throw StagingError(system: error, "the request failed")
        }
    }

    /// Answers a long send with how far it is, a few times a second.
    /// - Returns: nil for a method that has no progress to tell.
    private func progressReport(of method: String) -> CopyReport? {
        let answer: @Sendable (Int64, Int64) throws -> [UInt8]
        let codec = channel.codec
        switch method {
        case SendCall.method:
            answer = { try codec.encode(reply: SendCall.Answer(copied: $0, total: $1), continues: true) }
        case ReceiveCall.method:
            answer = { try codec.encode(reply: ReceiveCall.Answer(copied: $0, total: $1), continues: true) }
        case SupplyCall.method:
            answer = { try codec.encode(reply: SupplyCall.Answer(copied: $0, total: $1), continues: true) }
        default: return nil
        }
        let socket = channel.socket
        let next = Mutex(SystemClock.boot() + Self.firstReport)
        return { copied, total in
            let now = SystemClock.boot()
            let isDue = next.withLock { next in
                guard now >= next else { return false }
                next = now + Self.reportInterval
                return true
            }
            guard isDue else { return }
            // A client that is gone is noticed when the send is answered.
            if let bytes = try? answer(copied, total) {
                socket.withNumber { try? UnixSocket.send(bytes, to: $0) }
            }
        }
    }

    private static let firstReport: Int64 = 500_000_000
    private static let reportInterval: Int64 = 100_000_000
}

extension FramingError {
    var stagingError: StagingError {
        switch self {
        case .messageTooLong(let limit):
            StagingError(.limitExceeded, "a message has at most \(limit) bytes", hint: "send a tree in smaller batches")
        case .tooManyDescriptors(let limit):
            StagingError(.limitExceeded, "more than \(limit) descriptors came that no message had named")
        }
    }
}

extension DescriptorError {
    var stagingError: StagingError {
        switch self {
        case .lost:
            StagingError(
                .limitExceeded, "the service has as many open files as it may", hint: "try again in a moment")
        case .missing(let named, let arrived):
            StagingError(.invalidRequest, "the message names \(named) descriptors, and \(arrived) came with it")
        case .tooMany(let named, let limit):
            StagingError(.limitExceeded, "a message brings at most \(limit) descriptors, not \(named)")
        }
    }
}
