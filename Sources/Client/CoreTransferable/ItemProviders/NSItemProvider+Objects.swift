extension NSItemProvider {
    /// Whether something is registered that an object of the class can be made of.
    public func canLoadObject(ofClass aClass: any NSItemProviderReading.Type) -> Bool {
        object(ofClass: aClass) != nil
    }

    /// Whether something is registered that a value of the type can be made of.
    public func canLoadObject<T>(ofClass aClass: T.Type) -> Bool
    where T: _ObjectiveCBridgeable, T._ObjectiveCType: NSItemProviderReading {
        canLoadObject(ofClass: T._ObjectiveCType.self)
    }

    /// Loads an object: of the class's readable types, in their order, the first that something is registered for.
    ///
    /// - Parameters:
    ///   - aClass: the class.
    ///   - completionHandler: is called once, on any thread, with an object or an error.
    /// - Returns: how far it is; cancelling it ends the load, with `CocoaError.userCancelled`.
    @discardableResult
    public func loadObject(
        ofClass aClass: any NSItemProviderReading.Type,
        completionHandler: @escaping @Sendable ((any NSItemProviderReading)?, (any Error)?) -> Void
    ) -> Progress {
        let aClass = Box(value: aClass)
        return load({ completionHandler($0.object(), $0.failure) }) { [self] progress, delivery in
            await delivery.deliver(.success(try await loadedObject(ofClass: aClass, progress)))
        }
    }

    /// Loads a value of a type that Foundation bridges to such a class, such as `String` and `URL`.
    ///
    /// - Parameters:
    ///   - aClass: the type.
    ///   - completionHandler: is called once, on any thread, with a value or an error.
    /// - Returns: how far it is; cancelling it ends the load, with `CocoaError.userCancelled`.
    @discardableResult
    public func loadObject<T>(
        ofClass aClass: T.Type, completionHandler: @escaping @Sendable (T?, (any Error)?) -> Void
    ) -> Progress
    where
        T: _ObjectiveCBridgeable & SendableMetatype, T._ObjectiveCType: NSItemProviderReading & SendableMetatype
    {
        loadObject(ofClass: T._ObjectiveCType.self) { object, error in
            guard let object = object as? T._ObjectiveCType else { return completionHandler(nil, error) }
            var value: T?
            _ = T._conditionallyBridgeFromObjectiveC(object, result: &value)
            completionHandler(value, error)
        }
    }

    /// Loads a coded object: one that was registered as such, the URL of a temporary copy of a file (an `NSURL`, until the
    /// handler returns), or bytes (an `NSData`).
    ///
    /// - Parameters:
    ///   - typeIdentifier: what is asked for.
    ///   - options: have no meaning here.
    ///   - completionHandler: is called once, on any thread.
    public func loadItem(
        forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil,
        completionHandler: NSItemProvider.CompletionHandler? = nil
    ) {
        _ = load({ completionHandler?($0.object(), $0.failure) }) { [self] progress, delivery in
            let registration = try registration(for: .registered(typeIdentifier))
            switch try await registration.load(progress) {
            case .item(let box): await delivery.deliver(.success(box))
            case .data(let data): await delivery.deliver(.success(Box(value: NSData(data: data))))
            case .file(let file, _) where registration.contentType.conforms(to: .url):
                await delivery.deliver(.success(Box(value: NSData(data: try await FileWork.contents(of: file)))))
            case .file(let file, _): await delivery.deliver(.success(Box(value: NSURL(fileURLWithPath: file.path))))
            }
        }
    }

    /// Loads a coded object, as the form with a completion handler does.
    ///
    /// - Throws: ``TransferError``, or what the load handler gave.
    public func loadItem(
        forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil
    ) async throws -> any NSSecureCoding {
        let box: Box<any NSSecureCoding> = try await withCheckedThrowingContinuation { continuation in
            loadItem(forTypeIdentifier: typeIdentifier, options: nil) { item, error in
                let result = item.map { Result<_, any Error>.success(Box(value: $0)) }
                continuation.resume(with: result ?? .failure(error ?? CocoaError(.fileReadUnknown)))
            }
        }
        return box.value
    }

    private func object(
        ofClass aClass: any NSItemProviderReading.Type
    ) -> (registration: Registration, identifier: String)? {
        for identifier in aClass.readableTypeIdentifiersForItemProvider {
            guard let registration = try? registration(for: .registered(identifier)) else { continue }
            return (registration, identifier)
        }
        return nil
    }

    private func loadedObject(
        ofClass aClass: Box<any NSItemProviderReading.Type>, _ progress: LoadProgress
    ) async throws -> Box<any NSItemProviderReading> {
        guard let (registration, identifier) = object(ofClass: aClass.value) else {
            let accepted = aClass.value.readableTypeIdentifiersForItemProvider.map(UTType.registered)
            throw TransferError.nothingAcceptable(
                itemType: "\(aClass.value)", offered: registeredContentTypes, accepted: accepted)
        }
        let data = try await registration.loadContent(progress).data()
        return Box(value: try aClass.value.object(withItemProviderData: data, typeIdentifier: identifier))
    }
}

extension Result {
    fileprivate func object<Value>() -> Value? where Success == Box<Value> { (try? get())?.value }

    fileprivate var failure: (any Error)? {
        if case .failure(let error) = self { error } else { nil }
    }
}
