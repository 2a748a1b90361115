import Glibc
import LinuxSystem
import Testing

@Suite struct TreeRemovalTests {
    @Test("rule 13: a file, a link and an empty directory are trees too, and what is not there is gone")
    func removesLeaves() throws {
        try withScratch { folder, _ in
            try folder.write("file", [1])
            try folder.makeDirectory("target")
            try folder.openDirectory("target").write("kept", [1])
            try folder.makeSymbolicLink("link", to: "target")
            try folder.makeDirectory("empty", mode: 0)
            for name: Path in ["file", "link", "empty", "absent"] {
                #expect(try removeTree(named: name, in: folder.descriptor.number))
            }
            #expect(try folder.names == ["target"])
            #expect(try folder.openDirectory("target").names == ["kept"])
        }
    }

    @Test("rule 13: a chain deeper than PATH_MAX goes, with few descriptors", arguments: [nil, 50])
    func removesDeepTree(_ budget: Int?) throws {
        try withScratch { folder, path in
            let long = Path(String(repeating: "d", count: 255))
            try makeChain(of: 2500, named: long, in: folder)
            var calls = 0
            let openBefore = try descriptors(below: path)
            while try !removeTree(named: long, in: folder.descriptor.number, budget: budget) {
                calls += 1
                try #require(calls < 200)
            }
            #expect(budget == nil ? calls == 0 : calls > 40)
            #expect(try descriptors(below: path) < openBefore + 100, "nothing stays open")
            #expect(try folder.names == [])
        }
    }

    @Test(
        "rule 13: folders of any mode go, as their owner and without privileges",
        arguments: [0, 0o500, 0o400, 0o300, 0o100])
    func removesClosedFolders(_ mode: UInt32) throws {
        try withScratch { folder, _ in
            try #require(fchown(folder.descriptor.number, plainUser, getgid()) == 0)
            try asUser(plainUser) {
                // Closed at the top, in the middle and where folders begin to be moved up.
                try makeChain(of: 40, named: "d", in: folder, files: true)
                var names = ["d"]
                while names.count < 40 { names.append("d") }
                for depth in names.indices.reversed() {
                    let path = Path(names[...depth].joined(separator: "/"))
                    try folder.openBeneath(path, .directory).setPermissions(mode)
                }
                #expect(try removeTree(named: "d", in: folder.descriptor.number))
                #expect(try folder.names == ["file"])
            }
        }
    }

    @Test("rule 13: a wide tree goes in paces, each no larger than asked for")
    func removesInPaces() throws {
        try withScratch { folder, _ in
            try folder.makeDirectory("wide")
            let wide = try folder.openDirectory("wide")
            for number in 0..<30 {
                try wide.makeDirectory(Path("sub \(number)"))
                let sub = try wide.openDirectory(Path("sub \(number)"))
                for file in 0..<20 { try sub.write(Path("file \(file)"), []) }
            }
            var calls = 1
            var left = try count(in: folder)
            #expect(left == 631)
            while try !removeTree(named: "wide", in: folder.descriptor.number, budget: 100) {
                calls += 1
                let now = try count(in: folder)
                #expect(now >= left - 100 && now < left)
                left = now
                try #require(calls < 20)
            }
            #expect(calls == 7)
        }
    }

    @Test("rule 13: names like those used on the way are no hindrance")
    func survivesCollisions() throws {
        try withScratch { folder, _ in
            try makeChain(of: 60, named: "d", in: folder)
            let top = try folder.openDirectory("d")
            let path = Path(Array(repeating: "d", count: 14).joined(separator: "/"))
            let moved = try folder.openBeneath(path, .directory)
            let inode = try FileStatus.of(moved.number).inode
            try top.write(Path("#\(inode).0"), [1])
            try top.makeDirectory(Path("#\(inode).1"))
            try top.openDirectory(Path("#\(inode).1")).write("full", [1])
            #expect(try removeTree(named: "d", in: folder.descriptor.number))
        }
    }

    @Test(
        "rule 13: a mount point stays, with what is in it, and all else goes",
        .enabled(if: ScratchVolume.canMake(.tiny), "needs root, to mount"), arguments: [false, true])
    func stopsAtMounts(_ bind: Bool) throws {
        try withScratch { folder, path in
            try folder.makeDirectory("elsewhere")
            try folder.openDirectory("elsewhere").write("precious", [1])
            try folder.makeDirectory("tree")
            let tree = try folder.openDirectory("tree")
            try tree.write("file", [1])
            try tree.makeDirectory("mount")
            let point = path.appending("tree/mount").text
            if bind {
                try ScratchVolume.run("mount", "--bind", path.appending("elsewhere").text, point)
            } else {
                try ScratchVolume.run("mount", "-t", "tmpfs", "tmpfs", point)
                try tree.openDirectory("mount").write("precious", [1])
            }
            let error = code { _ = try removeTree(named: "tree", in: folder.descriptor.number) }
            #expect(error == EBUSY)
            #expect(try tree.names == ["mount"])
            #expect(try tree.openDirectory("mount").names == ["precious"])
            try ScratchVolume.unmount(point)
            #expect(try folder.openDirectory("elsewhere").names == ["precious"])
        }
    }

    @Test(
        "rule 13: what cannot be removed is told of, after all else is gone",
        .enabled(if: geteuid() == 0, "needs a second user"))
    func tellsWhatStays() throws {
        try withScratch { folder, _ in
            try #require(fchown(folder.descriptor.number, plainUser, getgid()) == 0)
            try folder.makeDirectory("foreign", mode: 0o755)
            try folder.openDirectory("foreign").write("file", [1])
            try asUser(plainUser) {
                try folder.makeDirectory("tree")
                try folder.openDirectory("tree").write("own", [1])
            }
            try folder.rename("foreign", to: try folder.openDirectory("tree"), as: "foreign")
            try asUser(plainUser) {
                #expect(code { _ = try removeTree(named: "tree", in: folder.descriptor.number) } == EACCES)
            }
            #expect(try folder.openDirectory("tree").names == ["foreign"])
        }
    }

    private func makeChain(of levels: Int, named name: Path, in top: borrowing Directory, files: Bool = false) throws {
        var folder = Directory(taking: try top.descriptor.duplicate())
        for _ in 0..<levels {
            try folder.makeDirectory(name)
            if files { try folder.write("file", [1]) }
            folder = try folder.openDirectory(name)
        }
        if files { try folder.write("file", [1]) }
    }

    private func count(in top: borrowing Directory) throws -> Int {
        var count = 0
        var reader = try top.entries()
        while let entry = try reader.next() {
            count += 1
            if entry.kind == .directory { count += try self.count(in: try top.openDirectory(entry.name)) }
        }
        return count
    }

    /// How many descriptors lead below a folder; other tests have some of their own, and thousands that stay.
    private func descriptors(below folder: Path) throws -> Int {
        let folder = (OwnProcess.canonicalPath(folder) ?? folder).text
        var count = 0
        for number in try Directory.open("/proc/self/fd").names {
            var target: Path?
            let error = code { target = try Directory.open("/proc/self/fd").readLink(Path(number)) }
            // What lies as deep as here has a path that cannot be told.
            if error == ENAMETOOLONG || target?.text.hasPrefix(folder) == true { count += 1 }
        }
        return count
    }
}
