internal import ContentTypes

/// Keys, certificates and signatures in DER, by the shape of their outermost fields.
enum CertificateForms {
    private struct Field {
        let tag: UInt8
        /// Where the content begins, and how long it says it is; `nil` for one that is ended by a mark.
        let start: Int
        let length: Int?
    }

    private enum Tag {
        static let integer: UInt8 = 0x02
        static let identifier: UInt8 = 0x06
        static let sequence: UInt8 = 0x30
        static let version: UInt8 = 0xA0
    }

    static func finding(in bytes: [UInt8], size: Int64) -> Finding? {
        guard bytes.count >= 4, bytes[0] == Tag.sequence, let outer = field(bytes, 0) else { return nil }
        // A file that is cut is shorter than it says, but none is longer.
        if let length = outer.length, Int64(outer.start + length) < size { return nil }
        guard let first = field(bytes, outer.start) else { return nil }
        switch first.tag {
        case Tag.identifier: return signed(bytes, first)
        case Tag.integer: return versioned(bytes, first)
        case Tag.sequence: return certified(bytes, outer, first)
        default: return nil
        }
    }

    /// Messages of PKCS #7 begin with what they are.
    private static func signed(_ bytes: [UInt8], _ kind: Field) -> Finding? {
        let pkcs7: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07]
        guard kind.length == 9, bytes.count > kind.start + 8, bytes[kind.start...].starts(with: pkcs7) else {
            return nil
        }
        switch bytes[kind.start + 8] {
        case 2:
            let family = ["org.ietf.pkcs7-mime", "org.ietf.pkcs7-certificates"].compactMap { UTType($0) }
            return Finding("org.ietf.pkcs7-signature", room: .family(of: family))
        case 3, 4, 6: return Finding("org.ietf.pkcs7-mime")
        default: return nil
        }
    }

    /// Stores and private keys begin with a small number.
    private static func versioned(_ bytes: [UInt8], _ version: Field) -> Finding? {
        guard version.length == 1, version.start < bytes.count, let second = field(bytes, version.start + 1),
            second.tag == Tag.sequence, let inner = field(bytes, second.start), inner.tag == Tag.identifier
        else { return nil }
        switch bytes[version.start] {
        case 3: return Finding("com.rsa.pkcs-12")
        case 0, 1: return Finding("org.ietf.pkcs8")
        default: return nil
        }
    }

    /// Certificates, requests and lists: a signed part, which is a sequence.
    private static func certified(_ bytes: [UInt8], _ outer: Field, _ body: Field) -> Finding? {
        guard let first = field(bytes, body.start) else { return nil }
        switch first.tag {
        case Tag.version where first.length == 3: return Finding("public.x509-certificate")
        case Tag.integer:
            guard let length = first.length, let second = field(bytes, first.start + length),
                second.tag == Tag.sequence, let inner = field(bytes, second.start)
            else { return nil }
            // A name is a sequence of sets, an algorithm begins with an identifier.
            if length == 1, bytes[first.start] == 0, inner.tag == 0x31 { return Finding("org.ietf.pkcs10") }
            if length == 1, bytes[first.start] == 1, inner.tag == Tag.identifier { return Finding("org.ietf.pkix-crl") }
            return inner.tag == Tag.identifier && length > 1 ? Finding("public.x509-certificate") : nil
        case Tag.sequence:
            // A path is a sequence of certificates.
            guard let inner = field(bytes, first.start), inner.tag == Tag.version, inner.length == 3 else { return nil }
            return Finding("org.ietf.pkix-path")
        default: return nil
        }
    }

    private static func field(_ bytes: [UInt8], _ offset: Int) -> Field? {
        guard offset >= 0, offset + 1 < bytes.count else { return nil }
        let (tag, short) = (bytes[offset], bytes[offset + 1])
        if short < 0x80 { return Field(tag: tag, start: offset + 2, length: Int(short)) }
        if short == 0x80 { return Field(tag: tag, start: offset + 2, length: nil) }
        let width = Int(short & 0x7F)
        guard width <= 4, let length = bytes.bigEndian(offset + 2, width) else { return nil }
        return Field(tag: tag, start: offset + 2 + width, length: length)
    }
}
