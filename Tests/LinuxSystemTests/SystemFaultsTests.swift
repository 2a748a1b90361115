import Glibc
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("System calls that fail because a test wants it")
struct SystemFaultsTests {
    @Test("a call that is to fail is not made, on this thread alone and no longer than asked")
    func faults() throws {
        try Scratch.with { scratch in
            try scratch.file("a", "a")
            let folder = try Directory.open(scratch.path)
            var asked: [String] = []
            SystemFaults.with { call in
                asked.append(call)
                return call == "linkat" ? EIO : nil
            } _: {
                #expect(throws: SystemError(EIO, "linkat", subject: "b")) { try folder.link("a", to: folder, as: "b") }
                #expect(throws: Never.self) { try folder.makeDirectory("c") }
            }
            #expect(asked == ["linkat", "mkdirat"])
            try folder.link("a", to: folder, as: "b")
            #expect(asked.count == 2)
            #expect(try Scratch.names(in: scratch.path) == ["a", "b", "c"])
        }
    }

    @Test("every call that makes, changes or removes a name is told as a change")
    func changes() throws {
        try Scratch.with { scratch in
            let folder = try Directory.open(scratch.path)
            var asked: [String] = []
            try SystemFaults.with { call in
                if SystemFaults.changes.contains(call) { asked.append(call) }
                return nil
            } _: {
                let made = try folder.openFile("a", [.readWrite, .create, .exclusive])
                try made.write([1])
                try made.setPermissions(0o600)
                _ = try folder.openBeneath("b", [.readWrite, .create])
                _ = try folder.openFile("a")
                try folder.rename("a", as: "c")
                try folder.unlink("c")
                let file = try folder.makeUnpublishedFile(hiddenName: "hidden", allowNameless: false)
                withExtendedLifetime(file) {}
            }
            #expect(
                asked == [
                    "openat O_CREAT", "write", "fchmod", "openat2 O_CREAT", "renameat2", "unlinkat", "openat O_CREAT",
                    "unlinkat",
                ])
        }
    }
}
