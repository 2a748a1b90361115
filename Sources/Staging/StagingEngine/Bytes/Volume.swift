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
    /// What the file system was found to have, by trying, and may be used.
    let features: VolumeFeatures
    /// Whether it could be tried: not on a volume that is read-only at the moment.
    let isProbed: Bool

    var reflinks: Bool { features.contains(.reflinks) }
    var hasNamelessFiles: Bool { features.contains(.namelessFiles) }

    /// Opens the store's own folder, at `root`.
    convenience init(root: Path, isShared: Bool, using features: VolumeFeatures) throws(StagingError) {
        try self.init(root: root, top: Self.openTop(root), isShared: isShared, using: features, isHome: true)
    }

    private static func openTop(_ root: Path) throws(StagingError) -> Directory {
        do { return try Directory.open(root) } catch { throw StagingError(system: error, "cannot use the store") }
    }

    /// Opens what is in the folder, making what is missing.
    /// - Parameters:
    ///   - isShared: other users receive from it: they may pass through, but not look around.
    ///   - features: what is used where it is there.
    ///   - isHome: it is the store's own.
    ///   - known: what was found when it was opened before.
    /// - Throws: ``StagingError``: `noSpace`; `failed` where something else stands in a folder's place.
    init(
        root: Path, top: consuming Directory, isShared: Bool, using features: VolumeFeatures, isHome: Bool = false,
        known: VolumeFeatures? = nil
    ) throws(StagingError) {
        self.root = root
        name = isHome ? "" : root.text
        let passage: UInt32 = isShared ? 0o711 : 0o700
        do {
            let status = try FileStatus.of(top.descriptor.number)
            device = status.device
            for name: Path in ["bytes", "areas", "incoming"] { try Self.checkFolder(name, in: top) }
            if status.permissions & 0o777 != passage { try top.descriptor.setPermissions(passage) }
            bytes = try Self.folder("bytes", mode: 0o700, in: top)
            areas = try Self.folder("areas", mode: passage, in: top)
            incoming = try Self.folder("incoming", mode: 0o700, in: top)
            self.top = top
            let found = try known ?? Self.probe(incoming, allowsNameless: features.contains(.namelessFiles))
            self.features = found?.intersection(features) ?? []
            isProbed = found != nil
        } catch let error as ForeignFolder {
            throw StagingError(
                .failed, "\(root.appending(error.name).quoted) is \(error.what), not a folder of the store",
                hint: "move it away; what it stands in for cannot be used")
        } catch {
            throw StagingError(
                system: (error as? SystemError) ?? SystemError(0, "open"), "cannot use \(root.quoted)")
        }
    }

    /// Something that the store did not make has a folder's name.
    private struct ForeignFolder: Error {
        let name: Path
        let what: String
    }

    private static func checkFolder(_ name: Path, in parent: borrowing Directory) throws {
        guard let there = try? parent.status(of: name) else { return }
        guard there.kind == .directory else { throw ForeignFolder(name: name, what: "a \(there.kind.words)") }
        guard there.user == OwnProcess.uid else { throw ForeignFolder(name: name, what: "another user's") }
    }

    private static func folder(_ name: Path, mode: UInt32, in parent: borrowing Directory) throws -> Directory {
        do {
            try parent.makeDirectory(name, mode: mode)
        } catch {
            guard error.isNameTaken || error.isReadOnly else { throw error }
        }
        let folder = try parent.openDirectory(name)
        let status = try FileStatus.of(folder.descriptor.number)
        if status.permissions & 0o777 != mode { try folder.descriptor.setPermissions(mode) }
        return folder
    }

    /// Removes the folders where nothing is staged and no area lies.
    /// - Returns: whether they are gone.
    func removeFolders() -> Bool {
        do {
            for name: Path in ["bytes", "areas", "incoming"] {
                do { try top.removeDirectory(name) } catch  where error.isMissing {}
            }
            return true
        } catch { return false }
    }

    /// - Returns: nil where nothing can be tried, since nothing can be written.
    private static func probe(
        _ folder: borrowing Directory, allowsNameless: Bool
    ) throws(SystemError) -> VolumeFeatures? {
        // What a kill left of an earlier look would be in the way.
        for name: Path in [".probe-source", ".probe-copy"] { try? folder.unlink(name) }
        do {
            let source = try folder.makeUnpublishedFile(hiddenName: ".probe-source", allowNameless: allowsNameless)
            let copy = try folder.makeUnpublishedFile(hiddenName: ".probe-copy", allowNameless: allowsNameless)
            var features: VolumeFeatures = source.isNameless ? [.namelessFiles] : []
            do {
                try source.descriptor.write([UInt8](repeating: 1, count: 4096))
            } catch  where error.isNoSpace {
                // An empty file is shared or not as others are.
            }
            let shared = try? copyContents(
                from: source.descriptor.number, to: copy.descriptor.number, allowing: [.reflink])
            if shared != nil { features.insert(.reflinks) }
            return features
        } catch {
            // A full or read-only volume still gives what it has.
            if error.isReadOnly || error.isNoSpace { return nil }
            throw error
        }
    }
}
