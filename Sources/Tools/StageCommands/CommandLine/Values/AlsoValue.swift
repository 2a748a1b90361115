internal import LinuxSystem

/// A further representation, as `--also` names it: `PATH[,type=T][,scope=S][,name=N]`.
///
/// A comma inside a value is written `\,` and a backslash `\\`; before anything else a backslash is itself.
struct AlsoValue: Equatable, Sendable {
    let path: Path
    /// Not yet looked up.
    var type: String?
    var scope: ScopeText?
    var name: Bytes?

    init(path: Bytes, type: String? = nil, scope: ScopeText? = nil, name: Bytes? = nil) {
        self.path = Path(bytes: path)
        self.type = type
        self.scope = scope
        self.name = name
    }

    /// Reads the value of `--also`.
    /// - Throws: ``UsageError``.
    static func parse(_ bytes: Bytes) throws(UsageError) -> AlsoValue {
        let fields = split(bytes)
        guard let path = fields.first, !path.isEmpty else { throw UsageError("the PATH is empty", hint: possible) }
        var value = AlsoValue(path: path)
        for field in fields.dropFirst() {
            let parts = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let key = String(decoding: parts[0], as: UTF8.self)
            guard parts.count == 2, ["type", "scope", "name"].contains(key) else {
                throw UsageError(
                    "',\(DisplayText.escaped(field))' is none of ,type=T ,scope=S ,name=N",
                    hint: "a comma in a file's name is written \\,")
            }
            let detail = Bytes(parts[1])
            if detail.isEmpty { throw UsageError("\(key)= is empty", hint: possible) }
            let isTaken = key == "type" ? value.type != nil : key == "scope" ? value.scope != nil : value.name != nil
            if isTaken { throw UsageError("\(key)= is given twice") }
            switch key {
            case "type": value.type = try Values.text(detail)
            case "scope": value.scope = try ScopeText.parse(detail)
            default: value.name = detail
            }
        }
        return value
    }

    private static let possible = "--also PATH[,type=T][,scope=S][,name=N]"

    private static func split(_ bytes: Bytes) -> [Bytes] {
        let comma = UInt8(ascii: ",")
        let backslash = UInt8(ascii: "\\")
        var fields: [Bytes] = [[]]
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let next = index + 1 < bytes.count ? bytes[index + 1] : nil
            if byte == backslash, let next, next == comma || next == backslash {
                fields[fields.count - 1].append(next)
                index += 2
                continue
            }
            if byte == comma { fields.append([]) } else { fields[fields.count - 1].append(byte) }
            index += 1
        }
        return fields
    }
}
