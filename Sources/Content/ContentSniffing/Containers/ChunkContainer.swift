internal import UniformTypeIdentifiers

/// RIFF and IFF: chunks under a form type.
enum ChunkContainer {
    static func finding(in bytes: [UInt8]) -> Finding? {
        guard bytes.count >= 12 else { return nil }
        let isRIFF = bytes.has("RIFF")
        guard let identifier = (isRIFF ? riff : iff)[bytes.text(8, 4)] else { return nil }
        return Finding(identifier, .content)
    }

    private static let riff = [
        "WAVE": "com.microsoft.waveform-audio", "AVI ": "public.avi", "WEBP": "org.webmproject.webp",
        "ACON": "com.microsoft.ani", "RMID": "public.midi-audio", "QLCM": "com.qualcomm.qcelp",
    ]

    private static let iff = [
        "AIFF": "public.aiff-audio", "AIFC": "public.aifc-audio", "ILBM": "com.commodore.ilbm",
        "PBM ": "com.commodore.ilbm",
    ]
}
