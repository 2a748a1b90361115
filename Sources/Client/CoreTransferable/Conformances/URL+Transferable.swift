extension URL: Transferable {
    /// The address, as text: that of a file as such first, then as any URL. What it leads to does not come with it.
    public static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(
            contentType: .fileURL, exporting: { Data($0.absoluteString.utf8) },
            importing: { try URL(transferred: $0, as: .fileURL) }
        )
        .exportingCondition(\.isFileURL)
        DataRepresentation(
            contentType: .url, exporting: { Data($0.absoluteString.utf8) },
            importing: { try URL(transferred: $0, as: .url) })
    }

    /// Reads an address as text, or in a property list, as some senders have it: the address, or it and its base.
    init(transferred data: Data, as contentType: UTType) throws {
        let listed = data.starts(with: Array("bplist".utf8)) || data.starts(with: Array("<?xml".utf8))
        let url: URL?
        if listed {
            let list = unsafe try? PropertyListSerialization.propertyList(from: data, format: nil)
            let texts = (list as? [String]) ?? (list as? String).map { [$0] } ?? []
            let base = texts.dropFirst().first.flatMap { URL(string: $0) }
            url = texts.first.flatMap { URL(string: $0, relativeTo: base)?.absoluteURL }
        } else {
            let text = try PlainText.utf8(data).trimmingCharacters(in: .whitespacesAndNewlines.union(["\0"]))
            url = text.isEmpty ? nil : URL(string: text, encodingInvalidCharacters: false)
        }
        guard let url else { throw TransferError.malformed(contentType: contentType, reason: "it holds no address") }
        if contentType == .fileURL, !url.isFileURL {
            throw TransferError.malformed(contentType: contentType, reason: "'\(url)' is no address of a file")
        }
        self = url
    }
}
