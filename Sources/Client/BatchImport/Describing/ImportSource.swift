package import LinuxSystem
internal import StagingModel

/// Something to import from.
public struct ImportSource: Sendable {
    package enum Kind: Sendable {
        /// A file, an archive, or a folder with all that is in it.
        case path(Path)
        /// A stream of paths, each taken as if it had been named itself.
        case list(SharedDescriptor, endedByNull: Bool)
    }

    package let kind: Kind

    package init(_ kind: Kind) { self.kind = kind }

    /// A file, an archive, or a folder with all that is in it. A symbolic link named here is followed; those found in
    /// a folder are not.
    public static func path(_ path: String) -> ImportSource { ImportSource(.path(Path(path))) }

    /// Paths that are read from an open descriptor, such as standard input, to its end.
    /// - Parameters:
    ///   - descriptor: stays the caller's; a duplicate is read.
    ///   - endedByNull: each path ends with NUL, and not with a newline.
    /// - Throws: `StagingError` (`unreadable`) where nothing is open under the number.
    public static func paths(from descriptor: Int32, endedByNull: Bool = false) throws -> ImportSource {
        do {
            return ImportSource(
                .list(SharedDescriptor(try OwnedDescriptor.duplicating(descriptor)), endedByNull: endedByNull))
        } catch {
            throw StagingError(.unreadable, "descriptor \(descriptor): \(error.reason)")
        }
    }
}
