internal import Dispatch
internal import Synchronization

/// Calls a completion handler once, on a thread that may block.
final class Delivery<Value: Sendable>: Sendable {
    private let handler: Mutex<(@Sendable (Result<Value, any Error>) -> Void)?>
    private let progress: LoadProgress

    init(_ progress: LoadProgress, _ handler: @escaping @Sendable (Result<Value, any Error>) -> Void) {
        self.progress = progress
        self.handler = Mutex(handler)
    }

    /// Calls the handler and waits until it has returned; does nothing where it was called before.
    func deliver(_ result: Result<Value, any Error>) async {
        await withCheckedContinuation { continuation in deliver(result) { continuation.resume() } }
    }

    /// The same without waiting.
    func deliver(_ result: Result<Value, any Error>, then: @escaping @Sendable () -> Void = {}) {
        let taken = handler.withLock { handler in
            defer { handler = nil }
            return handler
        }
        guard let taken else { return then() }
        if case .success = result { progress.finish() }
        // It holds this, which holds the progress.
        progress.progress.cancellationHandler = nil
        DispatchQueue.global().async {
            taken(result)
            then()
        }
    }

    /// Delivers an error; one that says that the load was called off as Foundation does.
    func fail(_ error: any Error) { deliver(.failure(error is CancellationError ? CocoaError(.userCancelled) : error)) }
}

/// The progress of one load: a hundred units, of which the last ten come with the completion.
final class LoadProgress: Sendable {
    let progress: Progress
    private let child = Mutex<Progress?>(nil)

    init() {
        progress = Progress.discreteProgress(totalUnitCount: 100)
        progress.isCancellable = true
    }

    /// Lets the progress that a load handler gave count for this one, and end with it.
    func adopt(_ child: Progress) {
        let isFirst = self.child.withLock { own in
            defer { own = own ?? child }
            return own == nil
        }
        guard isFirst else { return }
        // A progress has one parent for good, and a handler may give the same one to each of its loads.
        if Self.isFree(child) { progress.addChild(child, withPendingUnitCount: 90) }
        if progress.isCancelled { child.cancel() }
    }

    /// Cancels what the load handler does.
    func cancelHandler() { child.withLock { $0 }?.cancel() }

    private struct Adopted: Sendable { weak let progress: Progress? }

    private static let adopted = Mutex<[ObjectIdentifier: Adopted]>([:])

    private static func isFree(_ child: Progress) -> Bool {
        adopted.withLock { adopted in
            adopted = adopted.filter { $0.value.progress != nil }
            defer { adopted[ObjectIdentifier(child)] = Adopted(progress: child) }
            return adopted[ObjectIdentifier(child)] == nil
        }
    }

    /// How far a copy has come.
    func update(_ done: Int64, _ total: Int64) {
        guard total > 0, child.withLock({ $0 == nil }) else { return }
        progress.completedUnitCount = min(90, Int64(Double(done) / Double(total) * 90))
    }

    func finish() {
        if let child = child.withLock({ $0 }), !child.isFinished {
            child.completedUnitCount = max(1, child.totalUnitCount)
        }
        progress.completedUnitCount = 100
    }
}

/// The answer of a load handler: the first one counts, and one that can no longer come is an error.
final class Answer<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, any Error>)
        case given(Result<Value, any Error>)
        case taken
    }

    private let state = Mutex(State.open)

    /// What a completion handler holds: when it is gone without a word, so is the answer.
    final class Ticket: Sendable {
        private let answer: Answer
        private let contentType: UTType

        init(_ answer: Answer, _ contentType: UTType) {
            self.answer = answer
            self.contentType = contentType
        }

        deinit { answer.give(.failure(TransferError.neverLoaded(contentType))) }

        func give(_ value: Value?, _ error: (any Error)?) {
            if let value { return answer.give(.success(value)) }
            answer.give(.failure(error ?? TransferError.neverLoaded(contentType)))
        }
    }

    func give(_ result: Result<Value, any Error>) {
        let waiting: CheckedContinuation<Value, any Error>? = state.withLock { state in
            switch state {
            case .open: state = .given(result)
            case .awaited(let continuation):
                state = .taken
                return continuation
            case .given, .taken: break
            }
            return nil
        }
        waiting?.resume(with: result)
    }

    private func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        let given: Result<Value, any Error>? = state.withLock { state in
            if case .given(let result) = state {
                state = .taken
                return result
            }
            state = .awaited(continuation)
            return nil
        }
        if let given { continuation.resume(with: given) }
    }

    /// Starts a load handler on a thread that it may block, and waits for its answer or for the task's end.
    static func of(
        _ contentType: UTType, _ progress: LoadProgress, _ start: @escaping @Sendable (Ticket) -> Progress?
    ) async throws -> Value {
        let answer = Answer()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                answer.wait(continuation)
                DispatchQueue.global().async {
                    if let child = start(Ticket(answer, contentType)) { progress.adopt(child) }
                }
            }
        } onCancel: {
            answer.give(.failure(CancellationError()))
        }
    }
}

/// What a registration was loaded as.
enum LoadedContent: Sendable {
    case data(Data)
    /// A file that stays its owner's, and whether it may be used itself.
    case file(URL, mayOpenInPlace: Bool)
    case item(Box<any NSSecureCoding>)
}

extension LoadedContent {
    /// What its file is called, where it is one.
    var fileName: String? {
        if case .file(let file, _) = self { file.lastPathComponent } else { nil }
    }
}

extension Registration {
    func load(_ progress: LoadProgress) async throws -> LoadedContent {
        switch source {
        case .data(let handler):
            return .data(
                try await Answer<Data>.of(contentType, progress) { ticket in handler { ticket.give($0, $1) } })
        case .file(let handler):
            let file = try await Answer<URL>.of(contentType, progress) { ticket in
                handler { file, _, error in ticket.give(file, error) }
            }
            return .file(file, mayOpenInPlace: opensInPlace)
        case .transferable(let item, let place):
            switch try await item.content(at: place) {
            case .data(let data): return .data(data)
            case .file(let sent, let allowsOpenInPlace):
                return .file(sent.file, mayOpenInPlace: allowsOpenInPlace && sent.allowAccessingOriginalFile)
            }
        case .item(let handler):
            return .item(
                try await Answer<Box<any NSSecureCoding>>.of(contentType, progress) { ticket in
                    handler { ticket.give($0, $1) }
                    return nil
                })
        }
    }

    /// The content as bytes or a file: coded objects become one of them.
    func loadContent(_ progress: LoadProgress) async throws -> LoadedContent {
        let content = try await load(progress)
        guard case .item(let box) = content else { return content }
        switch box.value {
        case let data as NSData: return .data(Data(referencing: data))
        case let text as NSString: return .data(Data("\(text)".utf8))
        case let url as NSURL:
            let address = url.absoluteString
            guard url.isFileURL, !contentType.conforms(to: .url), let file = URL(string: address) else {
                return .data(Data(address.utf8))
            }
            return .file(file, mayOpenInPlace: false)
        default: break
        }
        throw TransferError.unexpectedClass(contentType, className: "Data")
    }

    /// What the item itself is called.
    var ownName: String? {
        if case .transferable(let item, _) = source { item.suggestedName } else { nil }
    }
}
