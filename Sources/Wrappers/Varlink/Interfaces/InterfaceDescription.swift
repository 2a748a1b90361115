/// An interface file as a value.
package struct InterfaceDescription: Hashable, Sendable {
    /// A member of an object: of a type, of a method's parameters or result, of an error's parameters.
    package struct Field: Hashable, Sendable {
        /// The member's name in the JSON object.
        package let name: String
        /// What its value may be.
        package let type: FieldType
        /// The comment before it, line by line without the `#`.
        package let documentation: [String]
    }

    /// What a value may be.
    package indirect enum FieldType: Hashable, Sendable {
        case bool, int, float, string
        /// Any object.
        case object
        /// Any value but null; systemd's addition to the language.
        case any
        /// A type of the same interface.
        case named(String)
        case structure([Field])
        /// One of these strings; never empty.
        case enumeration([String])
        case array(FieldType)
        /// An object with any members of one type.
        case dictionary(FieldType)
        /// Also null or absent; never directly around another optional.
        case optional(FieldType)
    }

    /// A method, by its name without the interface's.
    package struct Method: Hashable, Sendable {
        /// Such as `Jump`.
        package let name: String
        /// The members of a call's parameters.
        package let parameters: [Field]
        /// The members of a reply's parameters.
        package let result: [Field]
        /// The comment before it, line by line without the `#`.
        package let documentation: [String]
    }

    /// A named type: a structure or an enumeration.
    package struct TypeAlias: Hashable, Sendable {
        /// Such as `Coordinate`.
        package let name: String
        /// A ``FieldType/structure(_:)`` or an ``FieldType/enumeration(_:)``.
        package let type: FieldType
        /// The comment before it, line by line without the `#`.
        package let documentation: [String]
    }

    /// An error, by its name without the interface's.
    package struct ErrorCase: Hashable, Sendable {
        /// Such as `NotEnoughEnergy`.
        package let name: String
        /// The members of its parameters.
        package let parameters: [Field]
        /// The comment before it, line by line without the `#`.
        package let documentation: [String]
    }

    /// What an interface declares. All names in it differ.
    package enum Member: Hashable, Sendable {
        case type(TypeAlias)
        case method(Method)
        case error(ErrorCase)

        /// The name without the interface's.
        package var name: String {
            switch self {
            case .type(let type): type.name
            case .method(let method): method.name
            case .error(let error): error.name
            }
        }
    }

    /// The interface's name, in reverse-domain notation.
    package let name: String
    /// The comment before it, line by line without the `#`.
    package let documentation: [String]
    /// In the order of the file.
    package let members: [Member]
    /// The file itself, as `GetInterfaceDescription` returns it.
    package let text: String

    /// Reads an interface file.
    /// - Throws: ``InterfaceSyntaxError``, also for a name that is declared twice or not at all.
    package init(_ text: String) throws(InterfaceSyntaxError) {
        var parser = try InterfaceParser(text)
        let (name, documentation) = try parser.interfaceHeader()
        self.name = name
        self.documentation = documentation
        members = try parser.members()
        self.text = text
    }

    /// The methods, in the order of the file.
    package var methods: [Method] { members.compactMap { if case .method(let method) = $0 { method } else { nil } } }
    /// The types, in the order of the file.
    package var types: [TypeAlias] { members.compactMap { if case .type(let type) = $0 { type } else { nil } } }
    /// The errors, in the order of the file.
    package var errors: [ErrorCase] { members.compactMap { if case .error(let error) = $0 { error } else { nil } } }

    /// The method of this name, without the interface's.
    package func method(_ name: String) -> Method? { methods.first { $0.name == name } }
    /// The type of this name.
    package func type(_ name: String) -> TypeAlias? { types.first { $0.name == name } }
    /// The error of this name, without the interface's.
    package func error(_ name: String) -> ErrorCase? { errors.first { $0.name == name } }
}

/// What is wrong with an interface file, and where.
package struct InterfaceSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    package let line: Int
    /// In characters (Unicode scalars), from 1.
    package let column: Int
    /// What was expected and what there is.
    package let message: String

    /// Line, column and message, as compilers print them.
    package var description: String { "\(line):\(column): \(message)" }
}
