/// What of a name is its ending: the part that says the kind of file, and that a number must not split.
package enum Ending {
    /// Splits a name before its whole ending.
    ///
    /// `archive.tar.gz` gives `archive` and `.tar.gz`, `.profile` and `v1.2.3` have no ending. An ending is a word of
    /// ASCII letters and digits, not digits alone; one that starts with a digit only where it is known (`.7z`).
    /// - Returns: the base, which is never empty unless the name is, and the ending with its dots, or the empty text.
    package static func split(_ name: String) -> (base: String, ending: String) {
        guard let last = lastWord(of: name[...]), isPlausible(last.word) else { return (name, "") }
        var start = last.dot
        var outer = last.word.lowercased()
        // Compression, signatures and the like stand behind the ending of what they hold.
        for _ in 1..<mostWords {
            guard let inner = lastWord(of: name[..<start]) else { break }
            let word = inner.word.lowercased()
            guard wrappers.contains(outer) && isKnown(word) || pairs.contains("\(word).\(outer)") else { break }
            start = inner.dot
            outer = word
        }
        return (String(name[..<start]), String(name[start...]))
    }

    /// The words that an ending has at most (`.pkg.tar.zst.sig`), so that it stays far shorter than a name may be.
    private static let mostWords = 4

    /// Whether the word, in lower case and without its dot, is an ending in common use.
    static func isKnown(_ word: some StringProtocol) -> Bool { known.contains(String(word)) }

    /// The word behind the last dot, where something other than dots stands before it.
    private static func lastWord(of name: Substring) -> (dot: String.Index, word: Substring)? {
        // By bytes: some characters take a dot behind them in, as those that precede digits in Arabic do.
        let point = UInt8(ascii: ".")
        guard let dot = name.utf8.lastIndex(of: point), name[..<dot].utf8.contains(where: { $0 != point }) else {
            return nil
        }
        return (dot, name[name.utf8.index(after: dot)...])
    }

    private static func isPlausible(_ word: Substring) -> Bool {
        if isKnown(word.lowercased()) { return true }
        guard let first = word.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
            return false
        }
        return word.utf8.count <= 16
            && word.unicodeScalars.allSatisfy { $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0)) }
    }

    /// The compressions by which a tar archive is known under one word.
    static let tarWords = [
        "tgz": "gz", "taz": "Z", "tbz": "bz2", "tbz2": "bz2", "tb2": "bz2", "txz": "xz", "tlz": "lz", "tzst": "zst",
    ]

    /// Endings that say how the bytes are packed, whatever they are.
    static let compressions: Set<String> = ["gz", "bz2", "xz", "zst", "lz", "lz4", "lzma", "lzo", "z", "br"]

    private static let wrappers = compressions.union([
        "asc", "gpg", "pgp", "sig", "age", "enc", "md5", "sha1", "sha256", "sha512", "bak", "old", "orig", "part",
        "crdownload", "torrent",
    ])

    /// Two words that make one ending without either wrapping the other.
    private static let pairs: Set<String> = [
        "d.ts", "d.mts", "min.js", "min.css", "js.map", "css.map", "user.js", "ome.tif", "ome.tiff", "pkg.tar",
    ]

    /// Endings in common use. One that a file wrongly bears is replaced only if it is here: other words behind a dot
    /// (`Mr.Smith`) belong to the name.
    private static let known: Set<String> = Set(
        """
        7z 3g2 3gp 3mf 3ds aac abw ac3 ai aif aifc aiff amr apk app appimage ar arj arw asf asm avi avif avro awk azw
        azw3 bash bat bib bin blend bmp bpm bz bz2 c c++ cab caf cbr cbz cc cdr cer cfg class clj cmd com conf cpio cpp
        cr2 cr3 crt crx cs csh css csv cur cxx dart db db-journal db-shm db-wal dbf dcm deb desktop der diff dll dmg dng
        doc docm docx dot dotx drawio dts dtd dwg dxf dylib eml emf emlx eot eps epub exe exr fastq fb2 fig fit fits flac
        flv fodt fla frm gb gdb geojson gif go gpx gradle graphml groovy gz h h++ h5 hdf hdr heic heics heif hpp hs htm
        html hxx icns ico ics img indd ini ipa ipynb iso j2k jar java jfif jpe jpeg jpg jp2 jpx js json json5 jsonl jsx
        jxl key keynote kml kmz kt kts lha lock log lrc lua lz lz4 lzh lzma lzo m m2ts m3u m3u8 m4a m4b m4r m4v mak
        markdown mat max mbox md mdb mdx mht mhtml mid midi mjs mk mka mkv ml mm mobi mod mov mp2 mp3 mp4 mpa mpe mpeg mpg
        mpga msg msi mts mxf nc nef nii nrw numbers o obj odb odf odg odp ods odt oga ogg ogv opml opus orf org otf otp
        ots ott p12 pages parquet patch pbm pcap pcapng pcx pdb pdf pef pem pfx pgm php phtml pkg pl plist ply pm png
        pnm po pot ppm pps ppsx ppt pptm pptx prn properties proto ps ps1 psb psd psv pub py pyc pyw qcow2 qt r ra raf
        ram rar raw rb rm rmvb rpm rs rss rst rtf rtfd rw2 s sass scala scpt scss sh shtml sit sitx snap so sql sqlite
        sqlite3 sqlite-journal sqlite-shm sqlite-wal squashfs srt srw stl step stp sub svg svgz swf swift tar taz tbz
        tbz2 tb2 tcl tex text tga tgz tif tiff tlz toml ts tsv tsx ttc ttf txt txz tzst url usd usda usdc usdz vb vbs
        vcf vcs vdi vhd vhdx vmdk vob vsd vsdx vtt wasm wav wave weba webarchive webm webmanifest webp wim wma wmf wmv
        woff woff2 wps x3d xar xcf xhtml xls xlsb xlsm xlsx xlt xltx xml xpi xpm xps xsd xsl xslt xz yaml yml z zip
        zipx zsh zst
        """.split(whereSeparator: \.isWhitespace).map(String.init)
    ).union(wrappers)
}
