internal import CLinux
internal import Glibc

/// The way of ``Directory/openBeneath(_:_:mode:followLinks:)`` where the kernel's own is not to be had.
extension Directory {
    /// Whether the kernel itself keeps a path below a directory (`openat2`).
    package static var hasOpenBeneath: Bool {
        let root = unsafe clinux_open_beneath(AT_FDCWD, ".", clinux_O_PATH | O_CLOEXEC, 0, 1)
        if root < 0 { return false }
        OwnedDescriptor(taking: root).closeQuietly()
        return true
    }

    /// As the kernel does (`MAXSYMLINKS`).
    private static var mostLinks: Int { 40 }

    func openWalking(
        _ path: Path, _ flags: OpenFlags, mode: UInt32, followLinks: Bool
    ) throws(SystemError) -> OwnedDescriptor {
        func failure(_ code: CInt) -> SystemError { SystemError(code, "openat", subject: path.escapedText) }
        // The directories on the way, so that ".." never asks the file system.
        var way: [SharedDescriptor] = []
        var rest = try Self.names(of: path)
        var links = 0
        while true {
            let here = way.last?.number ?? descriptor.number
            guard let name = rest.popLast() else { return try Self.openName(".", in: here, flags, mode) }
            if name == ".." {
                guard way.popLast() != nil else { throw failure(EXDEV) }
                continue
            }
            let isLast = rest.isEmpty
            let kind: FileKind?
            do { kind = try FileStatus.of(name, in: here).kind } catch {
                guard isLast, error.code == ENOENT, flags.contains(.create) else { throw error }
                kind = nil
            }
            if kind == .symbolicLink, !(isLast && flags.contains(.exclusive)) {
                links += 1
                guard followLinks, !(isLast && flags.contains(.noFollow)), links <= Self.mostLinks else {
                    throw failure(ELOOP)
                }
                rest += try Self.names(of: try LinuxSystem.readLink(name, in: here))
            } else if isLast {
                return try Self.openName(name, in: here, flags, mode)
            } else {
                way.append(SharedDescriptor(try Self.openName(name, in: here, [.pathOnly, .directory], 0)))
            }
        }
    }

    /// The names of a path that stays in its directory, the last one first.
    private static func names(of path: Path) throws(SystemError) -> [Path] {
        if path.isAbsolute { throw SystemError(EXDEV, "openat", subject: path.escapedText) }
        if path.isEmpty { throw SystemError(ENOENT, "openat") }
        return path.bytes.split(separator: UInt8(ascii: "/")).map(Path.init(bytes:)).filter { $0 != "." }.reversed()
    }

    private static func openName(
        _ name: Path, in folder: CInt, _ flags: OpenFlags, _ mode: UInt32
    ) throws(SystemError) -> OwnedDescriptor {
        let value = flags.union(.noFollow).systemValue
        return OwnedDescriptor(
            taking: try checked("openat", name.escapedText) {
                unsafe name.withCString { unsafe clinux_openat(folder, $0, value, mode) }
            })
    }
}
