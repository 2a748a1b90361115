internal import Archives
internal import LinuxSystem

/// A folder as one zip archive, for whoever wants its bytes.
enum FolderArchive {
    /// The archive, in which everything stands below the folder's own name.
    ///
    /// - Throws: ``TransferError/unreadable(_:reason:)`` with what could not be read, `CancellationError`.
    static func zip(_ folder: Path, _ cancellation: FileWork.Cancellation) throws -> Data {
        let temporary = try FileWork.path(of: FileManager.default.temporaryDirectory)
        return try FileWork.writing(to: temporary) {
            // To a file that never has a name: an archive built in memory would be there twice.
            let place = try Directory.open(temporary)
            let file = try place.makeUnpublishedFile(hiddenName: FileWork.hiddenName())
            try write(folder, to: file.descriptor.number, cancellation)
            return try FileWork.contents(of: file.descriptor.number, temporary, cancellation)
        }
    }

    private static func write(_ folder: Path, to file: CInt, _ cancellation: FileWork.Cancellation) throws {
        do throws(ArchiveError) {
            let source: Directory
            do { source = try Directory.open(folder) } catch { throw ArchiveError(error) }
            let writer = try ArchiveWriter(.zip, to: file)
            // Not `..` or what else the path may end in: the folder's name.
            let name = OwnProcess.canonicalPath(folder)?.lastComponent ?? "folder"
            try writer.add(tree: source, prefix: name) { (_) throws(ArchiveError) in
                if cancellation.isCancelled { throw ArchiveError(.canceled, "called off") }
            }
            try writer.finish()
        } catch {
            if error.kind == .canceled { throw CancellationError() }
            throw TransferError.unreadable(FileWork.url(of: folder, isDirectory: true), reason: error.description)
        }
    }
}
