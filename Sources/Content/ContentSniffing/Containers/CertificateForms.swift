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
        static let set: UInt8 = 0x31
        static let times: Set<UInt8> = [0x17, 0x18]
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
            second.tag == Tag.sequence, let inner = field(bytes, second.start)
        else { return nil }
        // A request for a time stamp: a digest with its algorithm.
        if bytes[version.start] == 1, inner.tag == Tag.sequence,
            let kind = field(bytes, inner.start), kind.tag == Tag.identifier,
            let digest = inner.length.flatMap({ field(bytes, inner.start + $0) }), digest.tag == 0x04
        {
            return UTType("org.ietf.timestamp").map { Finding($0, mime: "application/timestamp-query") }
        }
        guard inner.tag == Tag.identifier else { return nil }
        switch bytes[version.start] {
        case 3: return Finding("com.rsa.pkcs-12")
        case 0, 1: return Finding("org.ietf.pkcs8")
        default: return nil
        }
    }

    /// Certificates, requests, lists and what else has a sequence first.
    private static func certified(_ bytes: [UInt8], _ outer: Field, _ body: Field) -> Finding? {
        if let signed = signedPart(bytes, body) { return signed }
        guard let first = field(bytes, body.start) else { return nil }
        switch first.tag {
        case Tag.sequence:
            // A path is a sequence of certificates.
            return signedPart(bytes, first)?.type == .x509Certificate ? Finding("org.ietf.pkix-path") : nil
        case Tag.identifier:
            // What is encrypted stands behind how, which is a scheme with a password.
            let schemes: [[UInt8]] = [
                [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05],
                [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x0C, 0x01],
            ]
            let isEncrypted = schemes.contains { bytes[first.start...].starts(with: $0) }
            return isEncrypted ? Finding("org.ietf.pkcs8-encrypted") : nil
        case Tag.integer:
            // The answer to a request for a time stamp: how it went, then a signed message.
            guard first.length == 1, let length = body.length, let token = field(bytes, body.start + length),
                token.tag == Tag.sequence, let kind = field(bytes, token.start), kind.tag == Tag.identifier,
                signed(bytes, kind) != nil
            else { return nil }
            return Finding("org.ietf.timestamp")
        default: return nil
        }
    }

    /// What a signed part is of, by the kinds of its fields: a certificate has an optional version, a number, an
    /// algorithm, a name and a pair of times; a list of revoked ones has one time there; a request has a version and a
    /// name.
    private static func signedPart(_ bytes: [UInt8], _ body: Field) -> Finding? {
        guard let first = field(bytes, body.start) else { return nil }
        if first.tag == Tag.version, first.length == 3 { return certificate }
        guard first.tag == Tag.integer, let length = first.length, length > 0, first.start < bytes.count,
            body.length.map({ first.start + length < body.start + $0 }) ?? true,
            let second = field(bytes, first.start + length), second.tag == Tag.sequence,
            let inner = field(bytes, second.start)
        else { return isList(bytes, algorithm: first) ? Finding("org.ietf.pkix-crl") : nil }
        let number = length == 1 ? bytes[first.start] : nil
        // A name is a sequence of sets, an algorithm begins with an identifier.
        if number == 0, inner.tag == Tag.set { return Finding("org.ietf.pkcs10") }
        guard inner.tag == Tag.identifier else { return nil }
        let name = second.length.flatMap { field(bytes, second.start + $0) }
        let times = name.flatMap { name in name.length.flatMap { field(bytes, name.start + $0) } }
        if number == 1, times?.tag != Tag.sequence { return Finding("org.ietf.pkix-crl") }
        return number == nil || times?.tag == Tag.sequence ? certificate : nil
    }

    /// The first lists had no version: an algorithm, a name and a time.
    private static func isList(_ bytes: [UInt8], algorithm: Field) -> Bool {
        guard algorithm.tag == Tag.sequence, let kind = field(bytes, algorithm.start), kind.tag == Tag.identifier,
            let name = algorithm.length.flatMap({ field(bytes, algorithm.start + $0) }), name.tag == Tag.sequence,
            let time = name.length.flatMap({ field(bytes, name.start + $0) })
        else { return false }
        return Tag.times.contains(time.tag)
    }

    /// A certificate in DER, for which RFC 2585 has a MIME type.
    private static var certificate: Finding { Finding(.x509Certificate, mime: "application/pkix-cert") }

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
