internal import CJansson

/// A value in a JSON text that was parsed by jansson. Nodes of one text share it and keep it alive.
///
/// A text belongs to one thread at a time.
// @safe: the pointer is into what `text` owns, and stands as long as that.
@safe
struct JSONNode {
    let text: JSONText
    let value: UnsafeMutablePointer<json_t>

    init(_ value: UnsafeMutablePointer<json_t>, in text: JSONText) {
        unsafe self.value = value
        self.text = text
    }

    /// A new text that is an empty object.
    /// - Throws: ``MessageError/unencodable(_:)`` without memory.
    init() throws(MessageError) {
        guard let object = unsafe json_object() else { throw .unencodable("no memory") }
        unsafe self.init(object, in: JSONText(owning: object))
    }

    /// How deep objects and arrays may stand in each other. Jansson allows 2,048, which takes more stack than a thread
    /// need have.
    static let maximumDepth = 64

    /// Parses a text: one object in UTF-8, no member twice, whole numbers within 64 bits.
    /// - Throws: ``MessageError/malformed(_:)``.
    init(parsing bytes: [UInt8]) throws(MessageError) {
        guard Self.depth(of: bytes) <= Self.maximumDepth else {
            throw .malformed("more than \(Self.maximumDepth) levels deep")
        }
        var error = json_error_t()
        let root = unsafe bytes.withUnsafeBytes { bytes in
            unsafe json_loadb(
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count,
                Int(JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL), &error)
        }
        guard let root = unsafe root else {
            let text = unsafe withUnsafeBytes(of: error.text) { text in
                unsafe String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
            }
            throw .malformed("no JSON: \(text), at byte \(error.position)")
        }
        unsafe self.init(root, in: JSONText(owning: root))
        guard kind == .object else { throw .malformed("the message is no object") }
    }

    /// The most brackets that are open at once; in what is no JSON it may be too many, never too few.
    private static func depth(of bytes: [UInt8]) -> Int {
        var (depth, deepest, isString, isEscaped) = (0, 0, false, false)
        for byte in bytes {
            if isString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
        return deepest
    }

    // MARK: Reading

    enum Kind { case null, bool, integer, number, string, array, object }

    var kind: Kind {
        switch unsafe value.pointee.type {
        case JSON_OBJECT: .object
        case JSON_ARRAY: .array
        case JSON_STRING: .string
        case JSON_INTEGER: .integer
        case JSON_REAL: .number
        case JSON_TRUE, JSON_FALSE: .bool
        default: .null
        }
    }

    /// The flag, where it is one.
    var bool: Bool? { unsafe kind == .bool ? value.pointee.type == JSON_TRUE : nil }

    /// The text, where it is one.
    var string: String? {
        guard kind == .string, let characters = unsafe json_string_value(value) else { return nil }
        let bytes = unsafe UnsafeRawBufferPointer(start: characters, count: json_string_length(value))
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    /// The number, where it is whole, however it is written.
    var integer: Int64? {
        switch kind {
        case .integer: unsafe json_integer_value(value)
        case .number: unsafe Int64(exactly: json_real_value(value))
        default: nil
        }
    }

    /// The number, where it is one.
    var number: Double? {
        unsafe kind == .integer || kind == .number ? json_number_value(value) : nil
    }

    /// The member of an object; nil where there is none.
    func member(_ name: String) -> JSONNode? {
        var name = name
        let found = name.withUTF8 { bytes in
            unsafe cjansson_member(value, bytes.baseAddress, bytes.count)
        }
        return unsafe found.map { unsafe JSONNode($0, in: text) }
    }

    /// The members of an object in their order; none of anything else.
    var members: [(name: String, value: JSONNode)] {
        var members: [(name: String, value: JSONNode)] = []
        members.reserveCapacity(unsafe json_object_size(value))
        var next = unsafe json_object_iter(value)
        while let member = unsafe next {
            if let key = unsafe json_object_iter_key(member), let node = unsafe json_object_iter_value(member) {
                let bytes = unsafe UnsafeRawBufferPointer(start: key, count: json_object_iter_key_len(member))
                unsafe members.append((String(decoding: bytes, as: UTF8.self), JSONNode(node, in: text)))
            }
            unsafe next = json_object_iter_next(value, member)
        }
        return members
    }

    /// How many elements an array has; 0 for anything else.
    var count: Int { unsafe json_array_size(value) }

    /// An element of an array; nil beyond its end.
    func element(_ index: Int) -> JSONNode? {
        unsafe json_array_get(value, index).map { unsafe JSONNode($0, in: text) }
    }
}

/// Owns a JSON text of jansson's, and frees it.
// @safe: the pointer is freed once, by the last reference.
@safe
final class JSONText {
    private let root: UnsafeMutablePointer<json_t>

    init(owning root: UnsafeMutablePointer<json_t>) { unsafe self.root = root }

    deinit { unsafe json_decref(root) }
}
