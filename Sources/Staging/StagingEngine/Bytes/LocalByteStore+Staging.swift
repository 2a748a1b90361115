internal import LinuxSystem
internal import StagingModel

extension LocalByteStore {
    package func stageFile(
        _ source: SourceFile, as object: String, taking: Bool, inspect: Inspection
    ) throws -> StagedObject {
        let volume = places.volume(
            for: source.descriptor.number, device: source.status.device, size: source.status.size)
        try checkItemSize(source.status.size, source.label)
        do {
            if taking, let taken = try TakenFile.take(source, as: object, into: volume, owner: owner, inspect: inspect)
            {
                return taken
            }
            var file = try newFile(object, on: volume)
            let (staged, consistency) = try copy(source, to: file.descriptor.number, on: volume)
            let size = try FileStatus.of(file.descriptor.number).size
            let provenance = try inspect(file.descriptor.number, size)
            let record = try seal(
                &file, as: object, in: volume, provenance: provenance, modified: source.status.modified,
                permissions: source.status.permissions & 0o777)
            return StagedObject(record: record, staged: staged, consistency: consistency)
        } catch let error as SystemError {
            throw StagingError(system: error, "cannot stage \(source.label)")
        }
    }

    package func stageStream(
        _ source: Int32, as object: String, hangUp: Int32?, onProgress: CopyReport?, inspect: Inspection
    ) throws -> StagedObject {
        do {
            var file = try newFile(object, on: home)
            _ = try copyStream(
                from: source, to: file.descriptor.number, cancel: hangUp,
                between: { (copied) throws(StagingError) in
                    try self.checkItemSize(copied, "the stream")
                    try self.checkSpace(self.home, for: 0)
                    onProgress?(copied, 0)
                })
            let status = try FileStatus.of(file.descriptor.number)
            let provenance = try inspect(file.descriptor.number, status.size)
            let record = try seal(
                &file, as: object, in: home, provenance: provenance, modified: status.modified, permissions: 0o666)
            return StagedObject(record: record, staged: .copy, consistency: .checked)
        } catch let error as CopyError<StagingError> {
            throw error.stagingError(of: "the stream")
        } catch let error as SystemError {
            throw StagingError(system: error, "cannot stage the stream")
        }
    }

    /// A file to be filled; what a kill leaves of it is among what is half made.
    private func newFile(_ object: String, on volume: Volume) throws(SystemError) -> UnpublishedFile {
        try volume.incoming.makeUnpublishedFile(
            hiddenName: Path(object), allowNameless: volume.hasNamelessFiles)
    }

    /// Copies a source as one instant's bytes, or throws `sourceChanged` (rule 3).
    func copy(
        _ source: SourceFile, to destination: Int32, on volume: Volume
    ) throws -> (Representation.Staged, Representation.Consistency) {
        let descriptor = source.descriptor.number
        let isLeased = ReadLease.isHeld(on: descriptor)
        do {
            // Shared blocks need no room: the check is for the other ways.
            if volume.reflinks, volume.device == source.status.device,
                let shared = try? copyContents(from: descriptor, to: destination, allowing: [.reflink])
            {
                return (shared.method == .reflink ? .reflink : .copy, .reflink)
            }
            try checkSpace(volume, for: source.status.allocated)
            if !isLeased { revealMappedWrites(to: descriptor) }
            _ = try copyContents(
                from: descriptor, to: destination, allowing: Set(CopyMethod.allCases).subtracting([.reflink]),
                between: { (copied) throws(StagingError) in
                    try self.checkItemSize(copied, source.label)
                    if isLeased, !ReadLease.isHeld(on: descriptor) { throw Self.changed(source.label) }
                    source.onProgress?(copied, source.status.size)
                    try source.checkClient()
                })
        } catch let error as CopyError<StagingError> {
            throw error.stagingError(of: source.label)
        }
        if isLeased {
            guard ReadLease.isHeld(on: descriptor) else { throw Self.changed(source.label) }
            return (.copy, .lease)
        }
        // No look at the size that was copied: an unchanged file's may be only nominal (case B43).
        guard try FileStatus.of(descriptor).stamp == source.status.stamp else { throw Self.changed(source.label) }
        return (.copy, .checked)
    }

    static func changed(_ label: String) -> StagingError {
        StagingError(
            .sourceChanged, "\(label) changed while it was sent",
            hint: "send it again when its writer has finished, or with --original to hand over the file as it is")
    }

    /// Sets what the file is to have, makes it read-only and gives it its name.
    func seal(
        _ file: inout UnpublishedFile, as object: String, in volume: Volume, provenance: Provenance,
        modified: Timestamp, permissions: UInt32
    ) throws -> ObjectRecord {
        let descriptor = file.descriptor.number
        try Self.mark(descriptor, provenance.attributes)
        try file.descriptor.setModified(modified)
        try file.descriptor.setPermissions(Self.sealed(permissions))
        let status = try FileStatus.of(descriptor)
        try file.publish(in: volume.bytes, as: Path(object))
        return ObjectRecord(
            id: object, volume: volume.name, isTree: false, size: status.size, inode: status.inode,
            modified: status.modified.total, mode: status.permissions, owner: status.user, permissions: permissions)
    }

    /// Sets attributes; a file system without them goes without.
    static func mark(_ descriptor: Int32, _ attributes: [(name: String, value: String)]) throws {
        for (name, value) in attributes {
            guard try ExtendedAttributes.set(Path(name), to: Array(value.utf8), on: descriptor) else { return }
        }
    }

    /// The mode of staged files and of files in areas: everybody who gets there may read, nobody may write, and what
    /// the source could execute stays so.
    static func sealed(_ permissions: UInt32) -> UInt32 { 0o444 | permissions & 0o111 }

    func checkItemSize(_ size: Int64, _ label: String) throws(StagingError) {
        if let limit = limits.itemBytes, size > limit {
            throw StagingError(
                .limitExceeded, "\(label) is larger than the \(limit) bytes that an item may have",
                hint: "item-size in the configuration sets the limit")
        }
    }
}

extension CopyError where Stop == StagingError {
    func stagingError(of label: String) -> StagingError {
        switch self {
        case .stopped(let error): error
        case .shrank: LocalByteStore.changed(label)
        case .system(let error) where error.isCanceled:
            .clientGone(label)
        case .system(let error): StagingError(system: error, "cannot copy \(label)")
        }
    }
}

extension StagingError {
    /// Nobody is left to be told.
    static func clientGone(_ label: String) -> StagingError {
        StagingError(.failed, "the client went away while \(label) was read")
    }
}
