internal import LinuxSystem

/// A file that is whole and waits for its name; used by one thread at a time.
// Why `@unchecked`: a worker makes it and hands it on to whoever commits it.
final class StagedFile: @unchecked Sendable {
    /// A copy, which has no name of its own yet.
    private var copy: UnpublishedFile?
    /// The source's own inode, which gets a further name in place of being copied.
    private let source: SharedDescriptor?
    let inode: UInt64

    /// A copy that was made in the volume of its destination.
    init(_ copy: consuming UnpublishedFile) throws(SystemError) {
        inode = try FileStatus.of(copy.descriptor.number).inode
        source = nil
        self.copy = consume copy
    }

    /// The source itself, which is to get a further name.
    init(naming source: SharedDescriptor, inode: UInt64) {
        self.inode = inode
        self.source = source
        copy = nil
    }

    /// Whether it is a copy, and not the source's own inode.
    var isCopy: Bool { source == nil }

    /// Gives it its name, in one step.
    /// - Throws: ``SystemError``: `EEXIST` where the name is taken; it can be tried again then.
    func publish(in folder: DestinationFolder, as name: String) throws(SystemError) {
        if let source {
            try source.withNumber { (number) throws(SystemError) in
                try folder.directory.link(openFile: number, as: Path(name))
            }
            return
        }
        guard var file = copy.take() else { preconditionFailure("a file is placed once") }
        do throws(SystemError) {
            try file.publish(in: folder.directory, as: Path(name))
        } catch {
            copy = consume file
            throw error
        }
    }
}
