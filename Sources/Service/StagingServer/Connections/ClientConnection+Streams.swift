internal import LinuxSystem
internal import StagingEngine
internal import StagingModel
internal import StagingProtocol
internal import Varlink

/// The calls that are answered again and again, until the client goes away.
extension ClientConnection {
    static let streams: Set = [
        WatchCall.method, ExportCall.method, OpenDropCall.method, OfferDropCall.method, WatchPasteboardCall.method,
    ]

    /// Answers one of ``streams``.
    /// - Returns: whether the connection goes on.
    func stream(_ call: Call, _ session: StagingSession) throws -> Bool {
        let parameters = try call.parameters.get()
        guard call.mode == .more else { throw VarlinkError.expectedMore }
        switch parameters {
        case let call as ExportCall: return try export(call, session)
        case let call as OpenDropCall: return try work(call, session)
        case let call as OfferDropCall: return try offer(call, session)
        case let call as WatchPasteboardCall: return try watch(call, session)
        default: return try watch(session)
        }
    }

    /// Passes on what comes until the client goes away, something comes from it, or the service ends: a new call cannot be
    /// answered before this one is.
    /// - Parameters:
    ///   - wakeUp: readable when there is something.
    ///   - toGone: what has come is passed on once more where the client has gone or the service ends.
    ///   - pass: answers whether nothing follows.
    /// - Returns: whether the connection goes on.
    private func forward(from wakeUp: WakeUp, toGone: Bool = true, _ pass: () throws -> Bool) throws -> Bool {
        while true {
            let outcome = try Waiting.untilReadable([wakeUp.number, channel.socket.number, stop])
            guard case .ready(let places) = outcome else { continue }
            let isOver = places.contains(1) || places.contains(2)
            if places.contains(0), toGone || !isOver, try pass() { return true }
            if isOver { return false }
        }
    }

    private func send(_ answer: some Encodable, continues: Bool = true) throws {
        try channel.send(channel.codec.encode(reply: answer, continues: continues))
    }

    /// Passes on what is wanted of an exporter.
    private func export(_ call: ExportCall, _ session: StagingSession) throws -> Bool {
        let exporter = try session.beginExporting(call.grants ?? [], silence: call.silence)
        defer { session.endExporting(exporter) }
        try send(ExportCall.Answer(exporter: exporter.id))
        return try forward(from: exporter.notices.wakeUp) {
            for notice in exporter.notices.take() { try send(ExportCall.Answer(notice: ExportNotice(notice))) }
            return false
        }
    }

    /// Passes items on to a worker.
    private func work(_ call: OpenDropCall, _ session: StagingSession) throws -> Bool {
        let worker = try router.worker(call, session)
        defer { session.closeDestination(worker) }
        try send(OpenDropCall.Answer())
        // What a worker that has gone was offered goes on at once.
        return try forward(from: worker.notices.wakeUp, toGone: false) {
            for notice in worker.notices.take() {
                guard let answer = try OpenDropCall.Answer(notice, worker, session) else { continue }
                try send(answer)
            }
            return false
        }
    }

    /// Tells a sender what becomes of its item, until nothing follows.
    private func offer(_ call: OfferDropCall, _ session: StagingSession) throws -> Bool {
        let offer = try router.offer(call, session)
        defer { session.endOffer(offer) }
        return try forward(from: offer.notices.wakeUp) {
            for notice in offer.notices.take() {
                switch notice {
                case .ended(let error): throw error
                case .progress(let progress):
                    try send(progress, continues: !progress.state.isFinal)
                    if progress.state.isFinal { return true }
                }
            }
            return false
        }
    }

    /// Passes on what is on a pasteboard, at first and after each change.
    private func watch(_ call: WatchPasteboardCall, _ session: StagingSession) throws -> Bool {
        let watch = try session.watchPasteboard(call.name, owner: call.owner)
        defer { session.endWatch(watch) }
        return try forward(from: watch.wakeUp) {
            if let pasteboard = try session.look(watch) { try send(PasteboardAnswer(pasteboard: pasteboard)) }
            return false
        }
    }

    /// Passes events on.
    private func watch(_ session: StagingSession) throws -> Bool {
        let subscription = try session.watch()
        defer { session.endWatch(subscription) }
        return try forward(from: subscription.events.wakeUp) {
            for event in subscription.events.take() { try send(WatchCall.Answer(event: event)) }
            return false
        }
    }
}
