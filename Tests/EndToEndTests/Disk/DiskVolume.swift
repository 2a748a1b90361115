import LinuxSystem
import StagingTestSupport
import Testing

/// A small file system of a test's own.
struct DiskVolume: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Mounts it; the image, if it needs one, is `$image`, the directory `$folder`.
    let script: String

    /// In memory.
    static func memory(_ megabytes: Int, options: String = "") -> DiskVolume {
        DiskVolume(
            testDescription: "tmpfs of \(megabytes) MiB",
            script: "mount -t tmpfs -o size=\(megabytes)m\(options) none \"$folder\"")
    }

    /// Every block is anybody's.
    static func ext4(_ megabytes: Int, options: String = "") -> DiskVolume {
        DiskVolume(
            testDescription: "ext4 of \(megabytes) MiB",
            script:
                "truncate -s \(megabytes)M \"$image\"; mkfs.ext4 -q -m 0 \"$image\"; mount -o loop\(options) \"$image\" \"$folder\""
        )
    }

    static func xfs(_ megabytes: Int = 320) -> DiskVolume {
        DiskVolume(
            testDescription: "XFS",
            script:
                "truncate -s \(megabytes)M \"$image\"; mkfs.xfs -q -m reflink=1 \"$image\"; mount -o loop \"$image\" \"$folder\""
        )
    }

    /// Whether they can be mounted here.
    static let canMount: Bool = {
        guard StageFixture.isRoot else { return false }
        return
            (try? Scratch.with { scratch in
                try StageFixture.with { fixture in
                    try xfs().with(in: fixture) { _ in true } && ext4(8).with(in: fixture) { _ in true }
                }
            }) ?? false
    }()

    static let needs = ConditionTrait.enabled(if: canMount, "needs root, loop mounts, mkfs.ext4 and mkfs.xfs")

    private struct NoVolume: Error { let what: StageFixture.Outcome }

    /// Lends it, mounted at a directory of the fixture's folder, which is made where it is missing.
    func with<Result>(
        in fixture: StageFixture, at name: String = "volume", _ body: (Path) throws -> Result
    ) throws -> Result {
        let image = fixture.scratch("image-\(UInt32.random(in: 0 ... .max))")
        let folder = fixture.scratch(name)
        let mounted = try fixture.run(
            ["/bin/sh", "-ec", "mkdir -p \"$folder\"; \(script); chmod 755 \"$folder\""],
            environment: ["image": image.text, "folder": folder.text])
        guard mounted.status == 0 else { throw NoVolume(what: mounted) }
        defer {
            if !Self.unmount(folder, fixture) { Issue.record("\(folder) is still mounted") }
            OwnProcess.unlink(image)
        }
        return try body(folder)
    }

    /// Unmounts what was mounted there last.
    static func unmount(_ folder: Path, _ fixture: StageFixture) -> Bool {
        // A program that another test starts at this moment has this process's files open until it runs.
        let script = """
            for i in $(seq 100); do
                umount "$folder" 2> /dev/null && exit 0
                mountpoint -q "$folder" || exit 0
                sleep 0.1
            done
            umount -l "$folder"; exit 1
            """
        let outcome = try? fixture.run(["/bin/sh", "-c", script], environment: ["folder": folder.text])
        return outcome?.status == 0
    }

    /// Lends it as the file system that the user's own service has its store on, with a directory `state/work` for what
    /// is sent: from elsewhere it would be staged elsewhere.
    func withStore(_ body: (Handover) throws -> Void) throws {
        try Handover.with { it in
            try with(in: it.fixture, at: "state") { _ in
                defer { _ = try? it.stage(["stop"]) }
                try it.script("mkdir state/work")
                try body(it)
            }
        }
    }
}

extension Handover {
    /// Runs a script in `state/work`.
    @discardableResult
    func work(_ text: String) throws -> StageFixture.Outcome { try script("cd state/work && { \(text); }") }

    /// Fills a file system to its last byte, by a file `filler` in its top directory.
    func fill(_ folder: String = "state") throws {
        try script(
            """
            cd \(folder) || exit
            { for i in 1 2 3; do cat /dev/zero >> filler; sync -f .; done; while printf x >> filler; do :; done; } 2> /dev/null
            """)
    }

    /// Makes room again.
    func empty(_ folder: String = "state") { OwnProcess.unlink(scratch(folder).appending("filler")) }

    /// Everything in the store but the catalogue's files and the reserve, a path a line.
    var walk: String {
        get throws { try script("cd state/stage && find bytes areas incoming annexes id 2> /dev/null | sort").text }
    }
}
