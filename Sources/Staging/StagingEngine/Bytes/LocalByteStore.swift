package import LinuxSystem
package import StagingModel

/// Bytes on the local file systems: the store's own, and its annexes.
package final class LocalByteStore: ByteStore {
    let places: VolumeSet
    let limits: Limits
    private let report: @Sendable (String) -> Void
    private let reserve: Reserve?
    let owner: UInt32

    /// Opens the store's folder and its annexes, making what is missing in them.
    /// - Parameters:
    ///   - root: the store; it must exist and be the caller's own.
    ///   - annexes: folders on other file systems; one that cannot be opened is left out and reported.
    ///   - isShared: other users receive from it.
    ///   - features: what is used where a file system has it; less, to force the other ways.
    ///   - reserve: given up when there is no room for an area that shares its bytes.
    ///   - report: told, one line each, of annexes that cannot be used.
    /// - Throws: ``StagingError`` (`failed`, `noSpace`) where the store cannot be used.
    package init(
        root: Path, annexes: [Path], isShared: Bool, limits: Limits, using features: VolumeFeatures = .all,
        reserve: Reserve? = nil, report: @escaping @Sendable (String) -> Void
    ) throws(StagingError) {
        func open() throws(StagingError) -> VolumeSet {
            try VolumeSet(root: root, configured: annexes, isShared: isShared, using: features, report: report)
        }
        do {
            places = try open()
        } catch {
            guard error.code == .noSpace, reserve?.release() == true else { throw error }
            places = try open()
        }
        self.limits = limits
        self.report = report
        self.reserve = reserve
        owner = OwnProcess.uid
    }

    var home: Volume { places.home }

    /// Does what needs a little room, and once more without the reserve where there is none.
    func withReserve(_ body: () throws -> Void, undoing undo: () -> Void) throws {
        do {
            try body()
        } catch let error as StagingError where error.code == .noSpace {
            guard reserve?.release() == true else { throw error }
            undo()
            try body()
        }
    }

    func volume(named name: String) throws(StagingError) -> Volume { try places.volume(named: name) }

    package func close() { places.removeEmptyAnnexes() }

    package func volumes() -> [ServiceStatus.Volume] {
        places.roots.map { root in
            // Of a volume that is away only the path is known.
            let volume = try? places.volume(named: root.text)
            let space = volume.flatMap { try? VolumeSpace.of($0.top.descriptor.number) }
            return ServiceStatus.Volume(
                path: root.text, freeBytes: space?.available ?? 0, totalBytes: space?.total ?? 0,
                reflink: volume?.reflinks ?? false, unnamedFiles: volume?.hasNamelessFiles ?? false)
        }
    }

    /// Refuses to write `size` more bytes where that would leave less than the configured space.
    func checkSpace(_ volume: Volume, for size: Int64) throws(StagingError) {
        guard let space = try? VolumeSpace.of(volume.top.descriptor.number) else { return }
        let keep = min(limits.freeBytes, space.total / 20)
        if space.available - size < keep {
            throw StagingError(
                .noSpace,
                "\(size) bytes do not fit on \(volume.root.text): \(max(0, space.available - keep)) are free to use",
                hint: "free some space, or send with --original")
        }
    }

    // MARK: Opening

    package func open(_ object: ObjectRecord) throws -> SharedDescriptor {
        let volume = try volume(named: object.volume)
        return try open(Path(object.id), in: volume.bytes, like: object)
    }

    package func openManifest(_ object: ObjectRecord) throws -> SharedDescriptor {
        let volume = try volume(named: object.volume)
        do {
            let folder = try volume.bytes.openDirectory(Path(object.id))
            return try open("manifest", in: folder, like: object)
        } catch let error as SystemError {
            throw Self.gone(error, "the staged tree")
        }
    }

    /// Opens a staged file and compares it with its record (rule 10).
    private func open(
        _ name: Path, in folder: borrowing Directory, like record: ObjectRecord
    ) throws(StagingError) -> SharedDescriptor {
        do {
            let file = try folder.openFile(name, [.readOnly, .noFollow, .nonBlocking])
            let status = try FileStatus.of(file.number)
            guard status.inode == record.inode, status.modified.total == record.modified,
                status.permissions == record.mode, status.user == record.owner,
                record.isTree || status.size == record.size
            else {
                throw StagingError(
                    .damaged, "the staged bytes were changed by somebody since they were sent", hint: "send them again")
            }
            return SharedDescriptor(file)
        } catch let error as SystemError {
            throw Self.gone(error, "the staged bytes")
        } catch {
            throw (error as? StagingError) ?? StagingError(.failed, "\(error)")
        }
    }

    /// What cannot be opened is damaged where it is not there, or something else is; any other failure passes.
    private static func gone(_ error: SystemError, _ what: String) -> StagingError {
        error.isMissing || error.isLink
            ? StagingError(.damaged, "\(what) are gone: \(error)", hint: "send them again")
            : StagingError(system: error, "cannot open \(what)")
    }

    // MARK: Removal

    package func remove(_ removal: RemovalRecord, budget: Int) throws -> Bool {
        // A volume that is away keeps its rubbish; the next start finds it as orphaned.
        guard let volume = try? volume(named: removal.volume) else { return true }
        switch removal.place {
        case .area:
            let areas = volume.areas.descriptor.number
            let isGone = try removeTree(named: Path(removal.name), in: areas, budget: budget)
            guard isGone,
                try removeTree(named: Self.withdrawnName(ofArea: removal.name), in: areas, budget: budget)
            else { return false }
            do {
                try volume.bytes.unlink(Self.manifestName(ofArea: removal.name))
            } catch  where error.isMissing {}
            return true
        case .object: return try removeObject(Path(removal.name), in: volume, budget: budget)
        }
    }

    private func removeObject(_ name: Path, in volume: Volume, budget: Int) throws -> Bool {
        guard let status = try? volume.bytes.status(of: name) else { return true }
        if status.kind == .directory {
            return try removeTree(named: name, in: volume.bytes.descriptor.number, budget: budget)
        }
        try volume.bytes.unlink(name)
        return true
    }

    /// So many things of somebody else's are reported; the rest is left in silence.
    private static let mostForeign = 20

    package func names(_ visit: (RemovalRecord) throws -> Void) throws {
        var foreign = 0
        for volume in places.all {
            for (place, name) in [(RemovalRecord.Place.object, "bytes"), (.area, "areas")] {
                var reader = try volume.top.openDirectory(Path(name)).entries()
                while let entry = try reader.next() {
                    // What is no name of ours was put there by somebody else, and stays.
                    guard let text = entry.name.exactText, let (place, id) = StoreName.read(text, at: place) else {
                        foreign += 1
                        if foreign <= Self.mostForeign {
                            let path = volume.root.appending(Path(name)).appending(entry.name)
                            report("\(path.escapedText) is not the store's, and stays")
                        }
                        continue
                    }
                    try visit(RemovalRecord(number: 0, volume: volume.name, place: place, name: id))
                }
            }
        }
    }

    /// Whether something is staged in the store at `root`, or an area is there.
    package static func holdsSomething(in root: Path) -> Bool {
        for (place, name): (RemovalRecord.Place, Path) in [(.object, "bytes"), (.area, "areas")] {
            guard let folder = try? Directory.open(root).openDirectory(name), var reader = try? folder.entries() else {
                continue
            }
            while let entry = try? reader.next() {
                if let text = entry.name.exactText, StoreName.read(text, at: place) != nil { return true }
            }
        }
        return false
    }

    package func prepareOrphan(_ removal: RemovalRecord) {
        guard removal.place == .object, let volume = try? volume(named: removal.volume) else { return }
        TakenFile.giveBack(Path(removal.name), in: volume.bytes)
    }

    package func removeTakenName(_ move: MoveRecord) throws {
        do {
            try TakenFile.removeName(move, in: volume(named: move.volume))
        } catch let error as SystemError {
            throw StagingError(system: error, "the name of a moved file stays")
        }
    }

    package func clearIncoming() throws {
        var failure: SystemError?
        for volume in places.all {
            var reader = try volume.incoming.entries()
            while let entry = try reader.next() {
                do {
                    while try !removeTree(named: entry.name, in: volume.incoming.descriptor.number, budget: 10_000) {}
                } catch { failure = failure ?? error }
            }
        }
        if let failure { throw StagingError(system: failure, "something half made stays") }
    }

    package func synchronize(_ object: ObjectRecord) throws {
        let volume = try volume(named: object.volume)
        if object.isTree {
            // A tree has many files; one call for the whole file system is what the kernel offers for that.
            try volume.top.descriptor.synchronizeVolume()
        } else {
            let file = try volume.bytes.openFile(Path(object.id), [.readOnly, .noFollow, .nonBlocking])
            try file.synchronize()
            try volume.bytes.synchronize()
        }
    }
}

/// The names of objects and areas: 26 digits of base32, 130 random bits.
package enum StoreName {
    package static func random() -> String {
        Base32.text(RandomBytes.some(17), digits: 26)
    }

    /// The id in a name among the bytes or the areas, and what it is the id of; nil for a name of somebody else's.
    static func read(_ name: String, at place: RemovalRecord.Place) -> (RemovalRecord.Place, String)? {
        if isOne(name) { return (place, name) }
        // What an area has beside its directory.
        let id = String(name.prefix(26))
        guard isOne(id) else { return nil }
        switch (place, Path(name)) {
        case (.object, LocalByteStore.manifestName(ofArea: id)): return (.area, id)
        case (.area, LocalByteStore.withdrawnName(ofArea: id)): return (.area, id)
        default: return nil
        }
    }

    static func isOne(_ text: String) -> Bool { text.utf8.count == 26 && text.utf8.allSatisfy(Base32.isDigit) }
}

extension StagingError {
    /// What the kernel said, with what it was about.
    package init(system error: SystemError, _ what: String) {
        if error.isNoSpace {
            self.init(.noSpace, "\(what): \(error)", hint: "free some space on the store's volume")
        } else {
            let hint = "its volume is read-only: mount it writable again; dmesg may tell why it is not"
            self.init(.failed, "\(what): \(error)", hint: error.isReadOnly ? hint : nil)
        }
    }
}
