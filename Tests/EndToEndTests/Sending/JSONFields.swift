import Foundation

/// The members that a JSON object is to have, by name.
struct JSONFields {
    enum Kind {
        case text, number, flag
        /// One of these texts.
        case word(Set<String>)
        /// RFC 3339 in UTC.
        case time
        case nullable([Kind])
        case object(JSONFields)
        case array(JSONFields)
        /// An array of texts.
        case list
    }

    let required: [String: Kind]
    let optional: [String: Kind]

    init(_ required: [String: Kind], optional: [String: Kind] = [:]) {
        self.required = required
        self.optional = optional
    }

    /// What is wrong with an object: a member that is missing, of another kind, or that nobody knows.
    func faults(in object: [String: Any], at place: String = "") -> [String] {
        var faults: [String] = []
        for name in required.keys where object[name] == nil { faults.append("\(place)\(name) is missing") }
        for (name, value) in object {
            guard let kind = required[name] ?? optional[name] else {
                faults.append("\(place)\(name) is not in the design")
                continue
            }
            faults += Self.faults(in: value, kind, "\(place)\(name)")
        }
        return faults.sorted()
    }

    private static func faults(in value: Any, _ kind: Kind, _ place: String) -> [String] {
        let isRight: Bool
        switch kind {
        case .text: isRight = value is String
        case .list: isRight = value is [String]
        // A flag is a number to Foundation too; what it would be in C tells them apart.
        case .number: isRight = value is Int && !(value as? NSNumber).map(isFlag).isTrue
        case .flag: isRight = (value as? NSNumber).map(isFlag).isTrue
        case .word(let words): isRight = (value as? String).map(words.contains).isTrue
        case .time:
            isRight = (value as? String).map { $0.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil }.isTrue
        case .nullable(let kinds):
            isRight = value is NSNull || kinds.contains { faults(in: value, $0, place).isEmpty }
        case .object(let fields):
            guard let object = value as? [String: Any] else { return ["\(place) is no object"] }
            return fields.faults(in: object, at: place + ".")
        case .array(let fields):
            guard let array = value as? [[String: Any]] else { return ["\(place) is no array of objects"] }
            return array.flatMap { fields.faults(in: $0, at: place + "[].") }
        }
        return isRight ? [] : ["\(place) is wrong: \(value)"]
    }

    private static func isFlag(_ number: NSNumber) -> Bool { unsafe String(cString: number.objCType) == "c" }
}

extension Bool? {
    fileprivate var isTrue: Bool { self == true }
}

extension JSONFields {
    /// Section 5 of the design.
    static let representation = JSONFields(
        [
            "type": .text, "mime": .text, "name": .text, "size": .number, "scope": .text,
            "kind": .word(["snapshot", "original", "moved", "directory"]),
            "staged": .word(["reflink", "copy", "rename", "link", "none"]), "typeMismatch": .flag,
        ],
        optional: ["consistency": .word(["reflink", "lease", "checked"]), "declaredType": .text])

    private static let states: Kind = .word(["active", "expired", "revoked", "spent", "subjectEnded", "lost"])

    private static let grantMembers: [String: Kind] = [
        "id": .text, "state": states, "scope": .text, "expires": .time, "usesLeft": .nullable([.number]),
        "sender": .object(JSONFields(["uid": .number, "user": .nullable([.text]), "pid": .number])),
        "representations": .array(representation),
    ]

    static let sentGrant = JSONFields(grantMembers.merging(["token": .text, "source": .text]) { $1 })
    /// As its owner sees it later, with when it ended and who received it.
    static let grant = JSONFields(
        grantMembers,
        optional: [
            "ended": .time,
            "receptions": .array(
                JSONFields([
                    "uid": .number, "user": .nullable([.text]), "pid": .number, "at": .time, "type": .text,
                ])),
        ])

    private static let receivedMembers: [String: Kind] = [
        "path": .text, "type": .text, "mime": .text, "name": .text, "size": .number, "isOriginalFile": .flag,
    ]

    static let receivedArea = JSONFields(
        receivedMembers.merging(["area": .text, "leaseExpires": .time]) { $1 }, optional: ["sha256": .text])
    static let receivedFile = JSONFields(receivedMembers, optional: ["sha256": .text])
    static let area = JSONFields([
        "id": .text, "path": .text, "grant": .text, "type": .text, "size": .number, "leaseExpires": .time,
        "damaged": .flag,
    ])
    static let error = JSONFields(["error": .text, "message": .text], optional: ["hint": .text])
    static let type = JSONFields(
        [
            "path": .text, "type": .text, "mime": .text, "from": .word(["content", "name", "container", "declared"]),
            "conformsTo": .list, "suggestedName": .text, "mismatch": .flag,
        ], optional: ["charset": .text])
}
