internal import CArchive
internal import CArchiveWorker
internal import LinuxSystem

extension EntryHeader {
    /// Formats whose names came from DOS or Windows; libarchive has turned their separators already.
    var isFromWindows: Bool {
        [ARCHIVE_FORMAT_CAB, ARCHIVE_FORMAT_LHA, ARCHIVE_FORMAT_RAR].contains(format & ARCHIVE_FORMAT_BASE_MASK)
    }

    var isRAR5: Bool { format & ARCHIVE_FORMAT_BASE_MASK == ARCHIVE_FORMAT_RAR_V5 }

    /// Whether this is a table of an ar archive and no file.
    var isTable: Bool {
        format & ARCHIVE_FORMAT_BASE_MASK == ARCHIVE_FORMAT_AR
            && ["/", "//", "/SYM64/"].contains { name == Array($0.utf8) }
    }

    func entry(position: Int, decoder: inout NameDecoder, options: ArchiveOptions) -> ArchiveEntry {
        let isSingleFile = format == ARCHIVE_FORMAT_RAW
        let rawName = isSingleFile ? singleFileName(options.name) : name ?? []
        let text = decoder.decoded(rawName)
        let kind = kind
        var problem: ArchiveError?
        var components: [String] = []
        switch EntryNames.components(of: text, isFromDOS: false, depth: options.limits.pathDepth) {
        case .success(let found): components = found
        case .failure(let error): problem = error
        }
        if rawName.count == Int(CARCHIVE_MOST_NAME) {
            problem = ArchiveError(.unsafeName, "the name is longer than \(rawName.count) bytes")
        }
        if problem == nil, isEncrypted { problem = .needsPassword }
        if problem == nil, kind == .special { problem = .special }
        if problem == nil, kind == .file, format & ARCHIVE_FORMAT_BASE_MASK == ARCHIVE_FORMAT_MTREE {
            problem = ArchiveError(.unsupported, "it is only described: the archive is a list without contents")
        }
        return ArchiveEntry(
            position: position, rawName: rawName, name: text, components: problem == nil ? components : [], kind: kind,
            // Of a file that is compressed alone the size is what its reader makes up.
            size: format == ARCHIVE_FORMAT_RAW ? nil : size, packedSize: nil, permissions: mode & 0o777,
            modified: modified,
            linkTarget: link.map { decoder.decoded($0) }, isEncrypted: isEncrypted,
            problem: problem?.about(escaped(text)))
    }

    private var kind: ArchiveEntry.Kind {
        if link != nil, isHardLink { return .hardLink }
        return ArchiveEntry.Kind(FileKind(modeBits: mode))
    }

    /// What a compressed file is called without its compression: the file's own name less the last ending.
    private func singleFileName(_ file: Path?) -> [UInt8] {
        guard let file = file?.lastComponent, !file.isEmpty else {
            // gzip may have kept a name, with folders or without.
            return name.map { Path(bytes: $0).lastComponent.bytes } ?? Array("data".utf8)
        }
        let bytes = file.bytes
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return bytes }
        return Array(bytes[..<dot])
    }
}
