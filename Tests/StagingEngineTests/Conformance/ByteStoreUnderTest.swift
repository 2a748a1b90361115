import Glibc
import LinuxSystem
@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Testing

/// A byte store that the conformance suite is run on. Another implementation is one more of ``all``.
struct ByteStoreUnderTest: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let isAvailable: Bool
    /// Lends a folder to make the store in and the sources beside it.
    let folder: @Sendable (_ body: (Path) throws -> Void) throws -> Void
    /// Opens the store that belongs to a folder.
    let open: @Sendable (_ folder: Path, Limits) throws -> any ByteStore

    private static func local(
        _ name: String, in parent: String? = nil, image: String? = nil, using features: VolumeFeatures = .all
    ) -> ByteStoreUnderTest {
        let isMountable =
            image.map { kind in canMount && ["/usr/sbin/", "/sbin/"].contains { exists($0 + "mkfs." + kind) } } ?? true
        return ByteStoreUnderTest(
            testDescription: name,
            isAvailable: isMountable && (parent.map { unsafe access($0, W_OK) == 0 } ?? true),
            folder: { body in
                try Scratch.with { scratch in
                    if let image { return try mounted(image, in: scratch, body) }
                    guard let parent else { return try body(scratch.path) }
                    let path = Path(parent).appending(
                        Path("stage-test-\(OwnProcess.pid)-\(UInt32.random(in: 0 ... .max))"))
                    try OwnProcess.makeDirectory(path, mode: 0o755)
                    defer { Scratch.remove(path) }
                    try body(path)
                }
            },
            open: { folder, limits in
                let root = folder.appending("store")
                try? OwnProcess.makeDirectory(root, mode: 0o700)
                return try LocalByteStore(
                    root: root, annexes: [], isShared: false, limits: limits, using: features,
                    report: { Issue.record("\($0)") })
            })
    }

    private static func mounted(_ kind: String, in scratch: Scratch, _ body: (Path) throws -> Void) throws {
        try run("truncate -s 400M \"$1/image\"; mkfs.\(kind) -q \"$1/image\"; mkdir \"$1/mount\"", scratch.path)
        try run("mount -o loop \"$1/image\" \"$1/mount\"; chmod 755 \"$1/mount\"", scratch.path)
        defer {
            // A program that another test starts at this moment has this process's files open until it runs.
            let unmount = "for i in $(seq 100); do umount \"$1/mount\" 2> /dev/null && exit 0; sleep 0.1; done; exit 1"
            do { try run(unmount, scratch.path) } catch { Issue.record(error) }
        }
        try body(scratch("mount"))
    }

    private static func run(_ script: String, _ path: Path) throws {
        let command = Path("PATH=$PATH:/usr/sbin:/sbin; " + script)
        let child = try ChildProcess.start("/bin/sh", arguments: ["sh", "-ec", command, "sh", path])
        try #require(try child.wait() == .exited(0), "\(script)")
    }

    /// Whether this machine and user can mount an image.
    static let canMount = OwnProcess.uid == 0 && exists("/dev/loop-control")

    private static func exists(_ path: String) -> Bool { (try? FileStatus.of(Path(path), followLinks: true)) != nil }

    /// Those that this machine and user can make; the others are told by ``ByteStoreConformanceTests/all``.
    static let all = candidates.filter(\.isAvailable)

    static let candidates = [
        local("the scratch folder"), local("memory", in: "/dev/shm"), local("XFS", image: "xfs"),
        local("XFS without reflinks", image: "xfs", using: [.namelessFiles]),
        local("without nameless files", using: [.reflinks]),
        local("XFS without nameless files", image: "xfs", using: [.reflinks]),
    ]

    /// Lends a new store, with what a test needs to fill it.
    func with(_ limits: Limits = Limits(), _ body: (StoreFixture) throws -> Void) throws {
        try folder { folder in
            try body(StoreFixture(self, folder, limits))
        }
    }
}

/// A byte store and its surroundings.
final class StoreFixture {
    let store: any ByteStore
    let folder: Path
    let reopen: () throws -> any ByteStore

    init(_ implementation: ByteStoreUnderTest, _ folder: Path, _ limits: Limits) throws {
        self.folder = folder
        reopen = { try implementation.open(folder, limits) }
        store = try reopen()
    }

    static let provenance = Provenance(grant: "g", sender: 7, type: "public.data", sent: "2027-01-15T09:00:00Z")

    /// A file to be sent.
    func source(_ content: [UInt8], mode: UInt32 = 0o640, named name: String = "source") throws -> SourceFile {
        let path = folder.appending(Path(name))
        let writer = try OwnedDescriptor.open(path, [.writeOnly, .create, .truncate])
        try writer.write(content)
        try writer.setPermissions(mode)
        try writer.setModified(Timestamp(seconds: 1_000_000_000, nanoseconds: 123_456_789))
        try writer.close()
        let file = SharedDescriptor(try OwnedDescriptor.openForReading(path))
        return SourceFile(descriptor: file, status: try FileStatus.of(file.number), label: name)
    }

    func stage(_ content: String, mode: UInt32 = 0o640, as object: String = StoreName.random()) throws -> StagedObject {
        try store.stageFile(source(Array(content.utf8), mode: mode), as: object, taking: false) { _, _ in
            Self.provenance
        }
    }

    func stageTree(_ entries: [(TreeEntry, content: String?)], as object: String = StoreName.random()) throws
        -> StagedObject
    {
        let tree = try store.beginTree(as: object, from: nil)
        for (entry, content) in entries {
            try tree.add(entry, source: try content.map { try source(Array($0.utf8), mode: 0o754) })
        }
        return try tree.finish()
    }

    static var sampleTree: [(TreeEntry, content: String?)] {
        [
            (EngineFixture.entry("", .directory), nil), (EngineFixture.entry("empty", .directory), nil),
            (EngineFixture.entry("sub", .directory), nil), (EngineFixture.entry("sub/file", .file), "inner"),
            (EngineFixture.entry("sub/link", .link, target: "../top"), nil),
            (EngineFixture.entry("top", .file), "outer"),
        ]
    }

    func area(_ object: ObjectRecord, uid: UInt32 = OwnProcess.uid, name: String = "name.txt") -> AreaRecord {
        AreaRecord(
            id: StoreName.random(), grantNumber: 1, grantID: "g", receiverUID: uid, volume: object.volume, name: name,
            type: "public.data", size: object.size, object: object.id, lease: Moment(boot: 0, wall: 0), claim: nil,
            bound: nil)
    }

    func names() throws -> [String] {
        var names: [String] = []
        try store.names { names.append("\($0.place.rawValue) \($0.name)") }
        return names.sorted()
    }

    func remove(_ place: RemovalRecord.Place, _ name: String, volume: String, budget: Int = 1000) throws -> Bool {
        try store.remove(RemovalRecord(number: 0, volume: volume, place: place, name: name), budget: budget)
    }
}
