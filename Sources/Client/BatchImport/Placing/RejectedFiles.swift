internal import LinuxSystem
internal import StagingClient
internal import StagingModel

/// What was refused and is kept, each file with its reason beside it.
enum RejectedFiles {
    /// Writes the reason, before the file itself appears: a file without its reason is never there.
    static func writeReason(_ outcome: ImportOutcome, _ placement: Decided.Placement) throws {
        let text = """
            source: \(Path(outcome.source).escapedText)
            entry: \(Path(outcome.entry).escapedText)
            type: \(outcome.type ?? "not looked at")
            reason: \(outcome.reason ?? "")

            """
        let name = outcome.path?.lastComponent ?? Path(placement.wanted)
        var file = try placement.folder.directory.makeUnpublishedFile(hiddenName: HiddenName.random(), mode: 0o666)
        try file.descriptor.write(Array(text.utf8))
        let reason = Path(bytes: name.bytes.prefix(255 - ending.utf8.count) + Array(ending.utf8))
        try file.publish(in: placement.folder.directory, as: reason, replacing: true)
    }

    private static let ending = ".reason.txt"
}
