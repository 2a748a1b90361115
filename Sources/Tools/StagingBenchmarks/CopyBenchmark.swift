internal import LinuxSystem

/// A large file through the service, against `cp` of it on the same file system.
struct CopyBenchmark {
    private let folder: Path
    private let size: Int
    private let rounds = 5

    init(_ arguments: ArraySlice<String>) {
        folder = arguments.first.map { Path($0) } ?? defaultFolder
        size = (arguments.dropFirst().first.flatMap { Int($0) } ?? 1024) << 20
    }

    func run() throws {
        let service = try BenchmarkService(in: folder)
        let source = service.root.appending("film.bin")
        let copy = service.root.appending("copy.bin")
        try make(source)
        var times = Times()
        let stage = "STAGE_SOCKET='\(service.socket)' '\(OwnProcess.executable?.parent.text ?? "")/stage'"
        for round in -1..<rounds {
            let one = try Self.measure(source, copy, stage)
            if round >= 0 { times.add(one) }
        }
        let megabytes = "\(size >> 20) MiB"
        report("send + receive into an area, \(megabytes)", times.area, against: "cp", times.cp, target: 1.1)
        report("send --once + receive --to, \(megabytes)", times.taken, against: "cp", times.cp, target: 1.1)
        report("send + receive --to, \(megabytes)", times.copied, against: "cp", times.cp, target: 2.2)
        try service.end()
    }

    /// Closed again at once: an open writer would keep the kernel from granting the read lease.
    private func make(_ source: Path) throws {
        let made = try OwnedDescriptor.open(source, [.readWrite, .create])
        var block = [UInt8](repeating: 0, count: 1 << 20)
        for place in block.indices { block[place] = UInt8.random(in: 0...255) }
        for _ in 0..<(size >> 20) { try made.write(block) }
    }

    private struct Times {
        var cp: [Duration] = []
        var area: [Duration] = []
        var taken: [Duration] = []
        var copied: [Duration] = []

        mutating func add(_ one: (cp: Duration, area: Duration, taken: Duration, copied: Duration)) {
            cp.append(one.cp)
            area.append(one.area)
            taken.append(one.taken)
            copied.append(one.copied)
        }
    }

    /// One round of whole programs, the ways in turn, so that what slows the machine slows them all. What each made is
    /// removed outside the time.
    private static func measure(
        _ source: Path, _ copy: Path, _ stage: String
    ) throws -> (cp: Duration, area: Duration, taken: Duration, copied: Duration) {
        let volume = try OwnedDescriptor.open(source, .readOnly)
        func run(_ parts: String..., cleaningUp cleanUp: String) throws -> Duration {
            try volume.synchronizeVolume()
            var duration = Duration.zero
            for part in parts {
                touch(3 << 30)
                duration += try time(["sh", "-c", Path(part)])
            }
            _ = try time(["sh", "-c", Path(cleanUp + "; rm -f '\(copy)' '\(copy).token'; sleep 0.2")])
            return duration
        }
        let token = "'\(copy).token'"
        let send = "\(stage) send '\(source)' > \(token)"
        let revoke = "\(stage) revoke - < \(token)"
        let to = "\(stage) receive - --to '\(copy)' < \(token)"
        return (
            cp: try run("cp '\(source)' '\(copy)'", cleaningUp: "true"),
            area: try run(
                send, "\(stage) receive - < \(token) > '\(copy)'",
                cleaningUp: "\(revoke); \(stage) release \"$(cat '\(copy)')\""),
            taken: try run("\(stage) send --once '\(source)' > \(token)", to, cleaningUp: "true"),
            copied: try run(send, to, cleaningUp: revoke)
        )
    }

    /// Lets each program start alike, with memory at hand: a virtual machine gives free memory back to its host after a
    /// second or two, and fetching it takes longer than the copy.
    private static func touch(_ bytes: Int) {
        var memory = [UInt8](repeating: 0, count: bytes)
        for place in stride(from: 0, to: bytes, by: 4096) { memory[place] = 1 }
        precondition(memory[bytes - 4096] == 1)
    }
}
