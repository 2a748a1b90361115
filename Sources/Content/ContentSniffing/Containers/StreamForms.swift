internal import ContentTypes

/// Streams of frames without a header: recognised when a second frame stands where the first one ends.
enum StreamForms {
    static func finding(in bytes: [UInt8]) -> Finding? {
        if bytes.has("ID3"), bytes.count >= 10 { return tagged(bytes) }
        if bytes.count >= 4, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 { return audioFrame(bytes, at: 0) }
        for (start, packet) in [(0, 188), (4, 192)] where isTransportStream(bytes, start, packet) {
            return Finding(
                UTType("public.mpeg-2-transport-stream") ?? .mpeg2TransportStream,
                room: .family(of: [.mpeg2TransportStream]))
        }
        return nil
    }

    /// What follows an ID3 tag; most often it is MP3.
    private static func tagged(_ bytes: [UInt8]) -> Finding {
        let size = bytes[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
        if bytes.has("fLaC", at: size + 10) { return Finding("org.xiph.flac") }
        return audioFrame(bytes, at: size + 10) ?? Finding(.mp3)
    }

    private static func audioFrame(_ bytes: [UInt8], at offset: Int) -> Finding? {
        guard offset + 4 <= bytes.count, bytes[offset] == 0xFF else { return nil }
        let second = bytes[offset + 1]
        if second & 0xF6 == 0xF0 {
            guard let field = bytes.bigEndian(offset + 3, 3) else { return nil }
            let length = field >> 5 & 0x1FFF
            let next = offset + length
            let holds =
                length >= 7 && (next + 1 >= bytes.count || bytes[next] == 0xFF && bytes[next + 1] & 0xF6 == 0xF0)
            return holds ? Finding("public.aac-audio") : nil
        }
        guard let length = mpegFrameLength(bytes, offset) else { return nil }
        let next = offset + length
        guard next + 1 >= bytes.count || bytes[next] == 0xFF && bytes[next + 1] & 0xE0 == 0xE0 else { return nil }
        return Finding(second & 6 == 4 ? "public.mp2" : "public.mp3")
    }

    private static func mpegFrameLength(_ bytes: [UInt8], _ offset: Int) -> Int? {
        let (second, third) = (Int(bytes[offset + 1]), Int(bytes[offset + 2]))
        let (version, layer) = (second >> 3 & 3, second >> 1 & 3)
        let (rate, frequency) = (third >> 4, third >> 2 & 3)
        guard version != 1, layer == 1 || layer == 2, rate > 0, rate < 15, frequency < 3 else { return nil }
        let first = version == 3
        let rates =
            first
            ? (layer == 1
                ? [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
                : [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384])
            : [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        let frequencies = [44100, 48000, 32000].map { first ? $0 : version == 2 ? $0 / 2 : $0 / 4 }
        let samples = layer == 1 && !first ? 576 : 1152
        return samples / 8 * rates[rate] * 1000 / frequencies[frequency] + (third >> 1 & 1)
    }

    private static func isTransportStream(_ bytes: [UInt8], _ start: Int, _ packet: Int) -> Bool {
        let sync = UInt8(0x47)
        guard bytes.count > start + packet else { return false }
        return stride(from: start, to: min(bytes.count, start + 5 * packet), by: packet).allSatisfy {
            bytes[$0] == sync
        }
    }
}
