/// A kind of tag by which a type is known outside the type system: ``filenameExtension`` or ``mimeType``.
public struct UTTagClass: RawRepresentable, Hashable, Sendable, Codable {
    /// The identifier of the class, such as `public.filename-extension`.
    public let rawValue: String

    /// A tag class by its identifier. Only the two classes below have tags here.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The endings of file names, without the dot: `public.filename-extension`.
    public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")
    /// MIME types: `public.mime-type`.
    public static let mimeType = UTTagClass(rawValue: "public.mime-type")
}

extension UTTagClass: CustomStringConvertible {
    /// The identifier of the class.
    public var description: String { rawValue }
}
