extension Transferable {
    /// The value as bytes of a type.
    ///
    /// Where the representation is a file, all of it is read into memory, and a folder comes as a zip archive:
    /// ``export(to:contentType:)`` and ``withExportedFile(contentType:fileHandler:)`` need no memory.
    /// - Parameter contentType: the first representation that conforms to it is used; nil for the first that exports.
    /// - Throws: `TransferError`; what the exporting closure throws; `CancellationError`.
    public func exported(as contentType: UTType?) async throws -> Data {
        let representation = try await representation(for: ExportRequest(contentType))
        switch try await representation.export(self) {
        case .data(let data): return data
        case .file(let sent, _): return try await FileWork.contents(of: sent.file)
        }
    }

    /// Writes the value into a directory, as a file or a folder that the caller owns from then on.
    ///
    /// The name is ``suggestedFilename``, else that of the exported file, made safe, with the extension that fits; where
    /// it is taken ` (2)` goes before the extension. The file shows itself when it is whole. Files are copied by the
    /// kernel, never through memory, and without copying where the file system can share blocks.
    /// - Parameters:
    ///   - destinationDirectory: an existing directory.
    ///   - contentType: the first representation that conforms to it is used; nil for the first that exports.
    /// - Returns: the new file or folder.
    /// - Throws: `TransferError`; what the exporting closure throws; `CancellationError`. Nothing is left behind.
    public func export(to destinationDirectory: URL, contentType: UTType?) async throws -> URL {
        let representation = try await representation(for: ExportRequest(contentType))
        let content = try await representation.export(self)
        return try await write(content, as: representation, to: destinationDirectory)
    }

    /// Lends the value as a temporary file or folder, which is removed when the handler returns or throws.
    ///
    /// It is the handler's to change: never the item's own file. For its name see ``export(to:contentType:)``.
    /// - Parameters:
    ///   - contentType: the first representation that conforms to it is used; nil for the first that exports.
    ///   - fileHandler: is called once.
    /// - Returns: what the handler returns.
    /// - Throws: `TransferError`; what the exporting closure or the handler throws; `CancellationError`.
    nonisolated(nonsending) public func withExportedFile<Result>(
        contentType: UTType?, fileHandler: (URL) async throws -> Result
    ) async throws -> Result {
        let area = try await TemporaryArea.make()
        do {
            let result = try await fileHandler(try await export(to: area.directory, contentType: contentType))
            await area.remove()
            return result
        } catch {
            await area.remove()
            throw error
        }
    }

    /// Writes exported content into a directory, under the name that the item suggests.
    package func write(
        _ content: ExportedContent, as representation: AnyRepresentation<Self>, to directory: URL
    ) async throws -> URL {
        let folder = try FileWork.path(of: directory)
        let type = representation.contentType
        switch content {
        case .data(let data):
            let name = FileNames.name(suggested: suggestedFilename, for: type)
            return try await FileWork.write(data, in: folder, named: name)
        case .file(let sent, _):
            let name = FileNames.name(suggested: suggestedFilename, for: type, like: sent.file.lastPathComponent)
            return try await FileWork.copy(try FileWork.path(of: sent.file), into: folder, named: name)
        }
    }
}
