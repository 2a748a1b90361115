/// How long something lives: a span, or until an instant.
enum Lifetime: Equatable, Sendable {
    /// More than nothing.
    case duration(Duration)
    /// Unix time in seconds.
    case instant(Int64)

    /// Reads `90s`, `15m`, `2h`, `1d`, larger units first where there are several (`1h30m`), or an ISO 8601 instant:
    /// `2026-11-30T12:00` in local time, `2026-11-30T12:00Z`, `2026-11-30`.
    /// - Throws: ``UsageError``.
    static func parse(_ bytes: Bytes) throws(UsageError) -> Lifetime {
        if bytes.count > 4, bytes[4] == UInt8(ascii: "-"), bytes.prefix(4).allSatisfy(Values.isDigit) {
            return .instant(try InstantParser.parse(bytes))
        }
        return .duration(.seconds(try seconds(bytes)))
    }

    /// The span from `now`, a Unix time in seconds.
    /// - Throws: ``UsageError`` for an instant that has passed.
    func span(from now: Int64) throws(UsageError) -> Duration {
        switch self {
        case .duration(let duration): return duration
        case .instant(let instant):
            let (rest, overflow) = instant.subtractingReportingOverflow(now)
            guard !overflow, rest > 0 else {
                throw UsageError("\(InstantText.rfc3339(instant)) is in the past")
            }
            return .seconds(rest)
        }
    }

    private static func seconds(_ bytes: Bytes) throws(UsageError) -> Int64 {
        let shown = DisplayText.escaped(bytes)
        let units: [(UInt8, Int64)] = [
            (UInt8(ascii: "d"), 86_400), (UInt8(ascii: "h"), 3600), (UInt8(ascii: "m"), 60), (UInt8(ascii: "s"), 1),
        ]
        let tooLong = UsageError("'\(shown)' is too long")
        var sum: Int64 = 0
        var smallest = Int64.max
        var rest = bytes[...]
        repeat {
            let number = rest.prefix(while: Values.isDigit)
            rest = rest.dropFirst(number.count)
            let unit = rest.popFirst()
            if unit == nil, number.count == bytes.count, !number.isEmpty {
                throw UsageError("'\(shown)' has no unit", hint: "write \(shown)s, \(shown)m, \(shown)h or \(shown)d")
            }
            guard !number.isEmpty, let factor = units.first(where: { $0.0 == unit })?.1, factor < smallest else {
                throw UsageError(
                    "'\(shown)' is no duration",
                    hint: "90s, 15m, 2h, 1d or 1h30m, or an instant such as 2026-11-30T12:00")
            }
            smallest = factor
            guard let count = Values.digits(number) else { throw tooLong }
            let (part, over) = count.multipliedReportingOverflow(by: factor)
            let (next, above) = sum.addingReportingOverflow(part)
            if over || above { throw tooLong }
            sum = next
        } while !rest.isEmpty
        guard sum > 0 else { throw UsageError("'\(shown)' is no time at all", hint: "for example 90s") }
        return sum
    }
}

/// Reads ISO 8601 instants in the extended form.
enum InstantParser {
    /// The Unix time in seconds of `2026-11-30`, `2026-11-30T12:00` or `2026-11-30T12:00:00`, each time with a zone
    /// (`Z`, `+01`, `+0100`, `+01:00`) or in local time without; fractions of a second are dropped.
    /// - Throws: ``UsageError``.
    static func parse(_ bytes: Bytes) throws(UsageError) -> Int64 {
        guard let instant = read(bytes) else {
            throw UsageError(
                "'\(DisplayText.escaped(bytes))' is no instant",
                hint: "2026-11-30T12:00 (local time), 2026-11-30T12:00Z or 2026-11-30T12:00+01:00")
        }
        return instant
    }

    private static func read(_ bytes: Bytes) -> Int64? {
        var text = Cursor(rest: bytes[...])
        guard let year = text.number(4), text.take("-") != nil, let month = text.number(2), text.take("-") != nil,
            let day = text.number(2)
        else { return nil }
        var time = CivilTime(year: year, month: month, day: day)
        var offset: Int?
        if text.take("Tt ") != nil {
            guard let hour = text.number(2), text.take(":") != nil, let minute = text.number(2) else { return nil }
            (time.hour, time.minute) = (hour, minute)
            if text.take(":") != nil {
                guard let second = text.number(2) else { return nil }
                time.second = second
                if text.take(".,") != nil, !text.skipDigits() { return nil }
            }
            if !text.rest.isEmpty {
                guard let zone = text.zone() else { return nil }
                offset = zone
            }
        }
        guard text.rest.isEmpty, time.isValid else { return nil }
        return offset.map { time.unixSeconds - Int64($0) } ?? time.localUnixSeconds
    }

    private struct Cursor {
        var rest: ArraySlice<UInt8>

        mutating func take(_ choices: String) -> UInt8? {
            guard let first = rest.first, choices.utf8.contains(first) else { return nil }
            return rest.popFirst()
        }

        mutating func number(_ count: Int) -> Int? {
            let digits = rest.prefix(count)
            guard digits.count == count, let number = Values.digits(digits) else { return nil }
            rest = rest.dropFirst(count)
            return Int(number)
        }

        mutating func skipDigits() -> Bool {
            let digits = rest.prefix(while: Values.isDigit)
            rest = rest.dropFirst(digits.count)
            return !digits.isEmpty
        }

        /// Seconds east of Greenwich.
        mutating func zone() -> Int? {
            if take("Zz") != nil { return 0 }
            guard let sign = take("+-"), let hours = number(2), hours < 24 else { return nil }
            var minutes = 0
            if take(":") != nil || !rest.isEmpty {
                guard let number = number(2), number < 60 else { return nil }
                minutes = number
            }
            return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -60 : 60)
        }
    }
}
