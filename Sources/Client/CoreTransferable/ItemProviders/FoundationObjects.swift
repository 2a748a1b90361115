extension NSString: NSItemProviderWriting, NSItemProviderReading {
    /// Plain text, as UTF-8.
    public static var writableTypeIdentifiersForItemProvider: [String] { [UTType.utf8PlainText.identifier] }

    /// Plain text in UTF-8, UTF-16, or as its byte order mark tells.
    public static var readableTypeIdentifiersForItemProvider: [String] {
        [UTType.utf8PlainText, .utf16PlainText, .plainText].map(\.identifier)
    }

    /// The text's bytes.
    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(Data("\(self)".utf8), nil)
        return nil
    }

    /// The text of the bytes.
    ///
    /// - Throws: `TransferError/malformed(contentType:reason:)`.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        let type = UTType.registered(typeIdentifier)
        let text = type == .utf16PlainText ? try PlainText.utf16(data) : try PlainText.any(data)
        guard let object = NSString(string: text) as? Self else {
            throw TransferError.unexpectedClass(type, className: "\(self)")
        }
        return object
    }
}

extension NSURL: NSItemProviderWriting, NSItemProviderReading {
    /// The addresses of files and others.
    public static var writableTypeIdentifiersForItemProvider: [String] {
        [UTType.fileURL.identifier, UTType.url.identifier]
    }

    /// That of a file only where it is one.
    public var writableTypeIdentifiersForItemProvider: [String] {
        isFileURL ? Self.writableTypeIdentifiersForItemProvider : [UTType.url.identifier]
    }

    /// The addresses of files and others.
    public static var readableTypeIdentifiersForItemProvider: [String] { writableTypeIdentifiersForItemProvider }

    /// The address, as text.
    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(Data(absoluteString.utf8), nil)
        return nil
    }

    /// The address that the bytes are.
    ///
    /// - Throws: `TransferError/malformed(contentType:reason:)`.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        let type = UTType.registered(typeIdentifier)
        let url = try URL(transferred: data, as: type)
        guard let object = NSURL(string: url.absoluteString) as? Self else {
            throw TransferError.unexpectedClass(type, className: "\(self)")
        }
        return object
    }
}
