internal import LinuxSystem
internal import StagingModel
internal import Synchronization

/// How many of something each user has at the moment, so that one user's many never are another's too few (rule 21).
final class PerUserCount: Sendable {
    private let counts = Mutex<[UInt32: Int]>([:])

    /// Counts one more; false, and nothing counted, where the user has `limit` already.
    func enter(_ uid: UInt32, limit: Int) -> Bool {
        counts.withLock { counts in
            guard counts[uid, default: 0] < limit else { return false }
            counts[uid, default: 0] += 1
            return true
        }
    }

    /// Counts one less.
    func leave(_ uid: UInt32) {
        counts.withLock { counts in
            let left = (counts[uid] ?? 1) - 1
            counts[uid] = left > 0 ? left : nil
        }
    }
}

/// The originals that only their descriptor reaches, by grant. Each costs the service a descriptor, of which all users
/// together have so many.
final class HeldOriginals: Sendable {
    private struct Held {
        let file: SharedDescriptor
        let uid: UInt32
    }

    private let held = Mutex<[Int64: Held]>([:])
    private let counts = PerUserCount()

    /// The original of the grant with this number, nil where none is held.
    subscript(grant: Int64) -> SharedDescriptor? { held.withLock { $0[grant]?.file } }

    /// Keeps a grant's original open until ``release(_:)``.
    /// - Throws: ``StagingError`` (`limitExceeded`) where the user has `limit` already.
    func hold(_ file: SharedDescriptor, for grant: Int64, of uid: UInt32, limit: Int) throws(StagingError) {
        guard counts.enter(uid, limit: limit) else {
            throw StagingError(
                .limitExceeded, "the service holds \(limit) originals of yours open, which is the limit",
                hint: "revoke some, or send a snapshot")
        }
        held.withLock { $0[grant] = Held(file: file, uid: uid) }
    }

    /// Closes what is held of a grant, if something is.
    func release(_ grant: Int64) {
        if let uid = held.withLock({ $0.removeValue(forKey: grant)?.uid }) { counts.leave(uid) }
    }
}
