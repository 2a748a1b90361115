import Glibc
import LinuxSystem
import Testing

@Suite struct OpenFileTests {
    @Test("B07: opening a FIFO or a socket for a look never waits", .timeLimit(.minutes(1)))
    func neverWaits() throws {
        try withScratch { folder, path in
            let fifo = path.appending("notes.pdf")
            try #require(unsafe mkfifo(fifo.text, 0o600) == 0)
            try folder.makeSymbolicLink("link.pdf", to: "notes.pdf")
            for name: Path in ["notes.pdf", "link.pdf"] {
                let file = try OwnedDescriptor.openForReading(path.appending(name))
                #expect(try FileStatus.of(file.number).kind == .fifo)
            }
            let zero = try OwnedDescriptor.openForReading("/dev/zero")
            #expect(try FileStatus.of(zero.number).kind == .characterDevice)
        }
    }

    @Test("rule 7: what a descriptor may do is read from its flags")
    func knowsAccess() throws {
        try withScratch { folder, _ in
            try folder.write("file", [1])
            let expected: [(OpenFlags, DescriptorAccess)] = [
                (.readOnly, DescriptorAccess(isReadable: true, isWritable: false, isPathOnly: false)),
                (.writeOnly, DescriptorAccess(isReadable: false, isWritable: true, isPathOnly: false)),
                ([.readWrite, .append], DescriptorAccess(isReadable: true, isWritable: true, isPathOnly: false)),
                (.pathOnly, DescriptorAccess(isReadable: false, isWritable: false, isPathOnly: true)),
            ]
            for (flags, access) in expected {
                let file = try folder.openFile("file", flags)
                #expect(try DescriptorAccess.of(file.number) == access)
                #expect(fcntl(file.number, F_GETFD) == FD_CLOEXEC)
            }
        }
    }

    @Test("rule 4: a descriptor's path is told only while it names that file")
    func knowsPath() throws {
        try withScratch { folder, path in
            try folder.write("file", [1])
            let file = try folder.openFile("file")
            #expect(LinuxSystem.path(of: file.number) == path.appending("file"))
            try folder.rename("file", to: folder, as: "renamed")
            #expect(LinuxSystem.path(of: file.number) == path.appending("renamed"))
            try folder.unlink("renamed")
            #expect(LinuxSystem.path(of: file.number) == nil)
            // A file whose name ends like the kernel's mark for a removed one.
            try folder.write("renamed (deleted)", [2])
            #expect(LinuxSystem.path(of: file.number) == nil)
            let marked = try folder.openFile("renamed (deleted)")
            #expect(LinuxSystem.path(of: marked.number) == path.appending("renamed (deleted)"))
            if let nameless = try folder.namelessFile() { #expect(LinuxSystem.path(of: nameless.number) == nil) }
        }
    }

    @Test("rule 13: mode and time of a file, to the nanosecond")
    func setsRecord() throws {
        try withScratch { folder, _ in
            try folder.write("file", [1, 2, 3])
            let file = try folder.openFile("file")
            let time = Timestamp(seconds: 1_234_567_890, nanoseconds: 123_456_789)
            try file.setModified(time)
            try file.setPermissions(0o4751)
            let status = try FileStatus.of(file.number)
            #expect(status.modified == time && status.changed > time)
            #expect(status.permissions == 0o4751 && status.size == 3 && status.kind == .regular)
            #expect(status.user == geteuid() && status.linkCount == 1)
            try file.setModified(Timestamp(seconds: -1, nanoseconds: 5))
            #expect(try FileStatus.of(file.number).modified < time)
        }
    }

    @Test("messages show a name without its controls")
    func escapesNames() {
        #expect(Path("a\u{1B}[2J\u{202E}b\n").escapedText == "a\\u{1B}[2J\\u{202E}b\\n")
        #expect(Path("Grüße 📷.jpg").escapedText == "Grüße 📷.jpg")
        let error = #expect(throws: SystemError.self) { _ = try OwnedDescriptor.open("/no\u{7}where") }
        #expect(error?.subject == "/no\\u{07}where" && error?.code == ENOENT)
    }
}
