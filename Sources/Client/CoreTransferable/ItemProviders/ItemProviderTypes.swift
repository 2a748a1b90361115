/// Who may see a representation of an item provider.
public enum NSItemProviderRepresentationVisibility: Int, Sendable {
    /// Anyone.
    case all = 0
    /// The user's own processes, and the members of the user's configured teams.
    case team = 1
    /// The processes of the user's group.
    case group = 2
    /// The process that has the provider.
    case ownProcess = 3

    /// The same, of a representation of a transferable type.
    package var transferVisibility: TransferRepresentationVisibility {
        switch self {
        case .all: .all
        case .team: .team
        case .group: .group
        case .ownProcess: .ownProcess
        }
    }

    init(_ visibility: TransferRepresentationVisibility) {
        self =
            switch visibility {
            case .team: .team
            case .group: .group
            case .ownProcess: .ownProcess
            default: .all
            }
    }
}

/// What can be done with a file that an item provider has.
public struct NSItemProviderFileOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// The options with these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Who loads it may use the original in place of a copy.
    public static let openInPlace = NSItemProviderFileOptions(rawValue: 1)
}

/// An object that an item provider can be made of.
public protocol NSItemProviderWriting: NSObjectProtocol {
    /// The identifiers of the types that its objects can be written as, the richest first.
    static var writableTypeIdentifiersForItemProvider: [String] { get }

    /// Those of this very object.
    var writableTypeIdentifiersForItemProvider: [String] { get }

    /// Who may see the representation of a type.
    static func itemProviderVisibilityForRepresentation(
        withTypeIdentifier typeIdentifier: String
    ) -> NSItemProviderRepresentationVisibility

    /// Makes the bytes of one of the types, and calls the completion handler once.
    func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress?
}

extension NSItemProviderWriting {
    /// Those of its type.
    public var writableTypeIdentifiersForItemProvider: [String] { Self.writableTypeIdentifiersForItemProvider }

    /// Everybody, if the type says nothing else.
    public static func itemProviderVisibilityForRepresentation(
        withTypeIdentifier typeIdentifier: String
    ) -> NSItemProviderRepresentationVisibility { .all }
}

/// An object that can be made of what an item provider has.
public protocol NSItemProviderReading: NSObjectProtocol {
    /// The identifiers of the types that it can be made of, the richest first.
    static var readableTypeIdentifiersForItemProvider: [String] { get }

    /// Makes an object of bytes of one of these types.
    ///
    /// - Throws: what the type throws for bytes that it cannot read.
    static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}
