internal import FoundationEssentials

/// Reads type declarations out of a property list with the keys of an Info.plist (XML or binary).
struct PropertyListReader {
    /// A declaration, and where its values stand.
    struct Found {
        var declaration: TypeDeclaration
        /// The way to the declaration's own dictionary.
        var key: String

        /// What is wrong with one of its values.
        func problem(_ kind: TypeDeclarationProblem.Kind, _ name: String) -> TypeDeclarationProblem {
            guard case .propertyList(let path, _) = declaration.source else {
                return TypeDeclarationProblem(identifier: declaration.identifier, kind: kind)
            }
            return TypeDeclarationProblem(
                identifier: declaration.identifier, kind: kind,
                place: TypeDeclarationProblem.Place(file: path, key: "\(key).\(name)"))
        }
    }

    private let path: String
    private(set) var found: [Found] = []
    private(set) var problems: [TypeDeclarationProblem] = []

    /// - Parameters:
    ///   - path: what the file is called in problems and sources.
    ///   - mayHoldOthers: whether a property list without any declaration is right as well.
    init(_ bytes: [UInt8], path: String, mayHoldOthers: Bool = false) {
        self.path = path
        let root: PropertyListValue
        do {
            root = try PropertyListDecoder().decode(PropertyListValue.self, from: Data(bytes))
        } catch {
            note("", .unreadable("this is no property list: \(Self.words(for: error))"), at: "")
            return
        }
        guard case .dictionary(let members) = root else {
            note("", .wrongValue(expected: "a dictionary"), at: "")
            return
        }
        let lists = [("UTExportedTypeDeclarations", true), ("UTImportedTypeDeclarations", false)]
        if !mayHoldOthers, !lists.contains(where: { members[$0.0] != nil }) {
            note("", .wrongValue(expected: "\(lists[0].0) or \(lists[1].0)"), at: "")
        }
        for (name, isExported) in lists {
            guard let list = members[name] else { continue }
            guard case .array(let elements) = list else {
                note("", .wrongValue(expected: "an array of dictionaries"), at: name)
                continue
            }
            for (index, element) in elements.enumerated() {
                read(element, isExported: isExported, at: "\(name)[\(index)]")
            }
        }
    }

    private mutating func read(_ element: PropertyListValue, isExported: Bool, at key: String) {
        guard case .dictionary(let members) = element else {
            return note("", .wrongValue(expected: "a dictionary"), at: key)
        }
        guard case .string(let identifier)? = members["UTTypeIdentifier"] else {
            return note("", .wrongValue(expected: "the type's identifier"), at: key + ".UTTypeIdentifier")
        }
        var declaration = TypeDeclaration(
            identifier: identifier, source: .propertyList(path: path, exported: isExported))
        declaration.parents = texts(members, "UTTypeConformsTo", identifier, key)
        if let value = members["UTTypeTagSpecification"] {
            let key = key + ".UTTypeTagSpecification"
            if case .dictionary(let tags) = value {
                declaration.extensions = read(tags, .filenameExtension, identifier, key) { $0.isFilenameExtension }
                declaration.mimeTypes = read(tags, .mimeType, identifier, key) { $0.isMIMEType }
            } else {
                note(identifier, .wrongValue(expected: "a dictionary of tags"), at: key)
            }
        }
        declaration.summary = text(members, "UTTypeDescription", identifier, key)
        declaration.reference = text(members, "UTTypeReferenceURL", identifier, key)
        switch members["UTTypeVersion"] {
        case nil: break
        case .integer(let version)?: declaration.version = version
        case .string(let text)? where Int(text) != nil: declaration.version = Int(text)
        case _?: note(identifier, .wrongValue(expected: "a whole number"), at: key + ".UTTypeVersion")
        }
        found.append(Found(declaration: declaration, key: key))
    }

    private mutating func read(
        _ tags: [String: PropertyListValue], _ tagClass: UTTagClass, _ identifier: String, _ key: String,
        isTag: (String) -> Bool
    ) -> [String] {
        var good: [String] = []
        for tag in texts(tags, tagClass.rawValue, identifier, key) {
            if isTag(tag) {
                if !good.contains(tag.asciiFolded) { good.append(tag.asciiFolded) }
            } else {
                note(identifier, .malformedTag(tag), at: "\(key).\(tagClass.rawValue)")
            }
        }
        return good
    }

    /// One text or several, as both occur.
    private mutating func texts(
        _ members: [String: PropertyListValue], _ name: String, _ identifier: String, _ key: String
    ) -> [String] {
        switch members[name] {
        case nil: return []
        case .string(let text)?: return [text]
        case .array(let elements)?:
            var texts: [String] = []
            for (index, element) in elements.enumerated() {
                if case .string(let text) = element {
                    texts.append(text)
                } else {
                    note(identifier, .wrongValue(expected: "a text"), at: "\(key).\(name)[\(index)]")
                }
            }
            return texts
        case _?:
            note(identifier, .wrongValue(expected: "a text, or an array of texts"), at: "\(key).\(name)")
            return []
        }
    }

    private mutating func text(
        _ members: [String: PropertyListValue], _ name: String, _ identifier: String, _ key: String
    ) -> String? {
        guard let value = members[name] else { return nil }
        if case .string(let text) = value { return text }
        note(identifier, .wrongValue(expected: "a text"), at: "\(key).\(name)")
        return nil
    }

    private mutating func note(_ identifier: String, _ kind: TypeDeclarationProblem.Kind, at key: String) {
        problems.append(
            TypeDeclarationProblem(
                identifier: identifier, kind: kind, place: TypeDeclarationProblem.Place(file: path, key: key)))
    }

    private static func words(for error: any Error) -> String {
        guard case .dataCorrupted(let context)? = error as? DecodingError else { return "\(error)" }
        let cause = context.underlyingError.map { ", \($0)" } ?? ""
        return context.debugDescription + cause
    }
}

/// Any value of a property list that declarations are made of.
private enum PropertyListValue: Decodable {
    case string(String)
    case integer(Int)
    case array([PropertyListValue])
    case dictionary([String: PropertyListValue])
    /// A flag, a date, data: never right in a declaration.
    case other

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let members = try? container.decode([String: PropertyListValue].self) {
            self = .dictionary(members)
        } else if let elements = try? container.decode([PropertyListValue].self) {
            self = .array(elements)
        } else if let number = try? container.decode(Int.self) {
            self = .integer(number)
        } else {
            self = .other
        }
    }
}
