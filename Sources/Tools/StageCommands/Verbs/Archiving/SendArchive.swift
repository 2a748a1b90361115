internal import Archives
internal import LinuxSystem
internal import StagingClient
internal import StagingModel

extension CommandContext {
    /// The archive that `send --as` asks for.
    func archiveToSend() throws(UsageError) -> ArchiveWriter.Format? {
        guard let format = try arguments.value(.as, as: ArchiveWriter.Format.parse) else { return nil }
        if arguments.paths.contains("-") {
            throw UsageError(
                "--as makes an archive of a PATH, and - is standard input", hint: "leave --as out, or give a PATH")
        }
        return format
    }

    /// Sends what is at a path as one archive.
    /// - Parameter others: its further representations.
    func sendArchive(
        of path: Path, as format: ArchiveWriter.Format, name: String?, type: String?, _ others: [ItemToSend],
        _ options: SendOptions
    ) throws -> Grant {
        output.startProgress("sending")
        defer { output.endProgress() }
        // What is read tells how far it is; what the service has staged of the archive does not.
        var progress: ArchiveStream.Progress?
        if showsProgress {
            progress = { [output] done, total in
                output.progress(done: UInt64(clamping: done), total: total > 0 ? UInt64(clamping: total) : nil)
            }
        }
        let archive = try ArchiveStream(of: path, as: format, progress: progress)
        return try archive.sending {
            try connection.send([archive.item(name: name, type: type)] + others, options, report: { output.note($0) })
        }
    }
}
