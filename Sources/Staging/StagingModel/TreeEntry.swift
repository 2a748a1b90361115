/// One entry of a directory tree that is sent, and one line of the manifest that is kept of it.
package struct TreeEntry: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, Codable {
        case file, directory, link
    }

    /// Relative to the tree's root, in bytes of any encoding, without empty, `.` and `..` components; empty for the
    /// root itself, which is the first entry.
    package var path: [UInt8]
    package var kind: Kind
    /// The rwx bits, 0 to 0o777.
    package var permissions: UInt32
    /// Nanoseconds since 1970.
    package var modified: Int64
    /// In bytes; of a file.
    package var size: Int64
    /// The longest path of an entry, in bytes. Longer than what the kernel takes at a time: trees are walked by directory.
    package static let mostPathBytes = 65536

    /// Where a link leads.
    package var target: [UInt8]?

    package init(
        path: [UInt8], kind: Kind, permissions: UInt32, modified: Int64, size: Int64, target: [UInt8]? = nil
    ) {
        self.path = path
        self.kind = kind
        self.permissions = permissions
        self.modified = modified
        self.size = size
        self.target = target
    }

    /// Whether the path stays below the root: relative, without empty, `.` and `..` components and NUL.
    package var hasSafePath: Bool { path.isEmpty || Self.isSafe(path) }

    /// Whether a link at this path with this target stays within the tree (rule 13), as far as its text tells: relative,
    /// and never climbing above the root on its way. See ``climbsAfterDescending``.
    package var hasInnerTarget: Bool {
        guard let target, !target.isEmpty, !target.contains(0), target.first != UInt8(ascii: "/") else { return false }
        // The folder of the link is as deep as the path has components before the last one.
        var depth = path.split(separator: UInt8(ascii: "/")).count - 1
        for component in target.split(separator: UInt8(ascii: "/")) {
            if component.elementsEqual("..".utf8) {
                depth -= 1
                if depth < 0 { return false }
            } else if !component.elementsEqual(".".utf8) {
                depth += 1
            }
        }
        return true
    }

    /// Whether a link's target climbs after it has gone down: where it goes down by another link, its text does not tell
    /// how far up that leads.
    package var climbsAfterDescending: Bool {
        guard let target else { return false }
        return target.split(separator: UInt8(ascii: "/"))
            .drop { $0.elementsEqual("..".utf8) || $0.elementsEqual(".".utf8) }
            .contains { $0.elementsEqual("..".utf8) }
    }

    private static func isSafe(_ path: [UInt8]) -> Bool {
        !path.contains(0)
            && path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
                !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
            }
    }

    // MARK: The manifest's form

    /// The entry's record: kind, octal permissions, modification time and size, separated by spaces; then the path and
    /// the target, each ended by NUL.
    package var record: [UInt8] {
        var record = Array(
            "\(kind.rawValue) \(String(permissions, radix: 8)) \(modified) \(size) ".utf8)
        record += path
        record.append(0)
        record += target ?? []
        record.append(0)
        return record
    }

    /// Where the first record in these bytes ends; nil where it is not whole.
    static func recordEnd(in bytes: ArraySlice<UInt8>) -> Int? {
        guard let pathEnd = bytes.firstIndex(of: 0), let targetEnd = bytes[(pathEnd + 1)...].firstIndex(of: 0) else {
            return nil
        }
        return targetEnd + 1
    }

    /// Reads a whole record; nil where it is damaged.
    init?(record: ArraySlice<UInt8>) {
        guard let pathEnd = record.firstIndex(of: 0) else { return nil }
        let head = record[..<pathEnd].split(
            separator: UInt8(ascii: " "), maxSplits: 4, omittingEmptySubsequences: false)
        guard head.count == 5, let kind = Kind(rawValue: String(decoding: head[0], as: UTF8.self)),
            let permissions = UInt32(String(decoding: head[1], as: UTF8.self), radix: 8),
            let modified = Int64(String(decoding: head[2], as: UTF8.self)),
            let size = Int64(String(decoding: head[3], as: UTF8.self))
        else { return nil }
        self.init(
            path: Array(head[4]), kind: kind, permissions: permissions, modified: modified, size: size,
            target: kind == .link ? Array(record[(pathEnd + 1)...].dropLast()) : nil)
    }
}
