import Glibc
import LinuxSystem
import Testing

@Suite struct AccessControlTests {
    /// One entry of `system.posix_acl_access`: tag, permissions, id.
    typealias Entry = (tag: UInt16, permissions: UInt16, id: UInt32)

    @Test(
        "section 6: an area is opened to its receiver alone", .enabled(if: geteuid() == 0, "needs further users"))
    func restricts() throws {
        try withScratch { folder, _ in
            try folder.makeDirectory("area")
            let area = try folder.openDirectory("area")
            try area.write("file", [1], mode: 0o444)
            guard
                try AccessControl.restrict(
                    area.descriptor.number, owner: [.read, .write, .execute], user: 5001, to: [.read, .execute])
            else { return }
            let path: Path = "area/file"
            #expect(try asUser(5001) { try folder.read(beneath: path) } == [1])
            try asUser(5001) {
                #expect(code { try area.write("new", [1]) } == EACCES)
                #expect(code { try area.unlink("file") } == EACCES)
            }
            try asUser(5002) { #expect(code { _ = try folder.openBeneath(path) } == EACCES) }
        }
    }

    @Test(
        "section 6: without ACLs nothing changes, and the mode alone tells who can write",
        .enabled(if: ScratchVolume.canMake(.plain), "needs root, to mount a volume without ACLs"))
    func reportsMissingSupport() throws {
        try ScratchVolume.plain.mount { volume, _ in
            try volume.write("file", [1], mode: 0o664)
            let file = try volume.openFile("file")
            #expect(try !AccessControl.restrict(file.number, owner: .read, user: 5001, to: .read))
            let status = try FileStatus.of(file.number)
            #expect(status.permissions == 0o664)
            #expect(!AccessControl.userCanWrite(status, file.number, user: 5001, groups: [6001]))
            #expect(AccessControl.userCanWrite(status, file.number, user: 5001, groups: [status.group]))
        }
    }

    @Test(
        "rule 4: whoever the mode lets write gets no descriptor of an original",
        arguments: [
            (UInt32(0o444), UInt32(5001), [UInt32(6001)], false), (0o644, 5001, [6001], false),
            (0o640, 5001, [7000], false), (0o664, 5001, [7000], true), (0o664, 5001, [6001], false),
            (0o646, 5001, [6001], true), (0o606, 5001, [7000], true), (0o400, 4000, [6001], true),
            (0o400, 0, [0], true),
        ])
    func readsMode(_ mode: UInt32, _ user: UInt32, _ groups: [UInt32], _ canWrite: Bool) throws {
        let owner: (user: UInt32, group: UInt32) = geteuid() == 0 ? (4000, 7000) : (geteuid(), getegid())
        let user = user == 4000 ? owner.user : user
        let groups = groups.map { $0 == 7000 ? owner.group : $0 }
        try withScratch { folder, _ in
            try folder.write("file", [1])
            let file = try folder.openFile("file")
            try #require(fchown(file.number, owner.user, owner.group) == 0)
            try file.setPermissions(mode)
            let status = try FileStatus.of(file.number)
            #expect(AccessControl.userCanWrite(status, file.number, user: user, groups: groups) == canWrite)
        }
    }

    @Test("rule 4: whoever the ACL lets write gets no descriptor of an original")
    func readsList() throws {
        try withScratch { folder, _ in
            try folder.write("file", [1])
            let file = try folder.openFile("file", .readWrite)
            let status = try FileStatus.of(file.number)
            // Owner rw, user 5001 rw, user 5002 r, own group r, group 6001 rw, mask as given, others nothing.
            func set(mask: UInt16) throws -> Bool {
                let entries: [Entry] = [
                    (1, 6, .max), (2, 6, 5001), (2, 4, 5002), (4, 4, .max), (8, 6, 6001), (16, mask, .max),
                    (32, 0, .max),
                ]
                return try ExtendedAttributes.set("system.posix_acl_access", to: encoded(entries), on: file.number)
            }
            func canWrite(_ user: UInt32, _ groups: UInt32...) -> Bool {
                AccessControl.userCanWrite(status, file.number, user: user, groups: groups)
            }
            guard try set(mask: 6) else { return }
            #expect(canWrite(5001, 1))
            #expect(!canWrite(5002, 1))
            #expect(canWrite(5003, 1, 6001))
            #expect(!canWrite(5003, 1, status.group))
            #expect(canWrite(status.user, 1))
            _ = try set(mask: 4)
            #expect(!canWrite(5001, 1) && !canWrite(5003, 6001), "the mask takes it away")
            #expect(AccessControl.userCanWrite(status, -1, user: 5003, groups: []), "in doubt it is yes")
        }
    }

    private func encoded(_ entries: [Entry]) -> [UInt8] {
        func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
            (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        return bytes(UInt32(2)) + entries.flatMap { bytes($0.tag) + bytes($0.permissions) + bytes($0.id) }
    }
}
