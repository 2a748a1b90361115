import LinuxSystem
import StagingTestSupport
import Testing

/// `stage copy` and `stage paste` of one user.
@Suite("Copy and paste")
struct CopyAndPasteTests {
    @Test("section 4: files and directories are items, pasted into areas, here or elsewhere, in order")
    func items() throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "a\n")
            try it.scratch.file("picture", Sample.png)
            try it.script("mkdir -p d/sub out; echo x > d/sub/f")
            let copied = try it.stage(["copy", "a.txt", "picture", "d"])
            #expect(copied.status == 0 && copied.output.isEmpty && copied.errors.isEmpty, "\(copied)")
            let areas = try it.stage(["paste"])
            #expect(
                areas.status == 0 && areas.lines.map { Path($0).lastComponent.text } == ["a.txt", "picture.png", "d"])
            #expect(areas.lines.allSatisfy { $0.hasPrefix(it.store.appending("areas").text) })
            #expect(Scratch.content(of: Path(areas.lines[1])) == Sample.png)
            #expect(try it.stage(["paste", "--to", "out"]).lines == ["out/a.txt", "out/picture.png", "out/d"])
            #expect(it.text("out/d/sub/f") == "x\n")
            #expect(try it.stage(["paste", "--to", "out"]).status == 1, "nothing is replaced")
            let renamed = try it.stage(["paste", "--to", "out", "--rename", "--accept", ".png", "-0"])
            #expect(renamed.output == Array("out/picture (2).png\0".utf8))
            #expect(try it.stage(["paste", "--to", "a.txt", "--accept", "public.text", "--force"]).lines == ["a.txt"])
            let many = try it.stage(["paste", "--to", "none"])
            #expect(many.status == 1 && many.errors.contains("is no directory"), "\(many)")
            #expect(!it.exists("none"))
        }
    }

    @Test("section 4: what a program prints, and the bytes of the first item that fits")
    func streams() throws {
        try Handover.with { it in
            #expect(try it.script("echo text | stage copy; stage paste --stdout").text == "text")
            #expect(
                try it.script("echo more | stage copy --append --name more.md -; stage paste --stdout").text == "text")
            #expect(try it.script("stage paste --stdout --accept .md").text == "more")
            let typed = try it.script(
                "echo '<p>x' | stage copy --type public.html --name page; stage paste --list --json")
            #expect(typed.text.contains(#""declaredType":"public.html""#), "\(typed)")
            #expect(try it.script("stage paste --accept public.html --stdout").text == "<p>x")
        }
    }

    @Test("section 4: --list shows what is there, and receives nothing")
    func list() throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "a\n")
            try it.scratch.file("b.png", Sample.png)
            try it.stage(["copy", "--ttl", "10m", "a.txt", "b.png"])
            let listed = try it.stage(["paste", "--list"])
            #expect(listed.lines.count == 3 && listed.lines[0].hasPrefix("ITEM  TYPE"), "\(listed)")
            #expect(listed.lines[1].hasSuffix("a.txt") && listed.lines[1].contains("public.plain-text"))
            #expect(listed.lines[2].hasSuffix("b.png") && listed.lines[2].contains("public.png"))
            let object = try JSONObject(it.stage(["paste", "--list", "--json"]).text)
            #expect(object["changeCount"] as? Int == 1 && object.text("name") == "general")
            #expect(object["owner"] as? Int == Int(OwnProcess.uid))
            let items = (object["items"] as? [[String: Any]] ?? []).map(JSONObject.init(members:))
            #expect(items.map { $0.representations.first?.text("type") } == ["public.plain-text", "public.png"])
            #expect(items.allSatisfy { $0["token"] == nil && $0.text("sent").hasSuffix("Z") })
            #expect(try JSONObject(it.stage(["status", "--json"]).text)["received"] as? Int == 0)
            let copied = try JSONObject(it.stage(["copy", "--json", "a.txt"]).text)
            #expect(copied["changeCount"] as? Int == 2)
        }
    }

    @Test("section 4: an empty pasteboard is status 3, nothing acceptable 4, and one has nothing of another")
    func nothing() throws {
        try Handover.with { it in
            let arguments = [[], ["--stdout"], ["--list"], ["--to", "x"], ["--pasteboard", "other"]]
            for argument in arguments {
                let pasted = try it.stage(["paste"] + argument)
                #expect(pasted.status == 3 && pasted.output.isEmpty, "\(argument): \(pasted)")
                #expect(pasted.errors.contains("is empty") && pasted.errors.contains("hint: stage copy"))
            }
            #expect(try it.fixture.services(of: it.store).isEmpty, "asking starts no service")
            try it.scratch.file("a.txt", "a\n")
            try it.stage(["copy", "a.txt"])
            #expect(try it.stage(["paste", "--pasteboard", "other"]).status == 3)
            for way in [[], ["--stdout"]] {
                let refused = try it.stage(["paste", "--accept", "public.image"] + way)
                #expect(refused.status == 4 && refused.errors.contains("public.plain-text"), "\(refused)")
            }
            #expect(try it.stage(["copy", "--clear"]).status == 0)
            #expect(try it.stage(["paste", "--json"]).errors.contains(#""error":"pasteboardEmpty""#))
            #expect(try it.stage(["copy", "--clear"]).status == 0, "again")
            #expect(try it.stage(["copy", "--pasteboard", "a\u{7}", "a.txt"]).status == 2)
        }
    }

    @Test("section 4: if one PATH fails, what was there stays, and nothing of the new is granted")
    func allOrNothing() throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "a\n")
            try it.scratch.file("b.txt", "b\n")
            try it.stage(["copy", "a.txt"])
            let failed = try it.stage(["copy", "b.txt", "missing"])
            #expect(failed.status == 1 && failed.errors.contains("missing"), "\(failed)")
            #expect(try it.stage(["paste", "--stdout"]).text == "a")
            #expect(try it.stage(["list", "-q"]).lines.count == 2, "one grant under the heading")
        }
    }

    @Test("an original is not copied, and a program under another name is refused")
    func sendOptions() throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "a\n")
            try it.script("cp /bin/true tool.txt")
            try it.stage(["copy", "--original", "a.txt"])
            #expect(try it.stage(["paste"]).text == it.scratch("a.txt").text)
            #expect(try it.stage(["copy", "--type", "public.text", "tool.txt"]).status == 4)
            #expect(try it.stage(["paste", "--stdout"]).text == "a")
            #expect(try it.stage(["copy", "--allow-executable", "tool.txt"]).status == 0)
        }
    }

    @Test("clear-on-exit: --while, and expiry by --ttl")
    func ends() throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "a\n")
            #expect(try it.script("stage copy --while $$ a.txt; stage paste --stdout").text == "a")
            #expect(try it.stage(["paste"]).status == 3)
            try it.stage(["copy", "--ttl", "1s", "a.txt"])
            try it.eventually("its time is up") { try it.stage(["paste", "--list"]).status == 3 }
            #expect(try it.stage(["copy", "--while", "999999999", "a.txt"]).status == 2)
        }
    }

    @Test("rule 6: what was copied is there after a kill of the service at any time")
    func killed() throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "a\n")
            let pid = try it.servicePID()
            try it.stage(["copy", "a.txt"])
            try it.script("kill -9 \(pid)")
            #expect(try it.stage(["paste", "--stdout"]).text == "a")
            let next = try it.servicePID()
            #expect(next != pid)
            try it.script("kill -9 \(next)")
            #expect(
                try it.script("echo b | stage copy --append; stage paste --to .; stage paste --list").lines.count == 5)
        }
    }

    @Test("rule 22: a full disk fails the copy, and what was there stays", DiskVolume.needs)
    func fullDisk() throws {
        try DiskVolume.memory(16).withStore { it in
            try it.scratch.file("state/work/large", Sample.bytes(300_000))
            try it.scratch.file("state/work/small", "small\n")
            try it.stage(["copy", "state/work/small"])
            try it.fill()
            for command in ["copy large", "copy small large", "copy - < large", "copy --append large"] {
                let copied = try it.work("stage \(command)")
                #expect(copied.status == 6 && copied.errors.contains("free some space"), "\(command): \(copied)")
                #expect(try it.stage(["paste", "--stdout"]).text == "small", "\(command)")
            }
            #expect(try it.stage(["list", "-q"]).text.split(separator: "\n").count { $0.contains("active") } == 1)
            #expect(try it.stage(["copy", "--clear"]).status == 0)
            #expect(try it.stage(["paste"]).status == 3)
        }
    }
}
