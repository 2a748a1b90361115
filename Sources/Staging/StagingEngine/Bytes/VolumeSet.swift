internal import LinuxSystem
internal import StagingModel
internal import Synchronization

/// The store's own volume and its annexes on other file systems, those that were configured and those made on the way:
/// bytes are staged on the file system that they come from, where they can be shared or taken over and need no copy.
final class VolumeSet: Sendable {
    let home: Volume
    /// Names this store to the annexes, wherever it lies.
    private let id: String
    private let isShared: Bool
    private let features: VolumeFeatures
    /// Whether annexes may be made: only the user's own service has a place of its user's on other volumes.
    private let makesAnnexes: Bool
    private let annexes: Mutex<[Volume]>
    private let report: @Sendable (String) -> Void

    /// Files smaller than this are copied rather than given an annex of their own.
    private static let leastForAnnex: Int64 = 16 << 20
    /// In the store: the annexes that were made, a path a line, so that the next service finds what lies there.
    private static let listName: Path = "annexes"

    /// - Throws: ``SystemError`` where the store itself cannot be used.
    init(
        root: Path, configured: [Path], isShared: Bool, using features: VolumeFeatures,
        report: @escaping @Sendable (String) -> Void
    ) throws(SystemError) {
        home = try Volume(root: root, isShared: isShared, using: features, isHome: true)
        id = try Self.id(of: home)
        self.isShared = isShared
        self.features = features
        self.report = report
        makesAnnexes = !isShared
        var volumes: [Volume] = []
        for path in configured + Self.list(in: home) where !volumes.contains(where: { $0.root == path }) {
            do {
                let volume = try Volume(root: path, isShared: isShared, using: features)
                guard volume.device != home.device else { continue }
                if try volume.claim(for: id) {
                    volumes.append(volume)
                } else {
                    report("the annex \(path.escapedText) is left out: it belongs to another store")
                }
            } catch {
                report("the annex \(path.quoted) is left out: \(error.reason)")
            }
        }
        annexes = Mutex(volumes)
    }

    var all: [Volume] { [home] + annexes.withLock { $0 } }

    /// The volume of that name, also one that was away when the service started.
    func volume(named name: String) throws(StagingError) -> Volume {
        if let known = all.first(where: { $0.name == name }) { return known }
        // As an earlier version recorded it.
        if home.root.text == name { return home }
        guard Self.list(in: home).contains(Path(name)),
            let volume = try? Volume(root: Path(name), isShared: isShared, using: features),
            (try? volume.claim(for: id)) == true
        else {
            throw StagingError(
                .damaged, "the volume of \(name) is not there", hint: "mount it again, or send the file again")
        }
        annexes.withLock { $0.append(volume) }
        return volume
    }

    /// The folder of the volume of that name, which may be away.
    func root(named name: String) -> Path { name.isEmpty ? home.root : Path(name) }

    /// The volume for bytes that come from an open file or directory.
    /// - Parameter size: in bytes; what is small is not worth an annex.
    func volume(for descriptor: Int32, device: UInt64, size: Int64) -> Volume {
        if let known = all.first(where: { $0.device == device }) { return known }
        guard makesAnnexes, size >= Self.leastForAnnex, let path = path(of: descriptor) else { return home }
        return makeAnnex(Self.top(of: path, device: device), device: device) ?? home
    }

    /// The topmost directory on the path that is on the device: where its volume is mounted.
    private static func top(of path: Path, device: UInt64) -> Path {
        var top = path.parent
        while top != "/", let above = try? FileStatus.of(top.parent), above.device == device { top = top.parent }
        return top
    }

    /// Makes `.stage-UID` in the volume's top directory, where the user may, and what is staged there would be shared.
    private func makeAnnex(_ top: Path, device: UInt64) -> Volume? {
        let root = top.appending(Path(".stage-\(OwnProcess.uid)"))
        do {
            let folder = try Directory.open(top)
            do {
                try folder.makeDirectory(root.lastComponent)
            } catch  where error.isNameTaken {}
            // In a directory where others may write, the name can be somebody else's.
            let status = try folder.status(of: root.lastComponent)
            guard status.kind == .directory, status.user == OwnProcess.uid, status.device == device else { return nil }
            let volume = try Volume(root: root, isShared: isShared, using: features)
            guard try volume.claim(for: id) else {
                report("no annex in \(top.escapedText): the one there belongs to another store")
                return nil
            }
            // Listed before anybody stages in it: what is granted there has to be found after a kill as well.
            return try annexes.withLock { volumes throws(SystemError) in
                if let known = volumes.first(where: { $0.root == root }) { return known }
                try record(volumes.map(\.root) + [root])
                volumes.append(volume)
                return volume
            }
        } catch {
            report("no annex in \(top.quoted): \(error.reason)")
            return nil
        }
    }

    /// Removes the annexes in which nothing is left, for the end of the service.
    func removeEmptyAnnexes() {
        let kept = annexes.withLock { volumes in
            volumes.removeAll { $0.root.lastComponent.text.hasPrefix(".stage-") && $0.removeIfEmpty() }
            return volumes.map(\.root)
        }
        do { try record(kept) } catch { report("the list of annexes stays as it was: \(error.reason)") }
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

    private func record(_ paths: [Path]) throws(SystemError) {
        // A kill in the middle of an earlier change may have left the hidden name.
        do { try home.top.unlink(".annexes") } catch  where error.isMissing {}
        var file = try home.top.makeUnpublishedFile(
            hiddenName: ".annexes", allowNameless: features.contains(.namelessFiles))
        for path in paths where !path.bytes.contains(UInt8(ascii: "\n")) {
            try file.descriptor.write(path.bytes + [UInt8(ascii: "\n")])
        }
        try file.publish(in: home.top, as: Self.listName, replacing: true)
    }

    private static func list(in home: Volume) -> [Path] {
        let text = (try? SmallFile.read(home.root.appending(listName), limit: 1 << 20)) ?? []
        return text.split(separator: UInt8(ascii: "\n")).map { Path(bytes: $0) }
    }
}
