extension UTType {
    /// Root of the physical hierarchy: anything stored or passed around as one thing: `public.item`.
    public static let item = UTType(known: "public.item")
    /// Root of the functional hierarchy: something a person can view: `public.content`.
    public static let content = UTType(known: "public.content")
    /// Viewable content that embeds several kinds of content: `public.composite-content`.
    public static let compositeContent = UTType(known: "public.composite-content")
    /// Image of a disk that can be mounted as a volume: `public.disk-image`.
    public static let diskImage = UTType(known: "public.disk-image")
    /// Plain stream of bytes, on disk or in memory: `public.data`.
    public static let data = UTType(known: "public.data")
    /// Any directory, whether shown as a folder or as a package: `public.directory`.
    public static let directory = UTType(known: "public.directory")
    /// Reference that resolves to another item: `com.apple.resolvable`.
    public static let resolvable = UTType(known: "com.apple.resolvable")
    /// Symbolic link: `public.symlink`.
    public static let symbolicLink = UTType(known: "public.symlink")
    /// Something that can be run: `public.executable`.
    public static let executable = UTType(known: "public.executable")
    /// Mount point of a volume: `com.apple.mount-point`.
    public static let mountPoint = UTType(known: "com.apple.mount-point")
    /// Finder alias file: `com.apple.alias-file`.
    public static let aliasFile = UTType(known: "com.apple.alias-file")
    /// Serialized URL bookmark data: `com.apple.bookmark`.
    public static let urlBookmarkData = UTType(known: "com.apple.bookmark")
    /// URL value: `public.url`.
    public static let url = UTType(known: "public.url")
    /// URL value with the file scheme: `public.file-url`.
    public static let fileURL = UTType(known: "public.file-url")
    /// Any text, marked up or not: `public.text`.
    public static let text = UTType(known: "public.text")
    /// Text without markup, encoding unknown: `public.plain-text`.
    public static let plainText = UTType(known: "public.plain-text")
    /// Plain text in UTF-8: `public.utf8-plain-text`.
    public static let utf8PlainText = UTType(known: "public.utf8-plain-text")
    /// Plain UTF-16 text, big-endian unless a byte-order mark says otherwise: `public.utf16-external-plain-text`.
    public static let utf16ExternalPlainText = UTType(known: "public.utf16-external-plain-text")
    /// Plain UTF-16 text in native byte order, optional byte-order mark: `public.utf16-plain-text`.
    public static let utf16PlainText = UTType(known: "public.utf16-plain-text")
    /// Text table with delimiters: `public.delimited-values-text`.
    public static let delimitedText = UTType(known: "public.delimited-values-text")
    /// Comma-separated values: `public.comma-separated-values-text`.
    public static let commaSeparatedText = UTType(known: "public.comma-separated-values-text")
    /// Tab-separated values: `public.tab-separated-values-text`.
    public static let tabSeparatedText = UTType(known: "public.tab-separated-values-text")
    /// Tab-separated values in UTF-8: `public.utf8-tab-separated-values-text`.
    public static let utf8TabSeparatedText = UTType(known: "public.utf8-tab-separated-values-text")
    /// Rich Text Format document: `public.rtf`.
    public static let rtf = UTType(known: "public.rtf")
    /// HTML document: `public.html`.
    public static let html = UTType(known: "public.html")
    /// XML document: `public.xml`.
    public static let xml = UTType(known: "public.xml")
    /// YAML document: `public.yaml`.
    public static let yaml = UTType(known: "public.yaml")
    /// Cascading style sheet: `public.css`.
    public static let css = UTType(known: "public.css")
    /// Source code in any language: `public.source-code`.
    public static let sourceCode = UTType(known: "public.source-code")
    /// Assembly source: `public.assembly-source`.
    public static let assemblyLanguageSource = UTType(known: "public.assembly-source")
    /// C source: `public.c-source`.
    public static let cSource = UTType(known: "public.c-source")
    /// Objective-C source: `public.objective-c-source`.
    public static let objectiveCSource = UTType(known: "public.objective-c-source")
    /// Swift source: `public.swift-source`.
    public static let swiftSource = UTType(known: "public.swift-source")
    /// C++ source: `public.c-plus-plus-source`.
    public static let cPlusPlusSource = UTType(known: "public.c-plus-plus-source")
    /// Objective-C++ source: `public.objective-c-plus-plus-source`.
    public static let objectiveCPlusPlusSource = UTType(known: "public.objective-c-plus-plus-source")
    /// C header: `public.c-header`.
    public static let cHeader = UTType(known: "public.c-header")
    /// C++ header: `public.c-plus-plus-header`.
    public static let cPlusPlusHeader = UTType(known: "public.c-plus-plus-header")
    /// Script in any scripting language: `public.script`.
    public static let script = UTType(known: "public.script")
    /// AppleScript as text: `com.apple.applescript.text`.
    public static let appleScript = UTType(known: "com.apple.applescript.text")
    /// Compiled Open Scripting Architecture script: `com.apple.applescript.script`.
    public static let osaScript = UTType(known: "com.apple.applescript.script")
    /// Script packaged as a bundle: `com.apple.applescript.script-bundle`.
    public static let osaScriptBundle = UTType(known: "com.apple.applescript.script-bundle")
    /// JavaScript source: `com.netscape.javascript-source`.
    public static let javaScript = UTType(known: "com.netscape.javascript-source")
    /// Shell script: `public.shell-script`.
    public static let shellScript = UTType(known: "public.shell-script")
    /// Perl script: `public.perl-script`.
    public static let perlScript = UTType(known: "public.perl-script")
    /// Python script: `public.python-script`.
    public static let pythonScript = UTType(known: "public.python-script")
    /// Ruby script: `public.ruby-script`.
    public static let rubyScript = UTType(known: "public.ruby-script")
    /// PHP script: `public.php-script`.
    public static let phpScript = UTType(known: "public.php-script")
    /// Makefile: `public.make-source`.
    public static let makefile = UTType(known: "public.make-source")
    /// JSON document: `public.json`.
    public static let json = UTType(known: "public.json")
    /// Markdown text: `net.daringfireball.markdown`.
    public static let markdown = UTType(known: "net.daringfireball.markdown")
    /// Property list in any encoding: `com.apple.property-list`.
    public static let propertyList = UTType(known: "com.apple.property-list")
    /// Property list encoded as XML: `com.apple.xml-property-list`.
    public static let xmlPropertyList = UTType(known: "com.apple.xml-property-list")
    /// Property list in the binary encoding: `com.apple.binary-property-list`.
    public static let binaryPropertyList = UTType(known: "com.apple.binary-property-list")
    /// PDF document: `com.adobe.pdf`.
    public static let pdf = UTType(known: "com.adobe.pdf")
    /// Rich text with attachments, stored as a package: `com.apple.rtfd`.
    public static let rtfd = UTType(known: "com.apple.rtfd")
    /// Rich text with attachments, flattened to one byte stream: `com.apple.flat-rtfd`.
    public static let flatRTFD = UTType(known: "com.apple.flat-rtfd")
    /// WebKit web archive: `com.apple.webarchive`.
    public static let webArchive = UTType(known: "com.apple.webarchive")
    /// Any image: `public.image`.
    public static let image = UTType(known: "public.image")
    /// JPEG image: `public.jpeg`.
    public static let jpeg = UTType(known: "public.jpeg")
    /// TIFF image: `public.tiff`.
    public static let tiff = UTType(known: "public.tiff")
    /// GIF image: `com.compuserve.gif`.
    public static let gif = UTType(known: "com.compuserve.gif")
    /// PNG image: `public.png`.
    public static let png = UTType(known: "public.png")
    /// Apple icon image: `com.apple.icns`.
    public static let icns = UTType(known: "com.apple.icns")
    /// Windows bitmap image: `com.microsoft.bmp`.
    public static let bmp = UTType(known: "com.microsoft.bmp")
    /// Windows icon image: `com.microsoft.ico`.
    public static let ico = UTType(known: "com.microsoft.ico")
    /// Unprocessed camera image, any vendor: `public.camera-raw-image`.
    public static let rawImage = UTType(known: "public.camera-raw-image")
    /// Scalable vector graphics image: `public.svg-image`.
    public static let svg = UTType(known: "public.svg-image")
    /// Live Photo (image plus motion): `com.apple.live-photo`.
    public static let livePhoto = UTType(known: "com.apple.live-photo")
    /// High Efficiency Image File Format image: `public.heif`.
    public static let heif = UTType(known: "public.heif")
    /// HEIF image coded with HEVC: `public.heic`.
    public static let heic = UTType(known: "public.heic")
    /// HEIF image sequence coded with HEVC: `public.heics`.
    public static let heics = UTType(known: "public.heics")
    /// WebP image: `org.webmproject.webp`.
    public static let webP = UTType(known: "org.webmproject.webp")
    /// OpenEXR image: `com.ilm.openexr-image`.
    public static let exr = UTType(known: "com.ilm.openexr-image")
    /// Digital Negative camera image: `com.adobe.raw-image`.
    public static let dng = UTType(known: "com.adobe.raw-image")
    /// JPEG XL image: `public.jpeg-xl`.
    public static let jpegxl = UTType(known: "public.jpeg-xl")
    /// Any 3D content: `public.3d-content`.
    public static let threeDContent = UTType(known: "public.3d-content")
    /// Universal Scene Description file: `com.pixar.universal-scene-description`.
    public static let usd = UTType(known: "com.pixar.universal-scene-description")
    /// Universal Scene Description package (zip): `com.pixar.universal-scene-description-mobile`.
    public static let usdz = UTType(known: "com.pixar.universal-scene-description-mobile")
    /// Reality Composer file: `com.apple.reality`.
    public static let realityFile = UTType(known: "com.apple.reality")
    /// SceneKit scene: `com.apple.scenekit.scene`.
    public static let sceneKitScene = UTType(known: "com.apple.scenekit.scene")
    /// AR reference object: `com.apple.arobject`.
    public static let arReferenceObject = UTType(known: "com.apple.arobject")
    /// Anything with sound, moving pictures or both: `public.audiovisual-content`.
    public static let audiovisualContent = UTType(known: "public.audiovisual-content")
    /// Media that may hold both video and audio: `public.movie`.
    public static let movie = UTType(known: "public.movie")
    /// Video without sound: `public.video`.
    public static let video = UTType(known: "public.video")
    /// Audio without video: `public.audio`.
    public static let audio = UTType(known: "public.audio")
    /// QuickTime movie: `com.apple.quicktime-movie`.
    public static let quickTimeMovie = UTType(known: "com.apple.quicktime-movie")
    /// MPEG-1 or MPEG-2 movie: `public.mpeg`.
    public static let mpeg = UTType(known: "public.mpeg")
    /// MPEG-2 video stream: `public.mpeg-2-video`.
    public static let mpeg2Video = UTType(known: "public.mpeg-2-video")
    /// MPEG-2 transport stream: `public.mpeg-2-transport-stream`.
    public static let mpeg2TransportStream = UTType(known: "public.mpeg-2-transport-stream")
    /// MP3 audio: `public.mp3`.
    public static let mp3 = UTType(known: "public.mp3")
    /// MPEG-4 movie: `public.mpeg-4`.
    public static let mpeg4Movie = UTType(known: "public.mpeg-4")
    /// MPEG-4 audio: `public.mpeg-4-audio`.
    public static let mpeg4Audio = UTType(known: "public.mpeg-4-audio")
    /// MPEG-4 audio with Apple copy protection: `com.apple.protected-mpeg-4-audio`.
    public static let appleProtectedMPEG4Audio = UTType(known: "com.apple.protected-mpeg-4-audio")
    /// MPEG-4 movie with Apple copy protection: `com.apple.protected-mpeg-4-video`.
    public static let appleProtectedMPEG4Video = UTType(known: "com.apple.protected-mpeg-4-video")
    /// AVI movie: `public.avi`.
    public static let avi = UTType(known: "public.avi")
    /// AIFF audio: `public.aiff-audio`.
    public static let aiff = UTType(known: "public.aiff-audio")
    /// Waveform (WAV) audio: `com.microsoft.waveform-audio`.
    public static let wav = UTType(known: "com.microsoft.waveform-audio")
    /// MIDI audio: `public.midi-audio`.
    public static let midi = UTType(known: "public.midi-audio")
    /// Any playlist: `public.playlist`.
    public static let playlist = UTType(known: "public.playlist")
    /// M3U or M3U8 playlist: `public.m3u-playlist`.
    public static let m3uPlaylist = UTType(known: "public.m3u-playlist")
    /// Directory a person browses as a folder: `public.folder`.
    public static let folder = UTType(known: "public.folder")
    /// Root folder of a volume: `public.volume`.
    public static let volume = UTType(known: "public.volume")
    /// Directory shown as a single document: `com.apple.package`.
    public static let package = UTType(known: "com.apple.package")
    /// Directory with a bundle layout: `com.apple.bundle`.
    public static let bundle = UTType(known: "com.apple.bundle")
    /// Bundle-based plug-in: `com.apple.plugin`.
    public static let pluginBundle = UTType(known: "com.apple.plugin")
    /// Spotlight importer bundle: `com.apple.metadata-importer`.
    public static let spotlightImporter = UTType(known: "com.apple.metadata-importer")
    /// Quick Look generator bundle: `com.apple.quicklook-generator`.
    public static let quickLookGenerator = UTType(known: "com.apple.quicklook-generator")
    /// XPC service bundle: `com.apple.xpc-service`.
    public static let xpcService = UTType(known: "com.apple.xpc-service")
    /// Framework bundle: `com.apple.framework`.
    public static let framework = UTType(known: "com.apple.framework")
    /// Any application: `com.apple.application`.
    public static let application = UTType(known: "com.apple.application")
    /// Application stored as a bundle: `com.apple.application-bundle`.
    public static let applicationBundle = UTType(known: "com.apple.application-bundle")
    /// App extension bundle: `com.apple.application-and-system-extension`.
    public static let applicationExtension = UTType(known: "com.apple.application-and-system-extension")
    /// Single-file Unix executable: `public.unix-executable`.
    public static let unixExecutable = UTType(known: "public.unix-executable")
    /// Windows executable: `com.microsoft.windows-executable`.
    public static let exe = UTType(known: "com.microsoft.windows-executable")
    /// System settings pane bundle: `com.apple.systempreference.prefpane`.
    public static let systemPreferencesPane = UTType(known: "com.apple.systempreference.prefpane")
    /// Any archive of files: `public.archive`.
    public static let archive = UTType(known: "public.archive")
    /// Gzip archive: `org.gnu.gnu-zip-archive`.
    public static let gzip = UTType(known: "org.gnu.gnu-zip-archive")
    /// Bzip2 archive: `public.bzip2-archive`.
    public static let bz2 = UTType(known: "public.bzip2-archive")
    /// Zip archive: `public.zip-archive`.
    public static let zip = UTType(known: "public.zip-archive")
    /// Apple Archive: `com.apple.archive`.
    public static let appleArchive = UTType(known: "com.apple.archive")
    /// Tar archive: `public.tar-archive`.
    public static let tarArchive = UTType(known: "public.tar-archive")
    /// Any spreadsheet document: `public.spreadsheet`.
    public static let spreadsheet = UTType(known: "public.spreadsheet")
    /// Any presentation document: `public.presentation`.
    public static let presentation = UTType(known: "public.presentation")
    /// Any database: `public.database`.
    public static let database = UTType(known: "public.database")
    /// Any message (mail, chat and so on): `public.message`.
    public static let message = UTType(known: "public.message")
    /// Contact details of a person, group or organization: `public.contact`.
    public static let contact = UTType(known: "public.contact")
    /// vCard contact card: `public.vcard`.
    public static let vCard = UTType(known: "public.vcard")
    /// To-do item: `public.to-do-item`.
    public static let toDoItem = UTType(known: "public.to-do-item")
    /// Calendar event: `public.calendar-event`.
    public static let calendarEvent = UTType(known: "public.calendar-event")
    /// Email message: `public.email-message`.
    public static let emailMessage = UTType(known: "public.email-message")
    /// Apple internet location file: `com.apple.internet-location`.
    public static let internetLocation = UTType(known: "com.apple.internet-location")
    /// Windows internet shortcut file: `com.microsoft.internet-shortcut`.
    public static let internetShortcut = UTType(known: "com.microsoft.internet-shortcut")
    /// Any font: `public.font`.
    public static let font = UTType(known: "public.font")
    /// Any bookmark: `public.bookmark`.
    public static let bookmark = UTType(known: "public.bookmark")
    /// PKCS #12 key and certificate bundle: `com.rsa.pkcs-12`.
    public static let pkcs12 = UTType(known: "com.rsa.pkcs-12")
    /// X.509 certificate: `public.x509-certificate`.
    public static let x509Certificate = UTType(known: "public.x509-certificate")
    /// EPUB publication: `org.idpf.epub-container`.
    public static let epub = UTType(known: "org.idpf.epub-container")
    /// Any log: `public.log`.
    public static let log = UTType(known: "public.log")
    /// Apple haptic and audio pattern: `com.apple.haptics.ahap`.
    public static let ahap = UTType(known: "com.apple.haptics.ahap")
    /// GeoJSON document: `public.geojson`.
    public static let geoJSON = UTType(known: "public.geojson")
    /// Link preview metadata: `com.apple.linkpresentation.metadata`.
    public static let linkPresentationMetadata = UTType(known: "com.apple.linkpresentation.metadata")
    /// Shazam audio signature: `com.apple.shazamsignature`.
    public static let shazamSignature = UTType(known: "com.apple.shazamsignature")
    /// Shazam custom catalog: `com.apple.shazamcatalog`.
    public static let shazamCustomCatalog = UTType(known: "com.apple.shazamcatalog")
}
