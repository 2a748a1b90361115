/// The progress of one transfer as a line that is drawn over itself. It holds no clock and writes nothing: times and
/// the terminal's width come in, text goes out.
struct ProgressBar: Sendable {
    /// Nothing is drawn before; short transfers show no bar.
    static let delay = Duration.seconds(1)
    /// Between two drawings.
    static let interval = Duration.milliseconds(100)
    /// Time over which the rate is smoothed, in seconds.
    private static let smoothing = 3.0

    private var label: String
    private let start: Duration
    private var lastDrawn: (time: Duration, done: UInt64)?
    private var bytesPerSecond: Double?

    /// A bar for what the label names. `now` is a time of a clock that never goes back, from any beginning.
    init(_ label: String, now: Duration) {
        self.label = DisplayText.escaped(label)
        start = now
    }

    /// The text to write now, nil while nothing is to be drawn.
    /// - Parameters:
    ///   - done: Bytes so far.
    ///   - total: Bytes in all, nil where that is unknown.
    ///   - columns: The terminal's width.
    ///   - label: What is shown from now on; nil leaves it as it is.
    mutating func update(
        done: UInt64, total: UInt64?, now: Duration, columns: Int, label: @autoclosure () -> String? = nil
    ) -> String? {
        guard now - start >= Self.delay else { return nil }
        if let lastDrawn, now - lastDrawn.time < Self.interval { return nil }
        if let label = label() { self.label = DisplayText.escaped(label) }
        measure(done, now)
        lastDrawn = (now, done)
        // The last column stays free: a character there makes some terminals begin a new line.
        return "\r" + line(done, total, elapsed: now - start, columns: max(1, columns - 1)) + Self.clear
    }

    /// The text that removes the bar, nil where none was drawn.
    mutating func finish() -> String? {
        guard lastDrawn != nil else { return nil }
        lastDrawn = nil
        return "\r" + Self.clear
    }

    private static let clear = "\u{1B}[K"

    private mutating func measure(_ done: UInt64, _ now: Duration) {
        let before = lastDrawn ?? (start, 0)
        let seconds = (now - before.time) / .seconds(1)
        guard seconds > 0, done >= before.done else { return }
        let current = Double(done - before.done) / seconds
        let old = bytesPerSecond ?? current
        bytesPerSecond = old + (current - old) * min(1, seconds / Self.smoothing)
    }

    private func line(_ done: UInt64, _ total: UInt64?, elapsed: Duration, columns: Int) -> String {
        let rate = bytesPerSecond ?? 0
        let speed = "\(ByteText.size(UInt64(rate)))/s"
        var parts: [String]
        var fraction: Double?
        if let total, total > 0 {
            let share = min(1, Double(done) / Double(total))
            fraction = share
            parts = [
                DisplayText.padded("\(Int(share * 100))%", to: 4, atStart: true),
                "\(ByteText.size(done)) of \(ByteText.size(total))", speed,
            ]
            let left = Double(total - min(done, total)) / max(rate, 1)
            // Beyond that nobody waits, and a rate of nothing says nothing.
            if rate >= 1, done < total, left < 1_000_000 {
                parts.append("\(DurationText.rough(Int64(left.rounded(.up)))) left")
            }
        } else {
            parts = [ByteText.size(done), speed, DurationText.rough(elapsed.components.seconds)]
        }
        while parts.count > 1, parts.joined(separator: "  ").count + 10 > columns { parts.removeLast() }
        let numbers = parts.joined(separator: "  ")
        let space = columns - numbers.count - 2
        guard space >= 4 else { return DisplayText.cut(numbers, to: columns) }
        let name = DisplayText.cut(label, to: fraction == nil || space < 24 ? space : max(8, space / 2))
        let barSpace = min(40, space - DisplayText.width(name) - 2)
        guard let fraction, barSpace >= 12 else { return name + "  " + numbers }
        let filled = Int(fraction * Double(barSpace - 2))
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: barSpace - 2 - filled)
        return name + "  [" + bar + "]  " + numbers
    }
}
