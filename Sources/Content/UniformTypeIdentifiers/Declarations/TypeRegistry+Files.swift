internal import LinuxSystem

extension TypeRegistry {
    /// A declaration's file holds so much at most, in bytes.
    private static let longestFile = 1 << 20

    /// Adds what the property lists (`*.plist`) in these directories declare, in the order of the directories and, in
    /// each, of the names. A directory that is not there holds nothing. Blocks for reading them.
    /// - Returns: what is wrong, each with file and key, as is ``problems`` from then on.
    @discardableResult
    package func load(directories: [String]) -> [TypeDeclarationProblem] {
        var readers: [PropertyListReader] = []
        var unread: [TypeDeclarationProblem] = []
        for directory in directories {
            do {
                for name in try Self.propertyLists(in: Path(directory)) {
                    let path = Path(directory).appending(name)
                    do throws(TypeDeclarationProblem) {
                        readers.append(PropertyListReader(try Self.content(of: path), path: path.text))
                    } catch {
                        unread.append(error)
                    }
                }
            } catch {
                // What is not there is the usual case.
                if !error.isMissing { unread.append(Self.unreadable(Path(directory), error.reason)) }
            }
        }
        return add(readers.flatMap(\.found), problems: unread + readers.flatMap(\.problems))
    }

    private static func propertyLists(in directory: Path) throws(SystemError) -> [Path] {
        var reader = DirectoryReader(taking: try OwnedDescriptor.open(directory, [.readOnly, .directory]))
        var names: [Path] = []
        while let entry = try reader.next() {
            if entry.name.text.asciiFolded.hasSuffix(".plist") { names.append(entry.name) }
        }
        return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    private static func content(of path: Path) throws(TypeDeclarationProblem) -> [UInt8] {
        do {
            let file = try OwnedDescriptor.open(path, [.readOnly, .nonBlocking])
            guard try FileStatus.of(file.number).kind == .regular else {
                throw unreadable(path, "it is no regular file")
            }
            let content = try readSome(of: file.number, at: 0, count: longestFile + 1)
            guard content.count <= longestFile else { throw unreadable(path, "it has more than 1 MiB") }
            return content
        } catch let error as TypeDeclarationProblem {
            throw error
        } catch {
            throw unreadable(path, "it cannot be read: \((error as? SystemError)?.reason ?? "\(error)")")
        }
    }

    private static func unreadable(_ path: Path, _ why: String) -> TypeDeclarationProblem {
        TypeDeclarationProblem(
            identifier: "", kind: .unreadable(why), place: TypeDeclarationProblem.Place(file: path.text, key: ""))
    }
}
