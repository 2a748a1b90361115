import Glibc
import LinuxSystem
import Testing

@Suite struct DirectoryTests {
    @Test(
        "style 4: a name with a way out of the directory is no name", arguments: ["", ".", "..", "a/b", "/etc", "../x"])
    func refusesPaths(_ name: String) throws {
        try withScratch { folder, _ in
            let name = Path(name)
            #expect(code { _ = try folder.openFile(name) } == EINVAL)
            #expect(code { try folder.makeDirectory(name) } == EINVAL)
            #expect(code { try folder.unlink(name) } == EINVAL)
            #expect(code { try folder.removeDirectory(name) } == EINVAL)
            #expect(code { try folder.rename(name, to: folder, as: "x") } == EINVAL)
            #expect(code { try folder.rename("x", to: folder, as: name) } == EINVAL)
            #expect(code { _ = try removeTree(named: name, in: folder.descriptor.number) } == EINVAL)
        }
    }

    @Test("names are bytes, of any encoding, and there may be many")
    func readsNames() throws {
        try withScratch { folder, _ in
            let odd = Path(bytes: [0xFF, 0x0A, 0x20])
            try folder.write(odd, [1])
            try folder.makeDirectory("sub")
            try folder.makeSymbolicLink("link", to: "nowhere")
            for number in 0..<2000 {
                try folder.write(Path("file \(number) " + String(repeating: "n", count: 200)), [])
            }
            var found: [Path: FileKind?] = [:]
            var reader = try folder.entries()
            while let entry = try reader.next() { found[entry.name] = entry.kind }
            #expect(found.count == 2003)
            #expect(found[odd] == .regular && found["sub"] == .directory && found["link"] == .symbolicLink)
            #expect(try folder.status(of: odd).size == 1)
            try reader.rewind()
            #expect(try reader.next() != nil)
        }
    }

    @Test("rule 12: a rename replaces, refuses or exchanges, as it is told")
    func renames() throws {
        try withScratch { folder, _ in
            try folder.makeDirectory("sub")
            let sub = try folder.openDirectory("sub")
            try folder.write("a", [1])
            try sub.write("b", [2])
            #expect(code { try folder.rename("a", to: sub, as: "b", .noReplace) } == EEXIST)
            try folder.rename("a", to: sub, as: "b", .exchange)
            #expect(try folder.read("a") == [2] && sub.read("b") == [1])
            try folder.rename("a", to: sub, as: "b")
            #expect(try sub.read("b") == [2] && folder.names == ["sub"])
            try sub.rename("b", to: sub, as: "c", .noReplace)
            #expect(try sub.names == ["c"])
            #expect(code { try folder.removeDirectory("sub") } == ENOTEMPTY)
            try sub.unlink("c")
            try folder.removeDirectory("sub")
        }
    }

    @Test("links, and what they hold")
    func links() throws {
        try withScratch { folder, path in
            try folder.write("file", [1])
            try folder.link("file", to: folder, as: "again")
            #expect(try folder.status(of: "again").sameFile(as: folder.status(of: "file")))
            #expect(try folder.status(of: "file").linkCount == 2)
            try folder.makeSymbolicLink("link", to: "file")
            #expect(try folder.readLink("link") == "file")
            #expect(code { _ = try folder.readLink("file") } == EINVAL)
            #expect(code { _ = try folder.openFile("link") } == ELOOP)
            #expect(code { _ = try folder.openDirectory("file") } == ENOTDIR)
            #expect(try FileStatus.of(path.appending("link"), followLinks: true).kind == .regular)
            #expect(try FileStatus.of(path.appending("link")).kind == .symbolicLink)
        }
    }

    @Test("style 4: a path beneath does not lead out, by no link and no dots")
    func opensBeneath() throws {
        try withScratch { folder, _ in
            try folder.makeDirectory("sub")
            let sub = try folder.openDirectory("sub")
            try sub.write("file", [1])
            try folder.makeSymbolicLink("out", to: "/etc")
            try folder.makeSymbolicLink("in", to: "sub")
            #expect(try folder.read(beneath: "sub/file") == [1])
            #expect(try folder.read(beneath: "in/file", followLinks: true) == [1])
            #expect(code { _ = try folder.openBeneath("in/file") } == ELOOP)
            #expect(code { _ = try folder.openBeneath("out/passwd", followLinks: true) } == EXDEV)
            #expect(code { _ = try sub.openBeneath("../sub/file") } == EXDEV)
            _ = try folder.openBeneath("sub/new", [.readWrite, .create, .exclusive], mode: 0o640)
            #expect(try sub.status(of: "new").kind == .regular)
        }
    }

    @Test("section 6: a file is published whole, under a name that is free", arguments: [true, false])
    func publishes(_ allowNameless: Bool) throws {
        try withScratch { folder, _ in
            try folder.write("taken", [1])
            try folder.makeDirectory("sub")
            let sub = try folder.openDirectory("sub")
            var file = try folder.makeUnpublishedFile(hiddenName: ".hidden", mode: 0o644, allowNameless: allowNameless)
            #expect(file.isNameless == allowNameless || allowNameless, "ext4, XFS and tmpfs have nameless files")
            try #require(unsafe write(file.descriptor.number, "whole", 5) == 5)
            #expect(code { try file.publish(in: folder, as: "taken") } == EEXIST)
            #expect(code { try file.publish(in: folder, as: "sub", replacing: true) } != nil, "never over a directory")
            #expect(try folder.read("taken") == [1])
            try file.publish(in: sub, as: "name")
            #expect(try sub.read("name") == Array("whole".utf8))
            #expect(try folder.names == ["sub", "taken"])
        }
    }

    @Test("rule 12: with force a file replaces a file, in one step", arguments: [true, false])
    func publishesReplacing(_ allowNameless: Bool) throws {
        try withScratch { folder, _ in
            try folder.write("taken", [1])
            var file = try folder.makeUnpublishedFile(hiddenName: ".hidden", allowNameless: allowNameless)
            try #require(unsafe write(file.descriptor.number, "new", 3) == 3)
            try file.publish(in: folder, as: "taken", replacing: true)
            #expect(try folder.read("taken") == Array("new".utf8))
            #expect(try folder.names == ["taken"])
            try file.descriptor.synchronize()
            try folder.synchronize()
        }
    }

    @Test("rule 12: a file that is never published leaves nothing", arguments: [true, false])
    func leavesNothing(_ allowNameless: Bool) throws {
        try withScratch { folder, _ in
            do {
                let file = try folder.makeUnpublishedFile(hiddenName: ".hidden", allowNameless: allowNameless)
                let expected = file.isNameless ? [] : [".hidden"]
                #expect(try folder.names == expected)
            }
            #expect(try folder.names == [])
        }
    }

    @Test("section 6: publishing needs no privilege")
    func publishesUnprivileged() throws {
        try withScratch { folder, _ in
            try #require(fchown(folder.descriptor.number, plainUser, getgid()) == 0)
            try asUser(plainUser) {
                var file = try folder.makeUnpublishedFile(hiddenName: ".hidden")
                try file.publish(in: folder, as: "name")
            }
            #expect(try folder.status(of: "name").user == plainUser)
        }
    }
}
