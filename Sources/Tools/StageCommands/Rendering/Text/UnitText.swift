/// Sizes for people.
enum ByteText {
    /// The size with three digits at most, in powers of 1024: `512 B`, `1.4 GiB`, `120 MiB`.
    static func size(_ count: UInt64) -> String {
        if count < 1024 { return "\(count) B" }
        let units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
        var power = (63 - count.leadingZeroBitCount) / 10
        var tenths = Self.tenths(of: count, power)
        // 1023.96 KiB is 1.0 MiB.
        if tenths >= 10_235, power < units.count {
            power += 1
            tenths = Self.tenths(of: count, power)
        }
        let isSmall = tenths < 1000
        return (isSmall ? "\(tenths / 10).\(tenths % 10)" : "\((tenths + 5) / 10)") + " " + units[power - 1]
    }

    /// The same for a signed size; a negative one is shown as 0.
    static func size(_ count: Int64) -> String { size(UInt64(clamping: count)) }

    /// In units of 1024^power, rounded. Whole and rest apart, so that nothing overflows.
    private static func tenths(of count: UInt64, _ power: Int) -> UInt64 {
        let unit: UInt64 = 1 << UInt64(10 * power)
        return count / unit * 10 + (count % unit * 10 + unit / 2) / unit
    }
}

/// Spans of time for people.
enum DurationText {
    /// The span to the second in the form that options take: `1h30m`, `2d`, `45s`; `0s` for nothing.
    static func exact(_ seconds: Int64) -> String {
        var rest = seconds.magnitude
        var text = seconds < 0 ? "-" : ""
        for (unit, length) in units where rest >= length {
            text += "\(rest / length)\(unit.first ?? "s")"
            rest %= length
        }
        return seconds == 0 ? "0s" : text
    }

    /// The span in its largest unit, rounded down: `59 min`, `3 d`.
    static func rough(_ seconds: Int64) -> String {
        let span = seconds.magnitude
        let (unit, length) = units.first { span >= $0.1 } ?? ("s", 1)
        return "\(span / length) \(unit)"
    }

    /// When something is, seen from now: `in 59 min`, `now`, `3 min ago`.
    static func relative(_ seconds: Int64) -> String {
        if seconds == 0 { return "now" }
        return seconds > 0 ? "in \(rough(seconds))" : "\(rough(seconds)) ago"
    }

    private static let units: [(String, UInt64)] = [("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)]
}

/// Instants for programs and people.
enum InstantText {
    /// RFC 3339 in UTC: `2026-11-30T12:00:00Z`, for years 0 to 9999.
    static func rfc3339(_ unixSeconds: Int64) -> String {
        let time = CivilTime(unixSeconds: unixSeconds)
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(digits(time.year, 4))-\(digits(time.month, 2))-\(digits(time.day, 2))T"
            + "\(digits(time.hour, 2)):\(digits(time.minute, 2)):\(digits(time.second, 2))Z"
    }
}
