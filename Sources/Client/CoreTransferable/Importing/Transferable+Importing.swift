internal import LinuxSystem

extension Transferable {
    /// Makes a value of bytes.
    ///
    /// - Parameters:
    ///   - data: is written to a temporary file where the representation wants one.
    ///   - contentType: what the bytes are: the first representation is used to whose type this conforms. With nil
    ///     every representation is tried in turn until one succeeds.
    /// - Throws: `TransferError`; what the importing closure throws, where a type is given; `CancellationError`.
    public init(importing data: Data, contentType: UTType?) async throws {
        let content = ImportedContent.data(data)
        if let contentType {
            self = try await Self.representation(for: ImportOffer(contentType)).importing(content)
        } else {
            self = try await Self.firstSuccess { try await $0.importing(content) }
        }
    }

    /// Makes a value of a file or a folder.
    ///
    /// The importing closure gets a copy, made by the kernel and removed when it returns, so that it may move it away;
    /// one that asks to open in place gets the file itself.
    /// - Parameters:
    ///   - file: a file that exists; it is neither changed nor removed here.
    ///   - contentType: what the file is: the first representation is used to whose type this conforms. With nil the
    ///     file's extension tells, else what is noted in its attributes; if neither does, every representation is tried
    ///     in turn until one succeeds.
    /// - Throws: `TransferError`; what the importing closure throws, where the type is known; `CancellationError`.
    public init(importing file: URL, contentType: UTType?) async throws {
        let path = try FileWork.path(of: file)
        if let contentType = try await FileWork.contentType(of: path, told: contentType) {
            self = try await Self.representation(for: ImportOffer(contentType)).importing(fileAt: path, file)
        } else {
            self = try await Self.firstSuccess { try await $0.importing(fileAt: path, file) }
        }
    }

    /// What the first importing representation makes that does not fail.
    private static func firstSuccess(
        _ importing: (AnyRepresentation<Self>) async throws -> Self
    ) async throws -> Self {
        var failures: [TransferError.FailedImport] = []
        for representation in representations where representation.canImport {
            do {
                return try await importing(representation)
            } catch {
                // Called off is called off: the next one is not to be tried.
                if error is CancellationError || Task.isCancelled { throw error }
                failures.append(.init(representation: representation.label, error: error))
            }
        }
        throw TransferError.everyImportFailed(itemType: "\(Self.self)", failures)
    }
}

extension AnyRepresentation {
    /// Makes an item of a file, of which the importing closure gets a copy unless it asks for the original.
    func importing(fileAt path: Path, _ file: URL) async throws -> Item {
        if !prefersFile || attemptsOpenInPlace {
            return try await importing(.file(ReceivedTransferredFile(file: file, isOriginalFile: true)))
        }
        return try await TemporaryArea.with { area in
            let name = FileNames.name(suggested: file.lastPathComponent, for: nil)
            let copy = try await FileWork.copy(path, into: area.path, named: name)
            return try await importing(.file(ReceivedTransferredFile(file: copy, isOriginalFile: false)))
        }
    }
}
