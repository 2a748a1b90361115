import LinuxSystem
import StagingTestSupport
import Testing

/// Section 7: what looks at hostile bytes can do nothing else, and nothing else depends on it.
@Suite("The process that looks at bytes")
struct DetectorProcessTests {
    /// What only libmagic knows: a Tracker module's mark lies far in.
    private static let onlyLibmagic = [UInt8](repeating: 7, count: 8) + Array("no well-known beginning \u{1}\u{2}".utf8)

    private func detectors(of fixture: StageFixture) throws -> [Int32] {
        let status = try fixture.stage("status", "--json")
        let pid = try #require(status.text.firstMatch(of: /"pid":([0-9]+)/)?.1)
        let children = try SmallFile.read(Path("/proc/\(pid)/task/\(pid)/children"))
        // A child belongs to the thread that started it.
        var all = String(decoding: children, as: UTF8.self)
        for task in try Scratch.names(in: Path("/proc/\(pid)/task")) {
            all += String(
                decoding: (try? SmallFile.read(Path("/proc/\(pid)/task/\(task)/children"))) ?? [], as: UTF8.self)
        }
        return Set(all.split(separator: " ").compactMap { Int32($0) }).filter { pid in
            let line = try? SmallFile.read(Path("/proc/\(pid)/cmdline"))
            return String(decoding: line ?? [], as: UTF8.self).contains("--detect-content")
        }
    }

    @Test("it opens nothing, starts nothing, has memory and time for one look, and ends with the service")
    func confined() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("odd", Self.onlyLibmagic)
            #expect(try fixture.stage("send", "odd").status == 0)
            let pid = try #require(try detectors(of: fixture).first)
            let status = String(decoding: try SmallFile.read(Path("/proc/\(pid)/status")), as: UTF8.self)
            #expect(status.contains("Seccomp:\t2") && status.contains("NoNewPrivs:\t1"), "\(status)")
            #expect(status.contains("Threads:\t1\n"), "\(status)")
            let limits = String(decoding: try SmallFile.read(Path("/proc/\(pid)/limits")), as: UTF8.self)
            for limit in [
                #/Max open files +3 /#, #/Max core file size +0 /#, #/Max file size +0 /#, #/Max cpu time +[0-9]/#,
            ] {
                #expect(limits.contains(limit), "\(limits)")
            }
            let space = try #require(limits.firstMatch(of: #/Max address space +([0-9]+) /#)?.1)
            #expect((256 << 20)...(1 << 30) ~= Int(space) ?? 0)
            let environment = try SmallFile.read(Path("/proc/\(pid)/environ"))
            #expect(environment.isEmpty)
            #expect(try fixture.stage("stop").status == 0)
            #expect(Patience.until { ProcessIdentity(of: pid) == nil })
        }
    }

    @Test("killed between two sends, or in the middle of many, it fails none of them")
    func killed() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("odd", Self.onlyLibmagic)
            #expect(try fixture.stage("send", "odd").status == 0)
            for _ in 0..<10 {
                for pid in try detectors(of: fixture) {
                    #expect(try fixture.run(["kill", "-9", "\(pid)"]).status == 0)
                }
                let sent = try fixture.stage("send", "--json", "odd")
                #expect(sent.status == 0 && sent.text.contains("\"type\":\"public.data\""), "\(sent)")
            }
        }
    }

    @Test("it says what stage type says by itself")
    func alike() throws {
        try StageFixture.with { fixture in
            let files: [(String, [UInt8])] = [
                ("odd", Self.onlyLibmagic), ("manual", Array(".TH STAGE 1\n.SH NAME\nstage \\- stages\n".utf8)),
                ("terminfo", [0x1A, 0x01, 0x14, 0x00, 0x1E, 0x00, 0x10, 0x00] + [UInt8](repeating: 0, count: 60)),
                ("blender", Array("BLENDER-v279REND".utf8) + [UInt8](repeating: 0, count: 64)),
            ]
            for (name, bytes) in files {
                try fixture.scratch.file(name, bytes)
                let sent = try fixture.stage("send", "--json", name).text
                let told = try fixture.stage("type", "--json", name).text
                let type = try #require(told.firstMatch(of: /"type":"([^"]+)"/)?.1)
                #expect(sent.contains("\"type\":\"\(type)\""), "\(sent)\(told)")
            }
        }
    }
}
