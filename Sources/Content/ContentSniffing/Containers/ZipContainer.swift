internal import ContentTypes

/// Formats that are zip archives with certain entries, in whatever order these stand.
enum ZipContainer {
    static func finding(in source: some ByteSource) throws(SniffingError) -> Finding {
        let directory = try ZipDirectory(of: source)
        let names = Set(directory.entries.map(\.name))
        if let entry = directory.entries.first(where: { $0.name == "mimetype" }), entry.size <= 1024,
            let content = try directory.content(of: entry, in: source, most: 1024),
            let finding = declared(String(decoding: content, as: UTF8.self))
        {
            return finding
        }
        if let finding = try PackageForms.finding(directory, names, in: source) { return finding }
        if let finding = marked(names) { return finding }
        if isJava(directory, names) { return Finding("com.sun.java-archive", .container) }
        if let finding = byEndings(directory, names) { return finding }
        return Finding(.zip, room: .zip)
    }

    /// OpenDocument, EPUB and others write their MIME type into an entry of its own.
    private static func declared(_ text: String) -> Finding? {
        let mime = String(text.asciiFolded.prefix { !$0.isWhitespace && $0 != "\0" })
        guard UTType(mimeType: mime) != nil, mime != "application/zip" else { return nil }
        return Finding(mime: mime, .container)
    }

    /// A Java archive begins with its manifest, or holds classes; others carry a manifest for a signature.
    private static func isJava(_ directory: ZipDirectory, _ names: Set<String>) -> Bool {
        guard names.contains("META-INF/MANIFEST.MF") else { return names.contains("WEB-INF/web.xml") }
        return directory.entries.prefix(2).contains { $0.name.hasPrefix("META-INF/") }
            || names.contains { $0.hasSuffix(".class") }
    }

    private static func marked(_ names: Set<String>) -> Finding? {
        for (entries, identifier) in marks where entries.allSatisfy(names.contains) {
            return Finding(identifier, .container)
        }
        guard names.contains("Index/Document.iwa") || names.contains("index.xml") || names.contains("Index.zip") else {
            return nil
        }
        // Pages and Numbers do not say which of them wrote a document.
        let family = [
            "com.apple.iwork.pages.sffpages", "com.apple.iwork.numbers.sffnumbers", "com.apple.iwork.keynote.sffkey",
        ]
        .compactMap { UTType($0) }
        guard names.contains(where: { $0.hasPrefix("Index/") || $0.hasPrefix("QuickLook/") || $0.hasPrefix("preview") })
        else { return nil }
        return Finding("com.apple.iwork.pages.sffpages", .container, room: .family(of: family))
    }

    /// All of the entries, in this order.
    private static let marks: [(entries: [String], identifier: String)] = [
        (["META-INF/container.xml", "score.musicxml"], "com.recordare.musicxml-compressed"),
        (["META-INF/container.xml"], "org.idpf.epub-container"),
        (["classes.dex"], "com.google.android.apk"), (["resources.arsc"], "com.google.android.apk"),
        (["META-INF/com/android/build/gradle/app-metadata.properties"], "com.google.android.apk"),
        (["pass.json", "manifest.json"], "com.apple.pkpass"),
        (["META-INF/mozilla.rsa"], "org.mozilla.xpi"), (["META-INF/cose.sig"], "org.mozilla.xpi"),
        (["install.rdf"], "org.mozilla.xpi"),
        (["doc.kml"], "com.google.earth.kmz"),
        (["Index/Presentation.iwa"], "com.apple.iwork.keynote.sffkey"),
        (
            ["Index/CalculationEngine.iwa", "Index/Document.iwa", "Index/Tables/DataList.iwa"],
            "com.apple.iwork.numbers.sffnumbers"
        ),
        (["index.apxl"], "com.apple.iwork.keynote.sffkey"),
        (["META-INF/manifest.xml", "description.xml"], "org.openoffice.extension"),
        (["META-INF/AIR/application.xml"], "com.adobe.air"), (["AppManifest.xaml"], "com.microsoft.silverlight"),
        (["catalog.xml", "library.swf"], "com.adobe.air-swc"), (["gadget.xml"], "com.microsoft.gadget"),
        (["document.json", "meta.json", "user.json"], "com.sketch.sketch"),
        (["Document.archive", "QuickLook/Thumbnail.png"], "com.procreate.procreate"),
        (["3D/3dmodel.model"], "org.3mf.3mf"),
        (["designmap.xml", "XML/BackingStory.xml"], "com.adobe.indesign-interchange"),
    ]

    /// What the entries' own endings tell.
    private static func byEndings(_ directory: ZipDirectory, _ names: Set<String>) -> Finding? {
        let files = names.filter { !$0.hasSuffix("/") }
        guard !files.isEmpty else { return nil }
        func all(_ ending: String) -> Bool { files.allSatisfy { $0.hasSuffix(ending) } }
        func any(_ ending: String) -> Bool { files.contains { $0.hasSuffix(ending) } }
        if all(".pkpass") { return Finding("com.apple.pkpasses", .container) }
        if all(".npy") { return Finding("org.numpy.npz", .container) }
        if all(".fb2") { return Finding("org.fictionbook.fb2-zip", .container) }
        if any(".dist-info/WHEEL") { return Finding("org.python.wheel", .container) }
        if files.count == 1, all(".amf") { return Finding("org.amf.amf", .container) }
        if files.contains(where: { $0.hasPrefix("Payload/") && $0.contains(".app/Info.plist") }) {
            return Finding("com.apple.itunes.ipa", .container)
        }
        if files.contains(where: { $0.hasSuffix(".kml") && !$0.contains("/") }), !any(".html") {
            return Finding("com.google.earth.kmz", .container)
        }
        // PyTorch puts all into one folder: the pickled object, and a version with it.
        if let object = files.first(where: { $0.hasSuffix("/data.pkl") }),
            files.contains(object.dropLast("data.pkl".count) + "version")
        {
            return Finding("org.apache.pickle-model", .container)
        }
        // Scenes are stored as they are, the main one first.
        if let first = directory.entries.first, first.method == 0,
            [".usda", ".usdc", ".usd"].contains(where: first.name.hasSuffix)
        {
            return Finding("com.pixar.universal-scene-description-mobile", .container)
        }
        return nil
    }
}

/// Packages after the Open Packaging Conventions: one entry lists the types of the parts, and the main part's tells.
enum PackageForms {
    private static let types = "[Content_Types].xml"
    private static let mostBytes = 65_536

    static func finding(
        _ directory: ZipDirectory, _ names: Set<String>, in source: some ByteSource
    ) throws(SniffingError) -> Finding? {
        let family = UTType("org.openxmlformats.openxml").map { [$0] } ?? []
        if let entry = directory.entries.first(where: { $0.name == types }),
            let content = try directory.content(of: entry, in: source, most: mostBytes)
        {
            for (type, identifier) in mainTypes where content.position(of: type) != nil {
                return Finding(identifier, .container, room: .family(of: family))
            }
        }
        for part in parts where names.contains(part.main) {
            let identifier = names.contains(part.macros) ? part.identifier + ".macroenabled" : part.identifier
            return Finding(identifier, .container, room: .family(of: family))
        }
        guard names.contains(types) || names.contains("_rels/.rels") || names.count == 1 else { return nil }
        for (entry, identifier) in packages where names.contains(where: { $0.hasPrefix(entry) }) {
            return Finding(identifier, .container, room: .family(of: family))
        }
        if names.contains(where: { $0.hasSuffix(".nuspec") && !$0.contains("/") }) {
            return Finding("com.microsoft.nuget", .container)
        }
        return nil
    }

    /// Types of main parts, as they stand in the list.
    private static let mainTypes: [(type: String, identifier: String)] = """
        wordprocessingml.document.main+xml|org.openxmlformats.wordprocessingml.document
        wordprocessingml.template.main+xml|org.openxmlformats.wordprocessingml.template
        ms-word.document.macroEnabled.main+xml|org.openxmlformats.wordprocessingml.document.macroenabled
        ms-word.template.macroEnabledTemplate.main+xml|org.openxmlformats.wordprocessingml.template.macroenabled
        spreadsheetml.sheet.main+xml|org.openxmlformats.spreadsheetml.sheet
        spreadsheetml.template.main+xml|org.openxmlformats.spreadsheetml.template
        ms-excel.sheet.macroEnabled.main+xml|org.openxmlformats.spreadsheetml.sheet.macroenabled
        ms-excel.template.macroEnabled.main+xml|com.microsoft.excel.template.macroenabled
        ms-excel.addin.macroEnabled.main+xml|com.microsoft.excel.addin.macroenabled
        ms-excel.sheet.binary.macroEnabled.main|com.microsoft.excel.sheet.binary
        presentationml.presentation.main+xml|org.openxmlformats.presentationml.presentation
        presentationml.slideshow.main+xml|org.openxmlformats.presentationml.slideshow
        presentationml.template.main+xml|org.openxmlformats.presentationml.template
        ms-powerpoint.presentation.macroEnabled.main+xml|org.openxmlformats.presentationml.presentation.macroenabled
        ms-powerpoint.slideshow.macroEnabled.main+xml|com.microsoft.powerpoint.slideshow.macroenabled
        ms-powerpoint.template.macroEnabled.main+xml|com.microsoft.powerpoint.template.macroenabled
        ms-powerpoint.addin.macroEnabled.main+xml|com.microsoft.powerpoint.addin.macroenabled
        ms-visio.drawing.main+xml|com.microsoft.visio.xml
        ms-visio.template.main+xml|com.microsoft.visio.template
        ms-visio.stencil.main+xml|com.microsoft.visio.stencil
        ms-visio.drawing.macroEnabled.main+xml|com.microsoft.visio.drawing.macroenabled
        ms-visio.template.macroEnabled.main+xml|com.microsoft.visio.template.macroenabled
        ms-visio.stencil.macroEnabled.main+xml|com.microsoft.visio.stencil.macroenabled
        ms-package.3dmanufacturing-3dmodel+xml|org.3mf.3mf
        """.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "|")
            return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        }

    private static let parts: [(main: String, macros: String, identifier: String)] = [
        ("word/document.xml", "word/vbaProject.bin", "org.openxmlformats.wordprocessingml.document"),
        ("xl/workbook.xml", "xl/vbaProject.bin", "org.openxmlformats.spreadsheetml.sheet"),
        ("ppt/presentation.xml", "ppt/vbaProject.bin", "org.openxmlformats.presentationml.presentation"),
    ]

    /// Any entry with the prefix, in this order.
    private static let packages = [
        ("xl/workbook.bin", "com.microsoft.excel.sheet.binary"), ("visio/", "com.microsoft.visio.xml"),
        ("3D/", "org.3mf.3mf"), ("dwf/", "com.autodesk.dwfx"), ("FixedDocumentSequence.fdseq", "com.microsoft.xps"),
        ("FixedDocSeq.fdseq", "com.microsoft.xps"), ("Documents/1/FixedDoc", "com.microsoft.xps"),
        ("AppxManifest.xml", "com.microsoft.appx"), ("AppxMetadata/", "com.microsoft.appx"),
        ("extension.vsixmanifest", "com.microsoft.visual-studio-extension"),
        ("theme/theme/themeManager.xml", "com.microsoft.office-theme"),
        ("word/", "org.openxmlformats.wordprocessingml.document"), ("xl/", "org.openxmlformats.spreadsheetml.sheet"),
        ("ppt/", "org.openxmlformats.presentationml.presentation"),
    ]
}
