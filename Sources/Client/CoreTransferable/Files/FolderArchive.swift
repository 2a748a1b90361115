internal import LinuxSystem

/// A folder as one zip archive, for whoever wants its bytes.
enum FolderArchive {
    static func zip(_ folder: Path, _ cancellation: FileWork.Cancellation) throws -> Data {
        throw TransferError.unreadable(FileWork.url(of: folder, isDirectory: true), reason: "it is a folder")
    }
}
