import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Options of send")
struct SendOptionTests {
    @Test(
        "a grant lives as long as --ttl says",
        arguments: [
            ([], 3600), (["--ttl", "90s"], 90), (["--ttl=15m"], 900), (["--ttl", "2h"], 7200),
            (["--ttl", "1d"], 86400),
            (["--ttl", "1h30m"], 5400), (["--ttl", "7d"], 604_800),
        ])
    func ttl(_ options: [String], _ seconds: Double) throws {
        try Handover.with { it in
            try it.scratch.file("a", "a")
            let sent = try it.stage(["send", "--json", "a"] + options)
            let expires = try #require(try date(JSONObject(sent.text).text("expires")))
            #expect(abs(expires.timeIntervalSinceNow - seconds) < 10)
        }
    }

    @Test("--ttl takes an instant, in UTC, in a zone or in local time", arguments: ["Z", "+00:00", ""])
    func instant(_ zone: String) throws {
        try Handover.with { it in
            try it.scratch.file("a", "a")
            let format = ISO8601DateFormatter()
            format.formatOptions = [.withFullDate, .withTime, .withColonSeparatorInTime]
            let text = format.string(from: Date(timeIntervalSinceNow: 7200)) + zone
            let sent = try it.fixture.stage("send", "--json", "a", "--ttl", text, environment: ["TZ": "UTC"])
            #expect(sent.status == 0, "\(sent)")
            let expires = try #require(try date(JSONObject(sent.text).text("expires")))
            #expect(abs(expires.timeIntervalSinceNow - 7200) < 70)
        }
    }

    @Test(
        "what is no time to come is wrong usage, and more than the limit is status 6",
        arguments: [
            ("5", 2), ("0s", 2), ("-1s", 2), ("2h1d", 2), ("soon", 2), ("", 2), ("2020-01-01T00:00Z", 2),
            ("2020-13-01", 2), ("8d", 6), ("99999999999999999999d", 2), ("2100-01-01T00:00Z", 6),
        ])
    func wrongTTL(_ text: String, _ status: Int32) throws {
        try Handover.with { it in
            try it.scratch.file("a", "a")
            let sent = try it.stage(["send", "a", "--ttl", text])
            #expect(sent.status == status, "\(sent)")
            #expect(sent.text.isEmpty)
        }
    }

    @Test("rule 1: a grant ends when its uses are spent", arguments: [(["--once"], 1), (["--uses", "3"], 3)])
    func uses(_ options: [String], _ uses: Int) throws {
        try Handover.with { it in
            try it.scratch.file("a", "a")
            let grant = try JSONObject(it.stage(["send", "--json", "a"] + options).text)
            #expect(grant["usesLeft"] as? Int == uses)
            for use in 1...uses {
                #expect(try it.receive(grant.text("token")).status == 0)
                let left = try JSONObject(it.stage(["show", "--json", grant.text("id")]).text)
                #expect(left["usesLeft"] as? Int == uses - use)
                #expect(left.text("state") == (use == uses ? "spent" : "active"))
            }
            let refused = try it.receive(grant.text("token"), "--json")
            #expect(refused.status == 3)
            #expect(try JSONObject(refused.errors).text("error") == "grantSpent")
        }
    }

    @Test(
        "contradicting or senseless options are wrong usage",
        arguments: [
            ["--once", "--uses", "2", "a"], ["--uses", "0", "a"], ["--uses", "x", "a"], ["--original", "--move", "a"],
            ["--name", "n", "a", "b"], ["--key", "k", "a", "b"], ["--type", "public.png", "a", "b"],
            ["--also", "b", "a", "b"], ["--also", "b,colour=red", "a"], [], ["--original", "folder"],
            ["--original", "a", "--also", "b"], ["--move", "-"], ["--move", "link"], ["--original", "-"],
        ])
    func wrongUsage(_ arguments: [String]) throws {
        try Handover.with { it in
            try it.scratch.file("a", "a")
            try it.scratch.file("b", "b")
            try it.scratch.folder("folder")
            try it.script("ln -s a link")
            let sent = try it.script("printf x | stage send \(arguments.joined(separator: " "))")
            #expect(sent.status == 2, "\(sent)")
            #expect(sent.text.isEmpty)
            #expect(it.text("a") == "a")
        }
    }

    @Test("rule 6: the same key and content give the same grant and a further token")
    func sameKey() throws {
        try Handover.with { it in
            try it.scratch.file("a", "same")
            try it.scratch.folder("tree")
            try it.scratch.file("tree/x", "x")
            for path in ["a", "tree"] {
                let first = try it.grant("--key", "k-\(path)", path)
                let second = try it.grant("--key", "k-\(path)", path)
                #expect(first.text("id") == second.text("id"))
                #expect(first.text("token") != second.text("token"))
                for grant in [first, second] { #expect(try it.receive(grant.text("token")).status == 0) }
            }
            #expect(try it.staged.count { !$0.hasSuffix(".manifest") } == 2, "one set of bytes each")
        }
    }

    @Test(
        "rule 6: other content or options under a live key conflict",
        arguments: [
            ["other"], ["a", "--ttl", "2h"], ["a", "--uses", "3"], ["a", "--name", "b"],
            ["a", "--type", "public.data"],
            ["a", "--also", "other"], ["a", "--original"],
        ])
    func otherUnderKey(_ arguments: [String]) throws {
        try Handover.with { it in
            try it.scratch.file("a", "same")
            try it.scratch.file("other", "diff")
            let first = try it.grant("--key", "k", "--name", "a", "a")
            let staged = try it.staged
            let name = arguments.contains("--name") ? [] : ["--name", "a"]
            let second = try it.stage(["send", "--json", "--key", "k"] + name + arguments)
            #expect(second.status == 1)
            #expect(second.text.isEmpty)
            #expect(try JSONObject(second.errors).text("error") == "keyConflict")
            #expect(try it.staged == staged, "nothing is left of it")
            #expect(try it.bytes(of: first.text("token")) == Array("same".utf8))
        }
    }

    @Test("rule 6: a key is free again when its grant has ended", arguments: ["revoked", "spent", "expired"])
    func freeKey(_ end: String) throws {
        try Handover.with { it in
            try it.scratch.file("a", "one")
            let first = try it.grant("--key", "k", "--once", "--ttl", end == "expired" ? "1s" : "1h", "a")
            switch end {
            case "revoked": try it.stage(["revoke", first.text("id")])
            case "spent": try it.receive(first.text("token"))
            default:
                try it.eventually("it expired") {
                    try JSONObject(it.stage(["show", "--json", first.text("id")]).text).text("state") == "expired"
                }
            }
            try it.scratch.file("a", "two")
            let second = try it.grant("--key", "k", "a")
            #expect(second.text("id") != first.text("id"))
            #expect(try it.bytes(of: second.text("token")) == Array("two".utf8))
        }
    }

    @Test("--sync answers like any other send", arguments: ["file", "tree"])
    func sync(_ path: String) throws {
        try Handover.with { it in
            try it.scratch.file("file", "bytes")
            try it.scratch.folder("tree")
            try it.scratch.file("tree/x", "x")
            #expect(try it.receive(it.token("--sync", path)).status == 0)
        }
    }

    private func date(_ text: String) throws -> Date? { ISO8601DateFormatter().date(from: text) }
}

@Suite("The token file")
struct TokenFileTests {
    @Test("it holds the tokens, is 0600 whatever the umask, and replaces what was there in one step")
    func replaces() throws {
        try Handover.with { it in
            try it.scratch.file("a", "a")
            try it.scratch.file("b", "b")
            try it.scratch.file("tokens", "old", mode: 0o644)
            let old = SharedDescriptor(try OwnedDescriptor.open(it.scratch("tokens"), .readOnly))
            let sent = try it.script("umask 000; stage send --token-file tokens a b")
            #expect(sent.status == 0)
            #expect(it.text("tokens") == sent.text + "\n")
            #expect(try it.status("tokens").permissions == 0o600)
            #expect(try old.readAll() == Array("old".utf8))
            #expect(try it.stage(["receive", "@tokens"]).text.hasSuffix("/a.txt"))
            #expect(try Scratch.names(in: it.scratch.path).filter { $0.hasPrefix(".stage") } == [])
        }
    }

    @Test("where nothing was sent it stays as it was")
    func failure() throws {
        try Handover.with { it in
            try it.scratch.file("tokens", "old")
            #expect(try it.stage(["send", "--token-file", "tokens", "missing"]).status == 1)
            #expect(it.text("tokens") == "old")
        }
    }

    @Test("a place that cannot be written to is told before anything is sent", arguments: ["missing/tokens", "folder"])
    func unwritable(_ place: String) throws {
        try Handover.with { it in
            try it.scratch.folder("folder")
            try it.scratch.file("a", "a")
            let sent = try it.stage(["send", "--token-file", place, "a"])
            #expect(sent.status == 1)
            #expect(sent.text.isEmpty)
            #expect(try it.stage(["list", "--json"]).text.isEmpty)
        }
    }
}

@Suite("Claims")
struct ClaimTests {
    @Test(
        "rule 18: a claim is reported, and one that the bytes contradict as such",
        arguments: [
            ("public.png", "public.png", false), ("image/png", "public.png", false), (".png", "public.png", false),
            ("public.image", "public.image", false), ("public.data", "public.data", false),
            ("application/octet-stream", "public.data", false), ("public.item", "public.item", false),
            ("com.adobe.pdf", "com.adobe.pdf", true), (".txt", "public.plain-text", true),
        ])
    func claims(_ claim: String, _ identifier: String, _ isMismatch: Bool) throws {
        try Handover.with { it in
            try it.scratch.file("page.png", Sample.png)
            let form = try #require(try it.grant("--type", claim, "page.png").representations.first)
            #expect(form.text("type") == "public.png")
            #expect(form.text("declaredType") == identifier)
            #expect(form["typeMismatch"] as? Bool == isMismatch)
        }
    }

    @Test("what is no type, or a family of types, is wrong usage", arguments: ["image/*", "no type", ".neverheardof"])
    func noClaim(_ claim: String) throws {
        try Handover.with { it in
            try it.scratch.file("page.png", Sample.png)
            let sent = try it.stage(["send", "--type", claim, "page.png"])
            #expect(sent.status == 2)
        }
    }
}
