internal import CLinux
internal import Glibc

/// The name that a file has between being moved aside and being removed, by ``Directory/unlink(_:ifInode:aside:)``; a kill
/// in between leaves it.
package struct AsideName {
    private let inode: UInt64
    private let pid: Int32
    private let number: UInt32

    /// One of this process for the file with this inode number, that nothing else has.
    init(inode: UInt64) {
        self.inode = inode
        pid = getpid()
        number = clinux_random()
    }

    /// - Returns: nil for any other name.
    package init?(parsing name: Path) {
        // Asked for every file of a folder: most are told by their first byte.
        guard name.bytes.first == UInt8(ascii: "."), let text = name.exactText else { return nil }
        let parts = text.dropFirst().split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let inode = UInt64(parts[0]), let pid = Int32(parts[1]), pid > 0,
            let number = UInt32(parts[2])
        else { return nil }
        (self.inode, self.pid, self.number) = (inode, pid, number)
    }

    var path: Path { Path(".\(inode)-\(pid)-\(number)") }

    /// Whether the name is that of the file that it was made for, and so nobody's; somebody may like such names.
    package func isName(of status: FileStatus) -> Bool { status.inode == inode }

    /// Whether the process that made it has ended, and nobody else will remove it.
    package var isLeftover: Bool { ProcessIdentity(of: pid) == nil }
}
