package import LinuxSystem
internal import Synchronization

/// Space that the store keeps for a full disk: given up when the catalogue finds no room, so that revoke, release,
/// expiry and receive go on (rule 22), and taken again when there is some.
///
/// It lies in the store only while a service runs.
package final class Reserve: Sendable {
    /// The most that is kept; of a small volume a fiftieth.
    private static let bytes: Int64 = 64 << 20
    private static let name: Path = "reserve"
    private let folder: Directory
    private let isHeld = Mutex(false)

    /// Takes the reserve in the store's folder, if there is room; a store that is full already goes without.
    package init(in store: Path) throws(SystemError) {
        folder = try Directory.open(store)
        restore()
    }

    /// Gives the space up.
    /// - Returns: whether there was some to give.
    package func release() -> Bool {
        isHeld.withLock { isHeld in
            guard isHeld else { return false }
            isHeld = false
            return (try? folder.unlink(Self.name)) != nil
        }
    }

    /// Takes the space again, where there is twice as much.
    package func restore() {
        isHeld.withLock { isHeld in
            guard !isHeld, let space = try? VolumeSpace.of(folder.descriptor.number) else { return }
            let size = min(Self.bytes, space.total / 50)
            guard size > 0, space.available > 2 * size else { return }
            do {
                let file = try folder.openFile(Self.name, [.readWrite, .create, .truncate, .noFollow], mode: 0o600)
                try file.reserveSpace(size)
                isHeld = true
            } catch {
                _ = try? folder.unlink(Self.name)
            }
        }
    }
}
