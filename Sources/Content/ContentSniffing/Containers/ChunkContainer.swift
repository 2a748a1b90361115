internal import ContentTypes

/// RIFF and IFF: chunks under a form type.
enum ChunkContainer {
    /// The marks of the container, which is RIFF in one of its byte orders, its large form, or IFF.
    private static let (riffs, iffs): (Set<String>, Set<String>) = (
        ["RIFF", "RIFX", "RF64", "BW64", "AVF0", "ON2 "], ["FORM", "FOR4", "FOR8", "LIST", "CAT "]
    )

    static func finding(in bytes: [UInt8]) -> Finding? {
        guard bytes.count >= 12 else { return nil }
        let (mark, form) = (bytes.text(0, 4), bytes.text(8, 4))
        if riffs.contains(mark) {
            if form.hasPrefix("CDR") || form.hasPrefix("cdr") || form.hasPrefix("CDT") {
                return Finding("com.corel.draw", .content)
            }
            return riff[form].map { Finding($0, .content) }
        }
        guard iffs.contains(mark) else { return nil }
        return iff[form].map { Finding($0, .content) }
    }

    private static let riff = [
        "WAVE": "com.microsoft.waveform-audio", "AVI ": "public.avi", "WEBP": "org.webmproject.webp",
        "ACON": "com.microsoft.ani", "RMID": "public.midi-audio", "QLCM": "com.qualcomm.qcelp",
        "sfbk": "org.midi.sound-font", "DLS ": "org.midi.dls", "MV93": "com.macromedia.director",
        "MC95": "com.macromedia.director", "FGDM": "com.macromedia.director", "Egg!": "com.adobe.after-effects",
        "AIFF": "public.aiff-audio", "XWMA": "com.microsoft.windows-media-wma",
    ]

    private static let iff = [
        "AIFF": "public.aiff-audio", "AIFC": "public.aifc-audio", "ILBM": "com.commodore.ilbm",
        "PBM ": "com.commodore.ilbm", "ACBM": "com.commodore.ilbm", "8SVX": "com.amiga.8svx",
        "16SV": "com.amiga.8svx", "ANIM": "com.amiga.anim", "DJVU": "org.djvu.djvu", "DJVM": "org.djvu.djvu",
        "LWOB": "com.newtek.lightwave-object", "LWO2": "com.newtek.lightwave-object",
        "LWLO": "com.newtek.lightwave-object", "IFRS": "org.eblong.blorb", "Maya": "com.maya.binary",
        "MAYA": "com.maya.binary", "XDIR": "public.midi-audio", "FTXT": "com.amiga.iff",
        "SMUS": "com.amiga.iff", "RGFX": "com.amiga.iff", "WORD": "com.amiga.iff", "RGBN": "com.commodore.ilbm",
        "RGB8": "com.commodore.ilbm", "DEEP": "com.commodore.ilbm", "ANBM": "com.commodore.ilbm",
        "YUVN": "com.commodore.ilbm", "FAXX": "com.amiga.iff",
    ]
}
