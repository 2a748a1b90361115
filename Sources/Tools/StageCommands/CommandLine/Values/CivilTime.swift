internal import Glibc

/// A date and a time of day of the Gregorian calendar, without a zone.
struct CivilTime: Equatable, Sendable {
    var year: Int
    /// 1 to 12.
    var month: Int
    /// 1 to 31.
    var day: Int
    var hour = 0
    var minute = 0
    var second = 0

    init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// The time in UTC of a Unix time in seconds, which may be negative.
    init(unixSeconds: Int64) {
        let (days, rest) = Self.floorDivide(Int(unixSeconds), 86_400)
        // Counted in eras of 400 years from 0000-03-01, so that a leap day is the last of its year.
        let (era, dayOfEra) = Self.floorDivide(days + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    }

    /// The Unix time in seconds of this time in UTC.
    var unixSeconds: Int64 {
        let (era, yearOfEra) = Self.floorDivide(month <= 2 ? year - 1 : year, 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return Int64(days * 86_400 + hour * 3600 + minute * 60 + second)
    }

    /// The Unix time in seconds of this time where the computer is. A time that the clock skips in spring is moved
    /// forward; of one that it shows twice in autumn the C library picks one.
    var localUnixSeconds: Int64 {
        var parts = unsafe tm()
        unsafe parts.tm_year = CInt(clamping: year - 1900)
        unsafe parts.tm_mon = CInt(month - 1)
        unsafe parts.tm_mday = CInt(day)
        unsafe parts.tm_hour = CInt(hour)
        unsafe parts.tm_min = CInt(minute)
        unsafe parts.tm_sec = CInt(second)
        unsafe parts.tm_isdst = -1
        return Int64(unsafe mktime(&parts))
    }

    /// Whether each part is in its range and the month has that day.
    var isValid: Bool {
        guard (1...12).contains(month), day >= 1 else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return day <= lengths[month - 1] && (0...23).contains(hour) && (0...59).contains(minute)
            && (0...59).contains(second)
    }

    private static func floorDivide(_ value: Int, _ divisor: Int) -> (Int, Int) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
