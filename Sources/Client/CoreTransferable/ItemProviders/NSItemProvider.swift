internal import Synchronization

/// A promise of an item: the types that it can have, and for each what makes the bytes or the file when they are asked
/// for.
///
/// All members may be called from any thread. Nothing is loaded before it is asked for.
open class NSItemProvider: NSObject, NSCopying, @unchecked Sendable {
    // Unchecked: a class that is not final, whose only stored property is the lock.
    private let state: Mutex<State>

    struct State: Sendable {
        var suggestedName: String?
        var registrations: [Registration] = []
    }

    /// An empty provider.
    public override init() {
        state = Mutex(State())
        super.init()
    }

    /// The provider of a file, whose type its extension tells; nil without a file.
    ///
    /// - Parameter fileURL: the file or folder. Its name becomes ``suggestedName``.
    public convenience init?(contentsOf fileURL: URL!) {
        guard let fileURL, fileURL.isFileURL, let path = try? FileWork.path(of: fileURL),
            (try? FileWork.open(path)) != nil
        else { return nil }
        self.init(contentsOf: fileURL, contentType: nil)
    }

    /// The provider of a file.
    ///
    /// - Parameters:
    ///   - fileURL: the file or folder. Its name becomes ``suggestedName``; that it is there is seen when it is loaded.
    ///   - contentType: what it is; nil where its extension tells.
    ///   - openInPlace: whether it may be used itself, in place of a copy.
    ///   - coordinated: has no meaning here, where nothing coordinates files.
    ///   - visibility: who may see it.
    public convenience init(
        contentsOf fileURL: URL, contentType: UTType?, openInPlace: Bool = false, coordinated: Bool = false,
        visibility: NSItemProviderRepresentationVisibility = .all
    ) {
        self.init()
        suggestedName = fileURL.lastPathComponent
        let type = contentType ?? UTType.ofFile(named: fileURL)
        registerFileRepresentation(for: type, visibility: visibility, openInPlace: openInPlace) { completion in
            completion(fileURL, coordinated, nil)
            return nil
        }
    }

    /// The provider of an object.
    public convenience init(object: any NSItemProviderWriting) {
        self.init()
        registerObject(object, visibility: .all)
    }

    /// The provider of a coded object as one type.
    ///
    /// - Parameters:
    ///   - item: `NSData`, `NSString` and `NSURL` become bytes; a URL of a file that file, unless the type is one of URLs.
    ///     Others are given back as they are by ``loadItem(forTypeIdentifier:options:completionHandler:)``.
    ///   - typeIdentifier: what it is; without one the item itself tells.
    public convenience init(item: (any NSSecureCoding)?, typeIdentifier: String?) {
        self.init()
        guard let item else { return }
        registerItem(item, typeIdentifier: typeIdentifier ?? Self.typeIdentifier(of: item))
    }

    /// A provider with the same promises.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSItemProvider()
        let now = state.withLock { $0 }
        copy.state.withLock { $0 = now }
        return copy
    }
}

// MARK: Asking

extension NSItemProvider {
    /// What a file that is written from the provider is to be called; a fitting extension is added.
    public var suggestedName: String? {
        get { state.withLock { $0.suggestedName } }
        set { state.withLock { $0.suggestedName = newValue } }
    }

    var registrations: [Registration] { state.withLock { $0.registrations } }

    func add(_ registration: Registration) {
        state.withLock { state in
            // A later promise for the same type takes the earlier one's place in the order.
            if let place = state.registrations.firstIndex(where: { $0.contentType == registration.contentType }) {
                state.registrations[place] = registration
            } else {
                state.registrations.append(registration)
            }
        }
    }

    /// The types that the item can have, in the order of registration, the richest first.
    public var registeredContentTypes: [UTType] { registrations.map(\.contentType) }

    /// Those of them whose file may be opened in place.
    public var registeredContentTypesForOpenInPlace: [UTType] {
        registrations.filter(\.opensInPlace).map(\.contentType)
    }

    /// Those of them that conform to a type.
    public func registeredContentTypes(conformingTo contentType: UTType) -> [UTType] {
        registeredContentTypes.filter { $0.conforms(to: contentType) }
    }

    /// The identifiers of the types, in the order of registration, the richest first.
    public var registeredTypeIdentifiers: [String] { registrations.map(\.contentType.identifier) }

    /// The identifiers of the types whose files can be used so.
    public func registeredTypeIdentifiers(fileOptions: NSItemProviderFileOptions = []) -> [String] {
        registrations.filter { $0.opensInPlace || !fileOptions.contains(.openInPlace) }
            .map(\.contentType.identifier)
    }

    /// Whether one of the types conforms to this one.
    public func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
        hasRepresentationConforming(toTypeIdentifier: typeIdentifier)
    }

    /// Whether one of the types conforms to this one, and its file can be used so.
    public func hasRepresentationConforming(
        toTypeIdentifier typeIdentifier: String, fileOptions: NSItemProviderFileOptions = []
    ) -> Bool {
        guard let type = UTType(identifier: typeIdentifier, allowUndeclared: true) else { return false }
        return registrations.contains { registration in
            registration.contentType.conforms(to: type)
                && (registration.opensInPlace || !fileOptions.contains(.openInPlace))
        }
    }
}

extension NSItemProvider {
    /// The domain of ``ErrorCode``.
    public static var errorDomain: String { "NSItemProviderErrorDomain" }

    /// What an item provider may fail with.
    public enum ErrorCode: Int, Sendable {
        /// Something else.
        case unknownError = -1
        /// There is nothing of the type, or it cannot be loaded.
        case itemUnavailableError = -1000
        /// The item is of another class than was asked for.
        case unexpectedValueClassError = -1100
        /// The item cannot be made into what was asked for.
        case unavailableCoercionError = -1200
    }
}

/// One type that a provider promises.
struct Registration: Sendable {
    /// Makes the content. May be asked any number of times.
    enum Source: Sendable {
        case data(@Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?)
        case file(@Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?)
        case transferable(any PromisedItem, place: Int)
        case item(@Sendable (@escaping @Sendable (Box<any NSSecureCoding>?, (any Error)?) -> Void) -> Void)
    }

    let contentType: UTType
    let visibility: NSItemProviderRepresentationVisibility
    let opensInPlace: Bool
    let source: Source
}

/// A value that its type does not call Sendable, handed on by one owner to the next.
struct Box<Value>: @unchecked Sendable {
    let value: Value
}

extension UTType {
    /// What a file or folder seems to be by its name; ``data`` or ``folder`` where the name tells nothing.
    static func ofFile(named url: URL) -> UTType {
        let isFolder =
            url.hasDirectoryPath || (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
        let type = UTType(filenameExtension: url.pathExtension, conformingTo: isFolder ? .directory : .data)
        return type ?? (isFolder ? .folder : .data)
    }

    /// The type of an identifier, also where nothing declares it.
    ///
    /// Text that is no identifier at all is a mistake of the program.
    static func registered(_ identifier: String) -> UTType {
        guard let type = UTType(identifier: identifier, allowUndeclared: true) else {
            preconditionFailure("\"\(identifier)\" is no type identifier")
        }
        return type
    }
}
