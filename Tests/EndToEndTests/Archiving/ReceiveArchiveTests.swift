import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("stage receive --as", Needs.program("bsdtar"))
struct ReceiveArchiveTests {
    @Test("section 8: a folder comes as one archive, to a place or through a pipe", arguments: ArchivedTree.formats)
    func formats(_ format: String) throws {
        try Handover.with { it in
            try ArchivedTree.make(it)
            let token = try it.token("album")
            let received = try it.receive(token, "--as", format, "--to", ".", "--json", "--sha256")
            #expect(received.status == 0, "\(received)")
            let answer = try JSONObject(received.text)
            #expect(answer.text("path") == "album.\(format)" && answer.text("name") == "album.\(format)")
            let bytes = try #require(Scratch.content(of: it.scratch("album.\(format)")))
            #expect(answer["size"] as? Int == bytes.count)
            #expect(try it.script("sha256sum < album.\(format)").text.hasPrefix(answer.text("sha256")))
            try ArchivedTree.expectSame(it, "album.\(format)")
            #expect(try it.status("album.\(format)").permissions == 0o644)
            // What is said of it is what a look at it says.
            let looked = try JSONObject(try it.stage(["type", "--json", "album.\(format)"]).text)
            #expect(looked.text("type") == answer.text("type") && looked.text("mime") == answer.text("mime"))
            #expect(try it.receive(token, "--as", format, "--stdout").output == bytes)
            #expect(try it.stage(["list", "--json"]).lines.count == 1, "the grant, and no area")
        }
    }

    @Test("a file comes as the one entry, with its name and its time")
    func file() throws {
        try Handover.with { it in
            try it.scratch.file("notes.txt", "text\n", mode: 0o640)
            try it.script("touch -d '2001-02-03 04:05:06 UTC' notes.txt")
            for options in [[], ["--original"]] {
                let sent = try it.stage(["send", "notes.txt"] + options)
                let bytes = try it.receive(sent.text, "--as", "tar", "--stdout")
                try it.scratch.file("out.tar", bytes.output)
                let listed = try it.script("export LC_ALL=C.UTF-8; TZ=UTC bsdtar -tvf out.tar; bsdtar -xOf out.tar")
                #expect(listed.lines.first?.hasPrefix("-rw-r--r--") == true && listed.text.contains("2001 notes.txt"))
                #expect(listed.lines.last == "text", "\(listed)")
            }
        }
    }

    @Test("rule 1: a use is spent after the last byte, and returned when it did not come so far")
    func uses() throws {
        try Handover.with { it in
            try it.script("mkdir album; head -c 3000000 /dev/urandom > album/noise")
            let token = try it.token("--once", "album")
            // A reader that goes away ends the program quietly, as it ends others.
            let left = try it.script(
                "echo \(token) | { stage receive - --as tar --stdout; echo $? > status; } | head -c 5")
            #expect(left.status == 0 && left.errors.isEmpty && it.text("status") == "141\n", "\(left)")
            // The service sees the end of its connection a moment later.
            var onto = try it.receive(token, "--as", "zip", "--to", "album")
            try it.eventually("the use is returned") {
                if onto.status == 3 { onto = try it.receive(token, "--as", "zip", "--to", "album") }
                return onto.status != 3
            }
            #expect(onto.status == 0 && onto.text == "album/album.zip", "\(onto)")
            #expect(try it.receive(token, "--as", "zip", "--to", "again.zip").status == 3)
        }
    }

    @Test("rule 12: a name that is taken stays, --rename takes another, --force replaces; an error leaves nothing")
    func conflicts() throws {
        try Handover.with { it in
            try ArchivedTree.make(it)
            try it.scratch.file("album.zip", "mine")
            let token = try it.token("album")
            let taken = try it.receive(token, "--as", "zip", "--to", ".")
            #expect(taken.status == 1 && it.text("album.zip") == "mine", "\(taken)")
            #expect(try it.receive(token, "--as", "zip", "--to", ".", "--rename").text == "album (2).zip")
            #expect(try it.receive(token, "--as", "zip", "--to", "album.zip", "--force").status == 0)
            try ArchivedTree.expectSame(it, "album.zip")
            #expect(try it.script("ls -A").lines.filter { $0.hasPrefix(".stage-") } == [])
        }
    }

    @Test("rule 22: a full disk at the receiver fails with 6, leaves nothing and returns the use", DiskVolume.needs)
    func fullDisk() throws {
        try Handover.with { it in
            try it.script("mkdir album; head -c 6000000 /dev/urandom > album/noise")
            let token = try it.token("--once", "album")
            try DiskVolume.memory(2).with(in: it.fixture) { volume in
                for format in ArchivedTree.formats {
                    let full = try it.receive(token, "--as", format, "--to", volume.text)
                    #expect(full.status == 6, "\(full)")
                }
                #expect(try Scratch.names(in: volume) == [])
            }
            #expect(try it.receive(token, "--as", "zip", "--to", ".").status == 0)
        }
    }

    @Test(
        "an area and --exec hold what was sent as it is: wrong usage",
        arguments: [
            ["--as", "zip"], ["--as", "zip", "--exec", "true"], ["--as", "rar", "--stdout"],
        ])
    func wrongUsage(_ arguments: [String]) throws {
        try Handover.with { it in
            try ArchivedTree.make(it)
            let token = try it.token("--once", "album")
            let received = try it.stage(["receive", "-"] + arguments, input: token + "\n")
            #expect(received.status == 2 && received.errors.contains("--as"), "\(received)")
            #expect(try it.receive(token).status == 0, "the use is there")
        }
    }
}
