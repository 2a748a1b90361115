internal import UniformTypeIdentifiers

/// Signatures of formats that are no text and need no further look.
///
/// Those of containers, whose inside decides, are with ``BinaryForms``. libmagic knows more; what stands here is common
/// enough to be decided without it, or is missing there.
enum BinarySignatures {
    /// The types that bytes alone tell: every file of them begins so, or with a container's signature.
    static let types: Set<UTType> = table.types.union(
        [
            "public.png", "public.tiff", "org.linux.elf", "com.microsoft.windows-executable", "public.mpeg-4",
            "public.heif-standard", "org.matroska.mkv", "org.webmproject.webm", "org.matroska.mka",
            "com.microsoft.waveform-audio", "public.avi", "org.webmproject.webp", "public.aifc-audio",
            "org.xiph.ogg", "org.xiph.ogg-audio", "org.xiph.ogv", "org.xiph.opus", "org.gnu.gnu-zip-archive",
            "com.pkware.zip-archive", "org.debian.deb-archive", "com.microsoft.ico", "com.sun.java-class",
            "com.apple.m4v-video", "public.mpeg-4-audio", "public.jpeg-2000",
        ].compactMap { UTType($0) })

    static let table = SignatureTable(
        #"""
        0 | \xFF\xD8\xFF | public.jpeg
        0 | GIF87a | com.compuserve.gif
        0 | GIF89a | com.compuserve.gif
        0 | %PDF- | com.adobe.pdf
        0 | \x8AMNG\r\n\x1A\n | org.libpng.mng
        0 | \x8BJNG\r\n\x1A\n | org.libpng.jng
        0 | 8BPS\x00\x01 | com.adobe.photoshop-image
        0 | 8BPS | com.adobe.photoshop-image
        0 | \xFF\x0A | public.jpeg-xl
        0 | \x00\x00\x00\x0CJXL \r\n\x87\n | public.jpeg-xl
        0 | \xFFO\xFFQ\x00 | public.jpeg-2000
        0 | v/1\x01 | com.ilm.openexr-image
        0 | #?RADIANCE\n | public.radiance
        0 | #?RGBE\n | public.radiance
        0 | gimp xcf | org.gimp.xcf
        0 | qoif | org.qoiformat.qoi
        0 | FLIF | info.flif.flif
        0 | BPG\xFB | org.bellard.bpg
        0 | DDS \x7C\x00\x00\x00 | com.microsoft.dds
        0 | PF\n | org.netpbm.floatmap
        0 | Pf\n | org.netpbm.floatmap
        0 | P4\n | org.netpbm.bitmap
        0 | P5\n | org.netpbm.graymap
        0 | P6\n | org.netpbm.pixmap
        0 | P7\nWIDTH  | org.netpbm.pam
        0 | farbfeld | org.suckless.farbfeld
        0 | \xABKTX 11\xBB\r\n\x1A\n | org.khronos.ktx
        0 | \xABKTX 20\xBB\r\n\x1A\n | org.khronos.ktx2
        0 | SDPX\x00 | org.smpte.dpx
        0 | XPDS\x00 | org.smpte.dpx
        0 | SIMPLE  = | gov.nasa.fits
        0 | icns\x00 | com.apple.icns
        0 | AT&TFORM | org.djvu.djvu
        0 | II\xBC\x01 | com.microsoft.jxr
        0 | \xD7\xCD\xC6\x9A | com.microsoft.wmf
        0 | FUJIFILMCCD-RAW | com.fuji.raw-image
        0 | \x00MRM | com.minolta.raw-image
        0 | IIU\x00 | com.panasonic.rw2-raw-image
        0 | IIRO | com.olympus.or-raw-image
        0 | FOVb | com.sigma.x3f-raw-image
        6 | HEAPCCDR | com.canon.crw-raw-image
        0 | fLaC | org.xiph.flac
        0 | MThd\x00\x00\x00\x06 | public.midi-audio
        0 | .snd\x00 | public.au-audio
        0 | dns.\x00 | public.au-audio
        0 | #!AMR | org.3gpp.adaptive-multi-rate-audio
        0 | caff\x00\x01 | com.apple.coreaudio-format
        0 | MAC \?\?\x00\x00 | net.hydrogenaudio.monkeys-audio
        0 | wvpk | com.wavpack.audio
        0 | MPCK | net.musepack.audio
        0 | MP+ | net.musepack.audio
        0 | DSD \x1C\x00 | com.sony.dsf-audio
        0 | FRM8 | com.philips.dff-audio
        0 | \x0Bw | public.ac3-audio
        0 | \x7F\xFE\x80\x01 | com.dts.audio
        0 | DTSHDHDR | com.dts.audio
        0 | .RMF\x00 | com.real.realmedia
        0 | .ra\xFD | com.real.realaudio
        0 | Extended Module:  | org.videolan.xm-audio
        0 | IMPM | org.videolan.it-audio
        44 | SCRM | org.videolan.s3m-audio
        1080 | M.K. | org.videolan.mod-audio
        0 | FLV\x01 | com.adobe.flash.video
        0 | \x30\x26\xB2\x75\x8E\x66\xCF\x11 | com.microsoft.advanced-systems-format
        0 | \x06\x0E\x2B\x34\x02\x05\x01\x01\x0D\x01\x02\x01\x01\x02 | org.smpte.mxf
        0 | \x00\x00\x01\xBA | public.mpeg
        0 | \x00\x00\x01\xB3 | public.mpeg
        4 | \x11\xAF | com.autodesk.flic
        4 | \x12\xAF | com.autodesk.flic
        0 | FWS | com.macromedia.flash
        0 | CWS | com.macromedia.flash
        0 | ZWS | com.macromedia.flash
        0 | 7z\xBC\xAF\x27\x1C | org.7-zip.7-zip-archive
        0 | Rar!\x1A\x07 | com.rarlab.rar-archive
        0 | BZh | public.bzip2-archive
        0 | \xFD7zXZ\x00 | org.tukaani.xz-archive
        0 | \x28\xB5\x2F\xFD | org.facebook.zstandard-archive
        0 | \x50\x2A\x4D\x18 | org.facebook.zstandard-archive
        0 | \x04\x22\x4D\x18 | org.lz4.lz4-archive
        0 | \x02\x21\x4C\x18 | org.lz4.lz4-archive
        0 | LZIP\x01 | org.nongnu.lzip-archive
        0 | LZIP\x00 | org.nongnu.lzip-archive
        0 | \x89LZO\x00\r\n\x1A\n | org.lzop.lzop-archive
        0 | RZIP\x02 | org.samba.rzip-archive
        0 | LRZI\x00 | net.kolivas.lrzip-archive
        0 | BZ3v1 | org.bzip3.bzip3-archive
        0 | \xFF\x06\x00\x00sNaPpY | com.google.snappy-archive
        0 | \x1F\x9D | public.z-archive
        0 | MSCF\x00 | com.microsoft.cab-archive
        0 | ISc( | com.installshield.cab-archive
        0 | MSWIM\x00\x00\x00 | com.microsoft.wim-archive
        2 | -lh\?- | jp.lha.lha-archive
        0 | \x60\xEA | com.arj.arj-archive
        7 | **ACE** | com.winace.ace-archive
        20 | \xDC\xA7\xC4\xFD | org.zoo.zoo-archive
        0 | StuffIt | com.allume.stuffit-archive
        0 | SIT!\x00 | com.allume.stuffit-archive
        0 | ALZ\x01 | com.estsoft.alz-archive
        0 | EGGA | com.estsoft.egg-archive
        0 | zPQ | com.mattmahoney.zpaq-archive
        0 | 7kSt | com.mattmahoney.zpaq-archive
        0 | 070701 | public.cpio-archive
        0 | 070702 | public.cpio-archive
        0 | 070707 | public.cpio-archive
        0 | \xC7\x71 | public.cpio-archive
        0 | \x71\xC7 | public.cpio-archive
        0 | xar!\x00\x1C | com.apple.xar-archive
        0 | Cr24 | com.google.chrome-extension
        0 | \xED\xAB\xEE\xDB | com.redhat.rpm-archive
        0 | AA01 | com.apple.archive
        0 | WARC/ | org.netpreserve.warc
        0 | ZIM\x04 | org.openzim.zim
        0 | hsqs | org.squashfs.squashfs
        0 | sqsh | org.squashfs.squashfs
        0 | flatpak\x00\x01\x00\x89\xE5 | org.flatpak.bundle
        0 | xdg-app\x00\x01\x00\x89\xE5 | org.flatpak.bundle
        0 | QFI\xFB | org.qemu.qcow2
        0 | KDMV | com.vmware.vmdk
        0 | conectix | com.microsoft.vhd
        0 | vhdxfile | com.microsoft.vhdx
        64 | \x7F\x10\xDA\xBE | org.virtualbox.vdi
        0 | MComprHD | org.mamedev.chd
        32769 | CD001 | public.iso-image
        0 | \x00asm | org.webassembly.wasm
        0 | dex\n0 | com.google.android.dex
        0 | BC\xC0\xDE | org.llvm.bitcode
        0 | \x1BLua | org.lua.bytecode
        0 | \xFE\xED\xFA\xCE | com.apple.mach-o-binary
        0 | \xFE\xED\xFA\xCF | com.apple.mach-o-binary
        0 | \xCE\xFA\xED\xFE | com.apple.mach-o-binary
        0 | \xCF\xFA\xED\xFE | com.apple.mach-o-binary
        0 | L\x00\x00\x00\x01\x14\x02\x00\x00\x00\x00\x00\xC0 | com.microsoft.shortcut
        0 | SQLite format 3\x00 | org.sqlite.database
        0 | ** This file contains an SQLite 2 | org.sqlite.database-2
        8 | DUCK | org.duckdb.database
        4 | Standard Jet DB\x00 | com.microsoft.access
        4 | Standard ACE DB\x00 | com.microsoft.access
        0 | \x89HDF\r\n\x1A\n | org.hdfgroup.hdf5
        0 | \x0E\x03\x13\x01 | org.hdfgroup.hdf4
        0 | CDF\x01 | edu.ucar.netcdf
        0 | CDF\x02 | edu.ucar.netcdf
        0 | PAR1 | org.apache.parquet
        0 | Obj\x01 | org.apache.avro
        0 | ORC\n | org.apache.orc
        0 | ORC\x08 | org.apache.orc
        0 | ARROW1\x00\x00 | org.apache.arrow
        0 | \x93NUMPY | org.numpy.npy
        0 | MATLAB 5.0 MAT-file | com.mathworks.mat
        0 | GRIB | int.wmo.grib
        0 | BUFR | int.wmo.bufr
        0 | \x00\x00\x27\x0A\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00 | com.esri.shapefile
        0 | TZif | org.iana.tzif
        0 | \xD9\xD9\xF7 | io.cbor.cbor
        0 | bplist0 | com.apple.binary-property-list
        0 | d8:announce | org.bittorrent.torrent
        0 | d13:announce-list | org.bittorrent.torrent
        0 | d10:created by | org.bittorrent.torrent
        0 | \xD4\xC3\xB2\xA1 | org.wireshark.pcap
        0 | \xA1\xB2\xC3\xD4 | org.wireshark.pcap
        0 | \x4D\x3C\xB2\xA1 | org.wireshark.pcap
        0 | \xA1\xB2\x3C\x4D | org.wireshark.pcap
        0 | \x0A\x0D\x0D\x0A | org.wireshark.pcapng
        0 | ElfFile\x00 | com.microsoft.evtx
        0 | ITSF\x03 | com.microsoft.chm
        0 | ITOLITLS | com.microsoft.lit
        60 | BOOKMOBI | com.amazon.mobi
        0 | !BDN | com.microsoft.outlook-store
        0 | \x78\x9F\x3E\x22 | com.microsoft.tnef
        0 | \xE4\x52\x5C\x7B\x8C\xD8\xA7\x4D | com.microsoft.onenote
        0 | \xFFWPC | com.corel.wordperfect
        0 | \xF7\x02 | org.tug.dvi
        0 | AC10 | com.autodesk.dwg
        0 | BLENDER | org.blender.blend
        0 | glTF\x01\x00\x00\x00 | org.khronos.glb
        0 | glTF\x02\x00\x00\x00 | org.khronos.glb
        0 | Kaydara FBX Binary | com.autodesk.fbx
        0 | PXR-USDC | com.pixar.universal-scene-description
        0 | \xD0\x0D\xFE\xED | org.devicetree.blob
        0 | \xDE\x12\x04\x95 | org.gnu.gettext-mo
        0 | \x95\x04\x12\xDE | org.gnu.gettext-mo
        0 | wOFF | org.w3.woff
        0 | wOF2 | org.w3.woff2
        0 | OTTO\x00 | public.opentype-font
        0 | ttcf\x00 | public.truetype-collection-font
        0 | \x00\x01\x00\x00\x00 | public.truetype-ttf-font
        0 | true\x00 | public.truetype-ttf-font
        0 | %!PS-AdobeFont | com.adobe.type1-font
        6 | %!PS-AdobeFont | com.adobe.type1-font
        0 | \x01fcp | org.x.pcf-font
        8 | \x01\x00\x02\x00\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?LP | com.microsoft.eot
        8 | \x02\x00\x02\x00\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?LP | com.microsoft.eot
        0 | \x03\xD9\xA2\x9A\x67\xFB\x4B\xB5 | org.keepass.kdbx
        0 | \xFE\xED\xFE\xED\x00\x00\x00 | com.oracle.java-keystore
        0 | \xCE\xCE\xCE\xCE\x00\x00\x00 | com.oracle.java-jce-keystore
        36 | acsp | com.apple.colorsync-profile
        128 | DICM | org.nema.dicom
        0 | IWAD | com.idsoftware.wad
        0 | PWAD | com.idsoftware.wad
        0 | NES\x1A | com.nintendo.nes-rom
        """#)
}
