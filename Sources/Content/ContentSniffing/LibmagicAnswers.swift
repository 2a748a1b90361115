internal import Magic
internal import ContentTypes

/// What to make of libmagic's answers.
enum LibmagicAnswers {
    /// Whether the answer, for bytes that have no control characters, is no more than that they are text. Letters of
    /// other scripts are what begins programs that have no header: `file` takes a poem in Korean for one.
    static func mayBeText(_ answer: MagicAnswer) -> Bool {
        let mime = answer.mimeType
        return mime.hasPrefix("text/") || mime == MIMETypes.unknown || weak.contains(mime)
            || Finding(mime: mime).type.conforms(to: .executable)
    }

    /// The finding for the MIME type of bytes that are no text.
    static func finding(_ answer: MagicAnswer) -> Finding {
        switch answer.mimeType {
        case MIMETypes.unknown: return Finding(.data, room: .data)
        case let mime where weak.contains(mime): return Finding(.data, room: .data)
        case "text/plain": return Finding(.plainText, room: .text).text(answer.charset)
        case let mime where mime.hasPrefix("text/"):
            return Finding(mime: mime, room: .textGuess).text(answer.charset)
        case "application/x-ole-storage", "application/cdfv2", "application/vnd.ms-office":
            return Finding("com.microsoft.ole-storage", room: .compound)
        case let mime: return Finding(mime: mime).text(answer.charset)
        }
    }

    /// Types that libmagic gives on the strength of two or three bytes, which any file may have; those that are looked
    /// at more closely here have been refused before it was asked.
    private static let weak: Set<String> = [
        "application/x-dbt", "image/x-award-bioslogo", "image/x-award-bioslogo2", "audio/x-mp4a-latm", "image/x-tga",
        "application/x-ima", "application/x-dosdriver", "image/x-cur", "application/x-pgp-keyring", "image/x-eps",
        "application/x-setupscript", "application/x-lzma", "application/x-java-pack200", "audio/x-hx-aac-adif",
        "application/x-compress-ttcomp", "application/x-wine-extension-msp", "image/x-pcx", "image/vnd.zbrush.pcx",
        "application/x-dbf", "application/x-tex-tfm", "application/x-gnupg-keyring", "image/x-quicktime",
        "application/x-fm-tx", "application/x-stargallery-sdg", "image/g3fax", "application/x-svr4-package",
        "application/x-ichitaro4", "image/x-os2-graphics", "application/x-mach-binary-fat",
        "application/x-bzip2", "application/x-bzip", "application/x-compress", "application/x-arj", "application/zlib",
        "application/x-commodore-basic", "application/x-ia-arc", "application/x-eet", "application/x-arc",
        // Programs without a header, by the first instruction; those that have one begin with MZ.
        "application/x-dosexec",
    ]

    /// The finding for a text that is valid Unicode, or `nil` where the answer is none or no better than a coin.
    ///
    /// libmagic tells programming languages apart by a word or two; ``SourceShapes`` has been asked for those already.
    static func textFinding(_ answer: MagicAnswer) -> Finding? {
        switch answer.mimeType {
        case MIMETypes.unknown, "text/plain": return nil
        case let mime where unreliable.contains(mime): return nil
        default: break
        }
        return Finding(mime: answer.mimeType, room: .textGuess)
    }

    private static let unreliable: Set<String> = [
        "text/x-c", "text/x-c++",
        "text/x-asm", "text/x-bcpl", "text/x-forth", "text/x-fortran", "text/x-m4", "text/x-makefile",
        "text/x-objective-c", "text/x-pascal", "text/troff", "application/vnd.hp-hpgl", "text/x-lisp",
        "application/x-ndjson", "text/x-java", "text/html", "text/xml", "application/json", "text/x-affix",
        "text/x-algol68", "message/news", "text/x-java-source", "text/x-tex", "text/css", "text/javascript",
        "application/javascript", "text/x-ruby", "text/x-perl", "text/x-lua", "text/x-php", "text/x-po",
        "text/calendar",
        "text/x-script.python", "text/x-python", "text/x-msdos-batch", "application/postscript", "text/rtf",
    ]

    /// libmagic's words for what it does not know.
    static let noWords = "data"

    /// The finding for libmagic's words, for formats that it knows and has no MIME type for.
    static func finding(summary: String) -> Finding? {
        for (prefix, identifier) in summaries where summary.hasPrefix(prefix) { return Finding(identifier) }
        return nil
    }

    private static let summaries: [(prefix: String, identifier: String)] = """
        ALZ archive|com.estsoft.alz-archive
        Apache Avro|org.apache.avro
        Apache ORC|org.apache.orc
        Apple binary property list|com.apple.binary-property-list
        CoreAudio Format|com.apple.coreaudio-format
        Cineon image|com.kodak.cineon
        Device Tree Blob|org.devicetree.blob
        Dalvik dex file|com.google.android.dex
        GPT partition table|org.iso.raw-disk-image
        DuckDB database|org.duckdb.database
        EGG archive|com.estsoft.egg-archive
        Electron ASAR|org.electronjs.asar
        ESRI Shapefile|com.esri.shapefile
        FLIF|info.flif.flif
        FIT Map data|com.garmin.fit
        IFF data, ILBM|com.commodore.ilbm
        InstallShield Cabinet|com.microsoft.cab-archive
        JPEG-XR|com.microsoft.jxr
        Kaydara FBX|com.autodesk.fbx
        Keepass password database|org.keepass.kdbx
        Khronos KTX texture|org.khronos.ktx
        Khronos KTX2 texture|org.khronos.ktx2
        LHa|jp.lha.lha-archive
        LLVM IR bitcode|org.llvm.bitcode
        Lua bytecode|org.lua.bytecode
        MAME CHD|org.mamedev.chd
        Microsoft DirectDraw Surface|com.microsoft.dds
        Microsoft Disk Image eXtended|com.microsoft.vhdx
        Microsoft Disk Image|com.microsoft.vhd
        MPEG transport stream|public.mpeg-2-transport-stream
        PCX|com.zsoft.pcx
        PGP symmetric key encrypted|org.openpgp.encrypted
        QEMU QCOW|org.qemu.qcow2
        Quark Express Document|com.quark.xpress
        Intel Quark Express|com.quark.xpress
        Motorola Quark Express|com.quark.xpress
        SGI image data|com.sgi.sgi-image
        SQLite 2.x|org.sqlite.database-2
        Squashfs filesystem|org.squashfs.squashfs
        Sun raster image|com.sun.raster
        timezone data|org.iana.tzif
        Windows Enhanced Metafile|com.microsoft.emf
        Windows imaging|com.microsoft.wim-archive
        MS Windows shortcut|com.microsoft.shortcut
        MS Windows HtmlHelp|com.microsoft.chm
        VMware4 disk image|com.vmware.vmdk
        VirtualBox Disk Image|org.virtualbox.vdi
        X11 cursor|org.x.xcursor
        X pixmap|org.x.xpm
        X11 Portable Compiled Font|org.x.pcf-font
        lzop compressed|org.lzop.lzop-archive
        rzip compressed|org.samba.rzip-archive
        lrzip compressed|net.kolivas.lrzip-archive
        pcapng capture|org.wireshark.pcapng
        pcap capture|org.wireshark.pcap
        doom main IWAD|com.idsoftware.wad
        doom patch PWAD|com.idsoftware.wad
        Adobe InDesign|com.adobe.indesign
        Microsoft ASF|com.microsoft.advanced-systems-format
        Microsoft Access Database|com.microsoft.access
        Extended Module|org.videolan.xm-audio
        Fasttracker II module|org.videolan.xm-audio
        Impulse Tracker module|org.videolan.it-audio
        WavPack|com.wavpack.audio
        Zip archive|public.zip-archive
        ZPAQ|com.mattmahoney.zpaq-archive
        """.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "|")
            return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        }
}
