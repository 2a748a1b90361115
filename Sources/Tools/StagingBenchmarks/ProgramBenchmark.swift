internal import LinuxSystem

/// Whole processes: `stage --help`, and `stage send` of a small file with a service that runs, against `cp` of it.
struct ProgramBenchmark {
    let rounds: Int

    func run() throws {
        let service = try BenchmarkService(in: defaultFolder)
        guard let own = OwnProcess.executable else { return }
        let stage = own.parent.appending("stage")
        let source = service.root.appending("note.txt")
        let copy = service.root.appending("copy.txt")
        let made = try OwnedDescriptor.open(source, [.readWrite, .create])
        try made.write(Array("a small file\n".utf8))
        let socket = Path("STAGE_SOCKET=").bytes + service.socket.bytes
        var help: [Duration] = []
        var sends: [Duration] = []
        var copies: [Duration] = []
        var lines: [Duration] = []
        for _ in 0..<rounds {
            copies.append(try time(["env", Path(bytes: socket), "cp", source, copy]))
            sends.append(try time(["env", Path(bytes: socket), stage, "send", source]))
            help.append(try time([stage, "--help"]))
            lines.append(try time([own, "line"]))
        }
        report("stage send of a small file", sends, against: "cp", copies, target: 8)
        report("stage --help", help, against: "a static Swift program that prints a line", lines, target: 3)
        try service.end()
    }
}
