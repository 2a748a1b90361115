extension Never: Transferable {
    /// Nothing: there is no value to transfer.
    public static var transferRepresentation: Never {
        get { fatalError("Never has no values, and so no representations") }
    }
}

extension Never: TransferRepresentation {
    /// Itself.
    public typealias Item = Never
    /// Itself.
    public typealias Body = Never
}

extension TransferRepresentation where Body == Never {
    /// Not to be asked for: representations of the library are made of no others.
    public var body: Never { get { fatalError("\(Self.self) is made of no other representations") } }
}
