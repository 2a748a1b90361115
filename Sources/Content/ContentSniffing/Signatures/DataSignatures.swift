extension BinarySignatures {
    /// Programs, databases, measurements, documents, fonts and keys.
    static let data = #"""
        0 | FasdUAS  | com.apple.applescript.script
        0 | \xD9\xD9\xF7\xD9\x01\x14 | org.ietf.eris-link
        0 | \xD9\xD9\xF7\x84\xD9\x01\x14 | org.ietf.eris-link
        0 | ANCH\x02\x00\x00\x00 | org.staroffice.mail-3
        0 | \x00\x01\x00\x00\x00\x02\x00\x01\x00\x05\x00\x02\x00\x02\xC0HBAM7 | com.filemaker.pro-database?
        0 | \x00asm | org.webassembly.wasm
        0 | dex\n0 | com.google.android.dex
        0 | cdex0 | com.google.android.dex
        0 | BC\xC0\xDE | org.llvm.bitcode
        0 | \x1BLua | org.lua.bytecode
        0 | \xFE\xED\xFA\xCE | com.apple.mach-o-binary
        0 | \xFE\xED\xFA\xCF | com.apple.mach-o-binary
        0 | \xCE\xFA\xED\xFE | com.apple.mach-o-binary
        0 | \xCF\xFA\xED\xFE | com.apple.mach-o-binary
        0 | L\x00\x00\x00\x01\x14\x02\x00 | com.microsoft.shortcut
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
        0 | PARE | org.apache.parquet
        0 | Obj\x01 | org.apache.avro
        0 | ARROW1\x00\x00 | org.apache.arrow
        0 | \x93NUMPY | org.numpy.npy
        0 | MATLAB 5.0 MAT-file | com.mathworks.mat?
        0 | MATLAB 7.3 MAT-file | com.mathworks.mat?
        0 | GRIB | int.wmo.grib
        0 | BUFR | int.wmo.bufr
        0 | \x00\x00\x27\x0A\x00\x00\x00\x00 | 28 | \xE8\x03\x00\x00 | 100 | \x00\x00\x00\x32 | com.esri.shapefile-index
        0 | \x00\x00\x27\x0A\x00\x00\x00\x00 | 28 | \xE8\x03\x00\x00 | com.esri.shapefile
        0 | TZif | org.iana.tzif
        1 | \xA2\x65roots | org.ipfs.car
        0 | \x0A\xA1\x67version\x02 | org.ipfs.car
        0 | \x81SF3\x00\xE0\xD0\x0D\x0A\x0A\x01 | org.shirakumo.sf3-archive
        0 | \x81SF3\x00\xE0\xD0\x0D\x0A\x0A\x02 | org.shirakumo.sf3-audio
        0 | \x81SF3\x00\xE0\xD0\x0D\x0A\x0A\x03 | org.shirakumo.sf3-image
        0 | \x81SF3\x00\xE0\xD0\x0D\x0A\x0A\x04 | org.shirakumo.sf3-log
        0 | \x81SF3\x00\xE0\xD0\x0D\x0A\x0A\x05 | org.shirakumo.sf3-model
        0 | \x81SF3\x00\xE0\xD0\x0D\x0A\x0A\x06 | com.sf3.physics
        0 | \x81SF3\x00\xE0\xD0\x0D\x0A\x0A\x07 | org.shirakumo.sf3-table
        0 | \x81SF3\x00\xE0\xD0\x0D\x0A\x0A\x08 | org.shirakumo.sf3-text
        0 | \x81SF3\x00\xE0\xD0\x0D\x0A\x0A\x09 | org.shirakumo.sf3-vector
        0 | \xD9\xD9\xF7 | io.cbor.cbor?
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
        0 | ITSF | com.microsoft.chm
        0 | ITOLITLS | com.microsoft.lit
        60 | BOOKMOBI | com.amazon.mobi?
        0 | !BDN | com.microsoft.outlook-store
        0 | \x78\x9F\x3E\x22 | com.microsoft.tnef
        0 | \xE4\x52\x5C\x7B\x8C\xD8\xA7\x4D | com.microsoft.onenote
        0 | \xFFWPC | com.corel.wordperfect
        0 | \xF7\x02\x01\x83\x92\xC0\x1C\x3B | org.tug.dvi
        0 | \xF7\x02 | org.tug.dvi
        0 | BLENDER-v | org.blender.blend
        0 | BLENDER_v | org.blender.blend
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
        0 | true\x00 | public.truetype-ttf-font
        0 | %!PS-AdobeFont | com.adobe.type1-font
        6 | %!PS-AdobeFont | com.adobe.type1-font
        0 | \x01fcp | org.x.pcf-font
        8 | \x01\x00\x02\x00\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?LP | com.microsoft.eot
        8 | \x02\x00\x02\x00\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?\?LP | com.microsoft.eot
        0 | \x03\xD9\xA2\x9A\x67\xFB\x4B\xB5 | org.keepass.kdbx
        0 | \xFE\xED\xFE\xED\x00\x00\x00 | com.oracle.java-keystore?
        0 | \xCE\xCE\xCE\xCE\x00\x00\x00 | com.oracle.java-jce-keystore
        36 | acsp | com.apple.colorsync-profile
        128 | DICM | org.nema.dicom
        0 | IWAD | com.idsoftware.wad?
        0 | PWAD | com.idsoftware.wad?
        0 | NES\x1A | com.nintendo.nes-rom
        0 | CDF\x05 | edu.ucar.netcdf
        0 | \xCD\xF3\x00\x01 | gov.nasa.cdf
        0 | \xCD\xF2\x60\x02 | gov.nasa.cdf
        0 | root\x00\x00 | org.cern.root
        0 | LASF | org.las.lidar
        0 | PMTiles\x03 | com.pmtiles.pmtiles
        0 | fgb\x03fgb | com.flatgeobuf.fgb
        0 | \xFF\xE0\x04o5m2 | org.osm.o5m
        4 | \x0A\x09OSMHeader | org.osm.pbf
        0 | DSKIMG | com.garmin.img?
        16 | DSKIMG\x00 | com.garmin.img
        0 | MsRcf\x00 | com.garmin.gdb
        8 | .FIT | com.garmin.fit
        0 | GGUF\x02 | org.ggml.gguf
        0 | GGUF\x03 | org.ggml.gguf
        4 | TFL3 | org.tensorflow.lite
        0 | JAVA PROFILE 1.0 | com.oracle.java-heap
        0 | PERFILE2 | org.linux.perf
        0 | mozLz40\x00 | org.mozilla.jsonlz4
        0 | snoop\x00\x00\x00 | com.microsoft.snoop
        0 | GMBU | com.microsoft.netmon
        0 | RTSS | com.microsoft.netmon
        0 | LPKSHHRH | org.freedesktop.journal
        0 | \x1A\x01 | 2 | \?\x00\?\x00 | org.gnu.terminfo?
        0 | b0VIM | org.vim.swap
        0 | \x00\x00\x00\x01Bud1 | com.apple.ds-store
        0 | \x04\x0Bstreamtyped | com.apple.typedstream
        0 | \x04\x0Btypedstream | com.apple.typedstream
        0 | NIBArchive | com.apple.nib
        0 | $FL2 | com.ibm.spss-sav
        0 | $FL3 | com.ibm.spss-sav
        0 | <stata_dta> | com.stata.dta?
        0 | RDX2\n | org.r-project.data?
        0 | RDX3\n | org.r-project.data?
        0 | RDA2\n | org.r-project.data?
        0 | \xFF\xFF\x00\x00\x07\x00\x00\x00\x04\x00\x00\x00\x00\x01 | com.jmp.table?
        0 | HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!! | com.sas.xport
        0 | \x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xC2\xEA\x81\x60 | com.sas.data
        0 | CRAM\x02 | org.ga4gh.cram
        0 | CRAM\x03 | org.ga4gh.cram
        0 | VjCD0100 | com.perkinelmer.cdx
        0 | \x13\x57\x9A\xCE | org.gnu.gdbm
        0 | \xCE\x9A\x57\x13 | org.gnu.gdbm
        0 | GDBM | org.gnu.gdbm
        12 | \x00\x05\x31\x62 | org.berkeley.db?
        12 | \x62\x31\x05\x00 | org.berkeley.db?
        12 | \x00\x06\x15\x61 | org.berkeley.db?
        12 | \x61\x15\x06\x00 | org.berkeley.db?
        0 | \xFE\x01\x09 | org.mysql.frm?
        0 | \xFE\x01\x0A | org.mysql.frm?
        0 | \xFE\xFE\x07\x01 | org.mysql.myi
        0 | PGDMP | org.postgresql.dump
        0 | \x37\x7F\x06\x82\x00 | org.sqlite.wal
        0 | \x37\x7F\x06\x83\x00 | org.sqlite.wal
        0 | \xD9\xD5\x05\xF9\x20\xA1\x63\xD7 | org.sqlite.journal
        4 | \xEF\xCD\xAB\x89 | com.microsoft.ese
        0 | \x30\x00\x00\x00LfLe | com.microsoft.evt
        0 | regf | com.microsoft.registry-hive
        4 | SCCA | com.microsoft.prefetch
        0 | MDMP\x93\xA7 | com.microsoft.minidump
        0 | PAGEDU | com.microsoft.minidump
        0 | Microsoft C/C++ MSF 7.00\r\n\x1A | com.microsoft.pdb
        0 | Microsoft C/C++ program database 2.00 | com.microsoft.pdb
        0 | MSFT\x02\x00\x01\x00 | com.microsoft.type-library
        0 | \x3F\x5F\x03\x00 | com.microsoft.hlp
        0 | HSP\x01 | com.ibm.os2-information
        0 | HSP\x10 | com.ibm.os2-help
        0 | Joy!peff | com.ibm.pef-executable
        0 | PS-X EXE | com.sony.psx-executable
        0 | XBEH | com.microsoft.xbox-executable
        0 | XEX2 | com.microsoft.xbox-executable
        0 | FOR1\?\?\?\?BEAM | org.erlang.beam
        0 | ;ELC | org.gnu.emacs-byte-code
        0 | GOOF- | org.gnu.guile-byte-code
        0 | Caml1999 | org.ocaml.object
        0 | \x03\x00\x08\x00 | 8 | \x01\x00\x1C\x00 | com.google.android.binary-xml
        0 | \x02\x00\x0C\x00 | com.google.android.arsc?
        0 | vdex0 | com.google.android.vdex
        0 | dey\n0 | com.google.android.vdex
        0 | \x27\x05\x19\x56 | org.uboot.image
        514 | HdrS | org.linux.kernel-image
        0 | UF2\nWQ]\x9E | com.microsoft.uf2
        40 | _FVH | com.microsoft.uefi-volume
        0 | BSDIFF40 | org.bsdiff.patch
        0 | BSDIFN40 | org.bsdiff.patch
        0 | BSDF2 | org.bsdiff.patch
        0 | PATCH\x00 | org.ips.patch
        0 | BPS1 | org.byuu.bps-patch
        0 | UPS1 | org.byuu.ups-patch
        0 | \xD6\xC3\xC4\x00 | org.xdelta.vcdiff
        0 | \xD6\xC3\xC4S | org.xdelta.vcdiff
        0 | rs\x026 | org.rsync.delta
        0 | PACK\x00\x00\x00\x02 | org.git.pack
        0 | DIRC\x00\x00\x00 | org.git.index
        0 | # v2 git bundle\n | org.git.bundle
        0 | LfLe | com.microsoft.evt?
        0 | \xE3\x10\x00\x01\x00\x00\x00\x00 | com.amiga.info
        0 | \x00\x00\x03\xF3\x00\x00 | com.amiga.hunk
        0 | S T O P | com.apple.ipod-firmware
        0 | \x89GND\r\n\x1A\n | org.gnunet.directory
        0 | Salted__ | org.openssl.salted
        0 | age-encryption.org/v1\n | io.age.encrypted
        0 | \xFE\x37\x00\x23 | com.microsoft.word.doc?
        0 | \xDB\xA5\x2D\x00 | com.microsoft.word.doc?
        0 | \xDB\xA5\x3F\x00 | com.microsoft.word.doc?
        0 | PO^Q` | com.microsoft.word.doc?
        0 | \x31\xBE\x00\x00\x00\xAB | 96 | \x00\x00 | com.microsoft.word.doc?
        0 | \x31\xBE\x00\x00\x00\xAB | com.microsoft.write
        0 | \x32\xBE\x00\x00\x00\xAB | com.microsoft.write
        0 | \x31\xBE\x00\x00 | com.microsoft.word.doc?
        0 | \x09\x00\x04\x00 | 5 | \x00\x10\x00 | com.microsoft.excel.xls?
        0 | \x09\x02\x06\x00\x00\x00\x10\x00 | com.microsoft.excel.xls?
        0 | \x09\x04\x06\x00\x00\x00\x10\x00 | com.microsoft.excel.xls?
        0 | \x09\x08\x08\x00\x00\x05\x05\x00 | com.microsoft.excel.xls?
        0 | \xFF\x00\x02\x00\x04\x04\x05\x54 | com.microsoft.works?
        0 | \x00\x00\x02\x00\x04\x04 | com.lotus.123?
        0 | \x00\x00\x02\x00\x06\x04\x06\x00 | com.lotus.123?
        0 | \x00\x00\x1A\x00\x00\x10\x04\x00 | com.lotus.123?
        0 | \x00\x00\x1A\x00\x02\x10\x04\x00 | com.lotus.123?
        0 | \x00\x00\x1A\x00\x03\x10\x04\x00 | com.lotus.123?
        0 | \x00\x00\x1A\x00\x05\x10\x04\x00 | com.lotus.123?
        0 | \x00\x00\x02\x00\x20\x51 | com.corel.quattro-pro?
        0 | \x00\x00\x02\x00\x21\x51 | com.corel.quattro-pro?
        0 | \x00\x00\x02\x00\x01\x10 | com.corel.quattro-pro?
        0 | \x00\x00\x02\x00\x02\x10 | com.corel.quattro-pro?
        0 | \x00\x00\x02\x00\x07\x10 | com.corel.quattro-pro?
        0 | \x1A\x00\x00\x04\x00\x00 | com.lotus.notes
        0 | WordPro | com.lotus.word-pro
        4 | BOBO | com.claris.appleworks
        0 | \x06\x06\xED\xF5\xD8\x1D\x46\xE5\xBD\x31\xEF\xE7\xFE\x74\xB7\x1D | com.adobe.indesign
        0 | \x00\x00\x00\x00\x00\x00\xFF\x99 | com.adobe.pagemaker?
        0 | HWP Document File | com.hancom.hwp?
        0 | \x0D\x1A\x27\x01 | org.kde.kword?
        0 | \x0D\x1A\x27\x02 | org.kde.kspread?
        0 | L\x00R\x00F\x00\x00\x00 | com.sony.bbeb
        0 | TPZ0 | com.amazon.topaz
        0 | \xB0\x0C\xB0\x0C\x02\x00NUVO | com.rocketbook.book
        60 | TEXtREAd | com.palm.aportisdoc?
        60 | TEXtTlDc | com.palm.aportisdoc?
        60 | DataPlkr | com.palm.plucker
        60 | PNRdPPrs | com.palm.ereader
        0 | {\\pwi | com.microsoft.pocket-word?
        0 | \x9C\xCB\xCB\x8D\x13\x75\xD2\x11\x91\x58\x00\xC0\x4F\x79\x56\xA4 | com.microsoft.outlook-address-book?
        0 | \xCF\xAD\x12\xFE | com.microsoft.outlook-express
        0 | \x08\x00\x00\x00\x00\x00\x00\x00KBXf | org.gnupg.keybox?
        8 | KBXf | org.gnupg.keybox
        0 | ) HP-PCL XL; | com.hp.pcl-xl
        0 | \x1B%-12345X@PJL | com.hp.pjl
        0 | \x1BE\x1B | com.hp.pcl?
        0 | (;FF[ | org.sgf.go?
        0 | xgcode 1.0 | com.creality.gx
        0 | \x36\x04\x00 | org.linux.psf-font?
        0 | \x36\x04\x01 | org.linux.psf-font?
        0 | \x36\x04\x02 | org.linux.psf-font?
        0 | \x36\x04\x03 | org.linux.psf-font?
        0 | \x72\xB5\x4A\x86 | org.linux.psf-font?
        0 | \x14\x02\x59\x19 | com.borland.grx-font
        0 | PK\x08\x08BGI  | com.borland.bgi-font
        0 | \xFFFON | com.microsoft.dos-font
        0 | D1.0\r | com.bitstream.speedo
        0 | PFR1 | com.bitstream.pfr
        0 | PFR0 | com.bitstream.pfr
        0 | \x00\x00\x00\x04 | 4 | \x00\x00\x00\x04\x00\x00\x00\x00 | org.x.snf-font?
        0 | StartFont | com.sun.news-font
        0 | \x13\x7A\x29 | com.sun.news-font
        8 | \x13\x7A\x2B | com.sun.news-font
        0 | \xF7\x83 | org.tug.tex-font?
        0 | \xF7\x59 | org.tug.tex-font?
        0 | \xF7\xCA | org.tug.tex-font?
        0 | typ1\x00 | public.truetype-ttf-font?
        0 | \x80\x01 | 6 | %!FontType1 | com.adobe.type1-font?
        """#
}
