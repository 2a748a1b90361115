internal import ContentTypes

/// One MIME type for each type.
enum MIMETypes {
    static let unknown = "application/octet-stream"

    /// The MIME type that people and programs use for the type today: the registered one, where Apple's first is dated
    /// or missing.
    static func common(of type: UTType) -> String? {
        preferred[type.identifier] ?? type.preferredMIMEType
    }

    /// The type's MIME type, or that of the nearest type that it conforms to: a kind of JSON is JSON to who knows no more.
    static func nearest(to type: UTType) -> String {
        let known = TypeRegistry.shared.nearest(to: type.identifier) { declaration in
            declaration.identifier == UTType.data.identifier
                ? nil : preferred[declaration.identifier] ?? declaration.mimeTypes.first
        }
        return known ?? type.preferredMIMEType ?? (type.conforms(to: .text) ? "text/plain" : unknown)
    }

    private static let preferred = [
        "com.microsoft.waveform-audio": "audio/x-wav",
        "com.microsoft.windows-executable": "application/vnd.microsoft.portable-executable",
        "com.microsoft.windows-dynamic-link-library": "application/vnd.microsoft.portable-executable",
        "com.apple.mach-o-dylib": "application/x-mach-binary",
        "com.apple.m4a-audio": "audio/mp4",
        "com.apple.protected-mpeg-4-audio": "audio/mp4",
        "com.apple.protected-mpeg-4-audio-b": "audio/mp4",
        "com.sun.java-source": "text/x-java",
        "com.apple.pict": "image/x-pict",
        "org.gnu.gnu-zip-archive": "application/gzip",
        "org.xiph.ogg-flac": "audio/ogg",
        "org.xiph.opus": "audio/ogg",
        "org.xiph.speex": "audio/ogg",
        "public.aiff-audio": "audio/x-aiff",
        "public.avi": "video/x-msvideo",
        "public.dv-movie": "video/dv",
        "public.bash-script": "text/x-shellscript",
        "public.zsh-script": "text/x-shellscript",
        "public.ksh-script": "text/x-shellscript",
        "public.csh-script": "text/x-csh",
        "public.tcsh-script": "text/x-csh",
        "public.bzip2-archive": "application/x-bzip2",
        "public.midi-audio": "audio/midi",
        "public.perl-script": "application/x-perl",
        "public.php-script": "text/x-php",
        "public.python-script": "text/x-python",
        "public.ruby-script": "application/x-ruby",
        "public.rust-source": "text/rust",
        "public.utf8-plain-text": "text/plain",
        "public.utf16-plain-text": "text/plain",
    ]
}
