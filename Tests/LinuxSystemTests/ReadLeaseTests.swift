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

    @Test("rule 3: a lease stands until a writer comes, whom it does not keep waiting for long")
    func breaks() throws {
        try withFile { folder in
            let file = try folder.openFile("file")
            do {
                let lease = ReadLease.acquire(on: file.number)
                guard let lease else { throw SystemError(EAGAIN, "F_SETLEASE") }
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
            guard let lease = ReadLease.acquire(on: file.number) else { throw SystemError(EAGAIN, "F_SETLEASE") }
            try file.close()
            let afterClose = lease.isHeld
            #expect(afterClose)
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
            #expect(isGranted(file.number), "the writer is gone")
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
