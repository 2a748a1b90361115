import LinuxSystem
import StagingTestSupport
import Testing

/// A store and a second volume: bytes are staged on the file system that they come from.
@Suite("Section 6: annexes on other volumes", DiskVolume.needs, .serialized)
struct AnnexTests {
    private static let large = 17 << 20

    /// Lends a volume with a file `volume/a.bin` that is worth an annex.
    private func with(
        _ volume: DiskVolume, _ body: (Handover) throws -> Void
    ) throws {
        try Handover.with { it in
            try volume.with(in: it.fixture) { _ in
                defer { _ = try? it.stage(["stop"]) }
                try it.script("head -c \(Self.large) /dev/urandom > volume/a.bin")
                try body(it)
            }
        }
    }

    private var annex: String { "volume/.stage-\(OwnProcess.uid)" }

    private func bytesUsed(_ it: Handover) throws -> Int64 {
        let folder = try Directory.open(it.scratch("volume"))
        try folder.descriptor.synchronizeVolume()
        let space = try VolumeSpace.of(folder.descriptor.number)
        return space.total - space.available
    }

    @Test("a snapshot is shared, and received again without a copy, whatever its size")
    func shared() throws {
        try with(.xfs(1200)) { it in
            try it.script(
                "fallocate -l 512M volume/huge.bin; printf end | dd of=volume/huge.bin bs=1 seek=400M conv=notrunc")
            // The annex and its files take some room, once.
            _ = try it.token("volume/a.bin")
            let before = try bytesUsed(it)
            let grant = try it.grant("volume/huge.bin")
            #expect(grant.representations.first?.text("staged") == "reflink")
            let area = try it.area(of: grant.text("token"))
            #expect(area.text.hasPrefix(it.scratch(annex).text))
            #expect(try it.receive(grant.text("token"), "--to", "volume/new.bin").status == 0)
            #expect(try it.stage(["keep", area.text, "volume/kept.bin"]).status == 0)
            #expect(try bytesUsed(it) - before < 8 << 20, "four files of 512 MiB share their blocks")
            #expect(
                try it.script("cmp volume/huge.bin volume/new.bin && cmp volume/huge.bin volume/kept.bin").status == 0)
            #expect(try it.staged.isEmpty, "nothing in the store itself")
        }
    }

    @Test("a move is a rename, and its last receive takes the inode", arguments: [DiskVolume.ext4(64), .xfs()])
    func move(_ volume: DiskVolume) throws {
        try with(volume) { it in
            let before = try it.status("volume/a.bin")
            let grant = try it.grant("--move", "--once", "volume/a.bin")
            #expect(grant.representations.first?.text("staged") == "rename")
            #expect(!it.exists("volume/a.bin"))
            #expect(try it.receive(grant.text("token"), "--to", "volume/b.bin").status == 0)
            #expect(try it.status("volume/b.bin").inode == before.inode)
            try it.eventually("nothing is left") { try Scratch.names(in: it.scratch("\(annex)/bytes")).isEmpty }
            #expect(try it.stage(["stop"]).status == 0)
            try it.eventually("an empty annex goes with the service") { !it.exists(annex) }
        }
    }

    @Test("between bind mounts of one file system, where links and renames fail, it is shared or copied")
    func bindMounts() throws {
        for volume in [DiskVolume.ext4(128), .xfs()] {
            try with(volume) { it in
                try it.script(
                    "mkdir volume/inner bound; mount --bind volume/inner bound; cp volume/a.bin bound/b.bin; cp bound/b.bin c.bin"
                )
                defer { #expect(DiskVolume.unmount(it.scratch("bound"), it.fixture)) }
                _ = try it.token("volume/a.bin")
                for options in [[], ["--move"]] {
                    let grant = try JSONObject(it.stage(["send", "--json"] + options + ["bound/b.bin"]).text)
                    #expect(try it.receive(grant.text("token"), "--to", "bound/new", "--force").status == 0)
                    #expect(try it.script("cmp bound/new c.bin").status == 0)
                }
                #expect(!it.exists("bound/b.bin"))
                #expect(try it.stage(["stop"]).status == 0)
            }
        }
    }

    @Test(
        "the service does not keep the volume busy; away, its grants are missing and not damaged, and come back with it"
    )
    func vanishes() throws {
        try with(.ext4(128)) { it in
            let token = try it.token("volume/a.bin")
            let area = try it.area(of: token).text
            let other = try it.grant("volume/a.bin")
            try it.script("sha256sum < volume/a.bin > sum")
            let loop = try it.script("findmnt -n -o SOURCE volume").text
            // The image stays attached while its file system is not mounted.
            try it.script("losetup -f --show $(losetup -n -O BACK-FILE \(loop)) > loop")
            let second = try #require(it.text("loop")).split(separator: "\n").first.map(String.init) ?? ""
            defer { _ = try? it.script("umount volume; losetup -d \(second)") }
            var device = loop
            for (away, restarts) in [("umount volume", false), ("umount -l volume", false), ("umount volume", true)] {
                let gone = try it.script(away)
                #expect(gone.status == 0, "\(away): \(gone)")
                // A test with a mount namespace of its own may have a copy of this mount. As long as it has, not all
                // that was written is in the image, and the second device would not show it.
                try it.eventually("the file system is mounted nowhere") {
                    (try? FileStatus.of(Path("/sys/fs/ext4").appending(Path(device).lastComponent))) == nil
                }
                device = second
                if restarts {
                    let pid = try #require(try JSONObject(it.stage(["status", "--json"]).text)["pid"] as? Int)
                    try it.script("kill -9 \(pid)")
                    try #require(Patience.until { ProcessIdentity(of: Int32(pid)) == nil })
                }
                for command in [
                    "receive \(token)", "receive \(token) --to new", "receive \(token) --stdout", "keep \(area) new",
                ] {
                    let done = try it.script("stage \(command)")
                    #expect(done.status == 1 && done.errors.contains("is not there"), "\(command): \(done)")
                    #expect(done.errors.contains("mount it again"), "\(command): \(done)")
                }
                let listed = try it.stage(["list"])
                #expect(
                    listed.status == 0 && listed.text.contains(area) && !listed.text.contains("damaged"), "\(listed)")
                #expect(try it.stage(["status"]).text.contains("not there"))
                #expect(try it.stage(["hold", area, "--for", "1h"]).status == 0)
                #expect(try Scratch.names(in: it.scratch("volume")).isEmpty, "nothing is made in the bare directory")
                #expect(try it.script("mount \(second) volume").status == 0)
                #expect(try it.script("stage receive \(token) --stdout | sha256sum | cmp - sum").status == 0)
                #expect(try it.script("sha256sum < \(area) | cmp - sum").status == 0)
            }
            // What ends meanwhile is removed when it is back.
            #expect(try it.script("umount volume").status == 0)
            #expect(try it.stage(["revoke", other.text("id")]).status == 0)
            #expect(try it.stage(["release", area]).status == 0)
            #expect(try it.stage(["show", other.text("id")]).text.contains("revoked"))
            #expect(try it.script("mount \(second) volume").status == 0)
            #expect(try it.stage(["stop"]).status == 0)
            #expect(try it.script("stage receive \(token) --stdout | sha256sum | cmp - sum").status == 0)
            try it.eventually("one object and no area is left") {
                try Scratch.names(in: it.scratch("\(annex)/bytes")).count == 1
                    && Scratch.names(in: it.scratch("\(annex)/areas")).isEmpty
            }
            #expect(try it.stage(["stop"]).status == 0)
        }
    }

    @Test("another volume mounted in its place is not it")
    func exchanged() throws {
        try with(.ext4(64)) { it in
            let token = try it.token("volume/a.bin")
            try DiskVolume.ext4(64).with(in: it.fixture) { _ in
                try it.script("mkdir -m 700 \(annex)")
                let done = try it.receive(token, "--stdout")
                #expect(done.status == 1 && done.errors.contains("is not there"), "\(done)")
                #expect(try Scratch.names(in: it.scratch(annex)).isEmpty)
            }
            #expect(try it.receive(token, "--stdout").output.count == Self.large)
        }
    }

    @Test(
        "one that is not to be trusted is refused, and the bytes are copied",
        arguments: [
            "mkdir trap; chmod 700 trap; ln -s ../trap NAME", "mkdir -m 700 NAME; chown 1234 NAME", "mkdir -m 777 NAME",
            "echo x > NAME", "mkdir -m 700 NAME; ln -s /tmp NAME/bytes",
            "mkdir -m 700 NAME; mkdir NAME/areas; chown 1234 NAME/areas",
        ])
    func hostile(_ trap: String) throws {
        try with(.ext4(64)) { it in
            try it.script(
                "chmod 1777 volume; mkdir -m 700 other; "
                    + trap.replacing("NAME", with: annex).replacing("../trap", with: "../other"))
            let before = try it.script("find volume other trap 2> /dev/null -path '*-*-*' -prune -o -print | sort").text
            let grant = try it.grant("volume/a.bin")
            #expect(try it.receive(grant.text("token"), "--to", "new").status == 0)
            #expect(try it.script("cmp new volume/a.bin").status == 0)
            let after = try it.script("find volume other trap 2> /dev/null -path '*-*-*' -prune -o -print | sort").text
            #expect(after == before, "nothing was put into it")
            #expect(try it.script("cat state/stage/log").text.contains("no annex in"))
        }
    }

    @Test("two stores of one user do not take each other's bytes for orphans")
    func twoStores() throws {
        try with(.ext4(128)) { it in
            let token = try it.token("volume/a.bin")
            try it.script("mkdir -m 700 second")
            let second = ["XDG_STATE_HOME": it.scratch("second").text]
            let stage = it.fixture.programs.appending("stage").text
            let sent = try it.fixture.run([stage, "send", "volume/a.bin"], environment: second)
            #expect(sent.status == 0, "\(sent)")
            // Each starts anew, and looks for what no record of its own names.
            for _ in 0..<2 {
                #expect(try it.stage(["stop"]).status == 0)
                #expect(try it.fixture.run([stage, "stop"], environment: second).status == 0)
                #expect(try it.receive(token, "--stdout").output.count == Self.large)
                let received = try it.fixture.run([stage, "receive", sent.text, "--stdout"], environment: second)
                #expect(received.output.count == Self.large, "\(received.errors)")
            }
            #expect(try it.fixture.run([stage, "revoke", sent.text], environment: second).status == 0)
            #expect(try it.fixture.run([stage, "stop"], environment: second).status == 0)
        }
    }

    @Test("a full annex fails the send there, with what to do, and gives what it has, also after a start")
    func full() throws {
        try with(.ext4(128)) { it in
            let token = try it.token("volume/a.bin")
            try it.fill("volume")
            let sent = try it.stage(["send", "volume/a.bin"])
            #expect(sent.status == 6 && sent.errors.contains("free some space"), "\(sent)")
            #expect(try it.stage(["stop"]).status == 0)
            #expect(try it.receive(token, "--stdout").output.count == Self.large)
            it.empty("volume")
            #expect(try it.stage(["send", "volume/a.bin"]).status == 0)
        }
    }
}
