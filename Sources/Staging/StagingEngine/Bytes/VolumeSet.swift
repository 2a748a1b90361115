internal import LinuxSystem
internal import StagingModel
internal import Synchronization

/// The store's own volume and its annexes on other file systems, those that were configured and those made on the way:
/// bytes are staged on the file system that they come from, where they can be shared or taken over and need no copy.
final class VolumeSet: Sendable {
    let home: Volume
    private let isShared: Bool
    private let features: VolumeFeatures
    /// Whether annexes may be made: only the user's own service has a place of its user's on other volumes.
    private let makesAnnexes: Bool
    private let annexes: Mutex<[Annex]>
    private let report: @Sendable (String) -> Void
    /// One change of the list at a time: they share a hidden name.
    private let recording = Mutex(())
    /// Names this store to the annexes, wherever it lies.
    private let id: String

    /// Files smaller than this are copied rather than given an annex of their own.
    private static let leastForAnnex: Int64 = 16 << 20
    /// In the store: the annexes that are its own, a path a line, so that the next service finds what lies there, and
    /// knows of those whose volume is away.
    private static let listName: Path = "annexes"

    /// - Throws: ``StagingError`` where the store itself cannot be used.
    init(
        root: Path, configured: [Path], isShared: Bool, using features: VolumeFeatures,
        report: @escaping @Sendable (String) -> Void
    ) throws(StagingError) {
        home = try Volume(root: root, isShared: isShared, using: features)
        do {
            id = try Self.id(of: home)
        } catch { throw StagingError(system: error, "cannot give the store an id") }
        self.isShared = isShared
        self.features = features
        self.report = report
        makesAnnexes = !isShared
        // What a kill in the middle of an earlier change has left.
        try? home.top.unlink(".annexes")
        let listed = Self.list(in: home)
        annexes = Mutex(
            listed.map { Annex($0, isClaimed: true) }
                + configured.filter { !listed.contains($0) }.map { Annex($0, isClaimed: false) })
        for annex in annexes.withLock({ $0 }) {
            do {
                _ = try open(annex)
            } catch {
                // One whose volume is away may come back; one that is not this store's does not become so.
                if !annex.isClaimed, error.code != .volumeMissing {
                    annexes.withLock { $0.removeAll { $0.root == annex.root } }
                }
                report("the annex \(annex.root.quoted) is left out: \(error.message)")
            }
        }
    }

    /// The folders, those whose volume is away among them.
    var roots: [Path] { [home.root] + annexes.withLock { $0.map(\.root) } }

    /// The volumes that are there.
    var all: [Volume] { [home] + annexes.withLock { $0 }.compactMap { try? open($0) } }

    /// The volume of that name.
    /// - Throws: ``StagingError`` (`volumeMissing`) where it is away.
    func volume(named name: String) throws(StagingError) -> Volume {
        // By its path an earlier version recorded the store's own.
        if name == home.name || name == home.root.text { return home }
        guard let annex = annexes.withLock({ $0.first { $0.root.text == name } }) else {
            throw StagingError(
                .volumeMissing, "the store has no annex \(name) any more", hint: "send the file again")
        }
        return try open(annex)
    }

    /// The folder of the volume of that name, which may be away.
    func root(named name: String) -> Path { name.isEmpty ? home.root : Path(name) }

    /// The volume for bytes that come from an open file or directory.
    /// - Parameter size: in bytes; what is small is not worth an annex.
    func volume(for descriptor: Int32, device: UInt64, size: Int64) -> Volume {
        if device == home.device { return home }
        for annex in annexes.withLock({ $0 })
        where (try? FileStatus.of(annex.root, followLinks: true))?.device == device {
            if let volume = try? open(annex), volume.device == device { return volume }
        }
        guard makesAnnexes, size >= Self.leastForAnnex, let path = path(of: descriptor) else { return home }
        return makeAnnex(Self.top(of: path, device: device)) ?? home
    }

    private func open(_ annex: Annex) throws(StagingError) -> Volume {
        let volume = try annex.open(for: id, apartFrom: home.device, isShared: isShared, using: features)
        guard !annex.isClaimed || annex.features == nil && volume.isProbed else { return volume }
        let isNew = annexes.withLock { annexes in
            guard let place = annexes.firstIndex(where: { $0.root == annex.root }) else { return false }
            if volume.isProbed { annexes[place].features = volume.features }
            defer { annexes[place].isClaimed = true }
            return !annexes[place].isClaimed
        }
        // Listed before anybody stages in it: what is granted there has to be found after a kill as well.
        if isNew {
            do {
                try record()
            } catch { throw StagingError(system: error, "cannot list the annex \(annex.root.quoted)") }
        }
        return volume
    }

    /// The topmost directory on the path that is on the device: where its volume is mounted.
    private static func top(of path: Path, device: UInt64) -> Path {
        var top = path.parent
        while top != "/", let above = try? FileStatus.of(top.parent), above.device == device { top = top.parent }
        return top
    }

    /// Makes `.stage-UID` in the volume's top directory, where the user may, and what is staged there would be shared.
    private func makeAnnex(_ top: Path) -> Volume? {
        // The list has a path a line.
        guard !top.bytes.contains(UInt8(ascii: "\n")) else { return nil }
        do {
            for name in [Annex.madeName(), Annex.madeName(for: id)] {
                let root = top.appending(name)
                let folder = try Directory.open(top)
                do {
                    try folder.makeDirectory(name)
                } catch  where error.isNameTaken {}
                do {
                    // A volume that came back is no new annex.
                    annexes.withLock { annexes in
                        if !annexes.contains(where: { $0.root == root }) {
                            annexes.append(Annex(root, isClaimed: false))
                        }
                    }
                    guard let annex = annexes.withLock({ $0.first { $0.root == root } }) else { continue }
                    return try open(annex)
                } catch {
                    annexes.withLock { $0.removeAll { $0.root == root && !$0.isClaimed } }
                    report("no annex in \(top.quoted): \(error.message)")
                }
            }
        } catch {
            report("no annex in \(top.quoted): \(error.reason)")
        }
        return nil
    }

    /// Removes the annexes in which nothing is left, for the end of the service.
    func removeEmptyAnnexes() {
        let all = annexes.withLock { $0 }
        let gone = all.filter { annex in (try? open(annex)).map(annex.removeIfEmpty) ?? false }.map(\.root)
        guard !gone.isEmpty else { return }
        annexes.withLock { $0.removeAll { gone.contains($0.root) } }
        do { try record() } catch { report("the list of annexes stays as it was: \(error.reason)") }
    }

    private func record() throws(SystemError) {
        try recording.withLock { (_) throws(SystemError) in
            let paths = annexes.withLock { $0.filter(\.isClaimed).map(\.root) }
            var file = try home.top.makeUnpublishedFile(
                hiddenName: ".annexes", allowNameless: features.contains(.namelessFiles))
            for path in paths where !path.bytes.contains(UInt8(ascii: "\n")) {
                try file.descriptor.write(path.bytes + [UInt8(ascii: "\n")])
            }
            try file.publish(in: home.top, as: Self.listName, replacing: true)
        }
    }

    private static func list(in home: Volume) -> [Path] {
        let text = (try? SmallFile.read(home.root.appending(listName), limit: 1 << 20)) ?? []
        return text.split(separator: UInt8(ascii: "\n")).map { Path(bytes: $0) }
    }

    /// The store's id, made with the store.
    private static func id(of home: Volume) throws(SystemError) -> String {
        do {
            return String(decoding: try SmallFile.read(home.root.appending("id"), limit: 256), as: UTF8.self)
        } catch  where error.isMissing {}
        let id = StoreName.random()
        var file = try home.incoming.makeUnpublishedFile(
            hiddenName: Path(StoreName.random()), allowNameless: home.hasNamelessFiles)
        try file.descriptor.write(Array(id.utf8))
        try file.publish(in: home.top, as: "id")
        return id
    }
}
