package import LinuxSystem
internal import Synchronization

/// A directory of this process alone for one file under way, which goes with everything in it.
///
/// The directory is locked as long as it is in use, so that what a killed process left is known and removed by the next
/// one of the user.
package struct TemporaryArea: Sendable {
    package let path: Path
    private let lock: SharedDescriptor

    /// The directory, for people's code.
    package var directory: URL { FileWork.url(of: path, isDirectory: true) }

    /// Lends an area and removes it when `body` returns or throws.
    package static func with<Result: Sendable>(
        _ body: @Sendable (TemporaryArea) async throws -> Result
    ) async throws -> Result {
        let area = try await make()
        do {
            let result = try await body(area)
            await area.remove()
            return result
        } catch {
            await area.remove()
            throw error
        }
    }

    /// Makes an area, which its caller removes.
    ///
    /// - Throws: ``TransferError/unwritable(_:reason:)``, `CancellationError`.
    package static func make() async throws -> TemporaryArea {
        try await FileWork.run { _ in
            let parent = try FileWork.path(of: FileManager.default.temporaryDirectory)
            return try FileWork.writing(to: parent) {
                let directory = try Directory.open(parent)
                if isFirst.exchange(false, ordering: .relaxed) { removeLeftovers(in: directory) }
                while true {
                    let name = Path(prefix + FileWork.random())
                    try directory.makeDirectory(name)
                    let made = try directory.openDirectory(name)
                    // Whoever clears away at this moment may have been faster than the lock.
                    guard try made.descriptor.tryLock(), (try? directory.status(of: name)) != nil else { continue }
                    let lock = SharedDescriptor(try made.descriptor.duplicate())
                    return TemporaryArea(path: parent.appending(name), lock: lock)
                }
            }
        }
    }

    /// Removes the directory and all that is in it, also where the task was cancelled.
    package func remove() async {
        // A task of its own is not cancelled with the one that is at its end.
        await Task.detached { [self] in _ = try? await FileWork.run { _ in removeNow() } }.value
    }

    /// As ``remove()``, and blocks meanwhile.
    package func removeNow() {
        guard let directory = try? Directory.open(path.parent) else { return }
        _ = try? removeTree(named: path.lastComponent, in: directory.descriptor.number)
        withExtendedLifetime(lock) {}
    }

    /// What the name of an area's directory begins with.
    package static var prefix: String { "transferable-\(OwnProcess.uid)-" }
    private static let isFirst = Atomic(true)

    /// Removes the areas of this user that no process has in use any more.
    package static func removeLeftovers(in directory: borrowing Directory) {
        guard var reader = try? directory.entries() else { return }
        while let entry = try? reader.next() {
            guard entry.name.text.hasPrefix(prefix), let status = try? directory.status(of: entry.name),
                status.user == OwnProcess.uid, let left = try? directory.openDirectory(entry.name),
                (try? left.descriptor.tryLock()) == true
            else { continue }
            _ = try? removeTree(named: entry.name, in: directory.descriptor.number)
        }
    }
}
