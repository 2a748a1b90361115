internal import Dispatch
internal import FileNaming
package import LinuxSystem
internal import Synchronization

/// Work on files, which blocks, done off Swift's shared pool and ended when its task is cancelled.
package enum FileWork {
    /// Called while something is copied, with the bytes done and those there are.
    package typealias Progress = @Sendable (_ done: Int64, _ total: Int64) -> Void

    /// Lets the work look, between two chunks, whether its task was cancelled.
    struct Cancellation: Sendable {
        fileprivate let flag: Flag

        var isCancelled: Bool { flag.isSet.load(ordering: .relaxed) }

        func check() throws(CancellationError) { if isCancelled { throw CancellationError() } }

        fileprivate final class Flag: Sendable { let isSet = Atomic(false) }
    }

    /// Runs `body` on a thread that may block.
    static func run<Result: Sendable>(
        _ body: @escaping @Sendable (Cancellation) throws -> Result
    ) async throws -> Result {
        let cancellation = Cancellation(flag: .init())
        return try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(with: Swift.Result { try body(cancellation) })
                }
            }
        } onCancel: {
            cancellation.flag.isSet.store(true, ordering: .relaxed)
        }
    }
}

// MARK: Paths

extension FileWork {
    /// The path that a file URL names, byte for byte.
    ///
    /// - Throws: ``TransferError/unreadable(_:reason:)`` for any other URL.
    package static func path(of url: URL) throws(TransferError) -> Path {
        guard url.isFileURL else { throw .unreadable(url, reason: "'\(url.absoluteString)' is no file URL") }
        // Not by way of `path`, which repairs names that are no UTF-8.
        guard let bytes = percentDecoded(url.absoluteURL.path(percentEncoded: true)), !bytes.isEmpty else {
            throw .unreadable(url, reason: "its path makes no sense")
        }
        let path = Path(bytes: bytes)
        return path.bytes.count > 1 && path.bytes.last == UInt8(ascii: "/")
            ? path.parent.appending(path.lastComponent) : path
    }

    private static func percentDecoded(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(Substring(rest.prefix(2))), radix: 16), value != 0 else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    /// The URL of a path, byte for byte.
    package static func url(of path: Path, isDirectory: Bool) -> URL {
        if let text = path.exactText {
            return URL(filePath: text, directoryHint: isDirectory ? .isDirectory : .notDirectory)
        }
        let encoded = path.bytes.map { byte in
            let isPlain =
                byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || "/-._~0123456789".utf8.contains(byte))
            return isPlain ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return URL(string: "file://" + encoded.joined() + (isDirectory ? "/" : "")) ?? URL(filePath: path.text)
    }

    static func unreadable(_ path: Path, _ error: SystemError) -> TransferError {
        .unreadable(url(of: path, isDirectory: false), reason: error.reason)
    }

    static func unwritable(_ path: Path, _ error: SystemError) -> TransferError {
        .unwritable(url(of: path, isDirectory: false), reason: error.reason)
    }
}

// MARK: Reading

extension FileWork {
    /// All bytes of a file, in memory; a folder as a zip archive.
    ///
    /// - Throws: ``TransferError/unreadable(_:reason:)``, `CancellationError`.
    package static func contents(of file: URL) async throws -> Data {
        let path = try path(of: file)
        return try await run { cancellation in
            let opened = try open(path)
            if opened.status.kind == .directory { return try FolderArchive.zip(path, cancellation) }
            return try contents(of: opened.descriptor.number, path, cancellation)
        }
    }

    /// The bytes of an open file.
    static func contents(of file: CInt, _ path: Path, _ cancellation: Cancellation) throws -> Data {
        var data = Data()
        data.reserveCapacity(Int(clamping: (try? FileStatus.of(file))?.size ?? 0))
        do {
            while true {
                try cancellation.check()
                let part = try readSome(of: file, at: Int64(data.count), count: 1 << 20)
                if part.isEmpty { return data }
                data += part
            }
        } catch let error as SystemError { throw unreadable(path, error) }
    }

    /// Opens what can be transferred: a regular file or a folder. A symbolic link is followed.
    static func open(_ path: Path) throws(TransferError) -> OpenedFile {
        let kind: FileKind
        do throws(SystemError) {
            let descriptor = try OwnedDescriptor.openForReading(path)
            let status = try FileStatus.of(descriptor.number)
            if status.kind == .regular || status.kind == .directory {
                return OpenedFile(descriptor: descriptor, status: status)
            }
            kind = status.kind
        } catch { throw unreadable(path, error) }
        throw .unreadable(url(of: path, isDirectory: false), reason: "it is a \(kind.words)")
    }

    /// What a file is: what the caller says, else what its name tells, else what is noted in its attributes.
    ///
    /// - Returns: nil where nobody knows.
    /// - Throws: ``TransferError/unreadable(_:reason:)`` where there is no such file.
    static func contentType(of path: Path, told: UTType?) async throws -> UTType? {
        try await run { _ in
            let opened = try open(path)
            if let told { return told }
            let name = path.lastComponent.text
            let isFolder = opened.status.kind == .directory
            let ending = Ending.split(name).ending.dropFirst()
            for word in [String(ending), String(ending.split(separator: ".").last ?? "")] where !word.isEmpty {
                let type = UTType(filenameExtension: word, conformingTo: isFolder ? .directory : .data)
                if let type, type.isDeclared { return type }
            }
            return isFolder ? .folder : noted(on: opened.descriptor.number)
        }
    }

    private static func noted(on descriptor: CInt) -> UTType? {
        func text(_ name: Path) -> String? {
            (try? ExtendedAttributes.value(of: name, on: descriptor)).map { String(decoding: $0, as: UTF8.self) }
        }
        if let identifier = text("user.stage.type"), let type = UTType(identifier), type.isDeclared { return type }
        guard let mime = text("user.mime_type"), let type = UTType(mimeType: mime), type.isDeclared else { return nil }
        return type
    }
}

/// A file or folder that was opened to be read, and what it is.
struct OpenedFile: ~Copyable {
    let descriptor: OwnedDescriptor
    let status: FileStatus
}
