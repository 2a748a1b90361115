import Foundation
import Synchronization
import Testing

@testable import StageCommands

/// Keeps what is written, and counts the writes.
private final class MemorySink: OutputSink {
    private let state = Mutex((bytes: Bytes(), writes: 0))

    func write(_ bytes: Bytes) {
        state.withLock {
            $0.bytes += bytes
            $0.writes += 1
        }
    }

    var bytes: Bytes { state.withLock { $0.bytes } }
    var text: String { String(decoding: bytes, as: UTF8.self) }
    var writes: Int { state.withLock { $0.writes } }
}

/// A clock that only the test moves.
private final class ManualClock: Sendable {
    private let time = Mutex(Duration.zero)
    var now: Duration { time.withLock { $0 } }
    func advance(by duration: Duration) { time.withLock { $0 += duration } }
}

private struct Captured {
    let results = MemorySink()
    let messages = MemorySink()
    let output: Output

    init(_ style: Output.Style = Output.Style()) {
        output = Output(style, results: results, messages: messages)
    }
}

@Suite("Output")
struct OutputTests {
    @Test("section 4: results are lines, and a PATH that failed gives an empty one")
    func lines() throws {
        let captured = Captured()
        try captured.output.result("stg_a")
        try captured.output.missingResult()
        try captured.output.result("stg_b")
        #expect(captured.results.text == "stg_a\n\nstg_b\n")
        #expect(captured.messages.text == "")
    }

    @Test("section 4: -0 ends results with NUL")
    func null() throws {
        let captured = Captured(Output.Style(isNullEnded: true))
        try captured.output.result([0x61, 0x0A, 0xFF])
        try captured.output.missingResult()
        #expect(captured.results.bytes == [0x61, 0x0A, 0xFF, 0, 0])
    }

    @Test("rule 20: names are escaped on a terminal, and byte for byte elsewhere")
    func escapes() throws {
        let name: Bytes = [0x61, 0x1B, 0xFF]
        let terminal = Captured(Output.Style(resultsOnTerminal: true))
        try terminal.output.result(name)
        #expect(terminal.results.text == "a\\x1B\\xFF\n")
        let pipe = Captured()
        try pipe.output.result(name)
        #expect(pipe.results.bytes == name + [0x0A])
    }

    @Test("section 4: --json prints an object a line, and nothing for what failed")
    func json() throws {
        let captured = Captured(Output.Style(isJSON: true))
        try captured.output.result(json: ["a": 1])
        try captured.output.missingResult()
        try captured.output.result(json: ErrorReport(error: "e", message: "m"))
        #expect(captured.results.text == "{\"a\":1}\n{\"error\":\"e\",\"message\":\"m\"}\n")
    }

    @Test("a table is cut to the terminal only")
    func table() throws {
        var table = Table([.flexible("NAME"), .left("X")])
        table.add(["abcdefghijkl", "x"])
        let terminal = Captured(Output.Style(resultsOnTerminal: true, resultColumns: { 13 }))
        try terminal.output.result(table)
        #expect(terminal.results.text == "NAME        X\nabcdefghi…  x\n")
        let pipe = Captured(Output.Style(resultColumns: { 13 }))
        try pipe.output.result(table)
        #expect(pipe.results.text == "NAME          X\nabcdefghijkl  x\n")
    }

    @Test("results wait in a buffer only where that is asked for")
    func buffering() throws {
        let captured = Captured(Output.Style(flushesEachResult: false))
        for _ in 0..<1000 { try captured.output.result(String(repeating: "a", count: 99)) }
        #expect(captured.results.writes == 1)
        try captured.output.flush()
        try captured.output.flush()
        #expect(captured.results.writes == 2)
        #expect(captured.results.bytes.count == 100_000)
    }

    @Test("section 4: errors and notes go to standard error, hints on a line of their own")
    func messages() {
        let captured = Captured()
        captured.output.note("2 files\u{7}")
        captured.output.error(ErrorReport(UsageError("no command is given", hint: "stage --help")))
        captured.output.error(ErrorReport(error: "expired", message: "it ended"))
        #expect(
            captured.messages.text
                == "stage: 2 files\\x07\nstage: no command is given\nhint: stage --help\nstage: it ended\n")
        #expect(captured.results.text == "")
    }

    @Test("section 5: with --json errors are objects")
    func jsonErrors() {
        let captured = Captured(Output.Style(isJSON: true))
        captured.output.error(ErrorReport(UsageError("'a' is no scope", hint: "team")))
        #expect(
            captured.messages.text == #"{"error":"wrongUsage","message":"'a' is no scope","hint":"team"}"# + "\n")
    }

    @Test("section 4: -q and --json silence notes, not errors")
    func quiet() {
        let quiet = Captured(Output.Style(isQuiet: true))
        quiet.output.note("n")
        quiet.output.error(ErrorReport(error: "e", message: "m"))
        #expect(quiet.messages.text == "stage: m\n")
        let json = Captured(Output.Style(isJSON: true))
        json.output.note("n")
        #expect(json.messages.text == "")
    }

    @Test("a full disk behind standard output is an error with status 6")
    func full() throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let sink = DescriptorSink(number: full.fileDescriptor, name: "standard output")
        let output = Output(Output.Style(), results: sink, messages: MemorySink())
        do {
            try output.result("a")
            Issue.record("it was written")
        } catch {
            #expect(ExitStatus(writing: error) == .overLimit)
            #expect("\(error)" == "standard output: No space left on device (write)")
        }
        // What could not be written is not tried a second time.
        try output.flush()
    }

    @Test("a large result goes through a pipe that is read slowly and does not block")
    func nonBlockingPipe() throws {
        let pipe = Pipe()
        let number = pipe.fileHandleForWriting.fileDescriptor
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
        let reader = Mutex(Data())
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) {
            let data = (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
            reader.withLock { $0 = data }
        }
        let output = Output(
            Output.Style(), results: DescriptorSink(number: number, name: "pipe"), messages: MemorySink())
        try output.result(Bytes(repeating: 0x61, count: 1 << 20))
        try pipe.fileHandleForWriting.close()
        group.wait()
        #expect(reader.withLock { $0.count } == 1 << 20 + 1)
    }

    @Test("a reader that has gone ends the program without a word")
    func brokenPipe() async {
        let result = await #expect(processExitsWith: .signal(SIGPIPE), observing: [\.standardErrorContent]) {
            // As some parents leave it; then the write fails, and the signal does not come by itself.
            signal(SIGPIPE, SIG_IGN)
            let pipe = Pipe()
            try pipe.fileHandleForReading.close()
            let sink = DescriptorSink(number: pipe.fileHandleForWriting.fileDescriptor, name: "pipe")
            try Output(Output.Style(), results: sink, messages: DescriptorSink.standardError).result("a")
        }
        let told = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        // The test library's own marks are there in any case.
        #expect(!told.contains("stage") && !told.contains("pipe"))
    }

    @Test("a reader that has gone ends the program also through the signal")
    func brokenPipeSignal() async {
        await #expect(processExitsWith: .signal(SIGPIPE)) {
            signal(SIGPIPE, SIG_IGN)
            BrokenPipe.endsQuietly()
            let pipe = Pipe()
            try pipe.fileHandleForReading.close()
            try DescriptorSink(number: pipe.fileHandleForWriting.fileDescriptor, name: "pipe").write([0x61])
        }
    }
}

@Suite("Progress")
struct ProgressTests {
    @Test("section 4: bars appear only on a terminal, and not with -q")
    func onlyOnTerminal() {
        for (terminal, quiet) in [(false, false), (true, true)] {
            let clock = ManualClock()
            let captured = Captured(
                Output.Style(isQuiet: quiet, messagesOnTerminal: terminal, now: { clock.now }))
            captured.output.startProgress("a")
            clock.advance(by: .seconds(5))
            captured.output.progress(done: 1, total: 2)
            captured.output.endProgress()
            #expect(captured.messages.text == "")
        }
    }

    @Test("a bar gives way to a message, comes back, and is removed at the end")
    func givesWay() throws {
        let clock = ManualClock()
        let captured = Captured(
            Output.Style(
                resultsOnTerminal: true, messagesOnTerminal: true, messageColumns: { 60 }, now: { clock.now }))
        captured.output.startProgress("a")
        captured.output.progress(done: 0, total: 4096)
        clock.advance(by: .seconds(2))
        captured.output.progress(done: 1024, total: 4096)
        captured.output.note("n")
        captured.output.progress(done: 2048, total: 4096)
        try captured.output.result("r")
        captured.output.endProgress()
        let drawn = captured.messages.text.split(separator: "\r").map(String.init)
        #expect(drawn.count == 4)
        #expect(drawn[0].contains("25%") && drawn[0].hasSuffix("\u{1B}[K"))
        #expect(drawn[1] == "\u{1B}[Kstage: n\n")
        #expect(drawn[2].contains("50%"))
        #expect(drawn[3] == "\u{1B}[K")
    }

    @Test("a short transfer shows no bar, a long one ten times a second at most")
    func pace() {
        var bar = ProgressBar("a", now: .seconds(100))
        var drawn = 0
        for step in 0..<3000 {
            let now = Duration.seconds(100) + .milliseconds(step)
            if bar.update(done: UInt64(step), total: 3000, now: now, columns: 80) != nil { drawn += 1 }
        }
        #expect(drawn == 20)
        var short = ProgressBar("a", now: .zero)
        #expect(short.update(done: 1, total: 2, now: .milliseconds(999), columns: 80) == nil)
        #expect(short.finish() == nil)
    }

    @Test("the lines")
    func golden() {
        var bar = ProgressBar("film.mkv", now: .zero)
        #expect(
            bar.update(done: 30 << 20, total: 120 << 20, now: .seconds(3), columns: 80)
                == "\rfilm.mkv  [####--------------]   25%  30.0 MiB of 120 MiB  10.0 MiB/s  9 s left\u{1B}[K")
        #expect(
            bar.update(done: 120 << 20, total: 120 << 20, now: .seconds(12), columns: 60)
                == "\rfilm.mkv  100%  120 MiB of 120 MiB  10.0 MiB/s\u{1B}[K")
        #expect(bar.finish() == "\r\u{1B}[K")
        #expect(bar.finish() == nil)
        var unknown = ProgressBar("standard\ninput", now: .zero)
        #expect(
            unknown.update(done: 5 << 20, total: nil, now: .seconds(65), columns: 80)
                == "\rstandard\\ninput  5.0 MiB  78.8 KiB/s  1 min\u{1B}[K")
    }

    @Test("no line is wider than the terminal", arguments: [1, 5, 10, 20, 30, 40, 60, 80, 200])
    func widths(columns: Int) throws {
        for total in [nil, 0, 7, 1 << 40, UInt64.max] as [UInt64?] {
            var bar = ProgressBar("漢字 with quite a long name that goes on.mkv", now: .zero)
            let line = bar.update(done: 5 << 30, total: total, now: .seconds(9), columns: columns)
            let shown = try #require(line).dropFirst().replacing("\u{1B}[K", with: "")
            #expect(DisplayText.width(String(shown)) <= max(1, columns - 1), "\(shown)")
        }
    }

    @Test("a transfer that stands still or goes back is drawn all the same")
    func stalled() {
        var bar = ProgressBar("a", now: .zero)
        for (done, now) in [(UInt64(0), 2), (0, 4), (100, 5), (0, 6)] {
            let line = bar.update(done: done, total: 100, now: .seconds(now), columns: 80)
            #expect(line?.contains("%") == true)
        }
    }
}
