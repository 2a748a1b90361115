internal import LinuxSystem

/// An entry whose bytes are at hand.
struct OpenedEntry: Sendable {
    let name: EntryName
    var key: EntryKey
    /// The path to keep below the destination, as it was found.
    let kept: Path
    /// Readable from 0: the source itself, or what was unpacked; nil for what is in memory alone.
    var content: SharedDescriptor?
    /// The whole content of a small entry.
    var bytes: [UInt8]?
    var size: Int64
    let modified: Timestamp
    let permissions: UInt32
    /// The source's file as it was when it was opened; nil for what was unpacked.
    let source: SourceFile?
    /// What was unpacked straight into the destination's volume, and only needs its name.
    var unpacked: StagedCopy?
    /// The archive that it came out of.
    var archive: OpenedArchive?

    /// How many archives it lies in.
    var depth: Int { archive?.depth ?? 0 }

    /// A descriptor to read it from, in memory where it has none yet.
    /// - Throws: ``SystemError``.
    func readable() throws(SystemError) -> SharedDescriptor {
        if let content { return content }
        let file = try OwnedDescriptor.memoryFile(named: "entry")
        try file.write(bytes ?? [])
        return SharedDescriptor(file)
    }

    /// A file on disk.
    struct SourceFile: Sendable {
        let folder: SharedDirectory
        let name: Path
        let path: Path
        let status: FileStatus
        /// What lies beside it to say that it is whole.
        var companion: Path?
    }
}

/// A file without a name, which is filled first and placed later; used by one thread at a time.
// Why `@unchecked`: whoever fills it hands it on to whoever places it.
final class StagedCopy: @unchecked Sendable {
    private var file: UnpublishedFile?
    /// Open for reading and writing.
    let descriptor: SharedDescriptor

    init(_ file: consuming UnpublishedFile) throws(SystemError) {
        descriptor = SharedDescriptor(try file.descriptor.duplicate())
        self.file = consume file
    }

    /// Gives the file up, to be placed. To be called once.
    func take() -> UnpublishedFile {
        guard let file = file.take() else { preconditionFailure("a copy is placed once") }
        return file
    }
}
