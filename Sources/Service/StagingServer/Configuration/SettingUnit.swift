/// How numbers are written in the configuration: durations as `90s 15m 2h 1d`, sizes as `512K 10M 2G`, counts bare.
enum SettingUnit: Sendable {
    case duration, size, count

    static let unlimited = "unlimited"

    /// What is allowed where a setting says nothing else. A hundred years in nanoseconds still fit 64 bits.
    var usualRange: ClosedRange<Int64> {
        switch self {
        case .duration: 1...36_525 * 86_400
        case .size: 0...Int64.max
        case .count: 1...1_000_000_000
        }
    }

    /// The units by size, the largest first, and what each stands for.
    private var factors: [(letter: String, factor: Int64)] {
        switch self {
        case .duration: [("d", 86_400), ("h", 3600), ("m", 60), ("s", 1)]
        case .size: [("E", 1 << 60), ("P", 1 << 50), ("T", 1 << 40), ("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10)]
        case .count: []
        }
    }

    /// The number that `text` writes, in seconds, bytes or ones.
    /// - Throws: What is wrong with it, and what is possible.
    func value(
        _ text: String, in range: ClosedRange<Int64>, mayBeUnlimited: Bool = false
    ) throws(ConfigurationError.Problem) -> Int64 {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let letter = text.dropFirst(digits.count)
        let needsLetter = if case .duration = self { true } else { false }
        let factor = letter.isEmpty && !needsLetter ? 1 : factors.first { $0.letter == letter }?.factor
        guard !digits.isEmpty, let factor else {
            throw problem(text, mayBeUnlimited: mayBeUnlimited)
        }
        // Digits that do not fit are more than any range allows.
        let (value, overflow) = (Int64(digits) ?? .max).multipliedReportingOverflow(by: factor)
        guard !overflow, range.contains(value), Int64(digits) != nil else {
            let isLow = !overflow && value < range.lowerBound
            throw .init(
                "'\(text)' is too \(isLow ? "little" : "much")",
                hint: isLow ? "at least \(self.text(range.lowerBound))" : "at most \(self.text(range.upperBound))")
        }
        return value
    }

    /// The value as a file would say it, in the largest unit that is whole.
    func text(_ value: Int64) -> String {
        guard value > 0, let (letter, factor) = factors.first(where: { value % $0.factor == 0 }) else {
            return "\(value)"
        }
        return "\(value / factor)\(letter)"
    }

    private func problem(_ text: String, mayBeUnlimited: Bool) -> ConfigurationError.Problem {
        if text.contains("#") {
            return .init("'\(text)' is no \(self)", hint: "a comment stands on a line of its own")
        }
        if text == Self.unlimited { return .init("this has to have a limit") }
        let forms =
            switch self {
            case .duration: "such as 90s, 15m, 2h or 1d"
            case .size: "such as 512K, 10M or 2G"
            case .count: "a whole number"
            }
        return .init("'\(text)' is no \(self)", hint: forms + (mayBeUnlimited ? ", or unlimited" : ""))
    }
}
