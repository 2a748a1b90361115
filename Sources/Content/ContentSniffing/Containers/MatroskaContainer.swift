internal import ContentTypes

/// Matroska and WebM: the document type stands in the EBML header, the kinds of tracks further on.
enum MatroskaContainer {
    private enum Element {
        static let header = 0x1A45_DFA3
        static let documentType = 0x4282
        static let segment = 0x1853_8067
        static let tracks = 0x1654_AE6B
        static let track = 0xAE
        static let trackType = 0x83
        static let cluster = 0x1F43_B675
    }

    static func finding(in bytes: [UInt8]) -> Finding? {
        var documentType = ""
        var kinds: Set<Int> = []
        walk(bytes, 0..<bytes.count) { element, body in
            switch element {
            case Element.documentType:
                documentType = String(decoding: bytes[body].prefix { $0 != 0 }, as: UTF8.self)
            case Element.trackType: kinds.insert(bytes[body].reduce(0) { $0 << 8 | Int($1) })
            default: break
            }
            return element != Element.cluster
        }
        let (video, audio, subtitles) = (1, 2, 17)
        let soundOnly = !kinds.contains(video) && kinds.contains(audio)
        if documentType.hasPrefix("webm") {
            return Finding(
                UTType("org.webmproject.webm") ?? .movie, .container, mime: soundOnly ? "audio/webm" : "video/webm")
        }
        guard documentType.hasPrefix("matroska") || documentType.isEmpty else { return nil }
        if soundOnly { return Finding("org.matroska.mka", .container) }
        if kinds == [subtitles] { return Finding("org.matroska.mks", .container) }
        let family = ["org.matroska.mkv", "org.matroska.mka", "org.matroska.mks"].compactMap { UTType($0) }
        return Finding(
            "org.matroska.mkv", .container, room: kinds.contains(video) ? .none : .family(of: family))
    }

    /// Visits the elements in a range, and those in the masters that lead to what is asked for, until told to stop.
    @discardableResult
    private static func walk(_ bytes: [UInt8], _ range: Range<Int>, _ visit: (Int, Range<Int>) -> Bool) -> Bool {
        var offset = range.lowerBound
        while offset < range.upperBound {
            guard let (element, idLength) = number(bytes, offset, keepMark: true),
                let (size, sizeLength) = number(bytes, offset + idLength, keepMark: false)
            else { return true }
            let start = offset + idLength + sizeLength
            guard start <= range.upperBound else { return true }
            // A size of all ones, or beyond what is read, means to the end.
            let end = size < range.upperBound - start ? start + size : range.upperBound
            if !visit(element, start..<end) { return false }
            switch element {
            case Element.header, Element.segment, Element.tracks, Element.track:
                if !walk(bytes, start..<end, visit) { return false }
            default: break
            }
            offset = end
        }
        return true
    }

    /// A number whose leading zeros say how many bytes it has.
    private static func number(_ bytes: [UInt8], _ offset: Int, keepMark: Bool) -> (value: Int, length: Int)? {
        guard offset < bytes.count, bytes[offset] != 0 else { return nil }
        let length = bytes[offset].leadingZeroBitCount + 1
        guard let value = bytes.bigEndian(offset, length) else { return nil }
        return (keepMark ? value : value & ((1 << (7 * length)) - 1), length)
    }
}
