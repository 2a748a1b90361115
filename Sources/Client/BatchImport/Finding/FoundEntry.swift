internal import LinuxSystem

/// A source, as it was named and as it is found.
final class SourceName: Sendable {
    /// As it was named.
    let shown: Path
    /// Without links and relative parts: the same from wherever the command is run again.
    let absolute: Path

    init(shown: Path, absolute: Path) {
        self.shown = shown
        self.absolute = absolute
    }
}

/// How an entry is called in reports: its source, and its path in that.
struct EntryName: Sendable {
    let source: SourceName
    /// Through folders and archives, an archive being a component as a folder is.
    let path: Path

    /// For messages.
    var quoted: String {
        path == source.shown.lastComponent ? source.shown.quoted : source.shown.appending(path).quoted
    }
}

/// What an entry is known by over the runs of a job.
struct EntryKey: Hashable, Sendable {
    /// The absolute path of the file on disk.
    let file: Path
    /// The path in an archive; empty for the file itself.
    var inner: Path = ""
    /// Which of several entries of one path in an archive.
    var ordinal = 0
    /// Another one once the file on disk has changed.
    var version = FileVersion(size: 0, modified: Timestamp(seconds: 0))
}

/// What tells one content of a file from a later one. No inode: it may be another after a mount, and is after a copy.
struct FileVersion: Hashable, Sendable {
    var size: Int64
    var modified: Timestamp
}

/// An open directory, for as long as entries of it wait.
final class SharedDirectory: Sendable {
    let directory: Directory

    init(_ directory: consuming Directory) { self.directory = directory }
}

/// One file that was found and not looked at yet.
struct FoundEntry: Sendable {
    enum Place: Sendable {
        /// A name in a folder, never a link.
        case file(SharedDirectory, name: Path)
    }

    let name: EntryName
    /// The path to keep below the destination, as it was found: names in it are not safe yet.
    let kept: Path
    /// The path on disk of the file.
    let file: Path
    let place: Place
    /// The name beside it of what says that it is whole, which a move takes away with it.
    var companion: Path?
}
