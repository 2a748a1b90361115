internal import UniformTypeIdentifiers

/// Formats that are zip archives with certain entries, in whatever order these stand.
enum ZipContainer {
    static func finding(in source: some ByteSource) throws(SniffingError) -> Finding {
        let directory = try ZipDirectory(of: source)
        let names = Set(directory.entries.map(\.name))
        if let entry = directory.entries.first(where: { $0.name == "mimetype" }),
            let content = try directory.stored(entry, in: source),
            let finding = declared(String(decoding: content, as: UTF8.self))
        {
            return finding
        }
        if let finding = office(names) { return finding }
        for (entries, identifier) in marks where entries.allSatisfy(names.contains) {
            return Finding(identifier, .container)
        }
        // A Java archive begins with its manifest, or holds classes; others carry a manifest for a signature.
        if names.contains("META-INF/MANIFEST.MF"),
            directory.entries.prefix(2).contains(where: { $0.name.hasPrefix("META-INF/") })
                || names.contains(where: { $0.hasSuffix(".class") })
        {
            return Finding("com.sun.java-archive", .container)
        }
        if let finding = byEndings(names) { return finding }
        return Finding(.zip, room: .zip)
    }

    /// OpenDocument, EPUB and others write their MIME type into an entry of its own.
    private static func declared(_ text: String) -> Finding? {
        let mime = String(text.asciiFolded.prefix { !$0.isWhitespace && $0 != "\0" })
        guard UTType(mimeType: mime) != nil, mime != "application/zip" else { return nil }
        return Finding(mime: mime, .container)
    }

    /// Open Packaging: the main part has a fixed name in practice; macros have a part of their own.
    private static func office(_ names: Set<String>) -> Finding? {
        let family = UTType("org.openxmlformats.openxml").map { [$0] } ?? []
        for part in officeParts where names.contains(part.main) {
            let identifier = names.contains(part.macros) ? part.identifier + ".macroenabled" : part.identifier
            return Finding(identifier, .container, room: .family(of: family))
        }
        guard names.contains("[Content_Types].xml") || names.contains("_rels/.rels") else { return nil }
        for (entry, identifier) in packages where names.contains(where: { $0.hasPrefix(entry) }) {
            return Finding(identifier, .container, room: .family(of: family))
        }
        return nil
    }

    private static let officeParts: [(main: String, macros: String, identifier: String)] = [
        ("word/document.xml", "word/vbaProject.bin", "org.openxmlformats.wordprocessingml.document"),
        ("xl/workbook.xml", "xl/vbaProject.bin", "org.openxmlformats.spreadsheetml.sheet"),
        ("ppt/presentation.xml", "ppt/vbaProject.bin", "org.openxmlformats.presentationml.presentation"),
    ]

    /// Any entry with the prefix, in this order.
    private static let packages = [
        ("xl/workbook.bin", "com.microsoft.excel.sheet.binary"), ("visio/", "com.microsoft.visio.xml"),
        ("3D/", "org.3mf.3mf"), ("FixedDocumentSequence.fdseq", "com.microsoft.xps"),
        ("FixedDocSeq.fdseq", "com.microsoft.xps"), ("Documents/1/FixedDoc", "com.microsoft.xps"),
        ("AppxManifest.xml", "com.microsoft.appx"), ("extension.vsixmanifest", "com.microsoft.visual-studio-extension"),
        ("word/", "org.openxmlformats.wordprocessingml.document"), ("xl/", "org.openxmlformats.spreadsheetml.sheet"),
        ("ppt/", "org.openxmlformats.presentationml.presentation"),
    ]

    /// All of the entries, in this order.
    private static let marks: [(entries: [String], identifier: String)] = [
        (["META-INF/container.xml"], "org.idpf.epub-container"),
        (["classes.dex"], "com.google.android.apk"), (["resources.arsc"], "com.google.android.apk"),
        (["META-INF/com/android/build/gradle/app-metadata.properties"], "com.google.android.apk"),
        (["pass.json", "manifest.json"], "com.apple.pkpass"),
        (["META-INF/mozilla.rsa"], "org.mozilla.xpi"),
        (["install.rdf"], "org.mozilla.xpi"),
        (["doc.kml"], "com.google.earth.kmz"),
        (["Index/Presentation.iwa"], "com.apple.iwork.keynote.sffkey"),
        (
            ["Index/CalculationEngine.iwa", "Index/Document.iwa", "Index/Tables/DataList.iwa"],
            "com.apple.iwork.numbers.sffnumbers"
        ),
        (["index.apxl"], "com.apple.iwork.keynote.sffkey"),
    ]

    /// What the entries' own endings tell.
    private static func byEndings(_ names: Set<String>) -> Finding? {
        let files = names.filter { !$0.hasSuffix("/") }
        guard !files.isEmpty else { return nil }
        func all(_ ending: String) -> Bool { files.allSatisfy { $0.hasSuffix(ending) } }
        func any(_ ending: String) -> Bool { files.contains { $0.hasSuffix(ending) } }
        if all(".pkpass") { return Finding("com.apple.pkpasses", .container) }
        if all(".npy") { return Finding("org.numpy.npz", .container) }
        if any(".dist-info/WHEEL") { return Finding("org.python.wheel", .container) }
        if files.contains(where: { $0.hasPrefix("Payload/") && $0.contains(".app/Info.plist") }) {
            return Finding("com.apple.itunes.ipa", .container)
        }
        return nil
    }
}
