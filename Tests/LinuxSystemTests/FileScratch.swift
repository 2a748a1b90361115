import Foundation
import Glibc
import LinuxSystem
import Testing

/// Runs `body` with a directory of its own, which goes afterwards whatever it holds.
func withScratch(
    in parent: Path = Path(ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"),
    _ body: (borrowing Directory, Path) throws -> Void
) throws {
    let name = Path("linuxsystem-\(UUID().uuidString)")
    let home = try Directory.open(parent)
    try home.makeDirectory(name, mode: 0o755)
    defer {
        do {
            #expect(try removeTree(named: name, in: home.descriptor.number))
        } catch {
            Issue.record(error)
        }
    }
    try body(try home.openDirectory(name), parent.appending(name))
}

/// A file system that some tests want and that only root can make, on a loop device or in memory.
enum ScratchVolume: String, CaseIterable, CustomTestStringConvertible {
    case xfs, btrfs
    /// One MiB in memory, to be filled up.
    case tiny
    /// In memory, without ACLs.
    case plain

    var testDescription: String { rawValue }

    /// Whether this machine can make one: to be given to `.enabled(if:)`, so that a skipped test is seen.
    static func canMake(_ volume: ScratchVolume) -> Bool {
        let makers = ["/usr/sbin/mkfs.\(volume.rawValue)", "/sbin/mkfs.\(volume.rawValue)"]
        return geteuid() == 0
            && (volume == .tiny || volume == .plain
                || (unsafe access("/dev/loop-control", F_OK) == 0
                    && makers.contains { FileManager.default.isExecutableFile(atPath: $0) }))
    }

    /// Mounts one and runs `body` with its top directory.
    func mount(_ body: (borrowing Directory, Path) throws -> Void) throws {
        try withScratch { home, path in
            try home.makeDirectory("mount")
            let point = path.appending("mount").text
            switch self {
            case .tiny: try Self.run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", point)
            case .plain: try Self.run("mount", "-t", "ramfs", "ramfs", point)
            case .xfs, .btrfs:
                let image = path.appending("image").text
                try Self.run("truncate", "-s", "400M", image)
                try Self.run("mkfs.\(rawValue)", "-q", image)
                try Self.run("mount", "-o", "loop", image, point)
            }
            defer {
                do { try Self.unmount(point) } catch { Issue.record(error) }
            }
            try body(try home.openDirectory("mount"), Path(point))
        }
    }

    /// Unmounts a file system. A program that another test starts at this moment has this process's files open until it
    /// runs.
    static func unmount(_ point: String) throws {
        let script = "for i in $(seq 100); do umount \"$0\" 2> /dev/null && exit 0; sleep 0.1; done; exit 1"
        try run("sh", "-c", script, point)
    }

    static func run(_ command: String...) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(command)")
    }
}

/// Whether the tester may write there.
func isWritable(_ path: String) -> Bool { unsafe access(path, W_OK) == 0 }

/// Runs `body` with the file rights of `user`, who is not root: those of this thread alone change, and a test that does
/// not run as root has such rights already.
func asUser<Result>(_ user: UInt32, _ body: () throws -> Result) throws -> Result {
    guard geteuid() == 0 else { return try body() }
    // The system call itself: libc's functions change every thread.
    typealias SystemCall = @convention(c) (Int, UInt32, UInt32, UInt32) -> Int
    let symbol = unsafe try #require(dlsym(nil, "syscall"))
    let call = unsafe unsafeBitCast(symbol, to: SystemCall.self)
    #if arch(x86_64)
        let setUsers = 117
    #else
        let setUsers = 147
    #endif
    try #require(call(setUsers, .max, user, .max) == 0)
    defer { _ = call(setUsers, .max, 0, .max) }
    return try body()
}

/// A user without rights; the tester where that is not root.
let plainUser: UInt32 = geteuid() == 0 ? 12_345 : geteuid()

extension Directory {
    /// Makes a file with contents.
    func write(_ name: Path, _ bytes: [UInt8], mode: UInt32 = 0o644) throws {
        let file = try openFile(name, [.readWrite, .create, .truncate], mode: mode)
        try #require(unsafe Glibc.write(file.number, bytes, bytes.count) == bytes.count)
        try file.setPermissions(mode)
    }

    /// The contents of a file, as another reader than the code under test sees them.
    func read(_ name: Path) throws -> [UInt8] {
        let file = try openFile(name)
        return try bytes(of: file.number)
    }

    /// The contents of a file further down.
    func read(beneath path: Path, followLinks: Bool = false) throws -> [UInt8] {
        let file = try openBeneath(path, followLinks: followLinks)
        return try bytes(of: file.number)
    }

    var names: [String] {
        get throws {
            var names: [String] = []
            var reader = try entries()
            while let entry = try reader.next() { names.append(entry.name.text) }
            return names.sorted()
        }
    }
}

/// What a file holds from 0 to its end, without moving its position.
func bytes(of descriptor: CInt) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = unsafe pread(descriptor, &buffer, buffer.count, bytes.count)
        try #require(count >= 0)
        if count == 0 { return bytes }
        bytes += buffer[..<count]
    }
}

/// The system error that `body` throws.
func code(_ body: () throws -> Void) -> CInt? {
    do { try body() } catch {
        return (error as? SystemError)?.code
    }
    return nil
}

/// Bytes that repeat at no power of two.
func pattern(_ count: Int) -> [UInt8] {
    let block = (0..<65_521).map { UInt8(truncatingIfNeeded: $0 % 251) }
    var bytes: [UInt8] = []
    while bytes.count < count { bytes += block.prefix(count - bytes.count) }
    return bytes
}
