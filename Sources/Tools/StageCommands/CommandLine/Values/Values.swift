/// Readers of option values. Each takes the bytes as typed and answers with what they mean, or throws a ``UsageError``
/// that holds the offending text and says what is possible.
enum Values {
    /// Text.
    static func text(_ bytes: Bytes) throws(UsageError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UsageError("'\(DisplayText.escaped(bytes))' is not UTF-8")
        }
        if text.isEmpty { throw UsageError("the value is empty") }
        return text
    }

    /// How many times, at least 1.
    static func count(_ bytes: Bytes) throws(UsageError) -> Int { try whole(bytes, from: 1) }

    /// How many levels, also none.
    static func depth(_ bytes: Bytes) throws(UsageError) -> Int { try whole(bytes, from: 0) }

    private static func whole(_ bytes: Bytes, from least: Int) throws(UsageError) -> Int {
        guard let number = digits(bytes), let count = Int(exactly: number), count >= least else {
            throw UsageError(
                "'\(DisplayText.escaped(bytes))' is no count", hint: "a whole number from \(least), such as 3")
        }
        return count
    }

    /// The number of a process.
    static func processID(_ bytes: Bytes) throws(UsageError) -> Int32 {
        guard let number = digits(bytes), let id = Int32(exactly: number), id > 0 else {
            throw UsageError(
                "'\(DisplayText.escaped(bytes))' is no process id", hint: "a whole number, such as $$ in a shell")
        }
        return id
    }

    /// Types in a list with commas, at least one; not yet looked up.
    static func types(_ bytes: Bytes) throws(UsageError) -> [String] {
        let words = try text(bytes).split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if words.contains("") {
            throw UsageError(
                "'\(DisplayText.escaped(bytes))' has an empty type", hint: "for example public.image,.pdf")
        }
        return words
    }

    /// A size in bytes: `512K`, `10M`, `2G`, in powers of 1024, also with `B` or `iB` behind; a bare number is bytes.
    static func byteCount(_ bytes: Bytes) throws(UsageError) -> Int64 {
        let number = bytes.prefix(while: isDigit)
        var unit = String(decoding: bytes[number.count...], as: UTF8.self).uppercased()
        if unit.hasSuffix("IB"), unit.count > 2 { unit.removeLast(2) } else if unit.hasSuffix("B") { unit.removeLast() }
        let powers = ["", "K", "M", "G", "T", "P", "E"]
        guard let count = digits(number) ?? nil, let power = powers.firstIndex(of: unit) else {
            if !number.isEmpty, number.count == bytes.count { throw tooLarge(bytes) }
            throw UsageError(
                "'\(DisplayText.escaped(bytes))' is no size", hint: "sizes look like 512K, 10M or 2G, powers of 1024")
        }
        let (size, overflow) = count.multipliedReportingOverflow(by: 1 << Int64(10 * power))
        if overflow { throw tooLarge(bytes) }
        return size
    }

    private static func tooLarge(_ bytes: Bytes) -> UsageError {
        UsageError("'\(DisplayText.escaped(bytes))' is larger than any file can be")
    }

    /// The number that decimal digits write, nil for anything else and for what does not fit.
    static func digits(_ bytes: some Collection<UInt8>) -> Int64? {
        guard !bytes.isEmpty else { return nil }
        var number: Int64 = 0
        for byte in bytes {
            guard isDigit(byte) else { return nil }
            let (tens, over) = number.multipliedReportingOverflow(by: 10)
            let (sum, above) = tens.addingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
            if over || above { return nil }
            number = sum
        }
        return number
    }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
