package import LinuxSystem

/// How entries become files.
package struct ExtractionOptions: Sendable {
    /// What a name in the archive becomes on disk; what comes out that is not one name of a directory refuses the entry.
    package var naming: @Sendable (String) -> String = { $0 }
    /// The name for a further entry of a name that is taken; the number is 2 or more.
    package var numbering: @Sendable (String, Int) -> String = { name, number in
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "\(name) (\(number))" }
        return "\(name[..<dot]) (\(number))\(name[dot...])"
    }
    /// The longest target that a symbolic link may have, in bytes.
    package var mostLinkBytes = 4095

    package init() {}
}

/// What became of an entry. As many of them come out of an extraction as the archive has entries.
package struct ExtractionOutcome: Sendable, Hashable {
    package enum Result: Sendable, Hashable {
        /// It is there, under this path below the directory; empty for the archive's root.
        case extracted(Path)
        /// It is there, under another name than its own, which an entry before it has: the same, the same but for case or
        /// composition, or one of another kind.
        case renamed(Path)
        /// It is not there.
        case refused(ArchiveError)
    }

    package let entry: ArchiveEntry
    package var result: Result

    /// Where it is; nil where it was refused.
    package var path: Path? {
        switch result {
        case .extracted(let path), .renamed(let path): path
        case .refused: nil
        }
    }
}
