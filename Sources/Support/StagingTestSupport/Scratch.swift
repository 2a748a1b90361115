package import LinuxSystem

/// A folder of a test's own, which goes with everything in it when the test ends, whatever its modes.
package struct Scratch: Sendable {
    package let path: Path

    /// Lends a new folder below `/tmp`, readable by every user: tests run peers under several.
    package static func with<Result>(_ body: (Scratch) throws -> Result) throws -> Result {
        let path = try makeFolder()
        defer { remove(path) }
        return try body(Scratch(path: path))
    }

    /// The same for a test that waits for tasks.
    package static func withAsync<Result>(_ body: (Scratch) async throws -> Result) async throws -> Result {
        let path = try makeFolder()
        defer { remove(path) }
        return try await body(Scratch(path: path))
    }

    private static func makeFolder() throws -> Path {
        let parent = OwnProcess.environment("TMPDIR") ?? "/tmp"
        let path = parent.appending(Path("stage-test-\(OwnProcess.pid)-\(UInt32.random(in: 0 ... .max))"))
        try OwnProcess.makeDirectory(path, mode: 0o755)
        try changeMode(of: path, 0o755)
        return path
    }

    /// The path of something in the folder.
    package func callAsFunction(_ name: String) -> Path { path.appending(Path(name)) }

    /// Makes a folder in it.
    @discardableResult
    package func folder(_ name: String, mode: UInt32 = 0o755) throws -> Path {
        let folder = self(name)
        try OwnProcess.makeDirectory(folder, mode: 0o755)
        try changeMode(of: folder, mode)
        return folder
    }

    /// Makes a file with this content.
    @discardableResult
    package func file(_ name: String, _ content: [UInt8], mode: UInt32 = 0o644) throws -> Path {
        let path = self(name)
        do {
            let file = try OwnedDescriptor.open(path, [.writeOnly, .create, .truncate], mode: 0o644)
            try file.write(content)
            try file.setPermissions(mode)
        }
        Self.waitForWriters(of: path)
        return path
    }

    /// A program that another test starts at this moment has this process's files open until it runs; as long as that
    /// is so nobody gets a lease on this one, and nobody can execute it.
    private static func waitForWriters(of path: Path) {
        guard let file = try? OwnedDescriptor.open(path, [.readOnly, .nonBlocking]) else { return }
        var patience = 200
        while patience > 0, ReadLease.isWritten(file.number) {
            patience -= 1
            Waiting.pause(milliseconds: 5)
        }
    }

    /// Makes a file with this text.
    @discardableResult
    package func file(_ name: String, _ text: String, mode: UInt32 = 0o644) throws -> Path {
        try file(name, Array(text.utf8), mode: mode)
    }

    /// The content of a file, nil where there is none.
    package static func content(of path: Path) -> [UInt8]? {
        guard let file = try? OwnedDescriptor.open(path, .readOnly) else { return nil }
        return try? SharedDescriptor(file).readAll()
    }

    /// The names in a folder, sorted.
    package static func names(in folder: Path) throws -> [String] {
        let directory = try Directory.open(folder)
        var names: [String] = []
        var reader = try directory.entries()
        while let entry = try reader.next() { names.append(entry.name.text) }
        return names.sorted()
    }

    private static func changeMode(of path: Path, _ mode: UInt32) throws {
        let file = try OwnedDescriptor.open(path, .readOnly)
        try file.setPermissions(mode)
    }

    private func changeMode(of path: Path, _ mode: UInt32) throws { try Self.changeMode(of: path, mode) }

    /// Removes a folder with everything in it.
    package static func remove(_ path: Path) {
        guard let folder = try? Directory.open(path.parent) else { return }
        _ = try? removeTree(named: path.lastComponent, in: folder.descriptor.number)
        // It is open until here, and not only until its number is known.
        withExtendedLifetime(folder) {}
    }
}
