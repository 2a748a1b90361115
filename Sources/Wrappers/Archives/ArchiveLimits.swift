package import LinuxSystem

/// How much an archive may ask for. Every excess is an ``ArchiveError`` of the kind `limit` that names the entry.
///
/// The counts are of one ``Archive`` value, over all its readers, with the archives that come out of it.
package struct ArchiveLimits: Hashable, Sendable {
    /// Entries in an archive, directories among them.
    package var entries = 500_000
    /// Bytes unpacked in all, counted while they come; holes count.
    package var totalBytes: Int64 = 1 << 40
    /// Bytes unpacked of one entry.
    package var entryBytes: Int64 = 1 << 40
    /// Names in a path, the last one among them.
    package var pathDepth = 128
    /// Archives around an archive: 0 opens none that lies in another. See ``ArchiveOptions/outer``.
    package var nesting = 4
    /// Unpacked bytes for each byte of the archive. Deflate itself reaches 1,032.
    package var ratio: Int64 = 500
    /// Bytes unpacked before the ratio counts: something small that packs well is no bomb.
    package var ratioStart: Int64 = 1 << 30
    /// Bytes of memory that a reader may take: dictionaries of xz, 7z and zstd are the largest part.
    package var memory: Int64 = 1 << 30
    /// Seconds for which a reader may compute without a new entry, a byte of contents or a new byte of the archive.
    package var stall = 3
    /// Bytes of a stream that are kept in a file where the format has to be read to and fro.
    package var spooledBytes: Int64 = 1 << 38

    package init() {}
}

/// How an archive is opened.
package struct ArchiveOptions: Sendable {
    package var limits = ArchiveLimits()
    /// The archive's file name: a compressed file that is no archive is one entry, named after it.
    package var name: Path?
    /// The character set of names that are not UTF-8, as iconv knows it, such as `CP437`; nil guesses.
    package var encoding: String?
    /// What the archive has taken that this one came out of; that bears what this one takes too.
    package var outer: ArchiveUsage?
    /// The folder for a file that holds a stream while it is read to and fro; it never has a name there.
    package var spoolFolder: Path = "/var/tmp"

    package init() {}
}
