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
                    id: object, volume: volume.root.text, isTree: false, size: status.size, inode: status.inode,
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
        try LocalByteStore.mark(
            descriptor,
            provenance.attributes + [(modeAttribute.text, String(source.status.permissions & 0o777, radix: 8))])
        try setPermissions(LocalByteStore.sealed(source.status.permissions), on: descriptor)
    }

    /// Takes the traces of an interrupted move off a file that still has a name of the sender's.
    static func giveBack(_ name: Path, in bytes: borrowing Directory) {
        guard let file = try? bytes.openFile(name, [.readOnly, .noFollow]),
            let text = try? ExtendedAttributes.value(of: modeAttribute, on: file.number),
            let mode = UInt32(String(decoding: text, as: UTF8.self), radix: 8)
        else { return }
        try? file.setPermissions(mode | 0o600)
        for attribute in (try? ExtendedAttributes.names(on: file.number)) ?? []
        where attribute == modeAttribute || attribute.text.hasPrefix("user.stage.") {
            _ = try? ExtendedAttributes.remove(attribute, on: file.number)
        }
        try? file.setPermissions(mode)
    }

    private static func setPermissions(_ permissions: UInt32, on descriptor: Int32) throws(SystemError) {
        try changePermissions(of: descriptor, to: permissions)
    }
}
