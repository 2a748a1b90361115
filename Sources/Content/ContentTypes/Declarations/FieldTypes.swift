/// Types that are common in the field and that Apple does not declare, in the form of ``systemTypes``.
///
/// The identifiers are those that programs which read the format use where there is one, else the reversed domain of
/// whoever keeps the format. A row whose identifier is a system type's adds tags behind that type's own and nothing
/// else, so that what Apple prefers stays preferred.
let fieldTypes: String = """
    public.plain-text |  | conf cfg ini nfo |  |
    public.jpeg |  | jfif |  |
    public.html |  |  | application/html |
    public.xml |  | xsd |  |
    public.rss |  |  | application/rss+xml |
    public.yaml |  |  | application/yaml text/yaml text/x-yaml |
    public.json |  |  | text/json |
    public.rtf |  |  | application/rtf text/richtext |
    public.c-source |  |  | text/x-c text/x-csrc |
    public.objective-c-source |  |  | text/x-objcsrc text/x-objective-c |
    public.objective-c-plus-plus-source |  |  | text/x-objc++src |
    public.c-plus-plus-source |  |  | text/x-c++ text/x-c++src |
    public.c-header |  |  | text/x-chdr |
    public.c-plus-plus-header |  |  | text/x-c++hdr |
    public.swift-source |  |  | text/x-swift |
    public.assembly-source |  | asm | text/x-asm |
    public.rust-source |  |  | application/x-rust |
    com.sun.java-source |  |  | text/x-java text/x-java-source |
    public.fortran-source |  | f90 f95 | text/x-fortran |
    public.pascal-source |  |  | text/x-pascal |
    public.make-source |  |  | text/x-makefile |
    public.patch-file |  |  | text/x-diff text/x-patch |
    public.shell-script |  |  | text/x-shellscript application/x-shellscript application/x-sh |
    public.csh-script |  |  | text/x-csh application/x-csh |
    public.perl-script |  |  | text/x-perl application/x-perl |
    public.python-script |  | pyw | text/x-python text/x-script.python |
    public.ruby-script |  |  | text/x-ruby application/x-ruby |
    public.php-script |  |  | text/x-php application/x-php application/x-httpd-php |
    com.netscape.javascript-source |  | cjs | application/javascript application/x-javascript |
    public.tab-separated-values-text |  |  | text/tsv |
    com.apple.ascii-property-list |  |  | text/x-apple-plist-nextstep |
    com.apple.xml-property-list |  |  | application/x-apple-plist+xml |
    com.apple.binary-property-list |  |  | application/x-bplist application/x-plist |
    com.apple.icns |  |  | image/x-icns |
    com.microsoft.bmp |  |  | image/x-ms-bmp |
    com.microsoft.ico |  |  | image/x-icon |
    com.ilm.openexr-image |  |  | image/x-exr |
    com.apple.pict |  |  | image/x-quicktime |
    public.radiance |  |  | image/vnd.radiance |
    com.truevision.tga-image |  |  | image/x-tga |
    public.pbm |  | pnm | image/x-portable-anymap |
    public.jpeg-2000 |  |  | image/jpx image/jpm image/x-jp2-codestream |
    com.adobe.illustrator.ai-image |  |  | application/illustrator |
    com.adobe.encapsulated-postscript |  |  | image/x-eps |
    com.pixar.universal-scene-description |  |  | model/vnd.usd |
    public.mpeg-2-transport-stream |  |  | video/mp2t |
    com.adobe.flash.video |  |  | video/flv |
    com.microsoft.advanced-systems-format |  |  | application/vnd.ms-asf |
    public.avi |  |  | video/vnd.avi |
    public.aac-audio |  |  | audio/x-hx-aac-adts |
    public.mp4a-loas |  |  | audio/x-mp4a-latm |
    public.mp2 |  |  | audio/mp2 |
    public.aifc-audio |  | aiffc | audio/x-aifc |
    public.alembic |  |  | model/x-alembic |
    com.apple.applescript.script |  |  | application/x-applescript |
    com.apple.applescript.text |  |  | text/x-applescript |
    com.apple.archive |  |  | application/x-apple-archive |
    com.apple.encrypted-archive |  |  | application/x-apple-encrypted-archive |
    org.xiph.flac |  |  | audio/x-flac |
    com.apple.coreaudio-format |  |  | audio/x-caf |
    com.microsoft.windows-executable |  | scr com | application/vnd.microsoft.portable-executable |
    public.object-code |  |  | application/x-object |
    com.sun.java-class |  |  | application/java-vm application/x-java-applet |
    com.apple.mach-o-binary |  |  | application/x-mach-binary |
    com.sun.java-archive |  | war ear | application/x-java-archive |
    public.zip-archive |  | zipx | application/x-zip |
    org.gnu.gnu-zip-tar-archive |  | tar.gz | application/x-compressed-tar |
    public.tar-bzip2-archive |  | tar.bz2 | application/x-bzip2-compressed-tar |
    org.tukaani.tar-xz-archive |  | tar.xz | application/x-xz-compressed-tar |
    public.cpio-archive |  |  | application/x-cpio |
    com.apple.xar-archive |  |  | application/x-xar |
    public.uuencoded-archive |  | uue |  |
    com.apple.disk-image-udif |  |  | application/x-apple-diskimage |
    public.iso-image |  |  | application/vnd.efi.iso application/x-iso9660-image |
    public.x509-certificate |  |  | application/pkix-cert |
    com.apple.colorsync-profile |  |  | application/vnd.iccprofile |
    public.truetype-ttf-font |  |  | application/x-font-ttf font/sfnt |
    public.opentype-font |  |  | application/vnd.ms-opentype |
    public.truetype-collection-font |  |  | font/collection |
    com.microsoft.internet-shortcut |  |  | application/x-mswinurl |
    org.khronos.collada.digital-asset-exchange |  |  | model/vnd.collada+xml |
    public.standard-tesselated-geometry-format |  |  | model/stl |
    public.geometry-definition-format |  |  | model/obj |
    public.polygon-file-format |  |  | model/ply |
    com.apple.iwork.pages.sffpages |  |  | application/vnd.apple.pages |
    com.apple.iwork.numbers.sffnumbers |  |  | application/vnd.apple.numbers |
    com.apple.iwork.keynote.sffkey |  |  | application/vnd.apple.keynote |
    org.iana.empty | public.data |  | inode/x-empty application/x-empty application/x-zerosize | Empty file
    org.matroska.mkv | public.movie | mkv mk3d | video/matroska video/x-matroska | Matroska movie
    org.matroska.mka | public.audio | mka | audio/matroska audio/x-matroska | Matroska audio
    org.matroska.mks | public.data | mks | application/x-matroska-subtitles | Matroska subtitles
    org.xiph.ogg | public.audiovisual-content | ogx | application/ogg | Ogg media
    org.xiph.ogv | public.movie | ogv | video/ogg | Ogg movie
    org.xiph.opus | org.xiph.ogg-audio | opus | audio/opus audio/x-opus+ogg | Opus audio
    org.xiph.speex | org.xiph.ogg-audio | spx | audio/x-speex | Speex audio
    org.xiph.ogg-flac | org.xiph.ogg-audio |  | audio/x-flac+ogg | FLAC audio in an Ogg container
    net.hydrogenaudio.monkeys-audio | public.audio | ape | audio/x-ape audio/ape | Monkey's Audio
    com.wavpack.audio | public.audio | wv | audio/x-wavpack | WavPack audio
    net.musepack.audio | public.audio | mpc mpp | audio/x-musepack audio/musepack | Musepack audio
    com.sony.dsf-audio | public.audio | dsf | audio/x-dsf | DSD stream audio
    com.philips.dff-audio | public.audio | dff | audio/x-dff | DSD interchange audio
    com.dts.audio | public.audio | dts | audio/vnd.dts | DTS audio
    com.real.realaudio | public.audio | ra | audio/x-pn-realaudio | RealAudio
    com.real.realmedia | public.movie | rm rmvb | application/vnd.rn-realmedia | RealMedia
    org.videolan.mod-audio | public.audio | mod | audio/x-mod | Tracker module
    org.videolan.xm-audio | public.audio | xm | audio/x-xm | FastTracker module
    org.videolan.it-audio | public.audio | it | audio/x-it | Impulse Tracker module
    org.videolan.s3m-audio | public.audio | s3m | audio/x-s3m | Scream Tracker module
    com.qualcomm.qcelp | public.audio | qcp | audio/qcelp | QCELP audio
    com.sony.wave64-audio | public.audio | w64 | audio/x-w64 | Wave64 audio
    com.autodesk.flic | public.movie | flc fli | video/x-flic video/x-flc video/x-fli | FLIC animation
    org.mpeg.vob | public.mpeg | vob | video/dvd | DVD video object
    com.audible.aax | public.audio | aax | audio/vnd.audible.aax | Audible book
    org.videolan.mjpeg | public.movie | mjpeg mjpg | video/x-mjpeg | Motion JPEG stream
    com.macromedia.flash | public.data | swf | application/vnd.adobe.flash.movie application/x-shockwave-flash | Flash application
    org.libpng.apng | public.png | apng | image/apng image/vnd.mozilla.apng | Animated PNG image
    org.libpng.mng | public.image | mng | video/x-mng | MNG animation
    org.libpng.jng | public.image | jng | image/x-jng video/x-jng | JNG image
    org.gimp.xcf | public.image | xcf | image/x-xcf | GIMP image
    org.gimp.brush | public.data | gbr | image/x-gimp-gbr | GIMP brush
    org.gimp.pattern | public.data | pat | image/x-gimp-pat | GIMP pattern
    org.krita.kra | public.image | kra | application/x-krita | Krita image
    org.openraster.ora | public.image | ora | image/openraster | OpenRaster image
    org.djvu.djvu | public.data public.composite-content | djvu djv | image/vnd.djvu | DjVu document
    com.zsoft.pcx | public.image | pcx | image/vnd.zbrush.pcx image/x-pcx | PCX image
    com.microsoft.cur | public.image | cur | image/x-win-bitmap | Windows cursor
    com.microsoft.ani | public.image | ani | application/x-navi-animation | Windows animated cursor
    com.microsoft.dds | public.image | dds | image/vnd.ms-dds image/x-dds | DirectDraw surface
    com.microsoft.jxr | public.image | jxr wdp hdp | image/jxr | JPEG XR image
    com.microsoft.wmf | public.image | wmf | image/wmf image/x-wmf | Windows metafile
    com.microsoft.emf | public.image | emf | image/emf image/x-emf | Windows enhanced metafile
    com.sgi.sgi-image | public.image | sgi rgb rgba bw | image/x-sgi image/sgi | SGI image
    com.sun.raster | public.image | ras | image/x-sun-raster image/x-cmu-raster | Sun raster image
    org.x.xbm | public.image | xbm | image/x-xbitmap | X bitmap
    org.x.xpm | public.image | xpm | image/x-xpixmap | X pixmap
    org.x.xwd | public.image | xwd | image/x-xwindowdump | X window dump
    org.x.xcursor | public.image |  | image/x-xcursor | X cursor
    org.netpbm.bitmap | public.pbm | pbm | image/x-portable-bitmap | Portable bitmap
    org.netpbm.graymap | public.pbm | pgm | image/x-portable-graymap image/x-portable-greymap | Portable graymap
    org.netpbm.pixmap | public.pbm | ppm | image/x-portable-pixmap | Portable pixmap
    org.netpbm.floatmap | public.pbm | pfm | image/x-pfm | Portable float map
    org.netpbm.pam | public.pbm | pam | image/x-portable-arbitrarymap | Portable arbitrary map
    org.qoiformat.qoi | public.image | qoi | image/qoi image/x-qoi | QOI image
    info.flif.flif | public.image | flif | image/flif | FLIF image
    org.bellard.bpg | public.image | bpg | image/bpg | BPG image
    gov.nasa.fits | public.image | fits fit fts | image/fits application/fits | FITS image
    org.smpte.dpx | public.image | dpx | image/dpx image/x-dpx | DPX image
    com.kodak.cineon | public.image | cin | image/x-cineon | Cineon image
    org.imagemagick.miff | public.image | miff | image/miff image/x-miff | Magick image
    com.commodore.ilbm | public.image | iff lbm ilbm | image/x-ilbm | Interleaved bitmap
    org.khronos.ktx | public.image | ktx | image/ktx | Khronos texture
    org.khronos.ktx2 | public.image | ktx2 | image/ktx2 | Khronos texture, version 2
    org.suckless.farbfeld | public.image | ff | image/x-farbfeld | Farbfeld image
    org.iso.jbig2 | public.image | jb2 jbig2 | image/x-jbig2 | JBIG2 image
    org.iso.jpeg-ls | public.image | jls | image/jls | JPEG-LS image
    com.autodesk.dwg | public.data public.content | dwg | image/vnd.dwg | AutoCAD drawing
    com.autodesk.dxf | public.text | dxf | image/vnd.dxf | AutoCAD exchange drawing
    com.canon.cr2-raw-image | public.camera-raw-image | cr2 | image/x-canon-cr2 | Canon raw image
    com.canon.cr3-raw-image | public.camera-raw-image | cr3 | image/x-canon-cr3 | Canon raw image, version 3
    com.canon.crw-raw-image | public.camera-raw-image | crw | image/x-canon-crw | Canon raw image (CIFF)
    com.nikon.raw-image | public.camera-raw-image | nef | image/x-nikon-nef | Nikon raw image
    com.nikon.nrw-raw-image | public.camera-raw-image | nrw | image/x-nikon-nrw | Nikon raw image (NRW)
    com.sony.arw-raw-image | public.camera-raw-image | arw | image/x-sony-arw | Sony raw image
    com.olympus.or-raw-image | public.camera-raw-image | orf | image/x-olympus-orf | Olympus raw image
    com.panasonic.rw2-raw-image | public.camera-raw-image | rw2 | image/x-panasonic-rw2 | Panasonic raw image
    com.fuji.raw-image | public.camera-raw-image | raf | image/x-fuji-raf | Fuji raw image
    com.pentax.raw-image | public.camera-raw-image | pef | image/x-pentax-pef | Pentax raw image
    com.minolta.raw-image | public.camera-raw-image | mrw | image/x-minolta-mrw | Minolta raw image
    com.sigma.x3f-raw-image | public.camera-raw-image | x3f | image/x-sigma-x3f image/x-x3f | Sigma raw image
    org.nifti.nifti | public.image | nii | image/x.nifti | NIfTI volume
    com.microsoft.wim-archive | public.data public.archive | wim swm esd | application/x-ms-wim | Windows imaging archive
    com.rarlab.rar-archive | public.data public.archive | rar | application/vnd.rar application/x-rar application/x-rar-compressed | RAR archive
    org.facebook.zstandard-archive | public.data public.archive | zst zstd | application/zstd application/x-zstd | Zstandard archive
    org.facebook.tar-zstandard-archive | org.facebook.zstandard-archive | tar.zst tzst | application/x-zstd-compressed-tar | Zstandard-compressed tar archive
    org.lz4.lz4-archive | public.data public.archive | lz4 | application/x-lz4 | LZ4 archive
    org.nongnu.lzip-archive | public.data public.archive | lz | application/x-lzip application/lzip | lzip archive
    org.tukaani.lzma-archive | public.data public.archive | lzma | application/x-lzma | LZMA archive
    org.lzop.lzop-archive | public.data public.archive | lzo | application/x-lzop | lzop archive
    org.samba.rzip-archive | public.data public.archive | rz | application/x-rzip | rzip archive
    net.kolivas.lrzip-archive | public.data public.archive | lrz | application/x-lrzip | lrzip archive
    com.google.brotli-archive | public.data public.archive | br | application/x-brotli | Brotli archive
    com.google.snappy-archive | public.data public.archive | sz | application/x-snappy-framed | Snappy stream
    org.bzip3.bzip3-archive | public.data public.archive | bz3 | application/vnd.bzip3 application/x-bzip3 | bzip3 archive
    com.installshield.cab-archive | public.data public.archive |  | application/x-installshield | InstallShield cabinet
    com.microsoft.cab-archive | public.data public.archive | cab | application/vnd.ms-cab-compressed | Windows cabinet
    jp.lha.lha-archive | public.data public.archive | lha lzh | application/x-lha application/x-lzh-compressed | LHA archive
    com.arj.arj-archive | public.data public.archive | arj | application/x-arj | ARJ archive
    com.winace.ace-archive | public.data public.archive | ace | application/x-ace application/x-ace-compressed | ACE archive
    org.zoo.zoo-archive | public.data public.archive | zoo | application/x-zoo | zoo archive
    com.allume.stuffit-archive | public.data public.archive | sit sitx | application/x-stuffit | StuffIt archive
    com.estsoft.alz-archive | public.data public.archive | alz | application/x-alz | ALZ archive
    com.estsoft.egg-archive | public.data public.archive | egg | application/x-egg | EGG archive
    com.mattmahoney.zpaq-archive | public.data public.archive | zpaq | application/x-zpaq | ZPAQ archive
    org.electronjs.asar | public.data public.archive | asar | application/x-asar | Electron archive
    org.gnu.ar-archive | public.data public.archive | a ar | application/x-archive | Unix library archive
    com.redhat.rpm-archive | public.data public.archive | rpm | application/x-rpm application/x-redhat-package-manager | RPM package
    org.debian.deb-archive | public.data public.archive | deb udeb | application/vnd.debian.binary-package application/x-debian-package application/x-deb | Debian package
    com.google.android.apk | public.zip-archive public.executable | apk | application/vnd.android.package-archive | Android application
    org.alpinelinux.apk-archive | org.gnu.gnu-zip-archive | apk | application/x-alpine-package-keeper-package | Alpine package
    com.apple.itunes.ipa | public.zip-archive public.executable | ipa | application/x-ios-app | iOS application
    com.microsoft.appx | public.zip-archive public.executable | appx | application/appx | Windows application package
    com.microsoft.msix | com.microsoft.appx | msix | application/msix | Windows application package (MSIX)
    org.mozilla.xpi | public.zip-archive | xpi | application/x-xpinstall | Mozilla extension
    com.google.chrome-extension | public.data public.archive | crx | application/x-chrome-extension | Chrome extension
    com.microsoft.visual-studio-extension | public.zip-archive | vsix | application/vsix | Visual Studio extension
    org.python.wheel | public.zip-archive | whl | application/x-python-wheel | Python wheel
    org.flatpak.bundle | public.data | flatpak xdgapp | application/vnd.flatpak application/vnd.xdgapp | Flatpak bundle
    io.snapcraft.snap | org.squashfs.squashfs | snap | application/vnd.snap | Snap package
    org.appimage.appimage | public.data public.executable | appimage | application/vnd.appimage application/x-iso9660-appimage | AppImage
    org.squashfs.squashfs | public.data public.disk-image | sqsh squashfs sfs | application/vnd.squashfs | Squashfs image
    org.iso.raw-disk-image | public.data public.disk-image | raw raw-disk-image img | application/vnd.efi.img application/x-raw-disk-image | Raw disk image
    org.qemu.qcow2 | public.data public.disk-image | qcow2 qcow qed | application/x-qemu-disk | QEMU disk image
    com.vmware.vmdk | public.data public.disk-image | vmdk | application/x-vmdk-disk | VMware disk image
    com.microsoft.vhd | public.data public.disk-image | vhd | application/x-vhd-disk application/x-virtualbox-vhd | Virtual hard disk
    com.microsoft.vhdx | public.data public.disk-image | vhdx | application/x-vhdx-disk | Virtual hard disk, version 2
    org.virtualbox.vdi | public.data public.disk-image | vdi | application/x-vdi-disk application/x-virtualbox-vdi | VirtualBox disk image
    org.dmtf.ova | public.tar-archive | ova | application/ovf | Open virtual appliance
    com.ahead.nrg | public.data public.disk-image | nrg | application/x-nrg | Nero disc image
    org.mamedev.chd | public.data public.disk-image | chd | application/x-mame-chd | Compressed hunks of data
    org.netpreserve.warc | public.data public.archive | warc | application/warc | Web archive (WARC)
    org.openzim.zim | public.data public.archive | zim | application/x-openzim | ZIM archive
    org.linux.elf | public.data |  | application/x-elf | Any ELF file
    org.linux.elf-executable | org.linux.elf public.unix-executable | elf | application/x-executable application/x-pie-executable | ELF executable
    org.linux.elf-shared-library | org.linux.elf public.unix-executable | so | application/x-sharedlib | ELF shared library
    org.linux.elf-object | org.linux.elf public.object-code | o ko | application/x-object | ELF object code
    org.linux.elf-core | org.linux.elf |  | application/x-coredump application/x-core | ELF core dump
    org.webassembly.wasm | public.data public.executable | wasm | application/wasm | WebAssembly module
    com.microsoft.msi | public.data public.executable | msi msp | application/x-msi application/x-ms-installer | Windows installer package
    com.microsoft.dos-executable | com.microsoft.windows-executable |  | application/x-dosexec application/x-msdos-program | DOS executable
    com.microsoft.ne-executable | com.microsoft.windows-executable |  | application/x-ms-ne-executable | 16-bit Windows executable
    com.microsoft.batch-script | public.script | bat cmd | text/x-msdos-batch application/x-bat | Windows batch script
    com.microsoft.powershell-script | public.script | ps1 psm1 psd1 | application/x-powershell | PowerShell script
    com.microsoft.vbscript | public.script | vbs vbe | text/vbscript text/vbs | Visual Basic script
    com.microsoft.registry-script | public.script | reg | text/x-ms-regedit text/x-wine-extension-reg | Windows registry script
    com.microsoft.shortcut | public.data public.executable | lnk | application/x-ms-shortcut | Windows shortcut
    org.python.bytecode | public.data public.executable | pyc pyo | application/x-bytecode.python application/x-python-bytecode | Python byte code
    org.lua.bytecode | public.data public.executable | luac | application/x-lua-bytecode | Lua byte code
    org.llvm.bitcode | public.data public.executable | bc | application/x-llvm | LLVM bit code
    com.google.android.dex | public.data public.executable | dex | application/x-dex | Android byte code
    com.microsoft.ole-storage | public.data |  | application/x-ole-storage application/cdfv2 application/vnd.ms-office | Compound document
    com.microsoft.word.dot | com.microsoft.word.doc | dot | application/msword-template | Word 97-2003 template
    com.microsoft.excel.xlt | com.microsoft.excel.xls | xlt | application/vnd.ms-excel | Excel 97-2003 template
    com.microsoft.powerpoint.pot | com.microsoft.powerpoint.ppt | pot pps | application/vnd.ms-powerpoint | PowerPoint 97-2003 template
    com.microsoft.visio | public.data public.composite-content | vsd vst vss | application/vnd.visio | Visio drawing
    com.microsoft.visio.xml | org.openxmlformats.openxml public.composite-content | vsdx vstx vssx | application/vnd.ms-visio.drawing.main+xml | Visio drawing (Open XML)
    com.microsoft.publisher | public.data public.composite-content | pub | application/vnd.ms-publisher | Publisher document
    com.microsoft.project | public.data public.composite-content | mpp mpt | application/vnd.ms-project | Project plan
    com.microsoft.works | public.data public.composite-content | wps wks | application/vnd.ms-works | Works document
    com.microsoft.onenote | public.data public.composite-content | one onetoc2 | application/onenote application/msonenote | OneNote section
    org.openxmlformats.wordprocessingml.document.macroenabled | org.openxmlformats.openxml public.composite-content | docm | application/vnd.ms-word.document.macroenabled.12 | Open XML text document with macros
    org.openxmlformats.wordprocessingml.template | org.openxmlformats.openxml public.composite-content | dotx | application/vnd.openxmlformats-officedocument.wordprocessingml.template | Open XML text template
    org.openxmlformats.wordprocessingml.template.macroenabled | org.openxmlformats.openxml public.composite-content | dotm | application/vnd.ms-word.template.macroenabled.12 | Open XML text template with macros
    org.openxmlformats.spreadsheetml.sheet.macroenabled | org.openxmlformats.openxml public.composite-content public.spreadsheet | xlsm | application/vnd.ms-excel.sheet.macroenabled.12 | Open XML workbook with macros
    org.openxmlformats.spreadsheetml.template | org.openxmlformats.openxml public.composite-content public.spreadsheet | xltx | application/vnd.openxmlformats-officedocument.spreadsheetml.template | Open XML workbook template
    com.microsoft.excel.sheet.binary | org.openxmlformats.openxml public.composite-content public.spreadsheet | xlsb | application/vnd.ms-excel.sheet.binary.macroenabled.12 | Binary workbook
    org.openxmlformats.presentationml.presentation.macroenabled | org.openxmlformats.openxml public.presentation | pptm | application/vnd.ms-powerpoint.presentation.macroenabled.12 | Open XML presentation with macros
    org.openxmlformats.presentationml.slideshow | org.openxmlformats.openxml public.presentation | ppsx | application/vnd.openxmlformats-officedocument.presentationml.slideshow | Open XML slide show
    org.openxmlformats.presentationml.template | org.openxmlformats.openxml public.presentation | potx | application/vnd.openxmlformats-officedocument.presentationml.template | Open XML presentation template
    org.oasis-open.opendocument.text-template | org.oasis-open.opendocument public.composite-content | ott | application/vnd.oasis.opendocument.text-template | OpenDocument text template
    org.oasis-open.opendocument.text-master | org.oasis-open.opendocument public.composite-content | odm | application/vnd.oasis.opendocument.text-master | OpenDocument master text
    org.oasis-open.opendocument.text-master-template | org.oasis-open.opendocument public.composite-content | otm | application/vnd.oasis.opendocument.text-master-template | OpenDocument master text template
    org.oasis-open.opendocument.text-web | org.oasis-open.opendocument public.composite-content | oth | application/vnd.oasis.opendocument.text-web | OpenDocument web text
    org.oasis-open.opendocument.spreadsheet-template | org.oasis-open.opendocument public.composite-content public.spreadsheet | ots | application/vnd.oasis.opendocument.spreadsheet-template | OpenDocument spreadsheet template
    org.oasis-open.opendocument.presentation-template | org.oasis-open.opendocument public.composite-content public.presentation | otp | application/vnd.oasis.opendocument.presentation-template | OpenDocument presentation template
    org.oasis-open.opendocument.graphics-template | org.oasis-open.opendocument public.composite-content | otg | application/vnd.oasis.opendocument.graphics-template | OpenDocument drawing template
    org.oasis-open.opendocument.formula | org.oasis-open.opendocument public.composite-content | odf | application/vnd.oasis.opendocument.formula | OpenDocument formula
    org.oasis-open.opendocument.chart | org.oasis-open.opendocument public.composite-content | odc | application/vnd.oasis.opendocument.chart | OpenDocument chart
    org.oasis-open.opendocument.database | org.oasis-open.opendocument public.database | odb | application/vnd.oasis.opendocument.base application/vnd.oasis.opendocument.database | OpenDocument database
    org.oasis-open.opendocument.image | org.oasis-open.opendocument public.image | odi | application/vnd.oasis.opendocument.image | OpenDocument image
    org.oasis-open.opendocument.text-flat | public.xml public.composite-content | fodt | application/vnd.oasis.opendocument.text-flat-xml | OpenDocument text, flat
    org.oasis-open.opendocument.spreadsheet-flat | public.xml public.composite-content public.spreadsheet | fods | application/vnd.oasis.opendocument.spreadsheet-flat-xml | OpenDocument spreadsheet, flat
    org.oasis-open.opendocument.presentation-flat | public.xml public.presentation | fodp | application/vnd.oasis.opendocument.presentation-flat-xml | OpenDocument presentation, flat
    org.oasis-open.opendocument.graphics-flat | public.xml public.composite-content | fodg | application/vnd.oasis.opendocument.graphics-flat-xml | OpenDocument drawing, flat
    org.openoffice.text | public.data public.composite-content | sxw | application/vnd.sun.xml.writer | OpenOffice.org 1 text
    org.openoffice.text-template | org.openoffice.text | stw | application/vnd.sun.xml.writer.template | OpenOffice.org 1 text template
    org.openoffice.spreadsheet | public.data public.spreadsheet | sxc | application/vnd.sun.xml.calc | OpenOffice.org 1 spreadsheet
    org.openoffice.presentation | public.data public.presentation | sxi | application/vnd.sun.xml.impress | OpenOffice.org 1 presentation
    org.openoffice.extension | public.zip-archive | oxt | application/vnd.openofficeorg.extension | OpenOffice extension
    com.corel.wordperfect | public.data public.composite-content | wpd wp | application/vnd.wordperfect | WordPerfect document
    com.lotus.123 | public.data public.spreadsheet | wk1 wk3 wk4 123 | application/vnd.lotus-1-2-3 | Lotus 1-2-3 spreadsheet
    org.gnome.gnumeric | public.data public.spreadsheet | gnumeric | application/x-gnumeric | Gnumeric spreadsheet
    com.adobe.framemaker | public.data public.composite-content | fm book frame maker | application/vnd.framemaker | FrameMaker document
    com.adobe.framemaker-interchange | public.text | mif | application/x-mif application/vnd.mif | FrameMaker interchange
    com.adobe.indesign | public.data public.composite-content | indd | application/x-indesign | InDesign document
    com.quark.xpress | public.data public.composite-content | qxp qxd | application/vnd.quark.quarkxpress application/x-quark-xpress-3 | QuarkXPress document
    net.scribus.sla | public.data public.composite-content | sla scd | application/vnd.scribus application/x-scribus | Scribus document
    com.hancom.hwp | public.data public.composite-content | hwp | application/x-hwp application/haansofthwp | Hangul document
    com.apple.pkpass | public.zip-archive | pkpass | application/vnd.apple.pkpass | Wallet pass
    com.apple.pkpasses | public.zip-archive | pkpasses | application/vnd.apple.pkpasses | Wallet passes
    org.staroffice.writer | public.data public.composite-content | sdw vor sgl | application/vnd.stardivision.writer application/x-starwriter | StarOffice text
    org.staroffice.calc | public.data public.spreadsheet | sdc | application/vnd.stardivision.calc application/x-starcalc | StarOffice spreadsheet
    org.staroffice.impress | public.data public.presentation | sdd sdp | application/vnd.stardivision.impress application/x-starimpress | StarOffice presentation
    org.staroffice.draw | public.data public.composite-content | sda | application/vnd.stardivision.draw application/x-stardraw | StarOffice drawing
    org.staroffice.math | public.data public.composite-content |  | application/vnd.stardivision.math application/x-starmath | StarOffice formula
    org.staroffice.chart | public.data public.composite-content | sds | application/vnd.stardivision.chart application/x-starchart | StarOffice chart
    org.w3.woff | public.font | woff | font/woff application/font-woff application/x-font-woff | Web font
    org.w3.woff2 | public.font | woff2 | font/woff2 | Web font, version 2
    com.microsoft.eot | public.font | eot | application/vnd.ms-fontobject | Embedded OpenType font
    com.adobe.type1-font | public.font | pfb pfa | application/x-font-type1 font/x-postscript-pfb | Type 1 font
    com.adobe.bdf-font | public.font | bdf | application/x-font-bdf | Bitmap distribution font
    org.x.pcf-font | public.font | pcf | application/x-font-pcf | Portable compiled font
    org.iana.tzif | public.data |  | application/tzif | Time zone data
    org.openscad.source | public.source-code | scad | application/x-openscad | OpenSCAD source
    org.gerber.gerber | public.text | gbr ger | application/vnd.gerber application/x-gerber | Gerber layout
    org.virustotal.yara | public.source-code | yar yara | text/x-yara | YARA rules
    org.smali.source | public.source-code | smali | application/x-smali | Smali source
    com.nintendo.nes-rom | public.data | nes | application/x-nes-rom | NES cartridge
    com.nintendo.gameboy-rom | public.data | gb gbc | application/x-gameboy-rom | Game Boy cartridge
    com.nintendo.gba-rom | public.data | gba agb | application/x-gba-rom | Game Boy Advance cartridge
    com.nintendo.ds-rom | public.data | nds | application/vnd.nintendo.nitro.rom application/x-nintendo-ds-rom | Nintendo DS cartridge
    com.nintendo.64-rom | public.data | n64 z64 v64 | application/x-n64-rom | Nintendo 64 cartridge
    com.sega.genesis-rom | public.data | gen | application/x-genesis-rom | Mega Drive cartridge
    com.idsoftware.wad | public.data | wad | application/x-doom-wad | Doom data
    """
