/// The system types of Apple's platforms, one a line: identifier | parents | extensions | MIME types | description.
///
/// Rows that carry the same tag stand in the order of preference, and so do the tags within a row. Apple's text in the
/// database differs in places from its headers; where it does, this table follows the database. Nothing is to be added
/// here that Apple does not declare: types that it lacks are in ``fieldTypes``.
let systemTypes: String = """
    public.item |  |  |  | Root of the physical hierarchy: anything stored or passed around as one thing
    public.content |  |  |  | Root of the functional hierarchy: something a person can view
    public.composite-content | public.content |  |  | Viewable content that embeds several kinds of content
    public.disk-image | public.archive |  |  | Image of a disk that can be mounted as a volume
    public.data | public.item |  | application/octet-stream | Plain stream of bytes, on disk or in memory
    public.directory | public.item |  |  | Any directory, whether shown as a folder or as a package
    com.apple.resolvable |  |  |  | Reference that resolves to another item
    public.symlink | public.item com.apple.resolvable |  |  | Symbolic link
    public.executable |  |  |  | Something that can be run
    com.apple.mount-point | public.item com.apple.resolvable |  |  | Mount point of a volume
    com.apple.alias-file | public.data com.apple.resolvable |  |  | Finder alias file
    com.apple.bookmark | public.data com.apple.resolvable |  |  | Serialized URL bookmark data
    public.url | public.data |  |  | URL value
    public.file-url | public.url |  |  | URL value with the file scheme
    public.text | public.data public.content |  |  | Any text, marked up or not
    public.plain-text | public.text | txt text | text/plain | Text without markup, encoding unknown
    public.utf8-plain-text | public.plain-text |  | text/plain;charset=utf-8 | Plain text in UTF-8
    public.utf16-external-plain-text | public.plain-text |  |  | Plain UTF-16 text, big-endian unless a byte-order mark says otherwise
    public.utf16-plain-text | public.plain-text |  | text/plain;charset=utf-16 | Plain UTF-16 text in native byte order, optional byte-order mark
    public.delimited-values-text | public.text |  |  | Text table with delimiters
    public.comma-separated-values-text | public.plain-text public.delimited-values-text | csv | text/csv text/comma-separated-values | Comma-separated values
    public.tab-separated-values-text | public.plain-text public.delimited-values-text | tsv | text/tab-separated-values | Tab-separated values
    public.utf8-tab-separated-values-text | public.tab-separated-values-text public.utf8-plain-text |  |  | Tab-separated values in UTF-8
    public.rtf | public.text | rtf | text/rtf | Rich Text Format document
    public.html | public.text | html htm shtml shtm | text/html | HTML document
    public.xml | public.text | xml | application/xml text/xml | XML document
    public.yaml | public.text | yml yaml | application/x-yaml | YAML document
    public.css | public.text | css | text/css | Cascading style sheet
    public.source-code | public.plain-text |  |  | Source code in any language
    public.assembly-source | public.source-code | s |  | Assembly source
    public.c-source | public.source-code | c |  | C source
    public.objective-c-source | public.source-code | m |  | Objective-C source
    public.swift-source | public.source-code | swift |  | Swift source
    public.c-plus-plus-source | public.source-code | cp cpp c++ cc cxx |  | C++ source
    public.objective-c-plus-plus-source | public.source-code | mm |  | Objective-C++ source
    public.c-header | public.source-code | h |  | C header
    public.c-plus-plus-header | public.source-code | hh hp hpp hxx h++ ipp |  | C++ header
    public.script | public.source-code |  |  | Script in any scripting language
    com.apple.applescript.text | public.script | applescript |  | AppleScript as text
    com.apple.applescript.script | public.data public.script | scpt |  | Compiled Open Scripting Architecture script
    com.apple.applescript.script-bundle | com.apple.bundle com.apple.package | scptd |  | Script packaged as a bundle
    com.netscape.javascript-source | public.script public.executable | js jscript javascript mjs | text/javascript | JavaScript source
    public.shell-script | public.script | sh |  | Shell script
    public.perl-script | public.shell-script | pl pm | text/x-perl-script | Perl script
    public.python-script | public.shell-script | py | text/x-python-script | Python script
    public.ruby-script | public.shell-script | rb rbw | text/x-ruby-script | Ruby script
    public.php-script | public.shell-script | php php3 php4 ph3 ph4 phtml | text/php text/x-php-script application/php | PHP script
    public.make-source | public.script | make mak gmk mk |  | Makefile
    public.json | public.text | json | application/json | JSON document
    net.daringfireball.markdown | public.utf8-plain-text | md markdown | text/markdown | Markdown text
    com.apple.property-list | public.data | plist |  | Property list in any encoding
    com.apple.xml-property-list | public.xml com.apple.property-list | plist |  | Property list encoded as XML
    com.apple.binary-property-list | com.apple.property-list | plist |  | Property list in the binary encoding
    com.adobe.pdf | public.data public.composite-content | pdf | application/pdf | PDF document
    com.apple.rtfd | com.apple.package public.composite-content | rtfd |  | Rich text with attachments, stored as a package
    com.apple.flat-rtfd | public.data public.composite-content |  |  | Rich text with attachments, flattened to one byte stream
    com.apple.webarchive | public.data public.composite-content | webarchive | application/x-webarchive | WebKit web archive
    public.image | public.data public.content |  |  | Any image
    public.jpeg | public.image | jpeg jpg jpe | image/jpeg image/jpg | JPEG image
    public.tiff | public.image | tiff tif | image/tiff | TIFF image
    com.compuserve.gif | public.image | gif | image/gif | GIF image
    public.png | public.image | png | image/png | PNG image
    com.apple.icns | public.image | icns |  | Apple icon image
    com.microsoft.bmp | public.image | bmp dib | image/bmp | Windows bitmap image
    com.microsoft.ico | public.image | ico | image/vnd.microsoft.icon | Windows icon image
    public.camera-raw-image | public.image |  |  | Unprocessed camera image, any vendor
    public.svg-image | public.image public.xml | svg svgz | image/svg+xml | Scalable vector graphics image
    com.apple.live-photo |  |  |  | Live Photo (image plus motion)
    public.heif | public.heif-standard | heif hif | image/heif | High Efficiency Image File Format image
    public.heic | public.heif-standard | heic | image/heic | HEIF image coded with HEVC
    public.heics | public.heif-standard | heics | image/heic-sequence | HEIF image sequence coded with HEVC
    org.webmproject.webp | public.image | webp | image/webp | WebP image
    com.ilm.openexr-image | public.image | exr |  | OpenEXR image
    com.adobe.raw-image | public.camera-raw-image | dng | image/x-adobe-dng | Digital Negative camera image
    public.jpeg-xl | public.image | jxl | image/jxl | JPEG XL image
    public.3d-content | public.content |  |  | Any 3D content
    com.pixar.universal-scene-description | public.3d-content public.data | usd usda usdc |  | Universal Scene Description file
    com.pixar.universal-scene-description-mobile | public.3d-content public.data | usdz | model/vnd.usdz+zip | Universal Scene Description package (zip)
    com.apple.reality | public.data | reality | model/vnd.reality | Reality Composer file
    com.apple.scenekit.scene | public.data public.3d-content | scn scnz |  | SceneKit scene
    com.apple.arobject | public.data | arobject |  | AR reference object
    public.audiovisual-content | public.data public.content |  |  | Anything with sound, moving pictures or both
    public.movie | public.audiovisual-content |  |  | Media that may hold both video and audio
    public.video | public.movie |  |  | Video without sound
    public.audio | public.audiovisual-content |  |  | Audio without video
    com.apple.quicktime-movie | public.movie | mov qt | video/quicktime | QuickTime movie
    public.mpeg | public.movie | mpg mpeg mpe m75 m15 | video/mpeg video/mpg video/x-mpeg video/x-mpg | MPEG-1 or MPEG-2 movie
    public.mpeg-2-video | public.video | m2v | video/mpeg2 video/mpeg2-video | MPEG-2 video stream
    public.mpeg-2-transport-stream | public.movie | ts |  | MPEG-2 transport stream
    public.mp3 | public.audio | mp3 mpga | audio/mpeg audio/mpeg3 audio/mpg audio/mp3 audio/x-mpeg audio/x-mpeg3 audio/x-mpg audio/x-mp3 | MP3 audio
    public.mpeg-4 | public.movie | mp4 mpg4 | video/mp4 video/mp4v-es | MPEG-4 movie
    public.mpeg-4-audio | public.audio | mp4 mpg4 | audio/mp4 audio/mp4a-latm | MPEG-4 audio
    com.apple.protected-mpeg-4-audio | public.audio | m4p |  | MPEG-4 audio with Apple copy protection
    com.apple.protected-mpeg-4-video | com.apple.m4v-video |  |  | MPEG-4 movie with Apple copy protection
    public.avi | public.movie | avi vfw | video/avi video/msvideo video/x-msvideo | AVI movie
    public.aiff-audio | public.aifc-audio | aiff aif | audio/aiff audio/x-aiff | AIFF audio
    com.microsoft.waveform-audio | public.audio | wav wave bwf | audio/vnd.wave audio/wav audio/wave audio/x-wav | Waveform (WAV) audio
    public.midi-audio | public.audio | midi mid smf kar | audio/midi audio/x-midi | MIDI audio
    public.playlist |  |  |  | Any playlist
    public.m3u-playlist | public.plain-text public.playlist | m3u m3u8 | audio/mpegurl application/vnd.apple.mpegurl audio/x-mpegurl | M3U or M3U8 playlist
    public.folder | public.directory |  |  | Directory a person browses as a folder
    public.volume | public.folder |  |  | Root folder of a volume
    com.apple.package | public.directory |  |  | Directory shown as a single document
    com.apple.bundle | public.directory |  |  | Directory with a bundle layout
    com.apple.plugin | com.apple.bundle com.apple.package | plugin |  | Bundle-based plug-in
    com.apple.metadata-importer | com.apple.plugin | mdimporter |  | Spotlight importer bundle
    com.apple.quicklook-generator | com.apple.plugin | qlgenerator |  | Quick Look generator bundle
    com.apple.xpc-service | com.apple.bundle com.apple.package | xpc |  | XPC service bundle
    com.apple.framework | com.apple.bundle | framework |  | Framework bundle
    com.apple.application | public.executable |  |  | Any application
    com.apple.application-bundle | com.apple.application com.apple.localizable-name-bundle com.apple.package | app |  | Application stored as a bundle
    com.apple.application-and-system-extension | com.apple.xpc-service | appex |  | App extension bundle
    public.unix-executable | public.data public.executable |  |  | Single-file Unix executable
    com.microsoft.windows-executable | public.data public.executable | exe | application/x-msdownload | Windows executable
    com.apple.systempreference.prefpane | com.apple.package com.apple.bundle | prefpane |  | System settings pane bundle
    public.archive |  |  |  | Any archive of files
    org.gnu.gnu-zip-archive | public.data public.archive | gz gzip | application/x-gzip application/gzip | Gzip archive
    public.bzip2-archive | public.data public.archive | bz2 bz | application/x-bzip2 application/x-bzip application/bzip2 application/bzip application/x-bz2 | Bzip2 archive
    public.zip-archive | com.pkware.zip-archive | zip | application/zip application/x-zip-compressed | Zip archive
    com.apple.archive | public.data public.archive | aar yaa |  | Apple Archive
    public.tar-archive | org.gnu.gnu-tar-archive | tar | application/x-tar application/tar | Tar archive
    public.spreadsheet | public.content |  |  | Any spreadsheet document
    public.presentation | public.composite-content |  |  | Any presentation document
    public.database |  |  |  | Any database
    public.message |  |  |  | Any message (mail, chat and so on)
    public.contact |  |  |  | Contact details of a person, group or organization
    public.vcard | public.text public.contact | vcf vcard | text/vcard text/directory text/x-vcard | vCard contact card
    public.to-do-item |  |  |  | To-do item
    public.calendar-event |  |  |  | Calendar event
    public.email-message | public.message |  |  | Email message
    com.apple.internet-location | public.stored-url public.data |  |  | Apple internet location file
    com.microsoft.internet-shortcut | public.stored-url public.data | url |  | Windows internet shortcut file
    public.font | public.data |  |  | Any font
    public.bookmark |  |  |  | Any bookmark
    com.rsa.pkcs-12 | public.data | p12 pfx | application/x-pkcs12 | PKCS #12 key and certificate bundle
    public.x509-certificate | public.data | cer der crt pem | application/x-x509-ca-cert | X.509 certificate
    org.idpf.epub-container | public.data public.composite-content | epub | application/epub+zip | EPUB publication
    public.log | public.item |  |  | Any log
    com.apple.haptics.ahap | public.haptics-content public.json | ahap |  | Apple haptic and audio pattern
    public.geojson | public.json | geojson | application/geo+json | GeoJSON document
    com.apple.linkpresentation.metadata | public.data |  |  | Link preview metadata
    com.apple.shazamsignature | public.data | shazamsignature |  | Shazam audio signature
    com.apple.shazamcatalog | public.data | shazamcatalog |  | Shazam custom catalog
    public.heif-standard | public.image |  |  | Any image in the HEIF family
    com.apple.m4v-video | public.mpeg-4 | m4v | video/x-m4v | MPEG-4 video with Apple extensions
    public.aifc-audio | public.audio | aifc |  | AIFF-C audio
    com.pkware.zip-archive | public.data public.archive |  |  | Zip archive family
    com.apple.localizable-name-bundle | com.apple.bundle |  |  | Bundle whose displayed name can be localized
    org.gnu.gnu-tar-archive | public.data public.archive | gtar | application/x-gtar | GNU tar archive family
    public.stored-url |  |  |  | File that stores a URL
    public.haptics-content |  |  |  | Any haptic content
    public.case-insensitive-text | public.text |  |  | Text compared without regard to case
    public.filename-extension | public.case-insensitive-text |  |  | Tag class: file name extension
    public.mime-type | public.case-insensitive-text |  |  | Tag class: MIME type
    public.url-name | public.data |  |  | Title that goes with a URL
    public.named-pipe | public.item |  |  | Named pipe
    public.socket | public.item |  |  | Socket in the file system
    public.character-special | public.item |  |  | Character device
    public.block-special | public.item |  |  | Block device
    com.apple.cocoa.pasteboard.color | public.data |  |  | Archived color value
    public.xhtml | public.xml | xhtml xhtm xht | application/xhtml+xml | XHTML document
    public.rss | public.xml | rss | application/rss+xml | RSS feed
    org.w3.webvtt | public.text | vtt | text/vtt | WebVTT captions
    com.apple.ascii-property-list | public.text com.apple.property-list | plist |  | Property list in the old text encoding
    com.apple.log | public.plain-text public.log | log |  | Log as plain text
    com.apple.crashreport | public.utf8-plain-text public.log | crash |  | Crash report
    public.patch-file | public.plain-text | patch diff |  | Patch or diff
    public.source-code.preprocessed | public.source-code |  |  | Preprocessed source code
    public.csh-script | public.shell-script | csh |  | C shell script
    public.bash-script | public.shell-script | bash |  | Bash script
    public.zsh-script | public.shell-script | zsh |  | Z shell script
    public.ksh-script | public.shell-script | ksh |  | Korn shell script
    public.tcsh-script | public.shell-script | tcsh |  | tcsh script
    public.rust-source | public.text public.source-code | rs | text/x-rust text/rust | Rust source
    com.sun.java-source | public.source-code | java jav |  | Java source
    public.fortran-source | public.source-code | f for |  | Fortran source
    public.pascal-source | public.source-code | pas |  | Pascal source
    public.lex-source | public.source-code | l lm lmm lpp lxx ll |  | Lex source
    public.yacc-source | public.source-code | y ym ymm ypp yxx yy |  | Yacc source
    public.c-plus-plus-inline-header | public.c-plus-plus-header | inl |  | C++ inline header
    public.object-code | public.data public.executable | o |  | Object code
    com.sun.java-class | public.data public.executable | class |  | Java class file
    com.apple.mach-o-binary | public.unix-executable |  |  | Mach-O binary
    com.apple.mach-o-dylib | com.apple.mach-o-binary | dylib |  | Mach-O dynamic library
    com.microsoft.windows-dynamic-link-library | public.data public.executable | dll | application/x-msdownload | Windows dynamic link library
    com.apple.ical.ics | public.text public.item public.calendar-event | ics | text/calendar | iCalendar file
    com.apple.ical.vcs | public.text public.item public.calendar-event | vcs vcal | text/x-vcalendar | vCalendar file
    com.apple.mail.email | public.data public.email-message | eml | message/rfc822 | Email message stored as a file
    public.jpeg-2000 | public.image | jp2 jpf jpx j2k j2c | image/jp2 | JPEG 2000 image
    public.heifs | public.heif-standard | heifs | image/heif-sequence | HEIF image sequence
    public.avci | public.heif-standard | avci | image/avci | HEIF image coded with AVC
    public.avcs | public.heif-standard | avcs | image/avcs | HEIF image sequence coded with AVC
    public.avif | public.heif-standard | avif | image/avif | AV1 image
    public.mpo-image | public.image | mpo |  | Multi-picture object image
    public.pbm | public.image | pbm pfm pgm ppm |  | Portable bitmap image family
    com.apple.pict | public.image | pict pct pic | image/pict image/x-pict image/x-macpict | QuickDraw picture
    public.radiance | public.image | pic hdr |  | Radiance high dynamic range image
    com.truevision.tga-image | public.image | tga | image/targa image/tga application/tga | Targa image
    com.adobe.photoshop-image | public.image | psd | image/vnd.adobe.photoshop image/photoshop image/x-photoshop image/psd application/photoshop | Photoshop document
    com.adobe.illustrator.ai-image | public.image | ai |  | Illustrator artwork
    com.adobe.postscript | public.data public.composite-content | ps | application/postscript | PostScript document
    com.adobe.encapsulated-postscript | com.adobe.postscript | eps |  | Encapsulated PostScript document
    com.apple.private.live-photo-bundle | com.apple.live-photo com.apple.bundle com.apple.package | pvt |  | Live Photo stored as a package
    com.apple.m4a-audio | public.mpeg-4-audio | m4a | audio/x-m4a | Audio in an MPEG-4 container (Apple)
    com.apple.mpeg-4-ringtone | public.mpeg-4-audio | m4r | audio/x-m4r | Ringtone in an MPEG-4 container
    com.apple.protected-mpeg-4-audio-b | com.apple.protected-mpeg-4-audio | m4b |  | Audiobook in an MPEG-4 container
    public.aac-audio | public.audio | aac adts | audio/aac audio/x-aac | AAC audio stream
    public.ac3-audio | public.audio | ac3 | audio/ac3 | AC-3 audio
    public.enhanced-ac3-audio | public.audio | eac3 ec3 | audio/eac3 | Enhanced AC-3 audio
    public.au-audio | public.audio | au snd | audio/basic | Sun/NeXT audio
    public.ulaw-audio | public.audio | ul ulw ulaw |  | mu-law audio
    com.apple.coreaudio-format | public.audio | caf |  | Core Audio Format file
    org.xiph.flac | public.audio | flac | audio/flac | FLAC audio
    org.xiph.ogg-audio | public.audio | ogg oga | audio/ogg | Ogg audio
    public.mp2 | public.audio | mp2 |  | MPEG audio layer II
    org.3gpp.adaptive-multi-rate-audio | public.audio | amr | audio/amr | AMR audio
    public.mp4a-loas | public.audio | loas latm |  | MPEG-4 audio in a LOAS stream
    public.3gpp | public.movie | 3gp 3gpp sdv | video/3gpp audio/3gpp | 3GPP movie
    public.3gpp2 | public.movie | 3g2 3gp2 | video/3gpp2 audio/3gpp2 | 3GPP2 movie
    org.webmproject.webm | public.movie | webm | video/webm audio/webm | WebM movie
    public.dv-movie | public.movie | dv dif | video/x-dv | DV movie
    public.avchd-mpeg-2-transport-stream | public.mpeg-2-transport-stream | mts m2ts |  | AVCHD transport stream
    org.smpte.mxf | public.movie | mxf | application/mxf | MXF movie
    com.adobe.flash.video | public.movie | flv f4v f4p f4a f4b | video/x-flv | Flash video
    com.microsoft.advanced-systems-format | public.audiovisual-content | asf | video/x-ms-asf | Advanced Systems Format media
    com.microsoft.windows-media-wmv | public.movie com.microsoft.advanced-systems-format | wmv | video/x-ms-wmv | Windows Media video
    com.microsoft.windows-media-wma | public.audio com.microsoft.advanced-systems-format | wma | video/x-ms-wma | Windows Media audio
    org.gnu.gnu-zip-tar-archive | org.gnu.gnu-zip-archive | tgz |  | Gzip-compressed tar archive
    public.tar-bzip2-archive | public.bzip2-archive | tbz2 tbz |  | Bzip2-compressed tar archive
    org.tukaani.xz-archive | public.data public.archive | xz | application/x-xz | XZ archive
    org.tukaani.tar-xz-archive | public.data public.archive | txz |  | XZ-compressed tar archive
    org.7-zip.7-zip-archive | public.data public.archive | 7z | application/x-7z-compressed | 7-Zip archive
    public.cpio-archive | public.data public.archive | cpio pax |  | cpio archive
    public.z-archive | public.data public.archive | z | application/x-compress | Unix compress archive
    com.apple.xar-archive | public.data public.archive | xar |  | xar archive
    com.apple.encrypted-archive | public.data public.archive | aea |  | Encrypted Apple Archive
    com.sun.java-archive | public.zip-archive public.executable | jar | application/java-archive | Java archive
    com.apple.installer-package-archive | public.data public.archive | pkg mpkg |  | Installer package
    public.uuencoded-archive | public.data public.archive | uu | text/x-uuencode | Uuencoded archive
    com.apple.binhex-archive | public.data public.archive | hqx | application/mac-binhex40 application/mac-binhex application/binhex | BinHex archive
    com.apple.disk-image | public.disk-image public.data |  |  | Apple disk image family
    com.apple.disk-image-udif | com.apple.disk-image | dmg img udif |  | Apple disk image (UDIF)
    public.iso-image | com.apple.disk-image | iso |  | ISO 9660 disk image
    com.apple.generic-bundle | com.apple.bundle com.apple.package | bundle |  | Loadable bundle
    com.apple.web-internet-location | com.apple.internet-location | webloc |  | Web location file
    com.apple.colorsync-profile | public.data | icc icm pf |  | Color profile
    public.truetype-font | public.font |  |  | TrueType font family
    public.truetype-ttf-font | public.truetype-font | ttf | font/ttf | TrueType font
    public.truetype-collection-font | public.truetype-font | ttc |  | TrueType font collection
    public.opentype-font | public.font | otf | font/otf | OpenType font
    public.opentype-collection-font | public.opentype-font | otc |  | OpenType font collection
    public.geometry-definition-format | public.3d-content public.text | obj |  | Wavefront geometry
    public.standard-tesselated-geometry-format | public.3d-content public.data | stl |  | STL geometry
    public.polygon-file-format | public.3d-content public.data | ply |  | Polygon (PLY) geometry
    public.alembic | public.3d-content public.data | abc |  | Alembic 3D scene
    org.khronos.collada.digital-asset-exchange | public.xml public.audiovisual-content public.3d-content | dae |  | COLLADA 3D scene
    org.nema.dicom | public.data | dcm dicom | application/dicom | DICOM medical image
    com.microsoft.word.doc | public.data public.composite-content | doc | application/msword | Word 97-2003 document
    com.microsoft.excel.xls | public.data public.composite-content public.spreadsheet | xls | application/vnd.ms-excel application/msexcel | Excel 97-2003 workbook
    com.microsoft.powerpoint.ppt | public.data public.presentation | ppt | application/vnd.ms-powerpoint application/mspowerpoint | PowerPoint 97-2003 presentation
    org.openxmlformats.openxml | public.data |  |  | Any Office Open XML file
    org.openxmlformats.wordprocessingml.document | org.openxmlformats.openxml public.composite-content | docx | application/vnd.openxmlformats-officedocument.wordprocessingml.document | Office Open XML text document
    org.openxmlformats.spreadsheetml.sheet | org.openxmlformats.openxml public.composite-content public.spreadsheet | xlsx | application/vnd.openxmlformats-officedocument.spreadsheetml.sheet | Office Open XML workbook
    org.openxmlformats.presentationml.presentation | org.openxmlformats.openxml public.presentation | pptx | application/vnd.openxmlformats-officedocument.presentationml.presentation | Office Open XML presentation
    org.oasis-open.opendocument | public.data |  |  | Any OpenDocument file
    org.oasis-open.opendocument.text | org.oasis-open.opendocument public.composite-content | odt | application/vnd.oasis.opendocument.text | OpenDocument text
    org.oasis-open.opendocument.spreadsheet | org.oasis-open.opendocument public.composite-content public.spreadsheet | ods | application/vnd.oasis.opendocument.spreadsheet | OpenDocument spreadsheet
    org.oasis-open.opendocument.presentation | org.oasis-open.opendocument public.composite-content public.presentation | odp | application/vnd.oasis.opendocument.presentation | OpenDocument presentation
    org.oasis-open.opendocument.graphics | org.oasis-open.opendocument public.composite-content | odg | application/vnd.oasis.opendocument.graphics | OpenDocument drawing
    com.apple.iwork.pages.sffpages | public.data public.composite-content | pages | application/x-iwork-pages-sffpages | Pages document, single file
    com.apple.iwork.pages.pages | com.apple.package public.composite-content | pages |  | Pages document, package
    com.apple.iwork.numbers.sffnumbers | public.data public.composite-content public.spreadsheet | numbers | application/x-iwork-numbers-sffnumbers | Numbers spreadsheet, single file
    com.apple.iwork.numbers.numbers | com.apple.package public.composite-content public.spreadsheet | numbers |  | Numbers spreadsheet, package
    com.apple.iwork.keynote.sffkey | public.data public.presentation | key | application/x-iwork-keynote-sffkey | Keynote presentation, single file
    com.apple.iwork.keynote.key | com.apple.package public.presentation | key |  | Keynote presentation, package
    """
