public import FoundationEssentials

extension URL {
    /// The URL with `partialName` below it, and with the type's extension unless the name has a fitting one.
    public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
        appendingPathComponent(partialName).appendingPathExtension(for: contentType)
    }

    /// Appends `partialName`, and the type's extension unless the name has a fitting one.
    public mutating func appendPathComponent(_ partialName: String, conformingTo contentType: UTType) {
        self = appendingPathComponent(partialName, conformingTo: contentType)
    }

    /// The URL with the type's preferred extension, unless its last component ends in one that the type has.
    public func appendingPathExtension(for contentType: UTType) -> URL {
        guard let preferred = contentType.preferredFilenameExtension,
            contentType.tags[.filenameExtension]?.contains(pathExtension.asciiFolded) != true
        else { return self }
        return appendingPathExtension(preferred)
    }

    /// Appends the type's preferred extension, unless the last component ends in one that the type has.
    public mutating func appendPathExtension(for contentType: UTType) {
        self = appendingPathExtension(for: contentType)
    }
}
