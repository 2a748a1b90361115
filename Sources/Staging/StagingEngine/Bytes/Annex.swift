internal import LinuxSystem
internal import StagingModel

/// A folder of the store's on another file system.
///
/// It is opened anew for each use: an open directory would keep the volume from being unmounted, and would be of no use
/// once it came back. Whether what stands at its path is it, and not a bare mount point or another store's, tells a file
/// in it with the store's id.
struct Annex: Sendable {
    let root: Path
    /// Whether it is this store's already, and not only wished for by the configuration.
    var isClaimed: Bool
    /// What its file system was found to have.
    var features: VolumeFeatures?

    private static let ownerName: Path = "store"
    private static let madePrefix = ".stage-"

    init(_ root: Path, isClaimed: Bool) {
        self.root = root
        self.isClaimed = isClaimed
    }

    /// The name of the one that a service makes by itself in a volume's top directory.
    /// - Parameter store: the id of the store, where another store of the user's has the usual name.
    static func madeName(for store: String? = nil) -> Path {
        Path("\(madePrefix)\(OwnProcess.uid)\(store.map { "-\($0.prefix(8))" } ?? "")")
    }

    /// Whether a service made it: where it lies others may write too.
    private var isMade: Bool { root.lastComponent.text.hasPrefix(Self.madePrefix) }

    /// Opens it.
    /// - Parameters:
    ///   - store: the id of the store that it is to belong to.
    ///   - home: the device of the store; one that is not claimed yet is of no use there.
    /// - Throws: ``StagingError``: `volumeMissing` where it is not there, `failed` where it is not to be trusted.
    func open(
        for store: String, apartFrom home: UInt64, isShared: Bool, using features: VolumeFeatures
    ) throws(StagingError) -> Volume {
        let top = try openTop()
        do {
            let status = try FileStatus.of(top.descriptor.number)
            try check(status)
            let owner = try Self.owner(of: top)
            if let owner, owner != store {
                throw StagingError(.failed, "\(root.quoted) belongs to another store")
            }
            if owner == nil {
                if isClaimed { throw missing("its volume is not mounted") }
                guard status.device != home else {
                    throw StagingError(.failed, "\(root.quoted) is on the store's own file system")
                }
            }
            let volume = try Volume(root: root, top: top, isShared: isShared, using: features, known: self.features)
            if owner == nil { try Self.claim(volume.top, for: store) }
            return volume
        } catch let error as StagingError {
            throw error
        } catch {
            throw StagingError(system: (error as? SystemError) ?? SystemError(0, "open"), "cannot use the annex")
        }
    }

    private func openTop() throws(StagingError) -> Directory {
        do {
            return isMade
                ? try Directory.open(root.parent).openDirectory(root.lastComponent) : try Directory.open(root)
        } catch {
            if let there = try? FileStatus.of(root), there.kind != .directory {
                throw StagingError(.failed, "\(root.quoted) is a \(there.kind.words), not a directory")
            }
            if error.isMissing { throw missing(error.reason) }
            throw StagingError(.failed, "cannot use the annex \(root.quoted): \(error.reason)")
        }
    }

    /// In a directory where others may write, the name can be somebody else's, and what is in it too.
    private func check(_ status: FileStatus) throws(StagingError) {
        guard status.user == OwnProcess.uid else {
            throw StagingError(.failed, "\(root.quoted) belongs to another user (\(status.user))")
        }
        guard !isMade || status.permissions & 0o022 == 0 else {
            throw StagingError(
                .failed, "others may write to \(root.quoted)",
                hint: "if what is in it is yours alone: chmod 700 \(root.quoted)")
        }
    }

    private func missing(_ reason: String) -> StagingError {
        StagingError(
            .volumeMissing, "the volume of \(root.quoted) is not there: \(reason)",
            hint: "mount it again; what was sent from there is granted as before")
    }

    private static func owner(of top: borrowing Directory) throws(SystemError) -> String? {
        do {
            let file = SharedDescriptor(try top.openFile(ownerName, [.readOnly, .noFollow, .nonBlocking]))
            return String(decoding: try file.readAll(), as: UTF8.self)
        } catch  where error.isMissing { return nil }
    }

    private static func claim(_ top: borrowing Directory, for store: String) throws {
        var file = try top.makeUnpublishedFile(hiddenName: Path(".store-\(StoreName.random())"))
        try file.descriptor.write(Array(store.utf8))
        try file.publish(in: top, as: ownerName)
    }

    /// Removes a folder that a service made, where nothing is staged in it and no area lies there.
    /// - Returns: whether it is gone.
    func removeIfEmpty(_ volume: Volume) -> Bool {
        guard isMade, volume.removeFolders() else { return false }
        do {
            try volume.top.unlink(Self.ownerName)
            try Directory.open(root.parent).removeDirectory(root.lastComponent)
            return true
        } catch { return false }
    }
}
