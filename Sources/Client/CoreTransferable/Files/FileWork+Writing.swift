internal import FileNaming
package import LinuxSystem

extension FileWork {
    /// Writes bytes to a new file, which shows itself when it is whole.
    ///
    /// - Parameters:
    ///   - folder: an existing directory.
    ///   - name: a safe name; where it is taken the next free one is used.
    /// - Returns: the new file.
    /// - Throws: ``TransferError/unwritable(_:reason:)``, `CancellationError`; nothing is left behind.
    package static func write(_ data: Data, in folder: Path, named name: String) async throws -> URL {
        try await run { cancellation in
            try writing(to: folder) {
                let directory = try Directory.open(folder)
                var file = try directory.makeUnpublishedFile(hiddenName: hiddenName())
                var rest = data[...]
                while !rest.isEmpty {
                    try cancellation.check()
                    let part = rest.prefix(1 << 20)
                    try file.descriptor.write(Array(part))
                    rest = rest.dropFirst(part.count)
                }
                try file.descriptor.setPermissions(0o666 & ~OwnProcess.fileModeMask)
                let published = try claim(name, in: directory) { name throws(SystemError) in
                    try file.publish(in: directory, as: name)
                }
                return url(of: folder.appending(published), isDirectory: false)
            }
        }
    }

    /// Copies a file or a folder, by the kernel: shared blocks where the file system can, holes stay holes.
    ///
    /// - Parameters:
    ///   - source: a regular file or a folder; a symbolic link is followed.
    ///   - folder: an existing directory.
    ///   - name: a safe name; where it is taken the next free one is used.
    /// - Returns: the copy, which shows itself when it is whole.
    /// - Throws: ``TransferError``, `CancellationError`; nothing is left behind.
    package static func copy(
        _ source: Path, into folder: Path, named name: String, progress: Progress? = nil
    ) async throws -> URL {
        try await run { cancellation in
            let opened = try open(source)
            if opened.status.kind == .directory {
                return try TreeCopy(source, into: folder, named: name, cancellation, progress).run()
            }
            return try copy(
                opened.descriptor.number, opened.status, of: source, into: folder, named: name, cancellation, progress)
        }
    }

    /// Copies a regular file that is open for reading, as ``copy(_:into:named:progress:)-(Path,_,_,_)`` does.
    package static func copy(
        _ source: SharedDescriptor, into folder: Path, named name: String, progress: Progress? = nil
    ) async throws -> URL {
        try await run { cancellation in
            try source.withNumber { number in
                let status = try writing(to: folder) { try FileStatus.of(number) }
                return try copy(
                    number, status, of: Path(name), into: folder, named: name, cancellation, progress)
            }
        }
    }

    private static func copy(
        _ source: CInt, _ status: FileStatus, of sourcePath: Path, into folder: Path, named name: String,
        _ cancellation: Cancellation, _ progress: Progress?
    ) throws -> URL {
        try writing(to: folder) {
            let directory = try Directory.open(folder)
            var file = try directory.makeUnpublishedFile(hiddenName: hiddenName())
            try copy(source, sourcePath, to: file.descriptor.number, cancellation) { done in
                progress?(done, status.size)
            }
            try file.descriptor.setModified(status.modified)
            let executable = status.permissions & 0o111
            try file.descriptor.setPermissions((0o666 | executable) & ~OwnProcess.fileModeMask)
            let published = try claim(name, in: directory) { name throws(SystemError) in
                try file.publish(in: directory, as: name)
            }
            return url(of: folder.appending(published), isDirectory: false)
        }
    }

    /// Copies the bytes of one file.
    static func copy(
        _ source: CInt, _ sourcePath: Path, to destination: CInt, _ cancellation: Cancellation,
        progress: (Int64) -> Void
    ) throws {
        do throws(CopyError<CancellationError>) {
            _ = try copyContents(from: source, to: destination) { (done) throws(CancellationError) in
                try cancellation.check()
                progress(done)
            }
        } catch {
            switch error {
            case .system(let error): throw error
            case .stopped(let error): throw error
            case .shrank:
                throw TransferError.unreadable(
                    url(of: sourcePath, isDirectory: false), reason: "it became shorter while it was copied")
            }
        }
    }

    /// Tries one name after the other until `claim` takes one.
    static func claim(
        _ name: String, in directory: borrowing Directory, _ claim: (Path) throws(SystemError) -> Void
    ) throws(SystemError) -> Path {
        // Twins by case or composition are one name elsewhere, so they are not put side by side.
        var taken: Set<String> = []
        var reader = try directory.entries()
        while let entry = try reader.next() {
            if let text = entry.name.exactText { taken.insert(FileNaming.twinKey(text)) }
        }
        for candidate in FileNaming.candidates(for: name) where !taken.contains(FileNaming.twinKey(candidate)) {
            do {
                try claim(Path(candidate))
                return Path(candidate)
            } catch  where error.isNameTaken {
                // Somebody else took it since the directory was read.
            }
        }
        preconditionFailure("the candidates do not end")
    }

    /// The name that something has while it is not whole; nothing else has it.
    static func hiddenName() -> Path { Path(".transfer-" + random()) }

    static func random() -> String {
        RandomBytes.some(8).map { String(Int($0) + 256, radix: 16).dropFirst() }.joined()
    }

    /// Tells what the kernel says against writing as an error about the place.
    static func writing<Result>(to folder: Path, _ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as SystemError { throw unwritable(folder, error) }
    }
}
