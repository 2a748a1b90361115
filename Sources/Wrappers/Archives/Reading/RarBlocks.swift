internal import LinuxSystem

/// The blocks of a RAR 5 archive, as far as they tell what is encrypted: libarchive 3.6 does not look, and takes what
/// cannot be read without a password for damaged. After the RAR 5.0 archive format's technical note.
enum RarBlocks {
    private static let signature = Array("Rar!\u{1A}\u{7}\u{1}\u{0}".utf8)
    /// A header is shorter than this as a rule; of a longer one its beginning tells nothing.
    private static let mostHeader = 4096
    /// Between two files stand comments, lists of permissions and the like.
    private static let mostBlocks = 64

    private enum Kind: UInt64 {
        case main = 1
        case file, service, encryption, end
    }

    /// Whether the next file from this place on is encrypted, or everything is.
    static func isEncrypted(_ archive: CInt, from place: Int64) throws(SystemError) -> Bool {
        var place = place
        for _ in 0..<mostBlocks {
            let bytes = try readSome(of: archive, at: place, count: mostHeader)
            if bytes.starts(with: signature) {
                place += Int64(signature.count)
                continue
            }
            // A checksum stands first.
            var fields = Fields(bytes.dropFirst(4))
            guard let length = fields.number(), length < mostHeader else { return false }
            let body = fields.rest.prefix(Int(length))
            let start = body.startIndex
            fields = Fields(body)
            guard let type = fields.number(), let flags = fields.number() else { return false }
            guard let extra = flags & 1 == 0 ? 0 : fields.number(), let data = flags & 2 == 0 ? 0 : fields.number(),
                extra <= length, let skipped = Int64(exactly: data)
            else { return false }
            switch Kind(rawValue: type) {
            case .file: return hasRecord(ofEncryptionIn: body.suffix(Int(extra)))
            case .encryption: return true
            case .main, .service: break
            case .end, nil: return false
            }
            let (next, overflows) = (place + Int64(start + Int(length))).addingReportingOverflow(skipped)
            guard !overflows else { return false }
            place = next
        }
        return false
    }

    private static func hasRecord(ofEncryptionIn extra: ArraySlice<UInt8>) -> Bool {
        var fields = Fields(extra)
        while let size = fields.number(), size > 0, size <= fields.rest.count {
            var record = Fields(fields.rest.prefix(Int(size)))
            if record.number() == 1 { return true }
            fields = Fields(fields.rest.dropFirst(Int(size)))
        }
        return false
    }

    /// Numbers of seven bits a byte, lowest first.
    private struct Fields {
        private(set) var rest: ArraySlice<UInt8>

        init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

        mutating func number() -> UInt64? {
            var value: UInt64 = 0
            for (index, byte) in rest.prefix(9).enumerated() {
                value |= UInt64(byte & 0x7F) << UInt64(7 * index)
                if byte < 0x80 {
                    rest = rest.dropFirst(index + 1)
                    return value
                }
            }
            return nil
        }
    }
}
