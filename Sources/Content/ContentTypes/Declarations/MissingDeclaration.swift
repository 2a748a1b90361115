internal import LinuxSystem

/// What a program's user is told of a type that the program names and nothing declares.
struct MissingDeclaration: CustomStringConvertible, Sendable {
    /// How the program named it.
    enum Role: Sendable {
        case exported
        case imported

        fileprivate var call: String { self == .exported ? "exportedAs" : "importedAs" }
        fileprivate var list: String {
            self == .exported ? "UTExportedTypeDeclarations" : "UTImportedTypeDeclarations"
        }
    }

    private let declaration: TypeDeclaration
    private let role: Role
    private let problems: [TypeDeclarationProblem]

    /// - Parameters:
    ///   - declaration: what was assumed.
    ///   - problems: what is wrong even with that.
    init(_ declaration: TypeDeclaration, role: Role, problems: [TypeDeclarationProblem]) {
        self.declaration = declaration
        self.role = role
        self.problems = problems
    }

    /// What is missing, what was assumed for it, and the declaration to paste.
    var description: String {
        let identifier = declaration.identifier
        let parents = declaration.parents.joined(separator: ", ")
        let use = "UTType(\(role.call): \"\(identifier)\")"
        guard identifier.isTypeIdentifier else {
            return problems.map { "\(use): \($0)" }.joined(separator: "\n")
        }
        let places = DeclarationPlaces.directories().map { "\($0)/\(identifier).plist" }
        let further = problems.map { "\n\(use): \($0)" }.joined()
        return """
            \(use): no declaration of the type was found. It is taken to conform to \(parents), without an extension \
            and a MIME type.\(further)
            Save this as \(places.reversed().joined(separator: " or ")), with tags that are right:
            \(propertyList)
            """
    }

    /// A whole property list that declares the type, with tags made of its identifier.
    var propertyList: String {
        let last = declaration.identifier.split(separator: ".").last.map { String($0).asciiFolded } ?? ""
        let parents = declaration.parents.map { "<string>\($0)</string>" }.joined()
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
              <key>\(role.list)</key><array><dict>
                <key>UTTypeIdentifier</key><string>\(declaration.identifier)</string>
                <key>UTTypeConformsTo</key><array>\(parents)</array>
                <key>UTTypeTagSpecification</key><dict>
                  <key>public.filename-extension</key><array><string>\(last)</string></array>
                  <key>public.mime-type</key><array><string>application/x-\(last)</string></array>
                </dict>
              </dict></array>
            </dict></plist>
            """
    }
}

/// The process's standard error.
enum StandardError {
    /// Writes the text and a line end, at once, so that lines of several threads stay whole. What cannot be written is
    /// lost, as there is nowhere else to tell it.
    static func write(_ text: String) { try? writeAll(Array((text + "\n").utf8), to: 2) }
}
