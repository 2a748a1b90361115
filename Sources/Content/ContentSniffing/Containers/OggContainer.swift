internal import ContentTypes

/// Ogg: the first pages carry the first packet of each stream, which names its codec.
enum OggContainer {
    static func finding(in bytes: [UInt8]) -> Finding {
        var codecs: Set<String> = []
        var offset = 0
        let beginsStream = UInt8(2)
        while bytes.has("OggS", at: offset), offset + 27 <= bytes.count, bytes[offset + 5] & beginsStream != 0 {
            let segments = Int(bytes[offset + 26])
            let body = offset + 27 + segments
            guard body <= bytes.count else { break }
            if let codec = marks.first(where: { bytes.has($0.mark, at: body) })?.codec { codecs.insert(codec) }
            // Theora's mark begins with a byte that no ASCII text holds.
            if body < bytes.count, bytes[body] == 0x80, bytes.has("theora", at: body + 1) { codecs.insert("video") }
            offset = body + bytes[(offset + 27)..<body].reduce(0) { $0 + Int($1) }
        }
        if codecs.contains("annodex"), !codecs.contains("video"), !codecs.isDisjoint(with: ["vorbis", "speex", "flac"])
        {
            return Finding("org.xiph.annodex-audio", .container)
        }
        for (codec, identifier) in types where codecs.contains(codec) { return Finding(identifier, .container) }
        return Finding(
            UTType("org.xiph.ogg") ?? .audiovisualContent, room: .family(of: [.audiovisualContent]))
    }

    private static let marks: [(mark: String, codec: String)] = [
        ("\u{1}vorbis", "vorbis"), ("OpusHead", "opus"), ("Speex   ", "speex"), ("\u{7F}FLAC", "flac"),
        ("BBCD\0", "video"), ("OVP80", "video"), ("\u{1}video", "media"), ("CMML\0", "annodex"),
    ]

    /// A recording with pictures is a movie whatever its sound.
    private static let types = [
        ("annodex", "org.xiph.annodex-video"), ("media", "org.xiph.ogm"), ("video", "org.xiph.ogv"),
        ("opus", "org.xiph.opus"), ("vorbis", "org.xiph.ogg-audio"),
        ("flac", "org.xiph.ogg-flac"), ("speex", "org.xiph.speex"),
    ]
}
