internal import LinuxSystem
internal import StagingModel

/// What a file system can do that another way replaces where it cannot.
package struct VolumeFeatures: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let reflinks = VolumeFeatures(rawValue: 1)
    package static let namelessFiles = VolumeFeatures(rawValue: 2)
    package static let all: VolumeFeatures = [.reflinks, .namelessFiles]
}

/// A folder on one file system that holds staged bytes and areas.
///
/// ```
/// bytes/ID            a staged file, mode 0444; or a directory: manifest, content/
/// areas/ID/NAME       an area
/// incoming/ID         a tree that is being staged, a name that is being taken over
/// store               of an annex: the id of the store that it belongs to
/// ```
/// All paths go through the directories' descriptors.
final class Volume: Sendable {
    let root: Path
    /// What records call it: an annex by its path, and the store's own volume by nothing, so that they hold where the
    /// store is moved to.
    let name: String
    let device: UInt64
    let top: Directory
    let bytes: Directory
    let areas: Directory
    let incoming: Directory
    /// Whether the file system copies by sharing, found by trying.
    let reflinks: Bool
    /// Whether it has nameless files, found by trying.
    let hasNamelessFiles: Bool

    /// Opens the folder at `root`, making what is missing.
    /// - Parameters:
    ///   - isShared: other users receive from it: they may pass through, but not look around.
    ///   - features: what is used where it is there.
    ///   - isHome: it is the store's own.
    /// - Throws: ``SystemError``.
    init(
        root: Path, isShared: Bool, using features: VolumeFeatures, isHome: Bool = false
    ) throws(SystemError) {
        self.root = root
        name = isHome ? "" : root.text
        top = try Directory.open(root)
        device = try FileStatus.of(top.descriptor.number).device
        let passage: UInt32 = isShared ? 0o711 : 0o700
        try top.descriptor.setPermissions(passage)
        bytes = try Self.folder("bytes", mode: 0o700, in: top)
        areas = try Self.folder("areas", mode: passage, in: top)
        incoming = try Self.folder("incoming", mode: 0o700, in: top)
        let probe = try Self.probe(incoming, allowsNameless: features.contains(.namelessFiles))
        reflinks = probe.reflinks && features.contains(.reflinks)
        hasNamelessFiles = probe.hasNamelessFiles
    }

    private static func folder(
        _ name: Path, mode: UInt32, in parent: borrowing Directory
    ) throws(SystemError) -> Directory {
        do {
            try parent.makeDirectory(name, mode: mode)
        } catch  where error.isNameTaken {}
        let folder = try parent.openDirectory(name)
        try folder.descriptor.setPermissions(mode)
        return folder
    }

    /// Takes the folder for the store of this id, where none has it: what another one staged here is not in this one's
    /// records, and would be removed.
    /// - Returns: whether it is this store's.
    func claim(for store: String) throws(SystemError) -> Bool {
        do {
            var file = try incoming.makeUnpublishedFile(
                hiddenName: Path(StoreName.random()), allowNameless: hasNamelessFiles)
            try file.descriptor.write(Array(store.utf8))
            try file.publish(in: top, as: Self.ownerName)
            return true
        } catch  where error.isNameTaken {
            return try SmallFile.read(root.appending(Self.ownerName), limit: 256) == Array(store.utf8)
        }
    }

    private static let ownerName: Path = "store"

    /// Removes the folder where nothing is staged in it and no area lies there.
    /// - Returns: whether it is gone.
    func removeIfEmpty() -> Bool {
        do {
            for name: Path in ["bytes", "areas", "incoming"] {
                do { try top.removeDirectory(name) } catch  where error.isMissing {}
            }
            do { try top.unlink(Self.ownerName) } catch  where error.isMissing {}
            let parent = try Directory.open(root.parent)
            try parent.removeDirectory(root.lastComponent)
            return true
        } catch { return false }
    }

    private static func probe(
        _ folder: borrowing Directory, allowsNameless: Bool
    ) throws(SystemError) -> (reflinks: Bool, hasNamelessFiles: Bool) {
        // What a kill left of an earlier look would be in the way.
        for name: Path in [".probe-source", ".probe-copy"] {
            do { try folder.unlink(name) } catch  where error.isMissing {}
        }
        let source = try folder.makeUnpublishedFile(hiddenName: ".probe-source", allowNameless: allowsNameless)
        let copy = try folder.makeUnpublishedFile(hiddenName: ".probe-copy", allowNameless: allowsNameless)
        try source.descriptor.write([UInt8](repeating: 1, count: 4096))
        let reflinks: Bool
        do {
            _ = try copyContents(from: source.descriptor.number, to: copy.descriptor.number, allowing: [.reflink])
            reflinks = true
        } catch { reflinks = false }
        return (reflinks, source.isNameless)
    }
}
