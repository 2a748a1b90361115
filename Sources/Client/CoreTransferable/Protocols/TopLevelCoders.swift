/// What encodes a whole value, such as `JSONEncoder`.
public protocol TopLevelEncoder {
    /// What it encodes to, usually `Data`.
    associatedtype Output

    /// Encodes a value.
    ///
    /// - Throws: what the encoder throws for a value that it cannot encode.
    func encode<T>(_ value: T) throws -> Self.Output where T: Encodable
}

/// What decodes a whole value, such as `JSONDecoder`.
public protocol TopLevelDecoder {
    /// What it decodes from, usually `Data`.
    associatedtype Input

    /// Decodes a value of the type.
    ///
    /// - Throws: what the decoder throws for input that holds no such value.
    func decode<T>(_ type: T.Type, from: Self.Input) throws -> T where T: Decodable
}

extension JSONEncoder: TopLevelEncoder {}
extension JSONDecoder: TopLevelDecoder {}
extension PropertyListEncoder: TopLevelEncoder {}
extension PropertyListDecoder: TopLevelDecoder {}
