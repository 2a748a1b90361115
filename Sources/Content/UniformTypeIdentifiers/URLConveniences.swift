public import Foundation

extension UTType {
    /// The extension that a name wants in front of which nothing else is changed: the type's preferred one, unless
    /// the name has one whose type conforms to this type; nil where none is wanted.
    func missingExtension(after present: String) -> String? {
        guard let preferred = preferredFilenameExtension else { return nil }
        if present.isEmpty { return preferred }
        let fitting = UTType.types(tag: present, tagClass: .filenameExtension, conformingTo: self)
        return fitting.contains(where: \.isDeclared) || tags[.filenameExtension]?.contains(present) == true
            ? nil : preferred
    }

    /// The name, with the extension that it wants.
    func name(from partial: String) -> String {
        let present = (partial as NSString).pathExtension
        return missingExtension(after: present).map { "\(partial).\($0)" } ?? partial
    }
}

extension URL {
    /// The URL with `partialName` below it, and with the type's preferred extension unless the name has an extension
    /// that is right for the type: `puppy.jpg` stays as it is for `UTType/image` and `UTType/jpeg`, and becomes
    /// `puppy.jpg.txt` for `UTType/plainText`. The path is a directory's where the type is a directory's.
    public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
        appendingPathComponent(
            contentType.name(from: partialName), isDirectory: contentType.conforms(to: .directory))
    }

    /// Appends `partialName` as ``appendingPathComponent(_:conformingTo:)`` does.
    public mutating func appendPathComponent(_ partialName: String, conformingTo contentType: UTType) {
        self = appendingPathComponent(partialName, conformingTo: contentType)
    }

    /// The URL with the type's preferred extension, unless its last component has one that is right for the type.
    public func appendingPathExtension(for contentType: UTType) -> URL {
        contentType.missingExtension(after: pathExtension).map { appendingPathExtension($0) } ?? self
    }

    /// Appends the type's preferred extension, unless the last component has one that is right for the type.
    public mutating func appendPathExtension(for contentType: UTType) {
        self = appendingPathExtension(for: contentType)
    }
}

extension NSURL {
    /// As `URL.appendingPathComponent(_:conformingTo:)`.
    public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
        (self as URL).appendingPathComponent(partialName, conformingTo: contentType)
    }

    /// As `URL.appendingPathExtension(for:)`.
    public func appendingPathExtension(for contentType: UTType) -> URL {
        (self as URL).appendingPathExtension(for: contentType)
    }
}

extension NSString {
    /// The path with `partialName` below it, and with the type's preferred extension unless the name has an extension
    /// that is right for the type.
    public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> String {
        appendingPathComponent(contentType.name(from: partialName))
    }

    /// The path with the type's preferred extension, unless it has one that is right for the type.
    public func appendingPathExtension(for contentType: UTType) -> String {
        contentType.missingExtension(after: pathExtension).flatMap { appendingPathExtension($0) } ?? (self as String)
    }
}
