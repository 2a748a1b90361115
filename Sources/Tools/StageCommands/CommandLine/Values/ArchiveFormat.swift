internal import Archives

/// The archive that `--as` asks for.
extension ArchiveWriter.Format {
    /// Every spelling that is understood, with or without a dot before it, in either case.
    private static let spellings: [String: ArchiveWriter.Format] = [
        "zip": .zip, "tar": .tar, "tar.gz": .tarGzip, "tgz": .tarGzip, "tar.zst": .tarZstd, "tar.zstd": .tarZstd,
        "tzst": .tarZstd,
    ]

    /// What help and completions offer.
    static let offered = allCases.map(\.rawValue)

    /// Reads `zip`, `tar.zst`, `tar.gz` or `tar`, and what else these are called.
    /// - Throws: ``UsageError``, which lists what there is.
    static func parse(_ bytes: Bytes) throws(UsageError) -> ArchiveWriter.Format {
        let text = String(decoding: bytes, as: UTF8.self).lowercased()
        if let format = spellings[text.hasPrefix(".") ? String(text.dropFirst()) : text] { return format }
        throw UsageError(
            "'\(DisplayText.escaped(bytes))' is no archive that can be written",
            hint: "there are \(offered.joined(separator: ", "))")
    }

    /// The identifier of its type.
    var type: String {
        switch self {
        case .zip: "public.zip-archive"
        case .tarZstd: "org.facebook.tar-zstandard-archive"
        case .tarGzip: "org.gnu.gnu-zip-tar-archive"
        case .tar: "public.tar-archive"
        }
    }

    /// The name of an archive of what has this name.
    func name(for text: String) -> String { "\(text.isEmpty ? "archive" : text).\(rawValue)" }
}
