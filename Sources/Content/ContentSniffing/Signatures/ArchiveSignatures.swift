extension BinarySignatures {
    /// Archives, compressions, disk images and file systems.
    static let archives = #"""
        204 | SDOS | com.sinclair.ditaktik?
        0 | 7z\xBC\xAF\x27\x1C | org.7-zip.7-zip-archive
        0 | Rar!\x1A\x07 | com.rarlab.rar-archive
        0 | \xFD7zXZ\x00 | org.tukaani.xz-archive
        0 | \x28\xB5\x2F\xFD | org.facebook.zstandard-archive
        0 | \x50\x2A\x4D\x18 | org.facebook.zstandard-archive
        0 | \x51\x2A\x4D\x18 | org.facebook.zstandard-archive
        0 | \x52\x2A\x4D\x18 | org.facebook.zstandard-archive
        0 | \x53\x2A\x4D\x18 | org.facebook.zstandard-archive
        0 | \x54\x2A\x4D\x18 | org.facebook.zstandard-archive
        0 | \x55\x2A\x4D\x18 | org.facebook.zstandard-archive
        0 | \x56\x2A\x4D\x18 | org.facebook.zstandard-archive
        0 | \x57\x2A\x4D\x18 | org.facebook.zstandard-archive
        0 | \x58\x2A\x4D\x18 | org.facebook.zstandard-archive
        0 | \x59\x2A\x4D\x18 | org.facebook.zstandard-archive
        0 | \x5A\x2A\x4D\x18 | org.facebook.zstandard-archive
        0 | \x5B\x2A\x4D\x18 | org.facebook.zstandard-archive
        0 | \x5C\x2A\x4D\x18 | org.facebook.zstandard-archive
        0 | \x5D\x2A\x4D\x18 | org.facebook.zstandard-archive
        0 | \x5E\x2A\x4D\x18 | org.facebook.zstandard-archive
        0 | \x5F\x2A\x4D\x18 | org.facebook.zstandard-archive
        0 | \x04\x22\x4D\x18 | org.lz4.lz4-archive
        0 | \x02\x21\x4C\x18 | org.lz4.lz4-archive
        0 | LZIP\x01 | org.nongnu.lzip-archive
        0 | LZIP\x00 | org.nongnu.lzip-archive
        0 | \x89LZO\x00\r\n\x1A\n | org.lzop.lzop-archive
        0 | RZIP\x02 | org.samba.rzip-archive
        0 | LRZI\x00 | net.kolivas.lrzip-archive
        0 | BZ3v1 | org.bzip3.bzip3-archive
        0 | \xFF\x06\x00\x00sNaPpY | com.google.snappy-archive
        0 | MSCF\x00\x00\x00\x00 | com.microsoft.cab-archive
        0 | MSCF | com.microsoft.cab-archive
        0 | ISc( | com.installshield.cab-archive
        0 | MSWIM\x00\x00\x00 | com.microsoft.wim-archive
        2 | -lh\?- | jp.lha.lha-archive
        2 | -lz4- | jp.lha.lha-archive
        2 | -lz5- | jp.lha.lha-archive
        2 | -lzs- | jp.lha.lha-archive
        2 | -pm\?- | jp.lha.lha-archive
        7 | **ACE** | com.winace.ace-archive
        20 | \xDC\xA7\xC4\xFD | org.zoo.zoo-archive
        0 | StuffIt  | com.allume.stuffit-archive
        0 | StuffIt! | com.allume.stuffit-archive
        0 | SIT! | 10 | rLau | com.allume.stuffit-archive
        0 | ALZ\x01 | com.estsoft.alz-archive
        0 | EGGA | com.estsoft.egg-archive
        0 | zPQ | com.mattmahoney.zpaq-archive
        0 | 7kSt | com.mattmahoney.zpaq-archive
        0 | 070701 | public.cpio-archive
        0 | 070702 | public.cpio-archive
        0 | 070707 | public.cpio-archive
        0 | xar!\x00\x1C | com.apple.xar-archive
        0 | xar! | com.apple.xar-archive
        0 | Cr24\x02\x00 | com.google.chrome-extension
        0 | Cr24\x03\x00 | com.google.chrome-extension
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
        32769 | CD001 | public.iso-image?
        32769 | BEA01 | public.iso-image?
        0 | qpress10 | org.qpress.qpress
        0 | \x00\x00\x00\x7B | 10 | \?\?\?\?T | org.dar.dar?
        0 | bvx2 | org.apple.lzfse?
        0 | bvxn | org.apple.lzfse?
        0 | bvx- | org.apple.lzfse?
        0 | ArC\x01 | org.freearc.arc
        0 | KGB_arch - | org.kgb.kgb-archive
        0 | paq8 | org.paq.paq-archive
        0 | \x00\x05\x16\x07\x00 | org.apple.apple-double
        0 | \x00\x05\x16\x00\x00 | org.apple.apple-single
        102 | mBIN | org.macbinary.macbinary?
        0 | LZX\x00 | org.amiga.lzx
        0 | PP20 | org.amiga.powerpacker
        0 | DMS! | org.amiga.dms
        0 | SZDD\x88\xF0\x27\x33 | com.microsoft.szdd
        0 | SZ \x88\xF0\x27\x33\xD1 | com.microsoft.szdd
        0 | KWAJ\x88\xF0\x27\xD1 | com.microsoft.kwaj
        0 | TAPE\x00\x00 | com.microsoft.nt-backup
        0 | PAR2\x00PKT | org.par2.par2
        0 | PAR2 | org.par2.par2
        0 | !<arch>\n | org.gnu.ar-archive
        0 | !<arch> | org.gnu.ar-archive
        0 | !<thin>\n | org.gnu.ar-archive
        0 | <bigaf>\n | org.gnu.ar-archive
        0 | <ar> | org.gnu.ar-archive?
        0 | \xCA\xFE\xD0\x0D | com.sun.java-pack200
        0 | JM\x01\x00PK | com.sun.java-module
        8 | \x19\x04\x00\x10 | com.symbian.sis
        0 | \x7A\x1A\x20\x10 | com.symbian.sisx
        0 | ANDROID BACKUP\n | com.google.android.backup
        0 | ANDROID! | com.google.android.boot-image
        0 | \x3A\xFF\x26\xED\x01\x00 | com.google.android.sparse-image
        0 | QED\x00 | org.qemu.qed
        0 | COWD\x03\x00 | com.vmware.vmdk
        0 | # Disk DescriptorFile | com.vmware.vmdk?
        0 | WithoutFreeSpace | com.parallels.hdd
        0 | WithouFreSpacExt | com.parallels.hdd
        0 | HXCPICFE | com.hxc.floppy
        0 | HXCHFEV3 | com.hxc.floppy
        0 | TD\x00 | 4 | \x15 | com.teledisk.floppy?
        0 | IMD 1 | com.imagedisk.floppy
        0 | CISO\x00 | com.sony.cso
        0 | CISO | com.sony.cso
        0 | MEDIA DESCRIPTOR | com.alcohol.mds
        0 | EVF\x09\r\n\xFF\x00 | com.guidance.ewf
        0 | EVF2\r\n\x81\x00 | com.guidance.ewf
        0 | \xFE\xEF\x01 | com.norton.ghost?
        0 | AEA1 | com.apple.encrypted-archive
        0 | pbzx\x00 | com.apple.archive?
        0 | LUKS\xBA\xBE\x00 | org.luks.luks
        512 | LABELONE | 536 | LVM2 001 | org.linux.lvm
        4086 | SWAPSPACE2 | org.linux.swap
        4086 | SWAP-SPACE | org.linux.swap
        1080 | \x53\xEF | 1100 | \?\x00\x00\x00 | org.linux.ext
        65600 | _BHRfS_M | org.linux.btrfs?
        0 | XFSB\x00 | org.sgi.xfs
        0 | \x45\x3D\xCD\x28 | org.linux.cramfs
        0 | \x28\xCD\x3D\x45 | org.linux.cramfs
        0 | -rom1fs- | org.linux.romfs
        0 | \x85\x19\x01\xE0 | org.linux.jffs2
        0 | \x85\x19\x03\x20 | org.linux.jffs2
        0 | UBI#\x01 | org.linux.ubi
        0 | \x31\x18\x10\x06 | org.linux.ubi
        0 | \x0A\xA1ipfs | org.ipfs.car?
        0 | \x04\x00\x00\x00 | 16 | {"files": | org.electronjs.asar
        0 | \x34\x12\xAA\x55 | com.valvesoftware.vpk
        0 | MPQ\x1A | com.blizzard.mpq
        0 | MPQ\x1B | com.blizzard.mpq
        0 | PACK | 7 | \x00 | 11 | \x00 | com.idsoftware.pak?
        """#
}
