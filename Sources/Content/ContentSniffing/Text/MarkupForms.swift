internal import ContentTypes

/// Texts that begin with `<`: XML by its declaration or its root, HTML by its tags.
enum MarkupForms {
    static func finding(in text: DecodedText) -> Finding? {
        var reader = MarkupReader(text.utf8, at: text.start)
        reader.skipProlog()
        if reader.isWindowsPlaylist { return Finding("com.microsoft.wpl") }
        if let office = offices.first(where: { reader.application.contains($0.program) })?.identifier {
            return Finding(office, room: .textForm)
        }
        if reader.isAtDeclarations { return Finding("org.w3.dtd", room: .textForm) }
        let root = reader.root()
        if let doctype = reader.doctype, doctype.hasPrefix("html") {
            let isXHTML = doctype.contains("xhtml") || reader.hasDeclaration
            return Finding(isXHTML ? "public.xhtml" : "public.html", room: .textForm)
        }
        if let doctype = reader.doctype, let identifier = doctypes.first(where: { Self.names($0.0, doctype) })?.1 {
            return Finding(identifier, .content, room: .textForm)
        }
        guard let root else { return reader.hasDeclaration ? Finding(.xml, room: .xml) : nil }
        return byRoot(root, hasDeclaration: reader.hasDeclaration)
    }

    /// Whether a document type names the vocabulary: as its root, or in a longer word of its public identifier.
    private static func names(_ vocabulary: String, _ doctype: String) -> Bool {
        let root = doctype.prefix { !$0.isWhitespace && $0 != ">" && $0 != "[" }
        return root == vocabulary || vocabulary.utf8.count > 4 && doctype.contains(vocabulary)
    }

    private static func byRoot(_ root: MarkupReader.Root, hasDeclaration: Bool) -> Finding? {
        if let office = flatDocument(root) { return office }
        for (name, mark, identifier) in marked where root.name == name && root.attributes.contains(mark) {
            return Finding(identifier, .content, room: .textForm)
        }
        for (namespace, identifier) in namespaces where root.namespace.contains(namespace) {
            return Finding(identifier, .content, room: .textForm)
        }
        if root.name == "html" {
            let isXHTML = hasDeclaration || root.namespace == "http://www.w3.org/1999/xhtml"
            return Finding(isXHTML ? "public.xhtml" : "public.html", room: .textForm)
        }
        if let identifier = roots[root.name] { return Finding(identifier, .content, room: .textForm) }
        // A vocabulary that the root only makes known is the one that its content is in, where there is no other.
        if root.namespace.isEmpty, let identifier = announced.first(where: { root.attributes.contains($0.0) })?.1 {
            return Finding(identifier, .content, room: .xml)
        }
        if hasDeclaration || !root.namespace.isEmpty { return Finding(.xml, room: .xml) }
        return htmlTags.contains(root.name) ? Finding("public.html", room: .textGuess) : nil
    }

    /// OpenDocument in one XML file says its MIME type in an attribute.
    private static func flatDocument(_ root: MarkupReader.Root) -> Finding? {
        guard root.name == "document", root.namespace.hasPrefix("urn:oasis:names:tc:opendocument") else { return nil }
        for kind in ["text", "spreadsheet", "presentation", "graphics"]
        where root.attributes.contains("application/vnd.oasis.opendocument.\(kind)") {
            return Finding("org.oasis-open.opendocument.\(kind)-flat")
        }
        return nil
    }

    /// The programs that Office writes into an instruction in front.
    private static let offices = [
        (program: "word.document", identifier: "com.microsoft.word.wordml-2003"),
        (program: "excel.sheet", identifier: "com.microsoft.excel.spreadsheetml-2003"),
    ]

    /// Roots whose name alone says too little, with what stands in the tag beside it.
    private static let marked = [
        ("ui", "version=", "org.qt.designer"), ("ts", "version=", "org.qt.linguist"),
        ("ts", "language=", "org.qt.linguist"), ("tileset", "tiledversion", "org.mapeditor.tsx"),
        ("tileset", "tilewidth", "org.mapeditor.tsx"), ("map", "tilewidth", "org.mapeditor.tmx"),
        ("osm", "version=", "org.osm.osm"), ("component", "type=", "org.freedesktop.appstream-component"),
        ("interface", "domain=", "org.gnome.gtk-builder"), ("plist", "", "com.apple.xml-property-list"),
        ("model", "3dmanufacturing", "com.microsoft.3d-manufacturing-model"),
    ]

    /// Parts of namespaces that a root may make known without being in them.
    private static let announced = [
        ("=\"http://www.opengis.net/gml", "net.opengis.gml"), ("='http://www.opengis.net/gml", "net.opengis.gml"),
        ("=\"http://www.w3.org/2002/07/owl", "org.w3.owl"),
    ]

    private static let doctypes = [
        ("svg", "public.svg-image"), ("netscape-bookmark-file-1", "org.mozilla.bookmarks"), ("xbel", "org.xbel.xbel"),
        ("abiword", "com.abisource.abiword"), ("ncx", "org.daisy.ncx"), ("//dtd wml", "org.w3.wml"),
        ("ts", "org.qt.linguist"), ("plist", "com.apple.xml-property-list"), ("rss", "public.rss"),
        ("docbook", "org.oasis-open.docbook"), ("mathml", "org.w3.mathml"),
        ("nzb", "org.newzbin.nzb"), ("x3d", "org.web3d.x3d"), ("xliff", "org.oasis-open.xliff"),
        ("score-partwise", "com.recordare.musicxml"), ("score-timewise", "com.recordare.musicxml"),
        ("glade-interface", "org.gnome.glade"),
    ]

    /// Parts of the root's namespace, in lower case.
    private static let namespaces = [
        ("http://www.w3.org/2000/svg", "public.svg-image"), ("http://www.w3.org/1999/xsl/", "org.w3.xslt"),
        ("http://www.opengis.net/kml", "com.google.earth.kml"),
        ("http://earth.google.com/kml", "com.google.earth.kml"), ("topografix.com/gpx", "com.topografix.gpx"),
        ("http://www.w3.org/2005/atom", "org.w3.atom"), ("garmin.com/xmlschemas/trainingcenter", "com.garmin.tcx"),
        ("collada.org/", "org.khronos.collada.digital-asset-exchange"),
        ("oasis:names:tc:xliff", "org.oasis-open.xliff"),
        ("cyclonedx.org/schema/bom", "org.cyclonedx.xml"), ("http://www.w3.org/ns/ttml", "org.w3.ttml"),
        ("http://www.w3.org/2005/sparql-results", "org.w3.sparql-results"),
        ("ns.adobe.com/xfdf", "com.adobe.xfdf"), ("gribuser.ru/xml/fictionbook", "org.fictionbook.fb2"),
        ("metalinker.org", "org.metalinker.metalink-3"), ("urn:ietf:params:xml:ns:metalink", "org.metalinker.metalink"),
        ("xspf.org/ns", "org.xspf.playlist"), ("mpeg:dash:schema:mpd", "org.mpeg.dash"),
        ("docbook.org/ns/docbook", "org.oasis-open.docbook"), ("sitemaps.org/schemas", "org.sitemaps.sitemap"),
        ("http://www.w3.org/1998/math/mathml", "org.w3.mathml"), ("http://www.w3.org/2005/11/its", "org.w3.its"),
        ("maven.apache.org", "org.apache.maven"), ("newzbin.com/dtd", "org.newzbin.nzb"),
        ("schemas.microsoft.com/winfx/2006/xaml", "com.microsoft.xaml"),
        ("schemas.microsoft.com/appx/appinstaller", "com.microsoft.appinstaller"),
        ("http://www.opengis.net/gml", "net.opengis.gml"), ("http://www.w3.org/2002/07/owl", "org.w3.owl"),
        ("web3d.org/specifications/x3d", "org.web3d.x3d"),
        ("schemas.microsoft.com/3dmanufacturing/", "com.microsoft.3d-manufacturing-model"),
        ("abisource.com/awml", "com.abisource.abiword"), ("lysator.liu.se/~alla/dia", "net.sf.dia.diagram"),
        ("daa.com.au/~james/dia-shape", "net.sf.dia.shape"), ("mozilla.org/keymaster", "org.mozilla.xul"),
        ("http://www.w3.org/1999/xsl/format", "org.w3.xslfo"), ("schema.omg.org/spec/xmi", "org.omg.xmi"),
        ("daisy.org/z3986/2005/ncx", "org.daisy.ncx"), ("idpf.org/2007/opf", "org.idpf.opf"),
        ("w3.org/2003/inkml", "org.w3.inkml"), ("w3.org/2003/04/emma", "org.w3.emma"),
        ("ns.adobe.com/xdp", "com.adobe.xdp"),
        ("schemas.microsoft.com/office/2006/xmlpackage", "com.microsoft.word.flat-opc"),
        ("urn:ietf:params:xml:ns:vcard", "org.ietf.vcard-xml"), ("xml-cml.org/schema", "org.cml.cml"),
        ("http://www.w3.org/2001/smil", "org.w3.smil"), ("http://www.w3.org/ns/smil", "org.w3.smil"),
    ]

    /// Local names of roots.
    private static let roots = [
        "svg": "public.svg-image", "plist": "com.apple.xml-property-list", "rss": "public.rss", "feed": "org.w3.atom",
        "kml": "com.google.earth.kml", "gpx": "com.topografix.gpx", "opml": "org.opml.opml", "math": "org.w3.mathml",
        "stylesheet": "org.w3.xslt", "transform": "org.w3.xslt",
        "collada": "org.khronos.collada.digital-asset-exchange",
        "x3d": "org.web3d.x3d", "xliff": "org.oasis-open.xliff", "tmx": "org.lisa.tmx",
        "fictionbook": "org.fictionbook.fb2", "trainingcenterdatabase": "com.garmin.tcx", "xfdf": "com.adobe.xfdf",
        "score-partwise": "com.recordare.musicxml", "score-timewise": "com.recordare.musicxml",
        "smil": "org.w3.smil", "mpd": "org.mpeg.dash", "urlset": "org.sitemaps.sitemap", "xmpmeta": "com.adobe.xmp",
        "nzb": "org.newzbin.nzb", "glade-interface": "org.gnome.glade", "featurecollection": "net.opengis.gml",
        "sami": "com.microsoft.sami", "playlist": "org.xspf.playlist", "definitions": "org.w3.wsdl",
        "ontology": "org.w3.owl", "tt": "org.w3.ttml", "metalink": "org.metalinker.metalink", "amf": "org.amf.amf",
        "rdf": "org.w3.rdf-xml", "jnlp": "com.sun.java-network-launch", "xbel": "org.xbel.xbel",
        "abiword": "com.abisource.abiword", "ttfont": "org.fonttools.ttx", "wml": "org.w3.wml",
        "releases": "org.freedesktop.appstream-releases", "ncx": "org.daisy.ncx", "cml": "org.cml.cml",
        "mrml": "org.kde.mrml", "asx": "com.microsoft.asx", "xmi": "org.omg.xmi", "ufraw": "com.ufraw.ufraw",
        "cdxml": "com.perkinelmer.cdxml", "sparql": "org.w3.sparql-results", "workbook": "org.gnome.gnumeric",
        "scribusutf8new": "net.scribus.sla", "scribusutf8": "net.scribus.sla", "scribus": "net.scribus.sla",
    ]

    private static let htmlTags: Set<String> = [
        "head", "body", "title", "meta", "script", "style", "link", "table", "div", "p", "h1", "h2", "h3", "span", "a",
        "b", "br", "font", "iframe", "center", "ul", "ol", "img", "form", "header", "main", "section", "nav",
    ]
}
