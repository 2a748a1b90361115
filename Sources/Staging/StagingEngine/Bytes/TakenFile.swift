internal import LinuxSystem
internal import StagingModel

/// Taking a sender's own file over without a copy, for a move (rule 5).
///
/// The store gets a second name of the inode; the sender's name goes only when the grant is committed. Whatever is
/// interrupted in between leaves one name or both, never none.
enum TakenFile {
    /// Where the mode that the file had is noted, so that an interrupted move can give it back.
    private static let modeAttribute: Path = "user.stage-mode"

    /// Links the file into the store and seals it, where that is allowed and makes no difference to a copy.
    /// - Returns: nil where it has to be copied: another owner, more names, a writer, another volume, set-uid
    ///   and the like, which could not be given back.
    static func take(
        _ source: SourceFile, as object: String, into volume: Volume, owner: UInt32, inspect: Inspection
    ) throws -> StagedObject? {
        let descriptor = source.descriptor.number
        guard source.status.user == owner, source.status.linkCount == 1, source.status.device == volume.device,
            source.status.permissions & 0o7000 == 0, let path = path(of: descriptor), ReadLease.isHeld(on: descriptor)
        else { return nil }
        let name = Path(object)
        do {
            try volume.bytes.link(openFile: descriptor, as: name)
        } catch { return nil }
        do {
            let provenance = try inspect(descriptor, source.status.size)
            try seal(source, provenance)
            let status = try FileStatus.of(descriptor)
            // Somebody who opened it for writing meanwhile has broken the lease and waits: it is left to them.
            guard ReadLease.isHeld(on: descriptor), status.linkCount == 2 else {
                throw LocalByteStore.changed(source.label)
            }
            return StagedObject(
                record: ObjectRecord(
                    id: object, volume: volume.name, isTree: false, size: status.size, inode: status.inode,
                    modified: status.modified.total, mode: status.permissions, owner: status.user,
                    permissions: source.status.permissions & 0o777),
                staged: .rename, consistency: .lease, takenFrom: path)
        } catch {
            giveBack(name, in: volume.bytes)
            try? volume.bytes.unlink(name)
            throw error
        }
    }

    private static func seal(_ source: SourceFile, _ provenance: Provenance) throws {
        let descriptor = source.descriptor.number
        // Attributes need the right to write by the mode, whoever asks.
        try setPermissions(source.status.permissions & 0o777 | 0o600, on: descriptor)
        // The mode first: whatever a kill leaves of the rest is found by it.
        try LocalByteStore.mark(
            descriptor,
            [(modeAttribute.text, String(source.status.permissions & 0o777, radix: 8))] + provenance.attributes)
        try setPermissions(LocalByteStore.sealed(source.status.permissions), on: descriptor)
    }

    /// Takes the traces of an interrupted move off a file that still has a name of the sender's.
    static func giveBack(_ name: Path, in bytes: borrowing Directory) {
        guard let file = try? bytes.openFile(name, [.readOnly, .noFollow, .nonBlocking]),
            let text = try? ExtendedAttributes.value(of: modeAttribute, on: file.number),
            let mode = UInt32(String(decoding: text, as: UTF8.self), radix: 8)
        else { return }
        try? file.setPermissions(mode | 0o600)
        for attribute in (try? ExtendedAttributes.names(on: file.number)) ?? []
        where attribute.text.hasPrefix("user.stage.") {
            _ = try? ExtendedAttributes.remove(attribute, on: file.number)
        }
        // The note goes last, and where the mode allows it after everything else is as it was.
        if mode & 0o200 != 0 { try? file.setPermissions(mode) }
        _ = try? ExtendedAttributes.remove(modeAttribute, on: file.number)
        try? file.setPermissions(mode)
    }

    /// Removes the sender's name, where it and the staged file are still one inode.
    static func removeName(_ move: MoveRecord, in volume: Volume) throws(SystemError) {
        let path = Path(bytes: move.path)
        // A kill in the middle of the removal leaves the file under this name.
        let aside = Path(".\(move.object)")
        let folder: Directory
        do {
            folder = try Directory.open(path.parent)
        } catch  where error.isMissing { return }
        guard let staged = try? volume.bytes.status(of: Path(move.object)), staged.inode == move.inode else {
            if isTaken(aside, move, volume, folder) { try folder.rename(aside, as: path.lastComponent) }
            if isTaken(path.lastComponent, move, volume, folder) { giveBack(path.lastComponent, in: folder) }
            return
        }
        if isTaken(path.lastComponent, move, volume, folder) {
            try folder.unlink(path.lastComponent, ifInode: move.inode, aside: aside)
        } else if isTaken(aside, move, volume, folder) {
            try folder.unlink(aside)
        }
    }

    private static func isTaken(
        _ name: Path, _ move: MoveRecord, _ volume: Volume, _ folder: borrowing Directory
    ) -> Bool {
        guard let status = try? folder.status(of: name) else { return false }
        return status.inode == move.inode && status.device == volume.device
    }

    private static func setPermissions(_ permissions: UInt32, on descriptor: Int32) throws(SystemError) {
        try changePermissions(of: descriptor, to: permissions)
    }
}
