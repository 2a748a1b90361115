internal import ContentTypes
internal import LinuxSystem

/// Which files are opened as archives: those that people pack to carry files about. Documents, programs and packages that
/// are archives inside, and images of disks, are files.
enum ArchiveTypes {
    /// Whether the name has an ending of archives.
    static func isCalledArchive(_ name: Path) -> Bool {
        guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")) else { return false }
        return endings.contains(String(decoding: name.bytes[(dot + 1)...], as: UTF8.self).lowercased())
    }

    private static let endings: Set = [
        "zip", "zipx", "tar", "tgz", "tbz", "tbz2", "txz", "tzst", "tlz", "taz", "gz", "bz2", "xz", "zst", "lz4", "lz",
        "lzma",
        "lzo", "z", "7z", "rar", "cpio", "pax", "xar", "iso", "cab", "lha", "lzh",
    ]

    /// - Parameter name: some formats are told by so little that chance makes them: those have to be called so too.
    static func isOpened(_ type: UTType, called name: Path) -> Bool {
        opened.contains(type.identifier) && (!weak.contains(type.identifier) || isCalledArchive(name))
    }

    private static let weak: Set = [
        "jp.lha.lha-archive", "public.cpio-archive", "public.z-archive", "public.tar-z-archive",
        "org.tukaani.lzma-archive", "org.tukaani.tar-lzma-archive",
    ]

    private static let opened: Set = [
        "public.zip-archive", "com.pkware.zip-archive", "public.tar-archive", "org.gnu.gnu-tar-archive",
        "org.7-zip.7-zip-archive", "com.rarlab.rar-archive", "public.cpio-archive", "com.apple.xar-archive",
        "public.iso-image", "com.microsoft.cab-archive", "jp.lha.lha-archive",
        // Compressed, with a tar archive in it or one file.
        "org.gnu.gnu-zip-archive", "org.gnu.gnu-zip-tar-archive", "org.gnu.cpio-compressed",
        "public.bzip2-archive", "public.tar-bzip2-archive", "org.tukaani.xz-archive", "org.tukaani.tar-xz-archive",
        "org.facebook.zstandard-archive", "org.facebook.tar-zstandard-archive", "org.lz4.lz4-archive",
        "org.lz4.tar-archive", "org.nongnu.lzip-archive", "org.lzip.tar-archive", "org.tukaani.lzma-archive",
        "org.tukaani.tar-lzma-archive", "org.lzop.lzop-archive", "org.lzop.tar-archive", "public.z-archive",
        "public.tar-z-archive",
    ]
}
