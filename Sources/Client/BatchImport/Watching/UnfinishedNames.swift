internal import LinuxSystem

/// Names that programs give to files while they write them.
struct UnfinishedNames: Sendable {
    let doneSuffix: [UInt8]?

    private static let endings = [
        ".part", ".tmp", ".temp", ".crdownload", ".partial", ".filepart", ".download", ".opdownload", ".aria2", ".!ut",
    ].map { Array($0.utf8) }

    /// What lies beside a file that is still being downloaded under its own name.
    static let companions: [Path] = [".part", ".aria2"]

    /// Whether a file of this name is never taken: it gets another one when it is whole, or says that another is.
    func isUnfinished(_ name: Path) -> Bool {
        let bytes = name.bytes
        let folded = bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        if Self.endings.contains(where: { folded.count > $0.count && folded.suffix($0.count).elementsEqual($0) }) {
            return true
        }
        return isDoneFile(name) || Self.isOfRsync(bytes)
    }

    /// Whether it is there to say that another file is whole.
    func isDoneFile(_ name: Path) -> Bool { subject(ofDoneFile: name) != nil }

    /// The file that a done-file stands for.
    func subject(ofDoneFile name: Path) -> Path? {
        guard let doneSuffix, name.bytes.count > doneSuffix.count,
            name.bytes.suffix(doneSuffix.count) == doneSuffix[...]
        else { return nil }
        return Path(bytes: name.bytes.dropLast(doneSuffix.count))
    }

    /// The done-file of a file; nil where none is waited for.
    func doneFile(of name: Path) -> Path? { doneSuffix.map { Path(bytes: name.bytes + $0) } }

    /// `.name.XXXXXX`, with six letters and digits.
    private static func isOfRsync(_ bytes: [UInt8]) -> Bool {
        guard bytes.first == UInt8(ascii: "."), bytes.count > 8, bytes[bytes.count - 7] == UInt8(ascii: ".") else {
            return false
        }
        return bytes.suffix(6).allSatisfy { byte in
            let letter = byte | 0x20
            return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
    }
}
