/// The part of ``fieldTypes`` that is about archives, disk images, programs, cartridges, databases and measurements.
let fieldSystemTypes: String = """
    org.dar.dar | public.data public.archive | dar | application/x-dar | DAR archive
    org.arc.arc-archive | public.data public.archive | arc | application/x-arc application/x-arc-compressed | ARC archive
    org.qpress.qpress | public.data public.archive | qp | application/x-qpress | qpress archive
    org.bzip.bzip1-archive | public.data public.archive | | application/x-bzip1 | Bzip 1 archive
    org.ietf.zlib | public.data public.archive | zz zlib | application/zlib | Zlib stream
    org.apple.lzfse | public.data public.archive | lzfse | application/x-lzfse | LZFSE stream
    com.rarlab.rar-volume | com.rarlab.rar-archive | r00 r01 |  | Volume of a RAR archive
    org.freearc.arc | public.data public.archive | | application/x-freearc | FreeArc archive
    org.kgb.kgb-archive | public.data public.archive | kgb | application/x-kgb | KGB archive
    org.paq.paq-archive | public.data public.archive | paq8 lpaq | application/x-paq8 | PAQ archive
    org.macos.compact-pro | public.data public.archive | cpt | application/mac-compactpro | Compact Pro archive
    org.apple.apple-double | public.data | adf | multipart/appledouble | AppleDouble file
    org.apple.apple-single | public.data | as | application/applefile | AppleSingle file
    org.macbinary.macbinary | public.data public.archive | macbin | application/x-macbinary | MacBinary file
    org.amiga.lzx | public.data public.archive | lzx | application/x-lzx | LZX archive
    org.amiga.powerpacker | public.data public.archive | pp | application/x-powerpacker | PowerPacker file
    org.amiga.dms | public.data public.archive | dms | application/x-dms | Amiga disk archive
    com.microsoft.szdd | public.data public.archive | | application/x-ms-compress-szdd | Microsoft COMPRESS file
    com.microsoft.kwaj | public.data public.archive | | application/x-ms-compress-kwaj | Microsoft COMPRESS file (KWAJ)
    com.microsoft.nt-backup | public.data public.archive | bkf | application/x-ms-backup | Windows backup
    org.ipfs.car | public.data public.archive | car | application/vnd.ipld.car | Content-addressed archive
    org.par2.par2 | public.data | par2 | application/x-par2 | Parity volume
    org.gnu.shar-archive | public.script | shar | application/x-shar | Shell archive
    org.gnu.cpio-compressed | org.gnu.gnu-zip-archive | cpio.gz | application/x-cpio-compressed | Cpio archive, compressed
    org.lzip.tar-archive | org.nongnu.lzip-archive | tar.lz | application/x-lzip-compressed-tar | Tar archive compressed by lzip
    org.lz4.tar-archive | org.lz4.lz4-archive | tar.lz4 | application/x-lz4-compressed-tar | Tar archive compressed by LZ4
    org.lzop.tar-archive | org.lzop.lzop-archive | tar.lzo tzo | application/x-tzo | Tar archive compressed by lzop
    net.kolivas.tar-lrzip-archive | net.kolivas.lrzip-archive | tar.lrz tlrz | application/x-lrzip-compressed-tar | Tar archive compressed by lrzip
    org.tukaani.tar-lzma-archive | org.tukaani.lzma-archive | tar.lzma tlz | application/x-lzma-compressed-tar | Tar archive compressed by LZMA
    org.samba.tar-rzip-archive | org.samba.rzip-archive | tar.rz | application/x-rzip-compressed-tar | Tar archive compressed by rzip
    org.bzip.tar-bzip1-archive | org.bzip.bzip1-archive | tar.bz | application/x-bzip1-compressed-tar | Tar archive compressed by bzip 1
    org.bzip3.tar-archive | org.bzip3.bzip3-archive | tar.bz3 tbz3 | application/x-bzip3-compressed-tar | Tar archive compressed by bzip3
    public.tar-z-archive | public.z-archive | tar.z taz | application/x-tarz | Tar archive compressed by compress
    org.gnu.gzip-postscript | org.gnu.gnu-zip-archive | ps.gz | application/x-gzpostscript | PostScript, compressed
    org.gnu.gzip-eps | org.gnu.gnu-zip-archive | eps.gz epsi.gz epsf.gz | image/x-gzeps | Encapsulated PostScript, compressed
    org.gnu.gzip-pdf | org.gnu.gnu-zip-archive | pdf.gz | application/x-gzpdf | PDF document, compressed
    org.gnu.gzip-dvi | org.gnu.gnu-zip-archive | dvi.gz | application/x-gzdvi | DVI document, compressed
    org.bzip.bzip-postscript | public.bzip2-archive | ps.bz2 | application/x-bzpostscript | PostScript, compressed by bzip2
    org.bzip.bzip-eps | public.bzip2-archive | eps.bz2 epsi.bz2 epsf.bz2 | image/x-bzeps | Encapsulated PostScript, compressed by bzip2
    org.bzip.bzip-pdf | public.bzip2-archive | pdf.bz2 | application/x-bzpdf | PDF document, compressed by bzip2
    org.bzip.bzip-dvi | public.bzip2-archive | dvi.bz2 | application/x-bzdvi | DVI document, compressed by bzip2
    org.tukaani.xz-pdf | org.tukaani.xz-archive | pdf.xz | application/x-xzpdf | PDF document, compressed by xz
    org.lzip.lzip-pdf | org.nongnu.lzip-archive | pdf.lz | application/x-lzpdf | PDF document, compressed by lzip
    org.tukaani.xz-disk-image | org.tukaani.xz-archive | img.xz raw-disk-image.xz | application/x-raw-disk-image-xz-compressed | Raw disk image, compressed by xz
    org.gimp.xcf-compressed | public.data | xcf.gz xcf.bz2 | image/x-compressed-xcf | GIMP image, compressed
    com.redhat.source-rpm | com.redhat.rpm-archive | src.rpm spm | application/x-source-rpm | RPM source package
    org.rubygems.gem | public.tar-archive | gem | application/x-tar | Ruby gem
    org.comicbook.cb7 | org.7-zip.7-zip-archive | cb7 | application/x-cb7 | Comic book (7z)
    org.comicbook.cbt | public.tar-archive | cbt | application/x-cbt | Comic book (tar)
    com.microsoft.themepack | com.microsoft.cab-archive | themepack | application/x-windows-themepack | Windows theme package
    com.microsoft.gadget | public.zip-archive | gadget | application/x-windows-gadget | Windows gadget
    com.microsoft.silverlight | public.zip-archive | xap | application/x-silverlight-app | Silverlight application
    com.microsoft.nuget | public.zip-archive | nupkg | application/vnd.nuget.package | NuGet package
    com.adobe.air | public.zip-archive | air | application/vnd.adobe.air-application-installer-package+zip | AIR application
    com.sun.java-network-launch | public.xml | jnlp | application/x-java-jnlp-file | Java network launch
    com.sun.java-pack200 | public.data | pack | application/x-java-pack200 | Java archive, packed
    com.sun.java-module | public.data | jmod | application/x-java-jmod | Java module
    com.sun.java-serialized | public.data | ser | application/x-java-serialized-object | Java objects
    com.sun.java-application-descriptor | public.text | jad | text/vnd.sun.j2me.app-descriptor | Java application descriptor
    com.symbian.sis | public.data public.archive | sis | application/vnd.symbian.install | Symbian installer
    com.symbian.sisx | public.data public.archive | sisx | x-epoc/x-sisx-app | Symbian installer, signed
    com.blackberry.cod | public.data public.executable | cod | application/vnd.rim.cod | BlackBerry application
    com.opera.widget | public.zip-archive | wgt | application/widget | Widget
    com.opera.extension | public.zip-archive | oex | application/x-opera-extension | Opera extension
    com.apple.safari-extension | com.apple.xar-archive | safariextz | application/x-safari-extension | Safari extension
    org.flatpak.repository | public.text | flatpakrepo | application/vnd.flatpak.repo | Flatpak repository
    org.flatpak.reference | public.text | flatpakref | application/vnd.flatpak.ref | Flatpak reference
    org.qemu.qed | public.data public.disk-image | | application/x-qed-disk | QEMU enhanced disk image
    org.qemu.qcow1 | org.qemu.qcow2 |  |  | QEMU disk image, version 1
    com.parallels.hdd | public.data public.disk-image | hdd hds | application/x-parallels-disk | Parallels disk image
    com.microsoft.floppy-image | public.data public.disk-image | fd qd ima flp vfd | application/x-raw-floppy-disk-image | Floppy disk image
    com.hxc.floppy | public.data public.disk-image | hfe | application/x-hfe-floppy-image | HxC floppy image
    com.teledisk.floppy | public.data public.disk-image | td0 | application/x-teledisk | Teledisk image
    com.imagedisk.floppy | public.data public.disk-image | imd | application/x-imagedisk | ImageDisk image
    com.sony.cso | public.data public.disk-image | cso ciso | application/x-compressed-iso | Compressed ISO image
    org.cdrdao.toc | public.text | toc | application/x-cdrdao-toc | Table of contents of a disc
    com.goldenhawk.cue | public.text | cue | application/x-cue | Cue sheet
    com.sega.gdi | public.text | gdi | application/x-gd-rom-cue | GD-ROM cue sheet
    com.padus.discjuggler | public.data public.disk-image | cdi | application/x-discjuggler-cd-image | DiscJuggler image
    com.alcohol.mds | public.data | mds mdf | application/x-alcohol-image | Alcohol disc descriptor
    com.clonecd.ccd | public.text | ccd | application/x-clonecd | CloneCD descriptor
    com.norton.ghost | public.data public.disk-image | gho | application/x-ghost-image | Ghost image
    com.guidance.ewf | public.data public.disk-image | e01 ewf | application/x-expert-witness | Forensic disk image
    com.microsoft.evt | public.data public.log | evt | application/x-ms-evt | Windows event log, version 1
    com.microsoft.registry-hive | public.data | | application/x-ms-registry-hive | Windows registry hive
    com.microsoft.prefetch | public.data | pf | application/x-ms-prefetch | Windows prefetch
    com.microsoft.minidump | public.data | mdmp dmp | application/x-ms-minidump | Windows crash dump
    com.microsoft.pdb | public.data | pdb | application/x-ms-pdb | Debug database
    com.microsoft.thumbs | com.microsoft.ole-storage | | application/x-ms-thumbs | Thumbnail database
    com.microsoft.ese | public.data public.database | edb | application/x-ms-ese | Extensible storage database
    com.microsoft.coff-object | public.object-code | obj | application/x-coff | COFF object code
    com.microsoft.type-library | public.data | tlb | application/x-ms-typelib | Type library
    com.ibm.pef-executable | public.data public.executable | | application/x-pef-executable | PEF executable
    org.unix.aout | public.data public.executable | |  application/x-aout | a.out executable
    com.ibm.os2-information | public.data | inf | application/x-os2-inf | OS/2 manual
    com.ibm.os2-help | public.data | | application/x-os2-hlp | OS/2 help
    com.microsoft.xbox-executable | public.data public.executable | xbe xex | application/x-xbox-executable | Xbox program
    com.sony.psx-executable | public.data public.executable | psx | application/x-psx-executable | PlayStation program
    com.ibm.os2-lx | com.microsoft.windows-executable |  | application/x-os2-lx | OS/2 executable
    org.gnu.libtool-library | public.text | la | application/x-shared-library-la | libtool library
    org.erlang.beam | public.data public.executable | beam | application/x-erlang-binary | Erlang byte code
    org.gnu.emacs-byte-code | public.data public.executable | elc | application/x-elc | Emacs byte code
    org.gnu.guile-byte-code | public.data | go | application/x-guile-bytecode | Guile byte code
    org.ocaml.object | public.data | cmi cmo cmx | application/x-ocaml-object | OCaml object
    com.google.android.arsc | public.data | arsc | application/x-android-resources | Android resources
    com.google.android.binary-xml | public.data | | application/x-android-binary-xml | Android binary XML
    com.google.android.vdex | public.data | vdex odex oat | application/x-android-vdex | Android optimised code
    com.google.android.backup | public.data public.archive | ab | application/x-android-backup | Android backup
    com.google.android.boot-image | public.data | | application/x-android-boot | Android boot image
    com.google.android.sparse-image | public.data public.disk-image | simg | application/x-android-sparse | Android sparse image
    org.uboot.image | public.data | uimg uimage | application/x-uboot-image | U-Boot image
    org.linux.kernel-image | public.data public.executable | | application/x-linux-kernel | Linux kernel
    org.flirc.intel-hex | public.text | hex ihex | text/x-hex | Intel HEX
    com.motorola.srecord | public.text | srec s19 mot | text/x-srecord | Motorola S-record
    org.usb.dfu | public.data | dfu | application/x-dfu | Firmware update
    com.microsoft.uf2 | public.data | uf2 | application/x-uf2 | UF2 firmware
    com.microsoft.uefi-volume | public.data | | application/x-uefi-volume | UEFI volume
    org.bsdiff.patch | public.data | bsdiff | application/x-bsdiff | Binary patch
    org.ips.patch | public.data | ips | application/x-ips-patch | IPS patch
    org.byuu.bps-patch | public.data | bps | application/x-bps-patch | BPS patch
    org.byuu.ups-patch | public.data | ups | application/x-ups-patch | UPS patch
    org.xdelta.vcdiff | public.data | xdelta vcdiff | application/x-vcdiff | VCDIFF patch
    org.rsync.delta | public.data | | application/x-rsync-delta | rsync delta
    org.git.pack | public.data | | application/x-git-pack | Git pack
    org.git.index | public.data | | application/x-git-index | Git index
    org.git.bundle | public.data | | application/x-git-bundle | Git bundle
    com.atari.2600-rom | public.data | a26 | application/x-atari-2600-rom | Atari 2600 cartridge
    com.atari.7800-rom | public.data | a78 | application/x-atari-7800-rom | Atari 7800 cartridge
    com.atari.lynx-rom | public.data | lnx | application/x-atari-lynx-rom | Lynx cartridge
    com.nintendo.3ds-rom | public.data | 3ds cci | application/x-nintendo-3ds-rom | Nintendo 3DS cartridge
    com.nintendo.3ds-executable | public.data public.executable | 3dsx | application/x-nintendo-3ds-executable | Nintendo 3DS program
    com.nintendo.switch-xci | public.data | xci | application/x-nintendo-switch-xci | Switch cartridge
    com.nintendo.switch-package | public.data | nsp | application/x-nintendo-switch-nsp | Switch package
    com.nintendo.switch-program | public.data public.executable | nro nso | application/x-nintendo-switch-nro | Switch program
    com.nintendo.snes-rom | public.data | sfc smc | application/vnd.nintendo.snes.rom application/x-snes-rom | SNES cartridge
    com.nintendo.gameboy-color-rom | public.data | gbc cgb | application/x-gameboy-color-rom | Game Boy Color cartridge
    com.nintendo.virtual-boy-rom | public.data | vb | application/x-virtual-boy-rom | Virtual Boy cartridge
    com.nintendo.fds-disk | public.data | fds | application/x-fds-disk | Famicom disk
    com.nintendo.pokemon-mini-rom | public.data | | application/x-pokemon-mini-rom | Pokémon mini cartridge
    com.nintendo.wii-disc | public.data public.disk-image | wbfs rvz wia | application/x-wii-rom application/x-wii-iso-image application/x-wbfs application/x-wia | Wii disc
    com.nintendo.gamecube-disc | public.data public.disk-image | gcm | application/x-gamecube-rom application/x-gamecube-iso-image | GameCube disc
    com.nintendo.wii-wad | public.data | wad | application/x-wii-wad | Wii package
    com.sega.genesis-rom-smd | public.data | smd | application/x-genesis-rom-smd | Mega Drive cartridge, interleaved
    com.sega.32x-rom | public.data | 32x mdx | application/x-genesis-32x-rom | Mega Drive 32X cartridge
    com.sega.pico-rom | public.data | | application/x-sega-pico-rom | Pico cartridge
    com.sega.cd-rom | public.data public.disk-image | | application/x-sega-cd-rom | Mega CD disc
    com.sega.saturn-rom | public.data public.disk-image | | application/x-saturn-rom | Saturn disc
    com.sega.dreamcast-rom | public.data public.disk-image | | application/x-dreamcast-rom | Dreamcast disc
    com.sega.sg1000-rom | public.data | sg | application/x-sg1000-rom | SG-1000 cartridge
    com.sega.master-system-rom | public.data | sms | application/x-sms-rom | Master System cartridge
    com.sega.game-gear-rom | public.data | gg | application/x-gamegear-rom | Game Gear cartridge
    com.nec.pc-engine-rom | public.data | pce | application/x-pc-engine-rom | PC Engine cartridge
    com.snk.neo-geo-pocket-rom | public.data | ngp | application/x-neo-geo-pocket-rom | Neo Geo Pocket cartridge
    com.snk.neo-geo-pocket-color-rom | public.data | ngc npc | application/x-neo-geo-pocket-color-rom | Neo Geo Pocket Color cartridge
    com.bandai.wonderswan-rom | public.data | ws | application/x-wonderswan-rom | WonderSwan cartridge
    com.bandai.wonderswan-color-rom | public.data | wsc | application/x-wonderswan-color-rom | WonderSwan Color cartridge
    org.msx.rom | public.data | msx | application/x-msx-rom | MSX cartridge
    com.coleco.rom | public.data | col | application/x-colecovision-rom | ColecoVision cartridge
    com.thomson.memo7 | public.data | m7 | application/x-thomson-cartridge-memo7 | Thomson cartridge
    com.thomson.cassette | public.data | k7 | application/x-thomson-cassette | Thomson cassette
    com.thomson.sap | public.data | sap | application/x-thomson-sap-image | Thomson disk
    com.commodore.d64 | public.data public.disk-image | d64 | application/x-commodore-d64-disk | C64 disk
    com.commodore.d71 | public.data public.disk-image | d71 | application/x-commodore-d71-disk | Commodore 1571 disk
    com.commodore.d80 | public.data public.disk-image | d80 | application/x-commodore-d80-disk | Commodore 8050 disk
    com.commodore.d81 | public.data public.disk-image | d81 | application/x-commodore-d81-disk | Commodore 1581 disk
    com.commodore.d82 | public.data public.disk-image | d82 | application/x-commodore-d82-disk | Commodore 8250 disk
    com.commodore.g64 | public.data public.disk-image | g64 | application/x-commodore-g64-disk | C64 disk, raw
    com.commodore.x64 | public.data public.disk-image | x64 | application/x-commodore-x64-disk | C64 disk with header
    com.commodore.tape | public.data | t64 tap | application/x-commodore-tape | C64 tape
    com.commodore.crt | public.data | crt | application/x-commodore-crt | C64 cartridge
    com.commodore.p00 | public.data | p00 | application/x-commodore-basic | C64 program
    com.amiga.adf | public.data public.disk-image | adf | application/x-amiga-disk-format | Amiga disk
    com.amiga.hunk | public.data public.executable | | application/x-amiga-executable | Amiga program
    com.amiga.info | public.data | | application/x-amiga-icon | Amiga icon
    org.atari.st-disk | public.data public.disk-image | msa st stx | application/x-atari-st-disk | Atari ST disk
    org.atari.atr-disk | public.data public.disk-image | atr | application/x-atari-atr-disk | Atari disk
    com.apple.2img | public.data public.disk-image | 2mg 2img | application/x-apple-2img | Apple II disk
    com.apple.woz | public.data public.disk-image | woz | application/x-apple-woz | Apple II disk, raw
    com.acorn.uef | public.data | uef | application/x-acorn-uef | BBC Micro tape
    com.amstrad.dsk | public.data public.disk-image | dsk | application/x-amstrad-disk | Amstrad disk
    com.amstrad.cdt | public.data | cdt | application/x-amstrad-tape | Amstrad tape
    com.sinclair.z80 | public.data | z80 | application/x-spectrum-z80 | Spectrum snapshot
    com.sinclair.sna | public.data | sna | application/x-spectrum-sna | Spectrum snapshot (SNA)
    com.sinclair.szx | public.data | szx | application/x-spectrum-szx | Spectrum snapshot (SZX)
    com.sinclair.rzx | public.data | rzx | application/x-spectrum-rzx | Spectrum replay
    com.sinclair.tap | public.data | tap | application/x-spectrum-tap | Spectrum tape
    com.sinclair.tzx | public.data | tzx | application/x-spectrum-tzx | Spectrum tape (TZX)
    com.sinclair.pzx | public.data | pzx | application/x-spectrum-pzx | Spectrum tape (PZX)
    com.sinclair.csw | public.data | csw | application/x-spectrum-csw | Spectrum tape (CSW)
    com.sinclair.mdr | public.data | mdr | application/x-spectrum-mdr | Spectrum microdrive
    com.sinclair.trd | public.data public.disk-image | trd | application/x-spectrum-trd | Spectrum disk (TR-DOS)
    com.sinclair.scl | public.data public.disk-image | scl | application/x-spectrum-scl | Spectrum disk (SCL)
    com.sinclair.mgt | public.data public.disk-image | mgt | application/x-spectrum-mgt | Spectrum disk (MGT)
    com.sinclair.opd | public.data public.disk-image | opd opu | application/x-spectrum-opd | Spectrum disk (Opus)
    com.sinclair.ditaktik | public.data public.disk-image | d80 d40 | application/x-spectrum-d80 | Didaktik disk
    com.sinclair.fdi | public.data public.disk-image | fdi | application/x-spectrum-fdi | Spectrum disk (FDI)
    org.chip8.program | public.data | ch8 | application/x-chip8-program | CHIP-8 program
    com.lexaloffle.pico8-source | public.text | p8 | application/x-pico8-source | PICO-8 cartridge, text
    com.lexaloffle.pico8-rom | public.data | p8.rom | application/x-pico8-rom | PICO-8 cartridge
    com.inutilis.lowresnx | public.text | nx | application/x-lowresnx-program | LowRes NX program
    com.idsoftware.pak | public.data public.archive | pak | application/x-pak | Quake archive
    com.valvesoftware.vpk | public.data public.archive | vpk | application/x-vpk | Valve archive
    com.blizzard.mpq | public.data public.archive | mpq | application/x-mpq | Blizzard archive
    com.infocom.zcode | public.data | z3 z5 z8 | application/x-zmachine | Interactive fiction
    org.eblong.glulx | public.data | ulx | application/x-glulx | Interactive fiction (Glulx)
    org.eblong.blorb | public.data | blb blorb zblorb gblorb | application/x-blorb | Interactive fiction, packed
    org.scummvm.tads | public.data | gam t3 | application/x-t3vm-image | TADS game
    com.apple.ipod-firmware | public.data | | application/x-ipod-firmware | iPod firmware
    org.gnu.gdbm | public.data public.database | gdbm | application/x-gdbm | GNU database
    org.berkeley.db | public.data public.database | bdb | application/x-berkeley-db | Berkeley database
    org.symas.lmdb | public.data public.database | lmdb | application/x-lmdb | LMDB database
    org.firebird.database | public.data public.database | fdb | application/x-firebird | Firebird database
    org.mysql.frm | public.data public.database | frm | application/x-mysql-table-definition | MySQL table definition
    org.mysql.myi | public.data public.database | myi | application/x-mysql-misam-index | MySQL index
    org.postgresql.dump | public.data public.database | | application/x-postgresql-dump | PostgreSQL dump
    org.sqlite.wal | public.data | sqlite-wal db-wal | application/x-sqlite-wal | SQLite log
    org.sqlite.journal | public.data | sqlite-journal db-journal | application/x-sqlite-journal | SQLite journal
    org.kde.kexi-sqlite2 | org.sqlite.database-2 | kexi | application/x-kexiproject-sqlite2 | Kexi project, version 2
    org.kde.kexi-sqlite3 | org.sqlite.database | kexi | application/x-kexiproject-sqlite3 | Kexi project
    org.kde.kexi-shortcut | public.text | kexis | application/x-kexiproject-shortcut | Kexi shortcut
    org.kde.kexi-connection | public.text | kexic | application/x-kexi-connectiondata | Kexi connection
    com.filemaker.database | public.data public.database | fp3 fp5 fp7 fmp12 | application/x-filemaker | FileMaker database
    com.filemaker.pro-database | com.filemaker.database |  | application/vnd.filemaker | FileMaker Pro database
    com.ashton-tate.memo | public.data | dbt fpt | application/x-dbt | dBASE memo
    com.borland.paradox | public.data public.database | px |  | Paradox database
    com.ibm.spss-sav | public.data | sav zsav | application/x-spss-sav | SPSS data
    com.ibm.spss-por | public.text | por | application/x-spss-por | SPSS portable data
    com.stata.dta | public.data | dta | application/x-stata-dta | Stata data
    com.sas.data | public.data | sas7bdat | application/x-sas-data | SAS data
    com.sas.xport | public.data | xpt | application/x-sas-xport | SAS transport
    org.r-project.data | public.data | rdata rda rds | application/x-r-data | R data
    com.jmp.table | public.data | jmp | application/x-jmp-data | JMP table
    org.gnu.octave-data | public.text | | application/x-octave-data | Octave data
    org.unidata.netcdf4 | org.hdfgroup.hdf5 | nc4 | application/x-netcdf4 | NetCDF-4 data
    gov.nasa.cdf | public.data | cdf | application/x-cdf-data | NASA CDF data
    org.cern.root | public.data | | application/x-root | ROOT data
    org.fdsn.miniseed | public.data | mseed | application/vnd.fdsn.mseed | Seismic data
    org.seg.segy | public.data | sgy segy | application/x-segy | Seismic survey
    org.edf.edf | public.data | edf bdf | application/x-edf | Physiological signals
    org.las.lidar | public.data | las laz | application/vnd.las | Point cloud
    org.pointclouds.pcd | public.data | pcd | application/x-pcd | Point cloud (PCD)
    org.osm.pbf | public.data | pbf osm.pbf | application/vnd.openstreetmap.data+pbf | OpenStreetMap data
    org.osm.osm | public.xml | osm | application/vnd.openstreetmap.data+xml | OpenStreetMap data in XML
    org.osm.o5m | public.data | o5m | application/vnd.openstreetmap.data+o5m | OpenStreetMap data (o5m)
    com.garmin.img | public.data | img | application/x-garmin-map | Garmin map
    com.garmin.gdb | public.data | gdb | application/x-garmin-gdb | Garmin database
    com.pmtiles.pmtiles | public.data | pmtiles | application/vnd.pmtiles | Map tiles
    com.mapbox.mbtiles | org.sqlite.database | mbtiles | application/vnd.mapbox-vector-tile | Map tiles in SQLite
    gov.usgs.dem | public.text | dem | application/x-usgs-dem | Elevation model
    org.topojson.topojson | public.json | topojson | application/x-topojson | TopoJSON
    com.flatgeobuf.fgb | public.data | fgb | application/x-flatgeobuf | FlatGeobuf features
    com.mapinfo.interchange | public.text | mif | application/x-mapinfo-mif | MapInfo data
    org.wwpdb.pdb | public.text | pdb ent brk | chemical/x-pdb | Protein structure
    org.iucr.cif | public.text | cif | chemical/x-cif | Crystal structure
    org.mdl.molfile | public.text | mol | chemical/x-mdl-molfile | Molecule
    org.mdl.sdfile | public.text | sdf sd | chemical/x-mdl-sdfile | Molecules
    org.xyz.coordinates | public.text | xyz | chemical/x-xyz | Atom coordinates
    org.cml.cml | public.xml | cml | chemical/x-cml | Chemical markup
    com.perkinelmer.cdx | public.data | cdx | chemical/x-cdx | ChemDraw drawing
    com.perkinelmer.cdxml | public.xml | cdxml | chemical/x-cdxml | ChemDraw drawing in XML
    org.ncbi.fasta | public.text | fasta fa fna faa | text/x-fasta | Sequences
    org.ncbi.fastq | public.text | fastq fq | text/x-fastq | Sequences with qualities
    org.ga4gh.bam | public.data | bam | application/x-bam | Aligned sequences
    org.ga4gh.cram | public.data | cram | application/x-cram | Aligned sequences, compressed
    org.ga4gh.sam | public.text | sam | text/x-sam | Aligned sequences, text
    org.ga4gh.variants | public.text | | text/x-vcf-variants | Genetic variants
    org.ncbi.genbank | public.text | gbk genbank | chemical/x-genbank | GenBank record
    org.ncbi.2bit | public.data | 2bit | application/x-2bit | Genome
    org.ggml.gguf | public.data | gguf | application/x-gguf | Language model
    org.onnx.onnx | public.data | onnx | application/x-onnx | Neural network (ONNX)
    org.tensorflow.lite | public.data | tflite | application/x-tflite | Neural network (TFLite)
    co.huggingface.safetensors | public.data | safetensors | application/x-safetensors | Tensors
    com.oracle.java-heap | public.data | hprof | application/x-java-heap | Java heap dump
    org.linux.perf | public.data | | application/x-perf-data | perf recording
    org.mozilla.jsonlz4 | public.data | jsonlz4 mozlz4 | application/x-mozlz4 | Firefox data
    org.apache.pickle-model | public.data | pth pt | application/x-pytorch | PyTorch model
    com.microsoft.snoop | public.data | snoop | application/x-snoop | Network capture (snoop)
    com.microsoft.netmon | public.data | | application/x-netmon | Network Monitor capture
    org.freedesktop.journal | public.data public.log | journal | application/x-systemd-journal | systemd journal
    org.gnu.terminfo | public.data | | application/x-terminfo | Terminal description
    org.gnu.locale | public.data | | application/x-locale | Locale data
    org.vim.swap | public.data | swp swo | application/x-vim-swap | Vim swap file
    com.apple.ds-store | public.data | ds_store | application/x-ds-store | Folder settings
    com.apple.resource-fork | public.data | rsrc |  | Resources
    com.apple.typedstream | public.data | | application/x-typedstream | NeXT objects
    com.apple.nib | public.data | nib | application/x-nib | Interface archive
    org.luks.luks | public.data public.disk-image | luks | application/x-luks | Encrypted volume
    org.linux.lvm | public.data public.disk-image | | application/x-lvm2 | LVM volume
    org.linux.swap | public.data | | application/x-linux-swap | Swap space
    org.linux.ext | public.data public.disk-image | ext2 ext3 ext4 | application/x-ext2 | ext file system
    org.linux.btrfs | public.data public.disk-image | btrfs | application/x-btrfs | Btrfs file system
    org.sgi.xfs | public.data public.disk-image | | application/x-xfs | XFS file system
    org.linux.cramfs | public.data public.disk-image | cramfs | application/x-cramfs | cramfs file system
    org.linux.romfs | public.data public.disk-image | romfs | application/x-romfs | romfs file system
    org.linux.jffs2 | public.data public.disk-image | jffs2 | application/x-jffs2 | JFFS2 file system
    org.linux.ubi | public.data public.disk-image | ubi ubifs | application/x-ubi | UBI volume
    com.microsoft.ntfs | public.data public.disk-image | ntfs |  application/x-ntfs | NTFS file system
    com.microsoft.fat | public.data public.disk-image | | application/x-fat-image | FAT file system
    """
