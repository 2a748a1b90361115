extension FileNaming {
    /// The endings that fit what the bytes are, as whoever knows the content types tells them.
    package struct FittingExtensions: Hashable, Sendable {
        /// The ending to give, in lower case without a dot; nil where the type has none.
        package let preferred: String?
        /// The endings that may stay, in lower case without a dot.
        package let acceptable: Set<String>
        /// Whether the verdict is only general (any bytes, text, zip, gzip, empty): it fills a missing ending and replaces
        /// none.
        package let isGeneral: Bool

        package init(preferred: String?, acceptable: Set<String> = [], isGeneral: Bool = false) {
            self.preferred = preferred
            self.acceptable = preferred.map { acceptable.union([$0]) } ?? acceptable
            self.isGeneral = isGeneral
        }

        /// The ending to give, in its most usual spelling.
        private var usual: String? {
            guard let preferred else { return nil }
            if let short = Self.usualSpellings[preferred], acceptable.contains(short) { return short }
            return preferred
        }

        /// Of several spellings in use, people expect these.
        private static let usualSpellings = [
            "jpeg": "jpg", "jpe": "jpg", "tiff": "tif", "htm": "html", "qt": "mov", "mpga": "mp3", "mpeg": "mpg",
            "midi": "mid", "text": "txt", "markdown": "md",
        ]

        /// The base and ending that a name should have: those it has where they fit.
        ///
        /// - Parameter cameAsPath: the name was the end of a path, so it is what a file is called somewhere.
        func applied(to name: String, cameAsPath: Bool) -> (base: String, ending: String) {
            let (base, ending) = Ending.split(name)
            guard let usual else { return (base, ending) }
            let words = ending.split(separator: ".").map { $0.lowercased() }
            guard let last = words.last else {
                // An ending that only this type knows, such as the number of a manual page, or a name of nothing else.
                if let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")),
                    acceptable.contains(name[name.utf8.index(after: dot)...].lowercased())
                {
                    return (String(name[..<dot]), String(name[dot...]))
                }
                return mayStayBare(name, cameAsPath: cameAsPath) ? (name, "") : (name, ".\(usual)")
            }
            if isGeneral || accepts(last) { return (base, ending) }
            // What was unpacked on the way, such as a download, has lost its outer layers.
            if let inner = words.dropLast().lastIndex(where: accepts) {
                return (base, "." + ending.split(separator: ".")[...inner].joined(separator: "."))
            }
            if Ending.compressions.contains(usual.lowercased()) {
                if Ending.tarWords[last] != nil || words.first == "tar" { return (base, ".tar.\(usual)") }
                if !Ending.compressions.contains(last) { return (base + ending, ".\(usual)") }
            }
            return Ending.isKnown(last) ? (base, ".\(usual)") : (base + ending, ".\(usual)")
        }

        private func accepts(_ word: String) -> Bool {
            acceptable.contains(word) || Ending.tarWords[word].map { acceptable.contains($0.lowercased()) } ?? false
        }

        /// Whether a name without an ending is whole: only texts are, when they are known by their name.
        private func mayStayBare(_ name: String, cameAsPath: Bool) -> Bool {
            if let own = Self.namesOfTools[name], !own.isDisjoint(with: acceptable) { return true }
            guard preferred == "txt" || preferred == "text" else { return false }
            // A dot file, a file that somebody named with its path, a label of symbols alone.
            return name.hasPrefix(".") || cameAsPath || !name.contains { $0.isLetter || $0.isNumber }
                || Self.namesOfTools[name] != nil || Self.namesOfTexts.contains(name)
        }

        /// Names by which a tool finds its file, with the endings that the same content has elsewhere.
        private static let namesOfTools: [String: Set<String>] = [
            "Makefile": ["make", "mak", "mk"], "makefile": ["make", "mak", "mk"], "GNUmakefile": ["make", "mak", "mk"],
            "Dockerfile": ["dockerfile"], "Containerfile": ["dockerfile"], "Jenkinsfile": ["groovy"],
            "Gemfile": ["rb"], "Rakefile": ["rb"], "Vagrantfile": ["rb"], "Podfile": ["rb"], "Brewfile": ["rb"],
            "Pipfile": ["toml"], "Procfile": [], "SConstruct": ["py"], "SConscript": ["py"], "configure": ["sh"],
            "PKGBUILD": ["sh"], "APKBUILD": ["sh"], "gradlew": ["sh"], "mvnw": ["sh"],
        ]

        /// Texts that by custom have no ending.
        private static let namesOfTexts: Set<String> = [
            "README", "LICENSE", "LICENCE", "COPYING", "NOTICE", "AUTHORS", "CONTRIBUTORS", "CHANGELOG", "CHANGES",
            "NEWS",
            "INSTALL", "TODO", "THANKS", "VERSION", "CONTRIBUTING", "MAINTAINERS", "OWNERS", "CODEOWNERS",
        ]
    }
}
