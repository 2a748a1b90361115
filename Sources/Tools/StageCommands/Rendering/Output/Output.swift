internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// What went wrong, for people and programs.
struct ErrorReport: Equatable, Sendable, Encodable {
    /// A stable camel-case name.
    let error: String
    let message: String
    let hint: String?

    init(error: String, message: String, hint: String? = nil) {
        self.error = error
        self.message = message
        self.hint = hint
    }

    init(_ usage: UsageError) { self.init(error: "wrongUsage", message: usage.message, hint: usage.hint) }
}

/// All that a command says: results on standard output, the rest on standard error.
///
/// Results are buffered and written when a result is whole, or with `flushesEachResult` off when the buffer is full;
/// ``flush()`` ends every command. May be used from any thread.
final class Output: Sendable {
    /// How things are said.
    struct Style: Sendable {
        var isJSON = false
        var isQuiet = false
        /// Ends lines of results with NUL.
        var isNullEnded = false
        /// Whether results go to a terminal: names are escaped then.
        var resultsOnTerminal = false
        /// Whether messages go to a terminal: only then is progress shown.
        var messagesOnTerminal = false
        var flushesEachResult = true
        /// The widths of the two terminals, asked anew each time since windows change.
        var resultColumns: @Sendable () -> Int? = { nil }
        var messageColumns: @Sendable () -> Int? = { nil }
        /// A time that never goes back.
        var now: @Sendable () -> Duration = { .zero }
    }

    let style: Style
    private let results: any OutputSink
    private let messages: any OutputSink
    private let state = Mutex(State())

    private struct State {
        var buffer: Bytes = []
        var bar: ProgressBar?
    }

    init(_ style: Style, results: any OutputSink, messages: any OutputSink) {
        self.style = style
        self.results = results
        self.messages = messages
    }

    /// On the standard descriptors, in the way that the options say.
    convenience init(for arguments: ParsedArguments, flushesEachResult: Bool = true) {
        self.init(
            .standard(
                isJSON: arguments.isOn(.json), isQuiet: arguments.isOn(.quiet), isNullEnded: arguments.isOn(.null),
                flushesEachResult: flushesEachResult),
            results: DescriptorSink.standardOutput, messages: DescriptorSink.standardError)
    }

    private static let bufferLimit = 64 << 10
}

extension Output {
    /// A line of results. On a terminal controls in it are escaped, elsewhere it is left as it is.
    /// - Throws: ``SystemError`` from writing.
    func result(_ bytes: Bytes) throws(SystemError) {
        let shown = style.resultsOnTerminal ? Bytes(DisplayText.escaped(bytes).utf8) : bytes
        try state.withLock { (state) throws(SystemError) in
            state.buffer += shown
            state.buffer.append(terminator)
            if style.flushesEachResult || state.buffer.count >= Self.bufferLimit { try flush(&state) }
        }
    }

    /// A line of results.
    /// - Throws: ``SystemError`` from writing.
    func result(_ text: String) throws(SystemError) { try result(Bytes(text.utf8)) }

    /// The path of a file as a line of results, byte for byte where it does not go to a terminal.
    /// - Throws: ``SystemError`` from writing.
    func result(_ path: Path) throws(SystemError) { try result(path.bytes) }

    /// One JSON object as a line of results.
    /// - Throws: ``SystemError`` from writing, or what the value's encoding throws.
    func result(json value: some Encodable) throws { try result(try JSONText.line(value)) }

    /// The empty line of an argument that failed, so that lines and arguments match; nothing with `--json`, where the
    /// objects say whose they are.
    /// - Throws: ``SystemError`` from writing.
    func missingResult() throws(SystemError) {
        if !style.isJSON { try result("") }
    }

    /// The table's lines as results, cut to the terminal's width, or not at all elsewhere.
    /// - Throws: ``SystemError`` from writing.
    func result(_ table: Table) throws(SystemError) {
        for line in table.lines(width: style.resultsOnTerminal ? style.resultColumns() ?? 80 : nil) {
            try result(line)
        }
    }

    /// Text of several lines that stands as it is, such as help; no escapes, no NUL.
    /// - Throws: ``SystemError`` from writing.
    func text(_ text: String) throws(SystemError) {
        try state.withLock { (state) throws(SystemError) in
            state.buffer += Bytes(text.utf8)
            try flush(&state)
        }
    }

    /// Writes what is buffered.
    /// - Throws: ``SystemError`` from writing.
    func flush() throws(SystemError) {
        try state.withLock { (state) throws(SystemError) in try flush(&state) }
    }

    private var terminator: UInt8 { style.isNullEnded ? 0 : UInt8(ascii: "\n") }

    private func flush(_ state: inout State) throws(SystemError) {
        if state.buffer.isEmpty { return }
        // Emptied first: after an error the rest would come out twice.
        let bytes = state.buffer
        state.buffer = []
        clear(&state)
        do { try results.write(bytes) } catch {
            if error.code == EPIPE { BrokenPipe.end() }
            throw error
        }
    }
}

extension Output {
    /// Tells something that is neither a result nor an error, unless quiet. Not with `--json` either: a program may read
    /// standard error as JSON lines.
    func note(_ message: String) {
        if !style.isQuiet, !style.isJSON { say("stage: \(DisplayText.escaped(message))\n") }
    }

    /// A line that stands as it is beside the results, such as a summary for a program.
    func message(_ line: String) { say(line + "\n") }

    /// Tells an error, as text or as JSON.
    func error(_ report: ErrorReport) {
        if style.isJSON, let line = try? JSONText.line(report) {
            say(line + "\n")
            return
        }
        let hint = report.hint.map { "hint: \(DisplayText.escaped($0))\n" } ?? ""
        say("stage: \(DisplayText.escaped(report.message))\n" + hint)
    }

    /// Begins to show the progress of what the label names, where messages go to a terminal and quiet is off.
    func startProgress(_ label: String) {
        guard style.messagesOnTerminal, !style.isQuiet else { return }
        state.withLock { state in
            clear(&state)
            state.bar = ProgressBar(label, now: style.now())
        }
    }

    /// Tells how many bytes of how many are done; nil where it is not known how many there are. Cheap: most calls draw
    /// nothing.
    /// - Parameter label: what the bar says from now on; nil leaves it as it is.
    func progress(done: UInt64, total: UInt64?, label: @autoclosure () -> String? = nil) {
        state.withLock { state in
            let line = state.bar?.update(
                done: done, total: total, now: style.now(), columns: style.messageColumns() ?? 80, label: label())
            if let line { write(line) }
        }
    }

    /// Removes the bar.
    func endProgress() {
        state.withLock { state in
            clear(&state)
            state.bar = nil
        }
    }

    private func say(_ text: String) {
        state.withLock { state in
            clear(&state)
            write(text)
        }
    }

    private func clear(_ state: inout State) {
        if let text = state.bar?.finish() { write(text) }
    }

    /// A message that cannot be written has nowhere to be told; the exit status still says it.
    private func write(_ text: String) { try? messages.write(Bytes(text.utf8)) }
}

extension Output.Style {
    /// As the standard descriptors are.
    static func standard(
        isJSON: Bool, isQuiet: Bool = false, isNullEnded: Bool = false, flushesEachResult: Bool = true
    ) -> Self {
        let start = ContinuousClock.now
        return Self(
            isJSON: isJSON, isQuiet: isQuiet, isNullEnded: isNullEnded,
            resultsOnTerminal: Terminal.isTerminal(1), messagesOnTerminal: Terminal.isTerminal(2),
            flushesEachResult: flushesEachResult, resultColumns: { Terminal.columns(1) },
            messageColumns: { Terminal.columns(2) }, now: { ContinuousClock.now - start })
    }
}

extension ExitStatus {
    /// For a result that could not be written.
    init(writing error: SystemError) {
        self = [ENOSPC, EDQUOT, EFBIG].contains(error.code) ? .overLimit : .failed
    }
}
