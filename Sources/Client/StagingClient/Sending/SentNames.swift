internal import LinuxSystem

/// A name that was sent by a move, as it was then.
struct SentName {
    let path: Path
    let kind: FileKind
    let stamp: ContentStamp
}

/// Taking names away after a move, each only while it still names what was sent (rule 5).
enum SentNames {
    /// Takes a tree away: what is as it was sent, and nothing that came or changed since.
    /// - Parameters:
    ///   - names: everything in it, a directory before what is in it.
    ///   - report: told of what stays, once.
    static func remove(
        _ names: [SentName], ofTree name: Path, in folder: borrowing Directory, _ report: (String) -> Void
    ) throws(SystemError) {
        let root = try folder.openDirectory(name)
        var kept = 0
        for sent in names.reversed() {
            let parent = try root.openDirectory(beneath: sent.path.parent)
            let last = sent.path.lastComponent
            do {
                if sent.kind == .directory {
                    try parent.removeDirectory(last)
                } else if try parent.status(of: last).stamp.isSameContent(as: sent.stamp) {
                    try parent.unlink(last, ifInode: sent.stamp.inode)
                } else {
                    kept += 1
                }
            } catch  where error.isMissing {
            } catch { kept += 1 }
        }
        if kept == 0 {
            try folder.removeDirectory(name)
        } else {
            report("\(name.quoted) was sent; \(kept) entries in it changed since, and stay")
        }
    }

    /// Takes one file's name away.
    static func remove(
        _ name: Path, like stamp: ContentStamp, in folder: borrowing Directory, _ report: (String) -> Void
    ) throws(SystemError) {
        let now: FileStatus
        do { now = try folder.status(of: name) } catch  where error.isMissing { return }
        if now.stamp.isSameContent(as: stamp) {
            try folder.unlink(name, ifInode: stamp.inode)
        } else {
            report("\(name.quoted) changed since it was sent, and stays")
        }
    }
}

extension ContentStamp {
    /// Whether inode, size and modification time are the same; links made meanwhile do not count.
    func isSameContent(as other: ContentStamp) -> Bool {
        device == other.device && inode == other.inode && size == other.size && modified == other.modified
    }
}
