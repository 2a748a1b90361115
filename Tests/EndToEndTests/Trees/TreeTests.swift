import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Directory trees")
struct TreeTests {
    /// One of everything that a tree can hold.
    static let everything = """
        mkdir -p tree/sub/deeper tree/empty tree/closed tree/private
        echo text > tree/a.txt; chmod 640 tree/a.txt
        printf '#!/bin/sh\\n' > tree/run; chmod 755 tree/run
        echo r > tree/readonly; chmod 444 tree/readonly
        echo x > tree/sub/deeper/x; chmod 600 tree/sub/deeper/x
        : > tree/sub/nothing
        echo c > tree/closed/c
        ln -s a.txt tree/link; ln -s ../a.txt tree/sub/up; ln -s sub/deeper tree/folder-link
        ln -s not-there tree/dangling; ln -s . tree/sub/self
        truncate -s 16M tree/holes; printf middle | dd of=tree/holes bs=1 seek=8388608 conv=notrunc 2>/dev/null
        printf n > "tree/$(printf 'bad\\377name')"; printf n > "tree/$(printf 'new\\nline')"; printf n > 'tree/日本'
        printf n > 'tree/ -rf'; printf n > 'tree/.hidden'; mkdir "tree/$(printf 'bad\\377folder')"
        printf n > "tree/$(printf 'bad\\377folder')/inner"
        chmod 700 tree/private; chmod 2755 tree/sub; chmod 4755 tree/run
        find tree -depth -exec touch -h -d '2001-02-03 04:05:06.123456789Z' {} +
        chmod 555 tree/closed; touch -d 1965-01-01 tree/empty
        """

    /// Ways to a tree of one's own.
    enum Way: String, CaseIterable {
        case to = "receive --to", keep
    }

    @Test(
        "rule 13: names, rwx bits, times, empty directories, inner links and holes arrive; set bits do not",
        arguments: Way.allCases)
    func everything(_ way: Way) throws {
        try Handover.with { it in
            try it.script("umask 022; " + Self.everything)
            let before = try TreeListing.of(it.scratch("tree"))
            #expect(before.count == 25)
            let token = try it.token("tree")
            let received = try it.script(
                "umask 022; "
                    + (way == .to ? "stage receive \(token) --to new" : "stage keep \"$(stage receive \(token))\" new"))
            #expect(received.status == 0, "\(received)")
            #expect(try TreeListing.of(it.scratch("new")) == before)
            #expect(try it.status("new/run").permissions == 0o755)
            #expect(try it.status("new/sub").permissions == 0o755)
            #expect(try it.status("new/holes").allocated < 1 << 20)
            #expect(try it.status("new/a.txt").inode != it.status("tree/a.txt").inode)
            #expect(try TreeListing.of(it.scratch("tree")) == before, "the sender's tree is untouched")
            try it.eventually("no area stays") { try Scratch.names(in: it.store.appending("areas")).isEmpty }
        }
    }

    @Test("rule 12: the receiver's umask counts")
    func mask() throws {
        try Handover.with { it in
            try it.script(
                "umask 000; mkdir -p tree/sub; echo x > tree/sub/x; chmod 777 tree tree/sub; chmod 666 tree/sub/x")
            let token = try it.token("tree")
            #expect(try it.script("umask 027; stage receive \(token) --to new").status == 0)
            #expect(try it.status("new").permissions == 0o750)
            #expect(try it.status("new/sub").permissions == 0o750)
            #expect(try it.status("new/sub/x").permissions == 0o640)
        }
    }

    @Test("rule 10: in an area files are read-only and none is the sender's inode")
    func area() throws {
        try Handover.with { it in
            try it.script("umask 022; " + Self.everything)
            let area = try it.area(of: it.token("tree"))
            #expect(area.lastComponent == "tree")
            let listing = try TreeListing.of(area)
            #expect(listing.count == 25)
            for line in listing where line.contains(" regular ") {
                #expect(line.contains(" regular 444 ") || line.contains(" regular 555 "), "\(line)")
            }
            #expect(try FileStatus.of(area.appending("a.txt")).inode != it.status("tree/a.txt").inode)
            #expect(Scratch.content(of: area.appending("sub/up")) == Array("text\n".utf8))
        }
    }

    @Test(
        "rule 13: what no tree can hold fails the send by its name, and nothing is left",
        arguments: [
            ("ln -s /etc/passwd tree/sub/bad", "tree/sub/bad"), ("ln -s ../../x tree/sub/bad", "tree/sub/bad"),
            ("ln -s sub/../../x tree/bad", "tree/bad"), ("ln -s .. tree/bad", "tree/bad"),
            ("mkfifo tree/sub/bad", "tree/sub/bad"),
            ("ln -s / tree/bad", "tree/bad"), ("ln -s sub/deeper/../../.. tree/bad", "tree/bad"),
        ])
    func refused(_ command: String, _ name: String) throws {
        try Handover.with { it in
            try it.script("mkdir -p tree/sub/deeper; seq 100 | sed 's,^,tree/f,' | xargs touch; \(command)")
            _ = try it.servicePID()
            let before = try it.staged
            let sent = try it.stage(["send", "--json", "tree"])
            #expect(sent.status == 1)
            let error = try JSONObject(sent.errors)
            #expect(error.text("error") == "unsupportedFile")
            #expect(error.text("message").contains(name))
            #expect(try it.staged == before)
            try it.eventually("what was staged is gone") { try it.incoming.isEmpty }
        }
    }

    @Test(
        "links that go up and stay inside are fine",
        arguments: ["sub/../a", "../tree/../a", "sub/deeper/../../a", "./a"])
    func innerLinks(_ target: String) throws {
        try Handover.with { it in
            try it.script("mkdir -p tree/sub/deeper; echo a > tree/a; ln -s \(target) tree/link")
            let sent = try it.stage(["send", "tree"])
            if target.hasPrefix("../") {
                // It names the tree itself, which may have another name where it arrives.
                #expect(sent.status == 1)
            } else {
                #expect(try it.receive(sent.text, "--to", "new").status == 0)
                #expect(it.text("new/link") == "a\n")
            }
        }
    }

    @Test(
        "a file that cannot be opened fails the send by its name",
        .enabled(if: StageFixture.isRoot, "needs root to run as another user"))
    func unreadable() throws {
        try Handover.with { it in
            let user = StageFixture.User(61_234)
            try it.scratch.folder("home", mode: 0o777)
            try it.script("mkdir -p tree/sub; echo x > tree/sub/secret; chmod 600 tree/sub/secret")
            let sent = try it.fixture.stage(
                "send", "tree", as: user, environment: ["XDG_STATE_HOME": it.scratch("home").text])
            defer {
                _ = try? it.fixture.stage("stop", as: user, environment: ["XDG_STATE_HOME": it.scratch("home").text])
            }
            #expect(sent.status == 1, "\(sent)")
            #expect(sent.errors.contains("tree/sub/secret"))
        }
    }

    @Test("an empty tree, and one whose directories nobody may read by their modes in the area, end with their areas")
    func removal() throws {
        try Handover.with { it in
            try it.script("mkdir empty; " + Self.everything)
            let empty = try it.area(of: it.token("empty"))
            let full = try it.area(of: it.token("tree"))
            #expect(try Scratch.names(in: empty) == [])
            #expect(try it.stage(["release", empty.text, full.text]).status == 0)
            try it.eventually("both are gone") { try Scratch.names(in: it.store.appending("areas")).isEmpty }
            #expect(try it.stage(["list", "--json"]).lines.count == 2)
            for line in try it.stage(["list", "--json"]).lines {
                try it.stage(["revoke", JSONObject(line).text("id")])
            }
            try it.eventually("the staged trees and manifests are gone") { try it.staged.isEmpty }
        }
    }
}
