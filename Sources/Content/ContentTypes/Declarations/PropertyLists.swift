internal import LinuxSystem

extension TypeRegistry {
    /// A declaration's file holds so much at most, in bytes.
    private static let longestFile = 1 << 20

    /// Adds what property lists in these places declare: in the order of the directories and, in each, of the names.
    /// The places where a program's declarations would have been looked for are then left alone. Blocks for reading.
    /// - Returns: what is wrong, each with file and key, as is ``problems`` from then on.
    @discardableResult
    package func load(_ places: DeclarationPlaces) -> [TypeDeclarationProblem] { add(PropertyLists(in: places)) }
}

/// The declarations of property lists, and what is wrong with these.
struct PropertyLists {
    private(set) var found: [PropertyListReader.Found] = []
    private(set) var problems: [TypeDeclarationProblem] = []

    /// A declaration's file holds so much at most, in bytes.
    private static let longestFile = 1 << 20

    init(in places: DeclarationPlaces) {
        for directory in places.directories {
            do {
                for name in try Self.propertyLists(in: Path(directory)) {
                    read(Path(directory).appending(name), mayHoldOthers: false)
                }
            } catch {
                // What is not there is the usual case.
                if !error.isMissing { problems.append(Self.unreadable(Path(directory), error.reason)) }
            }
        }
        if let file = places.propertyList.map({ Path($0) }), (try? FileStatus.of(file)) != nil {
            read(file, mayHoldOthers: true)
        }
    }

    /// - Parameter mayHoldOthers: whether a property list without any declaration is right as well.
    init(file: String, mayHoldOthers: Bool = false) { read(Path(file), mayHoldOthers: mayHoldOthers) }

    private mutating func read(_ path: Path, mayHoldOthers: Bool) {
        do throws(TypeDeclarationProblem) {
            let reader = PropertyListReader(
                try Self.content(of: path), path: path.text, mayHoldOthers: mayHoldOthers)
            found += reader.found
            problems += reader.problems
        } catch {
            problems.append(error)
        }
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
