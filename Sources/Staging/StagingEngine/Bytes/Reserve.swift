package import LinuxSystem
internal import Synchronization

/// Space that the store keeps for a full disk: given up when the catalogue finds no room, so that revoke, release,
/// expiry and receive go on (rule 22), and taken again when there is some.
///
/// It lies in the store while a service runs, and afterwards as long as something is granted: on a disk that was filled
/// meanwhile the next service could not start without it.
package final class Reserve: Sendable {
    /// The most that is kept; of a small volume a fiftieth.
    private static let bytes: Int64 = 64 << 20
    private static let name: Path = "reserve"
    private let folder: Directory
    private let isHeld: Mutex<Bool>
    /// How much it is while it is there, in bytes.
    let size: Int64

    /// Takes the reserve in the store's folder, if there is room, or takes over what an earlier service left; a store
    /// that is full already goes without.
    package init(in store: Path) throws(SystemError) {
        folder = try Directory.open(store)
        size = min(Self.bytes, ((try? VolumeSpace.of(folder.descriptor.number))?.total ?? 0) / 50)
        let left = try? folder.status(of: Self.name)
        isHeld = Mutex(left.map { $0.kind == .regular && $0.allocated > 0 } ?? false)
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
            guard !isHeld, size > 0, let space = try? VolumeSpace.of(folder.descriptor.number),
                space.available > 2 * size
            else { return }
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
