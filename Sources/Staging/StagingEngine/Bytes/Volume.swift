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
/// ```
/// All paths go through the directories' descriptors.
final class Volume: Sendable {
    let root: Path
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
    /// - Throws: ``SystemError``.
    init(root: Path, isShared: Bool, using features: VolumeFeatures) throws(SystemError) {
        self.root = root
        top = try Directory.open(root)
        device = try FileStatus.of(top.descriptor.number).device
        let passage: UInt32 = isShared ? 0o711 : 0o700
        try top.descriptor.setPermissions(passage)
        bytes = try Self.folder("bytes", mode: 0o700, in: top)
        areas = try Self.folder("areas", mode: passage, in: top)
        incoming = try Self.folder("incoming", mode: 0o700, in: top)
        let probe = try Self.probe(incoming)
        reflinks = probe.reflinks && features.contains(.reflinks)
        hasNamelessFiles = probe.hasNamelessFiles && features.contains(.namelessFiles)
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

    /// Removes the folder where nothing is staged in it and no area lies there.
    /// - Returns: whether it is gone.
    func removeIfEmpty() -> Bool {
        do {
            for name: Path in ["bytes", "areas", "incoming"] {
                do { try top.removeDirectory(name) } catch  where error.isMissing {}
            }
            let parent = try Directory.open(root.parent)
            try parent.removeDirectory(root.lastComponent)
            return true
        } catch { return false }
    }

    private static func probe(
        _ folder: borrowing Directory
    ) throws(SystemError) -> (reflinks: Bool, hasNamelessFiles: Bool) {
        let source = try folder.makeUnpublishedFile(hiddenName: ".probe-source")
        let copy = try folder.makeUnpublishedFile(hiddenName: ".probe-copy")
        try source.descriptor.write([UInt8](repeating: 1, count: 4096))
        let reflinks: Bool
        do {
            _ = try copyContents(from: source.descriptor.number, to: copy.descriptor.number, allowing: [.reflink])
            reflinks = true
        } catch { reflinks = false }
        return (reflinks, source.isNameless)
    }
}
