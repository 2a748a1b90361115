package import LinuxSystem
internal import StagingModel

extension LocalByteStore {
    package func path(of area: AreaRecord) -> Path {
        places.root(named: area.volume).appending("areas").appending(Path(area.id)).appending(Path(area.name))
    }

    package func area(at path: Path) -> String? {
        for root in places.roots {
            let prefix = root.appending("areas/").bytes
            guard path.bytes.starts(with: prefix) else { continue }
            let name = path.bytes.dropFirst(prefix.count).prefix { $0 != UInt8(ascii: "/") }
            let text = String(decoding: name, as: UTF8.self)
            if StoreName.isOne(text) { return text }
        }
        return nil
    }

    package func makeArea(_ area: AreaRecord, of object: ObjectRecord) throws {
        let volume = try volume(named: object.volume)
        try withReserve {
            try fillArea(area, of: object, on: volume)
        } undoing: {
            _ = try? removeTree(named: Path(area.id), in: volume.areas.descriptor.number)
            _ = try? volume.bytes.unlink(Self.manifestName(ofArea: area.id))
        }
    }

    private func fillArea(_ area: AreaRecord, of object: ObjectRecord, on volume: Volume) throws {
        do {
            try volume.areas.makeDirectory(Path(area.id))
            let folder = try volume.areas.openDirectory(Path(area.id))
            if object.isTree {
                try fillTree(folder, area, object, volume)
            } else {
                let source = try open(object)
                try withExtendedLifetime(source) {
                    try fillFile(
                        Path(area.name), in: folder, from: source.number, named: Path(object.id), of: volume.bytes,
                        as: object, volume)
                }
            }
            try open(folder, toReceiver: area.receiverUID)
        } catch let error as SystemError {
            throw StagingError(system: error, "cannot make the area")
        }
    }

    /// Opens the area's directory to its receiver alone: by its owner's bits, or by an ACL for another user.
    private func open(_ folder: borrowing Directory, toReceiver receiver: UInt32) throws {
        if receiver == owner { return try folder.descriptor.setPermissions(0o500) }
        guard
            try AccessControl.restrict(
                folder.descriptor.number, owner: [.read, .write, .execute], user: receiver, to: [.read, .execute])
        else {
            throw StagingError(
                .failed, "the store's file system keeps no ACLs, so no area can be opened to another user",
                hint: "receive with --to, --stdout or --exec, or use a store on ext4, XFS or btrfs")
        }
    }

    /// Puts a file into an area: an inode of its own where blocks can be shared, else a name of the staged inode, else,
    /// at the limit of names, a copy.
    private func fillFile(
        _ name: Path, in folder: borrowing Directory, from source: Int32, named sourceName: Path,
        of sourceFolder: borrowing Directory, as record: ObjectRecord, _ volume: Volume
    ) throws {
        if !volume.reflinks {
            do {
                return try sourceFolder.link(sourceName, to: folder, as: name)
            } catch  where error.isTooManyLinks {
                try checkSpace(volume, for: record.size)
            }
        }
        try copyStaged(source, to: name, in: folder)
    }

    /// A copy of a staged file with its attributes, time and mode.
    private func copyStaged(_ source: Int32, to name: Path, in folder: borrowing Directory) throws {
        let status = try FileStatus.of(source)
        let file = try folder.openFile(name, [.readWrite, .create, .exclusive], mode: 0o600)
        do {
            _ = try copyContents(from: source, to: file.number) { (_) throws(StagingError) in }
        } catch {
            throw error.stagingError(of: "the staged bytes")
        }
        for attribute in try ExtendedAttributes.names(on: source) where attribute.text.hasPrefix("user.stage.") {
            if let value = try ExtendedAttributes.value(of: attribute, on: source) {
                _ = try ExtendedAttributes.set(attribute, to: value, on: file.number)
            }
        }
        try file.setModified(status.modified)
        try file.setPermissions(status.permissions)
    }

    private func fillTree(
        _ folder: borrowing Directory, _ area: AreaRecord, _ object: ObjectRecord, _ volume: Volume
    ) throws {
        let manifest = try openManifest(object)
        let stagedTree = try volume.bytes.openDirectory(Path(object.id))
        let staged = try stagedTree.openDirectory("content")
        // The area outlives the grant's bytes and is still to be kept with the permissions that it came with.
        try stagedTree.link("manifest", to: volume.bytes, as: Self.manifestName(ofArea: area.id))
        try folder.makeDirectory(Path(area.name))
        let root = try folder.openDirectory(Path(area.name))
        // Where the records of folders are, which is all of a large tree that is held in memory.
        var folders: [Int64] = []
        var reader = ManifestReader(of: manifest)
        while true {
            let place = reader.offset
            guard let entry = try Self.next(&reader) else { break }
            let path = Path(bytes: entry.path)
            switch entry.kind {
            case .directory:
                if !entry.path.isEmpty { try root.makeDirectory(beneath: path) }
                folders.append(place)
            case .link: try root.makeSymbolicLink(beneath: path, to: Path(bytes: entry.target ?? []))
            case .file: try fillEntry(entry, path, from: staged, to: root, object, volume)
            }
        }
        // From the leaves up: times of a folder change with what is put into it. Every folder can be read by who gets
        // to the area's own, which only its receiver does.
        for place in folders.reversed() {
            var reader = ManifestReader(of: manifest, at: place, chunk: 1024)
            guard let entry = try Self.next(&reader) else { break }
            let directory =
                entry.path.isEmpty
                ? try folder.openDirectory(Path(area.name))
                : try root.openDirectory(beneath: Path(bytes: entry.path))
            try directory.descriptor.setModified(Timestamp(total: entry.modified))
            try directory.descriptor.setPermissions(0o555)
        }
    }

    private func fillEntry(
        _ entry: TreeEntry, _ path: Path, from staged: borrowing Directory, to root: borrowing Directory,
        _ object: ObjectRecord, _ volume: Volume
    ) throws {
        let parent = path.parent
        let source = try openEntry(entry, path, in: staged)
        let from = try staged.openDirectory(beneath: parent)
        let to = try root.openDirectory(beneath: parent)
        try fillFile(
            path.lastComponent, in: to, from: source.number, named: path.lastComponent, of: from, as: object, volume)
    }

    /// Opens a file of a staged tree and compares it with its record (rule 10).
    private func openEntry(
        _ entry: TreeEntry, _ path: Path, in staged: borrowing Directory
    ) throws(StagingError) -> OwnedDescriptor {
        do {
            let source = try staged.openBeneath(path, [.readOnly, .noFollow, .nonBlocking])
            let status = try FileStatus.of(source.number)
            if status.size == entry.size, status.modified.total == entry.modified,
                status.permissions == Self.sealed(entry.permissions), status.user == owner
            {
                return source
            }
        } catch {
            if !error.isMissing, !error.isLink { throw StagingError(system: error, "cannot open \(path.quoted)") }
        }
        throw StagingError(
            .damaged, "\(path.quoted) was changed by somebody since it was sent", hint: "send the tree again")
    }

    static func withdrawnName(ofArea id: String) -> Path { Path(id + ".ended") }

    package func withdraw(_ area: AreaRecord) {
        guard let volume = try? volume(named: area.volume) else { return }
        do {
            try volume.areas.rename(Path(area.id), as: Self.withdrawnName(ofArea: area.id))
        } catch {
            // It stays in sight until it is removed, and nothing worse.
        }
    }

    static func manifestName(ofArea id: String) -> Path { Path(id + ".manifest") }

    package func openManifest(of area: AreaRecord) throws -> SharedDescriptor? {
        do {
            return SharedDescriptor(
                try volume(named: area.volume).bytes.openFile(
                    Self.manifestName(ofArea: area.id), [.readOnly, .noFollow, .nonBlocking]))
        } catch let error as SystemError where error.isMissing { return nil }
    }

    private static func next(_ reader: inout ManifestReader) throws -> TreeEntry? {
        do {
            return try reader.next()
        } catch is ManifestReader.Damaged {
            throw StagingError(.damaged, "the staged tree's manifest is damaged", hint: "send the tree again")
        }
    }

    package func restore(_ object: ObjectRecord) throws -> ObjectRecord {
        guard !object.isTree else { return object }
        let volume = try volume(named: object.volume)
        do {
            let name = Path(object.id)
            let old = try volume.bytes.openFile(name, [.readOnly, .noFollow, .nonBlocking])
            let status = try FileStatus.of(old.number)
            // A receiver that was stopped half-way has at most linked the inode and changed its mode. Other contents
            // show in size or time, and then the record's own check finds them.
            guard status.size == object.size, status.modified.total == object.modified else { return object }
            var record = object
            if status.linkCount == 1, status.permissions == object.mode {
                // Made anew already, where a kill came before that was recorded.
                record.inode = status.inode
                return record
            }
            let hidden = Path(StoreName.random())
            try copyStaged(old.number, to: hidden, in: volume.incoming)
            let file = try volume.incoming.openFile(hidden, [.readOnly, .noFollow, .nonBlocking])
            try file.setPermissions(object.mode)
            let fresh = try FileStatus.of(file.number)
            try volume.incoming.rename(hidden, to: volume.bytes, as: name, .replace)
            record.inode = fresh.inode
            return record
        } catch let error as SystemError {
            throw StagingError(system: error, "cannot make the staged bytes anew")
        }
    }
}

extension ManifestReader {
    /// Reads an open manifest.
    init(of manifest: SharedDescriptor, at offset: Int64 = 0, chunk: Int = 65536) {
        self.init(at: offset, chunk: chunk) { offset, count in
            try manifest.withNumber { number in try readSome(of: number, at: offset, count: count) }
        }
    }
}
