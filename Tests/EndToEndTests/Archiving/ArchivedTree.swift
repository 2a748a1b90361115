import LinuxSystem
import StagingTestSupport
import Testing

/// A tree with what trees have, and what other programs see in archives of it.
enum ArchivedTree {
    /// All that `--as` writes.
    static let formats = ["zip", "tar.zst", "tar.gz", "tar"]

    /// Makes `album`: names of all scripts and one with a line break, permissions, a time, an empty folder, a link.
    static func make(_ it: Handover) throws {
        try it.scratch.folder("album")
        try it.scratch.folder("album/empty", mode: 0o700)
        try it.scratch.folder("album/写真")
        try it.scratch.file("album/写真/документ.txt", "text\n")
        try it.scratch.file("album/run.sh", "#!/bin/sh\n", mode: 0o755)
        try it.scratch.file("album/private", "secret\n", mode: 0o600)
        try it.scratch.file("album/two\nlines", Sample.bytes(70_000))
        try it.scratch.file("album/nothing", "")
        try it.script("ln -s run.sh album/link; touch -d '2001-02-03 04:05:06 UTC' album/private")
    }

    /// Unpacks an archive by `bsdtar`, or a zip by `unzip`, and says how the tree differs from `album`: not at all.
    static func expectSame(_ it: Handover, _ archive: String, location: SourceLocation = #_sourceLocation) throws {
        let compared = try it.script(
            """
            export LC_ALL=C.UTF-8
            rm -rf unpacked && mkdir unpacked && bsdtar -xpf \(archive) -C unpacked || exit 9
            list() { (cd "$1" && find . -printf '%p %y %m %l %s\\n' | sed -E 's/ d ([0-7]*)  [0-9]*$/ d \\1/' | sort); }
            list album > want; list unpacked/album > got
            cmp want got && diff -r --no-dereference album unpacked/album && stat -c %Y unpacked/album/private
            """)
        #expect(
            compared.status == 0 && compared.text == "981173106", "\(archive): \(compared)", sourceLocation: location)
    }
}
