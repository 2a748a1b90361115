internal import ContentTypes

/// What can be said of the bytes of a type from the type alone.
enum Kinds {
    /// Types that are text although they do not conform to it, or that come as text and as bytes.
    private static let alsoText: Set<UTType> = Set(
        [
            "public.x509-certificate", "com.apple.property-list", "com.adobe.postscript",
            "com.adobe.encapsulated-postscript", "com.adobe.illustrator.ai-image",
            "public.standard-tesselated-geometry-format", "public.polygon-file-format", "org.x.xbm", "org.x.xpm",
            "public.pbm", "com.apple.mail.email",
            "com.microsoft.internet-shortcut", "com.apple.internet-location", "public.uuencoded-archive",
            "com.apple.binhex-archive", "com.adobe.fdf", "com.pixar.universal-scene-description", "org.amf.amf",
            "com.autodesk.fbx", "com.adobe.type1-font", "com.adobe.bdf-font", "net.scribus.sla",
        ].compactMap { UTType($0) })

    /// Whether a text may be of the type. An image in XML is not a text that happens to look otherwise.
    static func mayBeText(_ type: UTType) -> Bool {
        mustBeText(type) && type != .svg || alsoText.contains(type) || type.conforms(to: .script)
    }

    /// Whether bytes that are no text cannot be of the type.
    static func mustBeText(_ type: UTType) -> Bool {
        type.conforms(to: .text) || (type.conforms(to: .sourceCode) && !type.conforms(to: .data))
    }

    /// Whether every file of the type begins with bytes that would have been recognised.
    static func hasSignature(_ type: UTType) -> Bool {
        BinarySignatures.types.contains(type) || !BinarySignatures.types.isDisjoint(with: type.supertypes)
    }

    /// Whether any bytes at all are of the type.
    static func isRaw(_ type: UTType) -> Bool { type.identifier == "org.iso.raw-disk-image" }

    /// Whether a text of one type is often found inside, or taken for, a text of the other.
    static func mayEmbed(_ candidate: UTType, _ found: UTType) -> Bool {
        if found.conforms(to: .script) {
            return candidate.conforms(to: .sourceCode)
        }
        // Pages in XHTML mostly go by the ending of HTML.
        if found == xhtml, candidate == .html { return true }
        return candidate.conforms(to: .sourceCode) || candidate == .markdown || templates.contains(candidate)
    }

    private static let xhtml = UTType("public.xhtml")

    private static let templates: Set<UTType> = Set(
        ["org.handlebars.template", "org.palletsprojects.jinja-template", "com.symfony.twig-template"]
            .compactMap { UTType($0) })

    static func canRun(_ type: UTType) -> Bool {
        type.conforms(to: .executable) || type.conforms(to: .script)
    }
}
