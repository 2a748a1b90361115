import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Rule 22: a full disk", DiskVolume.needs, .serialized)
struct FullDiskTests {
    static let volumes = [DiskVolume.memory(16), .ext4(24)]

    /// The ways of sending, each of something that needs room.
    static let sends = [
        "send large", "send tree", "send - < large", "send small --also large", "send --move large",
        "send --key k large",
        "send --once --sync small", "send --token-file token large", "send small",
    ]

    @Test("it fails the send that met it, with what to do, and leaves nothing of it", arguments: volumes)
    func sends(_ volume: DiskVolume) throws {
        try volume.withStore { it in
            try it.scratch.file("state/work/large", Sample.bytes(300_000))
            try it.scratch.file("state/work/small", "small\n")
            try it.work("mkdir -p tree/sub; cp large tree/sub; echo x > tree/a")
            let token = try it.token("state/work/small")
            try it.fill()
            let before = try it.walk
            for command in Self.sends {
                let sent = try it.work("stage \(command)")
                #expect(sent.status == 6, "\(command): \(sent)")
                #expect(sent.text.isEmpty, "\(command): \(sent)")
                #expect(sent.errors.contains("free some space"), "\(command): \(sent)")
                #expect(try it.walk == before, "\(command)")
            }
            #expect(it.exists("state/work/large") && !it.exists("state/work/token"))
            #expect(try it.bytes(of: token) == Array("small\n".utf8))
            #expect(try it.stage(["list"]).lines.count == 2, "the one grant, and the heading")
            it.empty()
            for command in Self.sends {
                let sent = try it.work("cp large kept; stage \(command); s=$?; cp kept large; exit $s")
                #expect(sent.status == 0, "\(command): \(sent)")
            }
        }
    }

    @Test(
        "the reserve lets everything else go on: receive, keep, hold, renew, release, revoke, and expiry",
        arguments: volumes)
    func others(_ volume: DiskVolume) throws {
        try volume.withStore { it in
            try it.scratch.file("state/work/small", "small\n")
            try it.work("mkdir -p tree/sub; echo x > tree/sub/a")
            let token = try it.token("state/work/small")
            let tree = try it.token("state/work/tree")
            let (short, gone) = (try it.grant("--ttl", "2s", "state/work/small"), try it.grant("state/work/small"))
            let (kept, held) = (try it.area(of: token).text, try it.area(of: tree).text)
            try it.fill()
            for command in [
                "list", "status", "show \(token)", "receive \(token)", "receive \(token) --to new",
                "receive \(tree) --to newtree", "receive \(token) --stdout", "receive \(token) --exec cat",
                "receive \(tree)", "keep \(kept) kept", "hold \(held) --for 1h", "release \(held)",
                "renew \(token) --ttl 2h", "revoke \(gone.text("id"))",
            ] {
                let done = try it.script("stage \(command)")
                #expect(done.status == 0, "\(command): \(done)")
            }
            #expect(it.text("new") == "small\n" && it.text("kept") == "small\n" && it.text("newtree/sub/a") == "x\n")
            try it.eventually("what is due ends") {
                try it.stage(["show", short.text("id")]).text.contains("expired")
                    && it.staged.count { $0.utf8.count == 26 } == 2
            }
        }
    }

    @Test("small changes go on although others take all that the store gives up", arguments: volumes)
    func endless(_ volume: DiskVolume) throws {
        try volume.withStore { it in
            try it.scratch.file("state/work/small", "small\n")
            let tokens = try (0..<20).map { _ in try it.token("state/work/small") }
            for token in tokens {
                try it.fill()
                let renewed = try it.stage(["renew", token, "--ttl", "2h"])
                #expect(renewed.status == 0, "\(renewed)")
                let revoked = try it.stage(["revoke", token])
                #expect(revoked.status == 0, "\(revoked)")
            }
        }
    }

    @Test(
        "a service starts on it, stopped or killed before, and gives what it has", arguments: volumes, ["stop", "kill"])
    func start(_ volume: DiskVolume, _ end: String) throws {
        try volume.withStore { it in
            try it.scratch.file("state/work/small", "small\n")
            let token = try it.token("state/work/small")
            let area = try it.area(of: token).text
            let pid = try it.servicePID()
            if end == "stop" {
                #expect(try it.stage(["stop"]).status == 0)
            } else {
                try it.script("kill -9 \(pid)")
            }
            try #require(Patience.until { ProcessIdentity(of: pid) == nil })
            try it.fill()
            #expect(try it.bytes(of: token) == Array("small\n".utf8))
            let listed = try it.stage(["list"])
            #expect(listed.status == 0 && listed.text.contains(area) == (end == "kill"), "\(listed)")
            #expect(try it.stage(["send", "state/work/small"]).status == 6)
            #expect(try it.stage(["revoke", token]).status == 0)
            it.empty()
            #expect(try it.bytes(of: it.token("state/work/small")) == Array("small\n".utf8))
        }
    }

    @Test(
        "a first start on it fails as a full disk does, and leaves nothing in the way of the next", arguments: volumes)
    func firstStart(_ volume: DiskVolume) throws {
        try volume.withStore { it in
            try it.scratch.file("state/work/small", "small\n")
            try it.fill()
            let sent = try it.stage(["send", "state/work/small"])
            #expect(sent.status == 6 && sent.errors.contains("hint:"), "\(sent)")
            it.empty()
            #expect(try it.bytes(of: it.token("state/work/small")) == Array("small\n".utf8))
        }
    }

    @Test("the reserve is there again when there is room, and goes with the last grant")
    func reserve() throws {
        try DiskVolume.memory(16).withStore { it in
            try it.scratch.file("state/work/small", "small\n")
            let token = try it.token("state/work/small")
            let reserve = it.store.appending("reserve")
            let size = try FileStatus.of(reserve).allocated
            #expect((300_000...400_000).contains(size), "a fiftieth of the volume: \(size)")
            #expect(try it.stage(["stop"]).status == 0)
            #expect(try FileStatus.of(reserve).allocated == size, "something is granted")
            #expect(try it.stage(["revoke", token]).status == 0)
            try it.eventually("the bytes are gone") { try it.staged.isEmpty }
            #expect(try it.stage(["stop"]).status == 0)
            try it.eventually("nothing is granted") { (try? FileStatus.of(reserve)) == nil }
        }
    }

    @Test("without inodes too: sends fail, the rest goes on")
    func inodes() throws {
        try DiskVolume.memory(16, options: ",nr_inodes=200").withStore { it in
            try it.scratch.file("state/work/small", "small\n")
            try it.work("mkdir tree; echo x > tree/a")
            let tokens = [try it.token("state/work/small"), try it.token("state/work/small")]
            let area = try it.area(of: tokens[0]).text
            try it.script("cd state; i=0; while : > n$i; do i=$((i+1)); done 2> /dev/null")
            let before = try it.walk
            for command in ["send small", "send tree", "send - < small"] {
                let sent = try it.work("stage \(command)")
                #expect(sent.status == 6 && sent.errors.contains("hint:"), "\(command): \(sent)")
                #expect(try it.walk == before)
            }
            #expect(try it.bytes(of: tokens[1]) == Array("small\n".utf8))
            for command in ["list", "keep \(area) kept", "renew \(tokens[1]) --ttl 2h", "revoke \(tokens[0])"] {
                let done = try it.script("stage \(command)")
                #expect(done.status == 0, "\(command): \(done)")
            }
            try it.script("rm state/n*")
            #expect(try it.bytes(of: it.token("state/work/tree", "--also", "state/work/small")) == [])
            #expect(try it.bytes(of: it.token("state/work/small")) == Array("small\n".utf8))
        }
    }
}

@Suite("Rules 12, 21 and 22: a full destination, and the space that stays free", DiskVolume.needs, .serialized)
struct FullDestinationTests {
    @Test(
        "what is received there fails whole: nothing of it is left, the use is not spent, and what was there stays",
        arguments: [DiskVolume.memory(4), .ext4(8), .xfs()])
    func destination(_ volume: DiskVolume) throws {
        try Handover.with { it in
            try volume.with(in: it.fixture) { _ in
                try it.scratch.file("large", Sample.bytes(1_000_000))
                try it.script("mkdir -p tree/sub; cp large tree/sub/a; cp large tree/b; echo old > volume/old")
                let file = try it.token("--once", "large")
                let tree = try it.token("--once", "tree")
                let area = try it.area(of: it.token("large")).text
                let treeArea = try it.area(of: it.token("tree")).text
                try it.fill("volume")
                let before = try Scratch.names(in: it.scratch("volume"))
                for command in [
                    "receive \(file) --to volume", "receive \(file) --to volume/new",
                    "receive \(file) --to volume --rename",
                    "receive \(file) --to volume/old --force", "receive \(tree) --to volume/newtree",
                    "receive \(tree) --to volume --rename", "keep \(area) volume/kept",
                    "keep \(area) volume/old --force",
                    "keep \(treeArea) volume/kepttree",
                ] {
                    let done = try it.script("stage \(command)")
                    #expect(done.status == 6, "\(command): \(done)")
                    #expect(done.text.isEmpty && done.errors.contains("free some space"), "\(command): \(done)")
                    #expect(try Scratch.names(in: it.scratch("volume")) == before, "\(command)")
                    #expect(it.text("volume/old") == "old\n")
                }
                #expect(try it.script("stage receive \(file) --stdout > volume/old2").status != 0)
                for command in [
                    "receive \(file) --to new", "receive \(tree) --to newtree", "keep \(area) kept",
                    "keep \(treeArea) kepttree",
                ] {
                    let done = try it.script("stage \(command)")
                    #expect(done.status == 0, "\(command): \(done)")
                }
                #expect(try it.script("cmp large new && cmp large kept && diff -r tree newtree").status == 0)
            }
        }
    }

    @Test(
        "a token that cannot be written ends its grant",
        arguments: ["--token-file volume/t", "> volume/t", "> /dev/full"])
    func token(_ place: String) throws {
        try Handover.with { it in
            try DiskVolume.memory(4).with(in: it.fixture) { _ in
                try it.scratch.file("small", "small\n")
                try it.script(": > volume/t")
                try it.fill("volume")
                let sent = try it.script("stage send small \(place)")
                #expect(sent.status != 0 && sent.errors.contains("No space"), "\(sent)")
                #expect(try !it.stage(["list"]).text.contains("active"))
                try it.eventually("nothing is staged") { try it.staged.isEmpty }
            }
        }
    }

    @Test("rule 21: what would leave less than 5 % of a small volume is refused, to the byte; sharing needs no room")
    func freeSpace() throws {
        try DiskVolume.memory(16).withStore { it in
            try it.scratch.file("starter", "x")
            _ = try it.token("starter")
            let volume = try #require(
                (try JSONObject(it.stage(["status", "--json"]).text)["volumes"] as? [[String: Any]])?.first)
            let free = try #require(volume["freeBytes"] as? Int)
            let keep = try #require(volume["totalBytes"] as? Int) / 20
            // A block more than what may be used, and some less than that: the catalogue's log grows meanwhile.
            try it.script(
                "head -c \(free - keep + 4096) /dev/zero > over; head -c \(free - keep - (1 << 20)) /dev/zero > under")
            let before = try it.walk
            for command in ["send over", "send -"] {
                let sent = try it.script("cat over | stage \(command)")
                #expect(sent.status == 6 && sent.errors.contains("free to use"), "\(command): \(sent)")
                #expect(try it.walk == before)
            }
            #expect(try it.script("stage send --original over").status == 0)
            #expect(try it.script("stage send under").status == 0)
        }
    }
}
