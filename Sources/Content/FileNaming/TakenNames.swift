extension FileNaming {
    /// The name, then the same with ` (2)`, ` (3)` and so on before its whole ending, without end.
    ///
    /// A number that is part of the name is left alone. Each is at most 255 bytes. To be claimed in turn by creating the
    /// file (`O_EXCL`): looking first is no claim.
    /// - Parameters:
    ///   - name: a safe name.
    ///   - first: the number to begin with; 1 is the name itself.
    package static func candidates(for name: String, from first: Int = 1) -> some Sequence<String> {
        let (base, ending) = Ending.split(name)
        return sequence(state: first) { number -> String? in
            defer { number += 1 }
            if number == 1 { return name }
            let tail = " (\(number))\(ending)"
            let short = SafeComponent.cut(base, to: SafeComponent.limit - tail.utf8.count)
            // A base of one character that long leaves nothing to shorten.
            return (short.hasVisible ? short : "file") + tail
        }
    }

    /// Equal for names that a file system may take for one: those that differ in case or composition alone.
    package static func twinKey(_ name: String) -> String { name.caseFolded }

    /// Whether the name or a twin of it is among those that exist.
    package static func isTaken(_ name: String, among existing: some Sequence<String>) -> Bool {
        let key = twinKey(name)
        return existing.contains { twinKey($0) == key }
    }

    /// The first candidate for which neither it nor a twin is taken.
    package static func available(_ name: String, taken: some Sequence<String>) -> String {
        let keys = Set(taken.map(twinKey))
        // The candidates do not end, so one is always found.
        return candidates(for: name).first { !keys.contains(twinKey($0)) } ?? name
    }
}
