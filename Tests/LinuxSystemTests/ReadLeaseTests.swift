import Glibc
import LinuxSystem
import Testing

@Suite struct ReadLeaseTests {
    /// A lease wants the file's owner, so everything is done as a plain user.
    private func withFile(_ body: (borrowing Directory) throws -> Void) throws {
        try withScratch { folder, _ in
            try #require(fchown(folder.descriptor.number, plainUser, getgid()) == 0)
            try asUser(plainUser) {
                try folder.write("file", pattern(100))
                try body(folder)
            }
        }
    }

    /// A lease on a file that was just written: a program that another test starts at this moment has the writing
    /// descriptor until it runs.
    private func takeLease(on descriptor: CInt) throws -> ReadLease {
        for _ in 0..<2000 {
            if let lease = ReadLease.acquire(on: descriptor) { return lease }
            Waiting.pause(milliseconds: 10)
        }
        throw SystemError(EAGAIN, "F_SETLEASE")
    }

    @Test("rule 3: a lease stands until a writer comes, whom it does not keep waiting for long")
    func breaks() throws {
        try withFile { folder in
            let file = try folder.openFile("file")
            do {
                let lease = try takeLease(on: file.number)
                let atFirst = lease.isHeld
                _ = try folder.openFile("file")
                let withReader = lease.isHeld
                #expect(atFirst && withReader, "a reader does not break it")
                // SIGIO has its default here, which would end this process if the break came by it.
                #expect(code { _ = try folder.openFile("file", [.writeOnly, .nonBlocking]) } == EAGAIN)
                let withWriter = lease.isHeld
                #expect(!withWriter)
            }
            _ = try folder.openFile("file", [.writeOnly, .nonBlocking])
        }
    }

    @Test("rule 3: a lease outlives the descriptor it was asked for on")
    func belongsToDescription() throws {
        try withFile { folder in
            let file = try folder.openFile("file")
            let lease = try takeLease(on: file.number)
            try file.close()
            let afterClose = lease.isHeld
            #expect(afterClose)
        }
    }

    @Test("B47: writers that come while a hot folder's file is looked at do not end who looks")
    func lookIsSafe() async {
        await #expect(processExitsWith: .success) {
            try withScratch { folder, path in
                try folder.write("file", [1])
                try BlockingThread.start(name: "writer") {
                    while (try? OwnedDescriptor.open(path.appending("file"), [.writeOnly, .nonBlocking])) != nil {}
                }
                let file = try folder.openFile("file")
                for _ in 0..<20_000 { _ = ReadLease.isWritten(file.number) }
            }
        }
    }

    @Test("rule 3: with a writer about there is no lease", arguments: ["open", "mapped", "own"])
    func refusesWriters(_ writer: String) throws {
        try withFile { folder in
            let file = try folder.openFile("file", writer == "own" ? .readWrite : .readOnly)
            switch writer {
            case "open":
                let other = try folder.openFile("file", .readWrite)
                #expect(!isGranted(file.number))
                try other.close()
            case "mapped":
                let other = try folder.openFile("file", .readWrite)
                let memory = unsafe mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, other.number, 0)
                try other.close()
                #expect(!isGranted(file.number))
                unsafe munmap(memory, 4096)
            default:
                #expect(!isGranted(file.number))
                return
            }
            // The writer is gone.
            _ = try takeLease(on: file.number)
        }
    }

    @Test("rule 3: who does not own the file gets no lease", .enabled(if: geteuid() == 0, "needs a second user"))
    func refusesForeigners() throws {
        try withScratch { folder, _ in
            try folder.write("file", [1])
            let file = try folder.openFile("file")
            try asUser(plainUser) { #expect(!isGranted(file.number)) }
        }
    }
}

private func isGranted(_ descriptor: CInt) -> Bool {
    switch ReadLease.acquire(on: descriptor) {
    case .some: true
    case .none: false
    }
}
