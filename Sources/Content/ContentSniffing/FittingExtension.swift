internal import Synchronization
package import ContentTypes

/// The endings that fit a verdict.
package struct FittingExtension: Sendable, Hashable {
    /// The common ending for a name that has none, without the dot: `jpg`, not `jpe`. `nil` where nothing is known.
    package let preferred: String?
    /// All endings that fit, lower-case: those of the type and, as a narrower name is right too, of the types that
    /// conform to it. Everything fits an unknown type, so the set is empty for one.
    package let acceptable: Set<String>

    package init(for verdict: Verdict) { self.init(for: verdict.type) }

    package init(for type: UTType) {
        if let known = Self.known.withLock({ $0[type] }) {
            self = known
            return
        }
        self.init(lookingUp: type)
        Self.known.withLock { [self] known in
            if known.count >= Self.mostKnown { known = [:] }
            known[type] = self
        }
    }

    /// Answers already found: finding one goes through all that conform.
    private static let known = Mutex<[UTType: FittingExtension]>([:])
    private static let mostKnown = 1024

    private init(lookingUp type: UTType) {
        guard type != .data, type.identifier != "org.iana.empty" else {
            preferred = nil
            acceptable = []
            return
        }
        let own = type.tags[.filenameExtension] ?? []
        preferred = Self.bare.contains(type.identifier) ? nil : Self.common[type.identifier] ?? own.first
        var fitting = Set(own)
        for declaration in TypeRegistry.shared.subtypes(of: type) { fitting.formUnion(declaration.extensions) }
        acceptable = fitting
    }

    /// Types whose files have no ending where they are at home.
    private static let bare: Set = ["org.linux.elf-executable", "public.unix-executable"]

    /// Endings that people use more than the one that Apple prefers, or that a type borrows from its kind.
    private static let common = [
        "public.jpeg": "jpg", "public.tiff": "tif",
        "public.mpeg": "mpg", "public.midi-audio": "mid", "public.yaml": "yaml",
        "public.c-plus-plus-source": "cpp", "public.c-plus-plus-header": "hpp", "public.make-source": "mk",
        "public.x509-certificate": "crt", "public.m3u-playlist": "m3u8", "public.html": "html",
        "org.gnu.gnu-zip-tar-archive": "tar.gz", "public.tar-bzip2-archive": "tar.bz2",
        "org.tukaani.tar-xz-archive": "tar.xz", "org.facebook.tar-zstandard-archive": "tar.zst",
        "public.script": "sh", "public.utf8-plain-text": "txt", "public.utf16-plain-text": "txt",
        "public.mpeg-4-audio": "m4a", "public.python-script": "py", "org.linux.elf-object": "o",
    ]
}
