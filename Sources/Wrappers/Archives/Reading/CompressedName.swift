internal import CArchiveWorker
internal import LinuxSystem

/// What the name of something compressed says of what is inside: `data.csv.gz` is a file, `x.tar.gz` an archive.
struct CompressedName {
    /// Formats that the name speaks for, as bits of `carchive_named_format`.
    let formats: UInt32
    /// Whether it may be one file that is compressed: not where its name says that it is an archive.
    let mayBeFile: Bool

    init(_ name: Path?) {
        let parts = (name?.lastComponent.text.lowercased() ?? "").split(separator: ".")
        let (outer, inner) = (String(parts.last ?? ""), String(parts.dropLast().last ?? ""))
        let bits = [
            "mtree": CARCHIVE_NAMED_MTREE, "ar": CARCHIVE_NAMED_AR, "warc": CARCHIVE_NAMED_WARC,
            "lha": CARCHIVE_NAMED_LHA, "lzh": CARCHIVE_NAMED_LHA, "cpio": CARCHIVE_NAMED_CPIO,
        ]
        formats = bits[inner]?.rawValue ?? (outer == "cpgz" ? CARCHIVE_NAMED_CPIO.rawValue : 0)
        mayBeFile =
            bits[inner] == nil && !["tar", "ustar", "pax", "iso", "xar"].contains(inner)
            && !["tgz", "tbz", "tbz2", "tb2", "txz", "tzst", "tlz", "taz", "tz", "cpgz"].contains(outer)
    }
}
