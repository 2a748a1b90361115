internal import LinuxSystem

/// Times as people and JSON are shown them.
package enum TimeText {
    /// RFC 3339 in UTC, whole seconds.
    /// - Parameter nanoseconds: since 1970.
    package static func rfc3339(_ nanoseconds: Int64) -> String {
        let seconds = nanoseconds >= 0 ? nanoseconds / 1_000_000_000 : (nanoseconds - 999_999_999) / 1_000_000_000
        let (day, second) = seconds.floorDivided(by: 86400)
        // Days to civil date: Howard Hinnant, "chrono-compatible low-level date algorithms", civil_from_days.
        let shifted = day + 719_468
        let (era, dayOfEra) = shifted.floorDivided(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthIndex = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * monthIndex + 2) / 5 + 1
        let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return padded([
            (year, 4, "-"), (month, 2, "-"), (dayOfMonth, 2, "T"), (second / 3600, 2, ":"), (second / 60 % 60, 2, ":"),
            (second % 60, 2, "Z"),
        ])
    }

    /// How long ago something was, in the largest unit that says it: "3 minutes ago", "just now".
    static func ago(_ nanoseconds: Int64) -> String {
        parts(nanoseconds / 1_000_000_000).first.map { "\($0) ago" } ?? "just now"
    }

    /// A span to the second: "1 day 6 hours".
    static func exact(_ seconds: Int64) -> String {
        let parts = parts(seconds)
        return parts.isEmpty ? "0 seconds" : parts.joined(separator: " ")
    }

    private static func parts(_ seconds: Int64) -> [String] {
        var rest = max(0, seconds)
        return [(86400, "day"), (3600, "hour"), (60, "minute"), (1, "second")].compactMap { (unit: Int64, name) in
            let count = rest / unit
            rest %= unit
            return count == 0 ? nil : "\(count) \(name)\(count == 1 ? "" : "s")"
        }
    }

    /// Numbers, each with zeros in front up to a width, and what stands behind it. As bytes, since every answer about a
    /// grant has a time, and joining texts takes several times as long.
    private static func padded(_ parts: [(number: Int64, width: Int, end: Unicode.Scalar)]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(20)
        for (number, width, end) in parts {
            let digits = String(number).utf8
            for _ in digits.count..<max(width, digits.count) { text.append(UInt8(ascii: "0")) }
            text.append(contentsOf: digits)
            text.append(UInt8(ascii: end))
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension Int64 {
    fileprivate func floorDivided(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
