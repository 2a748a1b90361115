package import LinuxSystem

/// Something that an archive holds, as its archive tells.
package struct ArchiveEntry: Sendable, Hashable {
    /// What an entry is.
    package enum Kind: Hashable, Sendable {
        case file, directory
        /// ``ArchiveEntry/linkTarget`` is what the link holds; nil where it stands in the contents, as in a zip archive.
        case symbolicLink
        /// A further name of the entry that ``ArchiveEntry/linkTarget`` names.
        case hardLink
        /// A device, a FIFO or a socket.
        case special

        init(_ kind: FileKind) {
            self =
                switch kind {
                case .regular: .file
                case .directory: .directory
                case .symbolicLink: .symbolicLink
                case .fifo, .socket, .characterDevice, .blockDevice: .special
                }
        }
    }

    /// The place among the entries, from 0; it finds the entry again (``ArchiveReader/select(_:)``).
    package let position: Int
    /// The name as it stands in the archive, in whatever encoding.
    package let rawName: [UInt8]
    /// The name as text: decoded, its separators as the archive has them; never empty for an entry without a problem.
    package let name: String
    /// The names on the way from the archive's root, none of them empty, "." or ".."; empty for the root itself, and for
    /// a name that is not safe (``problem``).
    package let components: [String]
    package let kind: Kind
    /// Bytes of the contents; nil where only reading tells.
    package let size: Int64?
    /// Bytes that it takes in the archive; nil where that cannot be told.
    package let packedSize: Int64?
    /// The nine permission bits; nil where the archive has none, as those made on Windows.
    package let permissions: UInt32?
    package let modified: Timestamp?
    /// What a link points to, as it stands in the archive, decoded.
    package let linkTarget: String?
    /// Whether its contents need a password.
    package let isEncrypted: Bool
    /// Why it cannot be had, where that is known beforehand; the entries around it may well be.
    package let problem: ArchiveError?

    /// ``components`` as a relative path, safe below a directory; empty for the root.
    package var path: Path { Path(bytes: components.map { Array($0.utf8) }.joined(separator: [UInt8(ascii: "/")])) }

    /// The name for a message.
    package var displayName: String { Archives.escaped(name) }

    func with(problem: ArchiveError) -> ArchiveEntry {
        ArchiveEntry(
            position: position, rawName: rawName, name: name, components: [], kind: kind, size: size,
            packedSize: packedSize, permissions: permissions, modified: modified, linkTarget: linkTarget,
            isEncrypted: isEncrypted, problem: problem.about(displayName))
    }
}
