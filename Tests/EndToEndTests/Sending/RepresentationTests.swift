import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Several representations")
struct RepresentationTests {
    /// A PDF, a PNG and a text, in this order.
    private func withThree(_ body: (Handover, _ token: String) throws -> Void) throws {
        try Handover.with { it in
            try it.scratch.file("report.pdf", Sample.pdf)
            try it.scratch.file("page.png", Sample.png)
            try it.scratch.file("words.txt", "words\n")
            try body(it, it.token("report.pdf", "--also", "page.png,name=first page.png", "--also", "words.txt"))
        }
    }

    @Test(
        "rule 9: the first, in the sender's order, that conforms to a type that is accepted",
        arguments: [
            ("", "report.pdf"), ("public.image", "first page.png"), ("image/*", "first page.png"),
            ("image/png", "first page.png"), (".png", "first page.png"), ("public.png", "first page.png"),
            ("public.text", "words.txt"), (".txt", "words.txt"), ("text/plain", "words.txt"),
            ("com.adobe.pdf", "report.pdf"), ("application/pdf", "report.pdf"), (".pdf", "report.pdf"),
            ("public.data", "report.pdf"), ("public.text,public.image", "first page.png"),
            ("public.movie,.txt", "words.txt"), ("PUBLIC.PNG", "first page.png"), ("*/*", "report.pdf"),
        ])
    func accept(_ types: String, _ name: String) throws {
        try withThree { it, token in
            let options = types.isEmpty ? [] : ["--accept", types]
            let received = try it.stage(["receive", "-"] + options, input: token)
            #expect(received.status == 0, "\(received)")
            #expect(Path(received.text).lastComponent == Path(name))
        }
    }

    @Test("several --accept are one list")
    func repeated() throws {
        try withThree { it, token in
            let received = try it.receive(
                token, "--accept", "public.movie", "--accept", "public.text", "--accept", ".png")
            #expect(Path(received.text).lastComponent == "first page.png")
        }
    }

    @Test(
        "where nothing conforms the status is 4 and the error says what there is",
        arguments: ["public.movie", "video/*", ".mp4", "public.folder", "com.example.unheard-of"])
    func nothing(_ type: String) throws {
        try withThree { it, token in
            let received = try it.receive(token, "--accept", type, "--json")
            #expect(received.status == 4)
            #expect(received.text.isEmpty)
            let error = try JSONObject(received.errors)
            #expect(error.text("error") == "nothingAcceptable")
            #expect(error.text("message").contains("com.adobe.pdf, public.png, public.plain-text"))
        }
    }

    @Test("what is no type is wrong usage", arguments: ["", "public.image,,", "no type", "image/"])
    func malformed(_ type: String) throws {
        try withThree { it, token in
            let received = try it.receive(token, "--accept", type)
            #expect(received.status == 2, "\(received)")
        }
    }

    @Test("each form has a type claim, a scope and a name of its own; commas in values are escaped")
    func ownOptions() throws {
        try Handover.with { it in
            try it.scratch.file("a,b.pdf", Sample.pdf)
            try it.scratch.file("page.png", Sample.png)
            let grant = try it.grant(
                "page.png", "--type", "public.jpeg", "--name", "x.png", "--scope", "team", "--also",
                #"a\,b.pdf,type=application/pdf,scope=process:\#(OwnProcess.pid),name=c\,d"#)
            let forms = grant.representations
            #expect(forms.map { $0.text("name") } == ["x.png", "c,d.pdf"])
            #expect(forms.map { $0.text("declaredType") } == ["public.jpeg", "com.adobe.pdf"])
            #expect(forms.map { $0["typeMismatch"] as? Bool } == [true, false])
            #expect(forms.map { $0.text("scope") } == ["team", "process:\(OwnProcess.pid)"])
        }
    }

    @Test("rule 9: a form whose scope does not admit the receiver is passed over")
    func scopes() throws {
        try Handover.with { it in
            try it.scratch.file("report.pdf", Sample.pdf)
            try it.scratch.file("page.png", Sample.png)
            let shell = try it.start(
                script: """
                    stage send page.png --also report.pdf,scope=process:$$ > token
                    stage receive @token --accept .pdf > inside
                    mv inside inside.done; cat
                    """)
            defer {
                shell.send(signal: 15)
                _ = shell.wait()
            }
            try it.eventually("the shell received") { it.exists("inside.done") }
            #expect(it.text("inside.done")?.hasSuffix("report.pdf\n") == true)
            let token = try #require(it.text("token"))
            #expect(try it.receive(token, "--accept", ".pdf").status == 4)
            #expect(try it.receive(token, "--accept", ".pdf,.png").text.hasSuffix("page.png"))
        }
    }

    @Test("when one form cannot be had nothing is sent, and nothing is left", arguments: ["missing", "folder/pipe"])
    func allOrNothing(_ second: String) throws {
        try Handover.with { it in
            try it.scratch.file("page.png", Sample.png)
            try it.scratch.folder("folder")
            try it.script("mkfifo folder/pipe")
            _ = try it.servicePID()
            let before = try it.staged
            #expect(try it.stage(["send", "page.png", "--also", second]).status == 1)
            #expect(try it.stage(["send", "page.png", "--also", "folder"]).status == 1)
            #expect(try it.staged == before)
            try it.eventually("the tree that was begun is gone") { try it.incoming.isEmpty }
        }
    }

    @Test("a form can be a directory beside a file")
    func treeAndFile() throws {
        try Handover.with { it in
            try it.scratch.folder("site")
            try it.scratch.file("site/index.html", "<!DOCTYPE html><title>x</title>")
            try it.scratch.file("page.png", Sample.png)
            let token = try it.token("page.png", "--also", "site")
            let area = try it.stage(["receive", "-", "--accept", "public.folder"], input: token)
            #expect(Scratch.content(of: Path(area.text).appending("index.html")) != nil)
        }
    }
}
