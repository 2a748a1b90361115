internal import Synchronization

extension NSItemProvider {
    /// Promises bytes of a type.
    ///
    /// - Parameters:
    ///   - contentType: what they are.
    ///   - visibility: who may see them.
    ///   - loadHandler: is called on any thread when the bytes are asked for. It calls its completion handler once, then
    ///     or later; what it calls after the first time has no effect. A progress that it returns is cancelled with the load.
    public func registerDataRepresentation(
        for contentType: UTType, visibility: NSItemProviderRepresentationVisibility = .all,
        loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
    ) {
        add(
            Registration(
                contentType: contentType, visibility: visibility, opensInPlace: false, source: .data(loadHandler)))
    }

    /// Promises bytes of a type, as ``registerDataRepresentation(for:visibility:loadHandler:)`` does.
    public func registerDataRepresentation(
        forTypeIdentifier typeIdentifier: String, visibility: NSItemProviderRepresentationVisibility = .all,
        loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
    ) {
        registerDataRepresentation(for: .registered(typeIdentifier), visibility: visibility, loadHandler: loadHandler)
    }

    /// Promises a file or folder of a type.
    ///
    /// - Parameters:
    ///   - contentType: what it is.
    ///   - visibility: who may see it.
    ///   - openInPlace: whether the file may be used itself, in place of a copy.
    ///   - loadHandler: is called on any thread when the file is asked for. It calls its completion handler once, then or
    ///     later, with a file that stays its own (the Bool, for coordinated access, has no meaning here). A progress that
    ///     it returns is cancelled with the load.
    public func registerFileRepresentation(
        for contentType: UTType, visibility: NSItemProviderRepresentationVisibility = .all, openInPlace: Bool = false,
        loadHandler: @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
    ) {
        add(
            Registration(
                contentType: contentType, visibility: visibility, opensInPlace: openInPlace, source: .file(loadHandler))
        )
    }

    /// Promises a file or folder, as ``registerFileRepresentation(for:visibility:openInPlace:loadHandler:)`` does.
    public func registerFileRepresentation(
        forTypeIdentifier typeIdentifier: String, fileOptions: NSItemProviderFileOptions = [],
        visibility: NSItemProviderRepresentationVisibility = .all,
        loadHandler: @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
    ) {
        registerFileRepresentation(
            for: .registered(typeIdentifier), visibility: visibility, openInPlace: fileOptions.contains(.openInPlace),
            loadHandler: loadHandler)
    }

    /// Promises every type that an object can be written as.
    ///
    /// - Parameter visibility: who may see them, where the object's type is not stricter.
    /// - Parameter object: what makes the representations when they are asked for.
    public func registerObject(
        _ object: any NSItemProviderWriting, visibility: NSItemProviderRepresentationVisibility
    ) {
        let box = Box(value: object)
        let type = Swift.type(of: object)
        for identifier in object.writableTypeIdentifiersForItemProvider {
            let own = type.itemProviderVisibilityForRepresentation(withTypeIdentifier: identifier)
            registerDataRepresentation(
                forTypeIdentifier: identifier, visibility: own == .all ? visibility : own
            ) { completion in
                box.value.loadData(
                    withTypeIdentifier: identifier, forItemProviderCompletionHandler: completion)
            }
        }
    }

    /// Promises every type that objects of a class can be written as; the object is made when it is asked for.
    public func registerObject(
        ofClass aClass: any NSItemProviderWriting.Type, visibility: NSItemProviderRepresentationVisibility,
        loadHandler:
            @escaping @Sendable (@escaping @Sendable ((any NSItemProviderWriting)?, (any Error)?) -> Void) -> Progress?
    ) {
        for identifier in aClass.writableTypeIdentifiersForItemProvider {
            registerDataRepresentation(forTypeIdentifier: identifier, visibility: visibility) { completion in
                loadHandler { object, error in
                    guard let object else { return completion(nil, error) }
                    _ = object.loadData(
                        withTypeIdentifier: identifier, forItemProviderCompletionHandler: completion)
                }
            }
        }
    }

    /// Makes the object of a promise of ``registerItem(forTypeIdentifier:loadHandler:)``: the completion handler, the class
    /// that is expected (always nil here) and options.
    public typealias LoadHandler =
        @Sendable (NSItemProvider.CompletionHandler?, AnyClass?, [AnyHashable: Any]?) -> Void
    /// Takes a loaded item, or an error.
    public typealias CompletionHandler = @Sendable ((any NSSecureCoding)?, (any Error)?) -> Void

    /// Promises a coded object of a type, which is made when it is asked for.
    public func registerItem(forTypeIdentifier typeIdentifier: String, loadHandler: @escaping LoadHandler) {
        add(
            Registration(
                contentType: .registered(typeIdentifier), visibility: .all, opensInPlace: false,
                source: .item { completion in
                    loadHandler({ item, error in completion(item.map { Box(value: $0) }, error) }, nil, nil)
                }))
    }

    func registerItem(_ item: any NSSecureCoding, typeIdentifier: String) {
        let box = Box(value: item)
        add(
            Registration(
                contentType: .registered(typeIdentifier), visibility: .all, opensInPlace: false,
                source: .item { completion in completion(box, nil) }))
    }

    static func typeIdentifier(of item: any NSSecureCoding) -> String {
        switch item {
        case let url as NSURL: url.isFileURL ? UTType.fileURL.identifier : UTType.url.identifier
        case is NSString: UTType.utf8PlainText.identifier
        default: UTType.data.identifier
        }
    }
}

// MARK: Transferable

extension NSItemProvider {
    /// Promises every representation in which a value of the type is exported, in their order.
    ///
    /// - Parameter transferable: the value, which is made when something of it is first asked for.
    public func register<T>(_ transferable: @autoclosure @escaping @Sendable () -> T) where T: Transferable {
        let item = LazyItem(make: transferable)
        for (place, representation) in item.representations.enumerated() where representation.canExport {
            // The richest of several of one type is the one that is asked.
            if registrations.contains(where: { $0.contentType == representation.contentType }) { continue }
            add(
                Registration(
                    contentType: representation.contentType, visibility: .init(representation.visibility),
                    opensInPlace: representation.allowsOpenInPlace, source: .transferable(item, place: place)))
        }
    }
}

/// A transferable value behind a promise.
protocol PromisedItem: Sendable {
    /// Makes the content of one representation.
    func content(at place: Int) async throws -> ExportedContent
    /// The name that the value suggests.
    var suggestedName: String? { get }
}

/// A value that is made once, when it is first needed.
private final class LazyItem<Item: Transferable>: PromisedItem {
    let representations = Item.representations
    private let make: @Sendable () -> Item
    private let made = Mutex<Item?>(nil)

    init(make: @escaping @Sendable () -> Item) { self.make = make }

    private var item: Item {
        made.withLock { made in
            let item = made ?? make()
            made = item
            return item
        }
    }

    var suggestedName: String? { item.suggestedFilename }

    func content(at place: Int) async throws -> ExportedContent {
        let representation = representations[place]
        let item = item
        guard await representation.admitsExport(of: item) else {
            throw TransferError.notExportable(item.explainExport(as: representation.contentType))
        }
        return try await representation.export(item)
    }
}
