internal import ContentTypes

/// Signatures of formats that are no text and need no further look, in tables that a person can edit.
///
/// Those of containers, whose inside decides, are with ``BinaryForms``. libmagic knows more; what stands here is common
/// enough to be decided without it, or is missing there. Short and weak ones need a second field; those that need
/// arithmetic are in `Containers/`.
enum BinarySignatures {
    /// The types that bytes alone tell: every file of them begins so, or with a container's signature.
    static let types: Set<UTType> = table.types.union(
        [
            "public.png", "public.tiff", "org.linux.elf", "com.microsoft.windows-executable", "public.mpeg-4",
            "public.heif-standard", "org.matroska.mkv", "org.webmproject.webm", "org.matroska.mka",
            "com.microsoft.waveform-audio", "public.avi", "org.webmproject.webp", "public.aifc-audio",
            "org.xiph.ogg", "org.xiph.ogg-audio", "org.xiph.ogv", "org.xiph.opus", "org.gnu.gnu-zip-archive",
            "com.pkware.zip-archive", "org.debian.deb-archive", "com.microsoft.ico", "com.sun.java-class",
            "com.apple.m4v-video", "public.mpeg-4-audio", "public.jpeg-2000", "public.bzip2-archive",
            "com.macromedia.flash", "com.autodesk.dwg", "public.truetype-ttf-font",
        ].compactMap { UTType($0) })

    static let table = SignatureTable(images, media, archives, data, cartridges)
}
