internal import LinuxSystem
internal import StagingModel

extension LocalByteStore {
    package func haveSameContent(_ first: ObjectRecord, _ second: ObjectRecord) throws -> Bool {
        guard first.isTree == second.isTree, first.size == second.size else { return false }
        do {
            guard first.isTree else {
                let one = try open(first)
                let other = try open(second)
                return try one.withNumber { first in
                    try other.withNumber { second in try Self.haveSameBytes(first, second) }
                }
            }
            let manifest = try openManifest(first)
            let otherManifest = try openManifest(second)
            let areSame = try manifest.withNumber { first in
                try otherManifest.withNumber { second in try Self.haveSameBytes(first, second) }
            }
            guard areSame else { return false }
            let one = try openContent(first)
            let other = try openContent(second)
            var reader = ManifestReader(of: manifest)
            while let entry = try reader.next() {
                guard entry.kind == .file else { continue }
                let path = Path(bytes: entry.path)
                let left = try one.openBeneath(path, [.readOnly, .noFollow, .nonBlocking])
                let right = try other.openBeneath(path, [.readOnly, .noFollow, .nonBlocking])
                if try !Self.haveSameBytes(left.number, right.number) { return false }
            }
            return true
        } catch let error as SystemError {
            throw StagingError(system: error, "cannot compare with what was sent before")
        }
    }

    private func openContent(_ object: ObjectRecord) throws -> Directory {
        try volume(named: object.volume).bytes.openDirectory(Path(object.id)).openDirectory("content")
    }

    private static func haveSameBytes(_ first: Int32, _ second: Int32) throws(SystemError) -> Bool {
        var offset: Int64 = 0
        while true {
            let one = try readSome(of: first, at: offset, count: 1 << 20)
            if try one != readSome(of: second, at: offset, count: 1 << 20) { return false }
            if one.isEmpty { return true }
            offset += Int64(one.count)
        }
    }
}
