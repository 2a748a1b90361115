internal import ContentTypes

/// JSON, by reading it through; the names at the top and some of their values tell formats that are made of it.
enum JSONForms {
    static func finding(in text: DecodedText) -> Finding? {
        var reader = JSONReader(text.utf8, at: text.start)
        guard reader.readValue(depth: 0) else { return nil }
        // A text that is there as a whole and stops in the middle of it has to have had something to say.
        if text.isWhole, reader.isCut, reader.valueCount == 0 { return nil }
        if !reader.isAtEnd {
            // One value to a line is a format of its own.
            var lines = 1
            while !reader.isAtEnd {
                guard reader.readValue(depth: 0) || !text.isWhole && reader.isAtEnd else { return nil }
                lines += 1
            }
            return Finding("org.json.json-lines", room: .json)
        }
        if let identifier = shape(reader.top) { return Finding(identifier, room: .textForm) }
        return Finding(.json, room: .json)
    }

    private static func shape(_ top: [String: String]) -> String? {
        let types = [
            "FeatureCollection", "Feature", "Point", "LineString", "Polygon", "MultiPoint", "MultiLineString",
            "MultiPolygon", "GeometryCollection",
        ]
        if let type = top["type"], types.contains(type),
            type.hasPrefix("Feature") || top["coordinates"] != nil || top["geometries"] != nil
        {
            return "public.geojson"
        }
        let sceneNames = ["scenes", "nodes", "meshes", "accessors", "buffers", "scene", "materials"]
        if top["asset"] != nil, top["asset.version"] != nil || sceneNames.contains(where: { top[$0] != nil }) {
            return "org.khronos.gltf"
        }
        if top["[].op"] != nil, top["[].path"] != nil { return "org.json.json-patch" }
        if top["type"] == "Topology", top["objects"] != nil, top["arcs"] != nil { return "org.topojson.topojson" }
        if top["start_url"] != nil, top["icons"] != nil || top["display"] != nil { return "org.w3.web-app-manifest" }
        if let generator = top["Header.GenerationSoftware"], generator.isEmpty { return "org.gerber.job" }
        if top["nbformat"] != nil, top["cells"] != nil || top["worksheets"] != nil { return "org.jupyter.ipynb" }
        if top["bomFormat"] == "CycloneDX" { return "org.cyclonedx.json" }
        if top["$schema"]?.contains("json-schema.org") == true { return "org.json-schema.schema" }
        if top["@context"] != nil { return "org.json-ld.json-ld" }
        return nil
    }
}

/// Reads JSON for its validity, keeping the names of the outermost object and the short texts that they have.
struct JSONReader {
    private let bytes: [UInt8]
    private var offset: Int
    /// Name to text, or to "" for a value that is none; `outer.inner` for the members of members, and `[].inner` for
    /// those of the first element.
    private(set) var top: [String: String] = [:]

    /// Whether the bytes ended inside a value.
    private(set) var isCut = false
    /// Numbers, texts and words so far.
    private(set) var valueCount = 0

    /// What the members that are being read belong to.
    private var outer: String?
    private static let mostNames = 1024

    /// Nesting beyond this is no document that a person means.
    private static let mostDepth = 512

    init(_ bytes: [UInt8], at offset: Int) {
        self.bytes = bytes
        self.offset = offset
    }

    /// Whether nothing but white space is left.
    var isAtEnd: Bool { offset >= bytes.count }

    /// Reads one value and the white space behind it. Bytes that end inside a value are taken for valid so far.
    mutating func readValue(depth: Int) -> Bool {
        guard depth < Self.mostDepth, let byte = peek() else { return depth > 0 && isAtEnd }
        let holds: Bool
        switch byte {
        case UInt8(ascii: "{"): holds = readMembers(depth)
        case UInt8(ascii: "["): holds = readElements(depth)
        case UInt8(ascii: "\""): holds = skipString() != nil
        default: holds = readScalar()
        }
        if holds, byte != UInt8(ascii: "{"), byte != UInt8(ascii: "[") { valueCount += 1 }
        skipSpace()
        return holds
    }

    private mutating func endsHere() -> Bool {
        if isAtEnd { isCut = true }
        return isAtEnd
    }

    private func peek() -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte = peek(), byte == 0x20 || byte == 10 || byte == 13 || byte == 9 { offset += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: character) else { return false }
        offset += 1
        skipSpace()
        return true
    }

    private mutating func readMembers(_ depth: Int) -> Bool {
        guard take("{") else { return false }
        if take("}") { return true }
        repeat {
            if endsHere() { return true }
            guard let name = skipString() else { return false }
            skipSpace()
            if endsHere() { return true }
            guard take(":") else { return false }
            let start = offset
            if depth == 0 { outer = text(name) }
            guard readValue(depth: depth + 1) else { return false }
            if depth == 0 {
                top[text(name)] = shortText(from: start)
            } else if depth == 1, let outer, top.count < Self.mostNames {
                top["\(outer).\(text(name))"] = shortText(from: start)
            }
        } while take(",")
        return endsHere() || take("}")
    }

    private mutating func readElements(_ depth: Int) -> Bool {
        guard take("[") else { return false }
        if take("]") { return true }
        if depth == 0 { outer = "[]" }
        repeat {
            if endsHere() { return true }
            guard readValue(depth: depth + 1) else { return false }
            if depth == 0 { outer = nil }
        } while take(",")
        return endsHere() || take("]")
    }

    /// - Returns: where the text stands, without its quotes; nil where there is none.
    private mutating func skipString() -> Range<Int>? {
        guard peek() == UInt8(ascii: "\"") else { return nil }
        let start = offset + 1
        offset = start
        while let byte = peek(), byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { return nil }
            offset += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        let end = min(offset, bytes.count)
        offset = min(offset + 1, bytes.count)
        return start..<end
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private mutating func readScalar() -> Bool {
        let start = offset
        while let byte = peek(), !Self.endsScalar(byte) { offset += 1 }
        let word = bytes[start..<offset]
        guard let first = word.first else { return false }
        if first == UInt8(ascii: "-") || Self.isDigit(first) {
            return word.allSatisfy { Self.isDigit($0) || Self.isOfNumber($0) }
        }
        return Self.words.contains { isAtEnd ? $0.starts(with: word) : $0.elementsEqual(word) }
    }

    private static let words: [[UInt8]] = [Array("true".utf8), Array("false".utf8), Array("null".utf8)]

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    /// What stands in numbers beside digits.
    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): true
        default: false
        }
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "["),
            UInt8(ascii: "{"), UInt8(ascii: "\""):
            true
        default: DecodedText.isSpace(byte)
        }
    }

    private func shortText(from start: Int) -> String {
        guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { return "" }
        return String(decoding: bytes[(start + 1)...].prefix(256).prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }
}
