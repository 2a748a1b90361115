/// Writes one JSON text in one line, each value behind the one before: an object or an array ends when something is put
/// behind it.
///
/// Without a tree in between, a message is made in a third of the time.
final class JSONWriter {
    /// An object or an array that was begun.
    struct Container {
        fileprivate let depth: Int
        /// Tells it from another one of the same depth.
        fileprivate let number: Int
    }

    /// Where a new value goes.
    enum Place {
        /// A member of an object; the name is not to be there yet.
        case member(String, of: Container)
        /// Behind the last element of an array.
        case element(of: Container)
    }

    private var text: [UInt8] = []
    /// What is begun and not ended, outermost first.
    private var open: [(number: Int, end: UInt8, count: Int)] = []
    private var begun = 0
    private var failure: MessageError?

    /// A text that is an object, still empty.
    /// - Returns: the writer and the object.
    static func object() -> (writer: JSONWriter, object: Container) {
        let writer = JSONWriter()
        return (writer, writer.begin("{", "}"))
    }

    private init() {
        // Most messages fit, and malloc calls it small, which costs it much less.
        text.reserveCapacity(900)
        open.reserveCapacity(8)
    }

    /// Ends everything.
    /// - Parameter ending: a byte to put behind the text.
    /// - Returns: the text's bytes.
    /// - Throws: ``MessageError/unencodable(_:)``.
    func finish(ending: UInt8) throws(MessageError) -> [UInt8] {
        end(deeperThan: -1)
        if let failure { throw failure }
        text.append(ending)
        return text
    }

    /// Lets the text fail as a whole.
    func fail(_ reason: String) { failure = failure ?? .unencodable(reason) }

    // MARK: Values

    func put(_ string: String, at place: Place) {
        begin(place)
        put(string)
    }

    func put(_ number: Int64, at place: Place) {
        begin(place)
        text.append(contentsOf: String(number).utf8)
    }

    func put(_ flag: Bool, at place: Place) {
        begin(place)
        text.append(contentsOf: (flag ? "true" : "false").utf8)
    }

    func putNull(at place: Place) {
        begin(place)
        text.append(contentsOf: "null".utf8)
    }

    /// A number that is not finite has no form in JSON, and fails the text.
    func put(_ number: Double, at place: Place) {
        guard number.isFinite else { return fail("\(number) has no form in JSON") }
        begin(place)
        text.append(contentsOf: String(number).utf8)
    }

    func putObject(at place: Place) -> Container {
        begin(place)
        return begin("{", "}")
    }

    func putArray(at place: Place) -> Container {
        begin(place)
        return begin("[", "]")
    }

    /// How many values it has.
    func count(_ container: Container) -> Int { isOpen(container) ? open[container.depth].count : 0 }

    // MARK: Text

    private func begin(_ start: Unicode.Scalar, _ end: Unicode.Scalar) -> Container {
        text.append(UInt8(ascii: start))
        begun += 1
        open.append((begun, UInt8(ascii: end), 0))
        return Container(depth: open.count - 1, number: begun)
    }

    private func begin(_ place: Place) {
        switch place {
        case .element(let array): go(to: array)
        case .member(let name, let object):
            go(to: object)
            put(name)
            text.append(UInt8(ascii: ":"))
        }
    }

    /// Ends what is open inside of the container, and puts a comma where one belongs.
    private func go(to container: Container) {
        guard isOpen(container) else { return fail("a value comes after the end of what it belongs to") }
        end(deeperThan: container.depth)
        if open[container.depth].count > 0 { text.append(UInt8(ascii: ",")) }
        open[container.depth].count += 1
    }

    private func isOpen(_ container: Container) -> Bool {
        container.depth < open.count && open[container.depth].number == container.number
    }

    private func end(deeperThan depth: Int) {
        while open.count > depth + 1 { text.append(open.removeLast().end) }
    }

    private func put(_ string: String) {
        text.append(UInt8(ascii: "\""))
        if string.utf8.allSatisfy({ !Self.isEscaped($0) }) {
            text.append(contentsOf: string.utf8)
        } else {
            for byte in string.utf8 { putEscaped(byte) }
        }
        text.append(UInt8(ascii: "\""))
    }

    /// What may not stand in a string as it is (RFC 8259, section 7).
    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private func putEscaped(_ byte: UInt8) {
        guard Self.isEscaped(byte) else { return text.append(byte) }
        text.append(UInt8(ascii: "\\"))
        if byte >= 0x20 { return text.append(byte) }
        let digits = Array("0123456789abcdef".utf8)
        text.append(contentsOf: "u00".utf8)
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
    }
}
