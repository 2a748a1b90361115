internal import LinuxSystem
internal import StagingModel

/// Called while something is copied, with the bytes done; what it throws ends the copy.
package typealias CopyProgress = (_ done: Int64, _ total: Int64) throws -> Void

/// Placing a received file under its final name: whole, or not at all (rule 12).
enum FilePlacing {
    /// Copies the file, or takes the staged inode over where that is offered and the volume is the same.
    /// - Parameter provenance: where it came from (rule 14).
    /// - Returns: the path of the new file, and whether the inode was taken.
    static func place(
        _ source: SharedDescriptor, takable: Bool, provenance: Provenance, at destination: borrowing OpenDestination,
        progress: CopyProgress
    ) throws -> (path: Path, isTaken: Bool) {
        let status = try FileStatus.of(source.number)
        let permissions = (0o666 | status.permissions & 0o111) & ~OwnProcess.fileModeMask
        if takable, let path = try take(source, status, permissions, at: destination) { return (path, true) }
        do {
            let hidden = HiddenName.random()
            var file = try destination.folder.makeUnpublishedFile(hiddenName: hidden)
            // The others leave no name behind.
            if !file.isNameless || destination.options.conflict == .replace {
                HiddenName.removeLeftovers(in: destination.folder)
            }
            try copy(source.number, to: file.descriptor.number, size: status.size, progress)
            if destination.options.keepsProvenance {
                try provenance.set(on: file.descriptor.number, from: source.number)
            }
            try file.descriptor.setModified(status.modified)
            try file.descriptor.setPermissions(permissions)
            if destination.options.isDurable { try file.descriptor.synchronize() }
            let name = try destination.claim { name, replacing in
                try file.publish(in: destination.folder, as: name, replacing: replacing)
            }
            if destination.options.isDurable { try destination.folder.synchronize() }
            return (destination.shown(name), false)
        } catch let error as SystemError {
            throw StagingError(placing: error, destination.shown(destination.name))
        }
    }

    /// - Returns: nil where it has to be copied.
    private static func take(
        _ source: SharedDescriptor, _ status: FileStatus, _ permissions: UInt32,
        at destination: borrowing OpenDestination
    ) throws -> Path? {
        guard try FileStatus.of(destination.folder.descriptor.number).device == status.device else { return nil }
        if destination.options.conflict == .replace {
            guard let path = try takeReplacing(source, permissions, at: destination) else { return nil }
            return path
        }
        // The file appears as it is to be, so that a kill leaves no other name. What is changed before that the service
        // makes anew, should it not be confirmed.
        try Provenance.clean(source.number, keeping: destination.options.keepsProvenance)
        try changePermissions(of: source.number, to: permissions)
        let name: Path
        do {
            name = try destination.claim { name, _ in
                try destination.folder.link(openFile: source.number, as: name)
            }
        } catch is SystemError { return nil }
        try synchronize(source, at: destination)
        return destination.shown(name)
    }

    /// The same in place of an existing file, which takes a hidden name for an instant.
    private static func takeReplacing(
        _ source: SharedDescriptor, _ permissions: UInt32, at destination: borrowing OpenDestination
    ) throws -> Path? {
        HiddenName.removeLeftovers(in: destination.folder)
        let hidden = HiddenName.random()
        do {
            try destination.folder.link(openFile: source.number, as: hidden)
        } catch { return nil }
        do {
            try Provenance.clean(source.number, keeping: destination.options.keepsProvenance)
            try changePermissions(of: source.number, to: permissions)
            let name = try destination.claim { name, _ in
                try destination.folder.rename(hidden, to: destination.folder, as: name, .replace)
            }
            try synchronize(source, at: destination)
            return destination.shown(name)
        } catch {
            try? destination.folder.unlink(hidden)
            throw error
        }
    }

    private static func synchronize(
        _ source: SharedDescriptor, at destination: borrowing OpenDestination
    ) throws(SystemError) {
        guard destination.options.isDurable else { return }
        try source.duplicate().synchronize()
        try destination.folder.synchronize()
    }

    static func copy(_ source: Int32, to destination: Int32, size: Int64, _ progress: CopyProgress) throws {
        do {
            _ = try copyContents(from: source, to: destination) { (done) throws(ErasedError) in
                do { try progress(done, size) } catch { throw ErasedError(error) }
            }
        } catch {
            switch error {
            case .system(let error): throw error
            case .stopped(let error): throw error.error
            case .shrank:
                throw StagingError(
                    .sourceChanged, "the file became shorter while it was copied",
                    hint: "an original can change at any time; ask for a snapshot")
            }
        }
    }
}

/// Any error, where one type of error is asked for.
struct ErasedError: Error {
    let error: any Error

    init(_ error: any Error) { self.error = error }
}

/// The attributes that tell where bytes came from (rule 14).
enum Provenance {
    /// The service has noted them on the source.
    case noted
    /// The service told them: name and value.
    case told([(name: String, value: String)])

    /// Sets them; a file system without attributes goes without.
    func set(on file: Int32, from source: Int32) throws(SystemError) {
        switch self {
        case .noted: try Self.copy(from: source, to: file)
        case .told(let attributes):
            for (name, value) in attributes {
                guard try ExtendedAttributes.set(Path(name), to: Array(value.utf8), on: file) else { return }
            }
        }
    }

    private static let names: [Path] = ["user.stage.grant", "user.stage.sender", "user.stage.type", "user.stage.sent"]

    /// Copies them; a file system without attributes goes without.
    static func copy(from source: Int32, to destination: Int32) throws(SystemError) {
        for name in names {
            guard let value = try ExtendedAttributes.value(of: name, on: source) else { continue }
            guard try ExtendedAttributes.set(name, to: value, on: destination) else { return }
        }
    }

    /// Leaves these on a file that was taken over, or none.
    static func clean(_ file: Int32, keeping: Bool) throws(SystemError) {
        try changePermissions(of: file, to: 0o600)
        for name in try ExtendedAttributes.names(on: file) where name.text.hasPrefix("user.stage") {
            if !keeping || !names.contains(name) { _ = try ExtendedAttributes.remove(name, on: file) }
        }
    }
}

extension StagingError {
    init(placing error: SystemError, _ path: Path) {
        if error.isNoSpace {
            self.init(
                .noSpace, "no space for \(path.quoted): \(error.reason)",
                hint: "free some space, or choose another destination; the grant is as it was")
        } else {
            self.init(.failed, "cannot write \(path.quoted): \(error.reason)")
        }
    }
}
