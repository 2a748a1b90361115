/// Reads a tree's manifest record by record, so that one of any length takes the memory of its longest record.
package struct ManifestReader {
    /// Gives up to `count` bytes from `offset` on; none at the end.
    package typealias Source = (_ offset: Int64, _ count: Int) throws -> [UInt8]

    /// The manifest is not what was written.
    package struct Damaged: Error {}

    private let source: Source
    private let chunk: Int
    private var buffer: [UInt8] = []
    /// Where the next record begins in the buffer.
    private var start = 0
    /// Where the next record begins, in bytes from the manifest's beginning.
    package private(set) var offset: Int64

    /// - Parameters:
    ///   - offset: where a record begins.
    ///   - chunk: how much to ask the source for at a time, in bytes.
    package init(at offset: Int64 = 0, chunk: Int = 65536, source: @escaping Source) {
        self.offset = offset
        self.chunk = chunk
        self.source = source
    }

    /// The next entry; nil at the end.
    /// - Throws: ``Damaged``, and what the source throws.
    package mutating func next() throws -> TreeEntry? {
        while true {
            if let end = TreeEntry.recordEnd(in: buffer[start...]) {
                guard let entry = TreeEntry(record: buffer[start..<end]) else { throw Damaged() }
                offset += Int64(end - start)
                start = end
                return entry
            }
            buffer.removeFirst(start)
            start = 0
            let more = try source(offset + Int64(buffer.count), chunk)
            if more.isEmpty {
                guard buffer.isEmpty else { throw Damaged() }
                return nil
            }
            buffer += more
        }
    }
}
