import ContentTypes
import Testing

@testable import ContentSniffing

private let sniffer = ContentSniffer(cookies: 1)

/// Rule 18: what is written in DER differs in its first fields alone.
@Suite("certificates and what goes with them")
struct CertificateTests {
    private static func field(_ tag: UInt8, _ content: [[UInt8]]) -> [UInt8] {
        let content = content.flatMap(\.self)
        return [tag, 0x82] + Samples.big(content.count, 2) + content
    }

    private static let algorithm = field(0x30, [[6, 3, 0x55, 4, 3]])
    private static let name = field(0x30, [field(0x31, [algorithm])])
    private static let time = field(0x17, [Samples.ascii("080101000000Z")])
    private static let times = field(0x30, [time, time])
    private static let signature = algorithm + field(3, [[0, 1, 2]])
    private static let pkcs: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1]

    private static func signed(_ fields: [UInt8]...) -> [UInt8] {
        field(0x30, [field(0x30, fields), signature])
    }

    private static let first = signed([2, 4, 0x49, 0, 1, 2], algorithm, name, times, name)
    private static let message = field(0x30, [[6, 9] + pkcs + [7, 2], field(0xA0, [[2, 1, 1]])])

    private static let samples: [([UInt8], String)] = [
        (signed([0xA0, 3, 2, 1, 2], [2, 1, 9], algorithm, name, times), "public.x509-certificate"),
        // The first version has no number of it, and a short serial number may look like one.
        (first, "public.x509-certificate"), (signed([2, 1, 1], algorithm, name, times), "public.x509-certificate"),
        (signed([2, 1, 9], algorithm, name, times), "public.x509-certificate"),
        (signed([2, 1, 1], algorithm, name, time), "org.ietf.pkix-crl"),
        (signed(algorithm, name, time), "org.ietf.pkix-crl"), (signed([2, 1, 0], name, name), "org.ietf.pkcs10"),
        (field(0x30, [first, first]), "org.ietf.pkix-path"),
        (
            field(0x30, [field(0x30, [[6, 9] + pkcs + [5, 13], name]), field(4, [[1, 2]])]),
            "org.ietf.pkcs8-encrypted"
        ),
        (field(0x30, [algorithm, field(3, [[0, 1]])]), "public.data"),
        (message, "org.ietf.pkcs7-signature"), (field(0x30, [[0x30, 3, 2, 1, 0], message]), "org.ietf.timestamp"),
        (field(0x30, [[2, 1, 1], field(0x30, [algorithm, field(4, [[9, 9]])])]), "org.ietf.timestamp"),
        (field(0x30, [field(0x30, [[2, 1, 0]])]), "public.data"),
    ]

    @Test("DER by its fields", arguments: samples)
    func kinds(bytes: [UInt8], expected: String) throws {
        #expect(try sniffer.verdict(bytes: bytes).type.identifier == expected)
    }

    @Test(
        "a certificate in DER has the MIME type of RFC 2585, and so has what is called .cer; other endings the older one"
    )
    func mimeTypes() throws {
        let text = Array("-----BEGIN CERTIFICATE-----\nMIIB\n".utf8)
        func mime(_ bytes: [UInt8], _ name: String?) throws -> String {
            try sniffer.verdict(bytes: bytes, name: name).mime
        }
        let (registered, older) = ("application/pkix-cert", "application/x-x509-ca-cert")
        #expect(try mime(Self.first, nil) == registered && mime(Self.first, "a.cer") == registered)
        #expect(try mime(text, "a.cer") == registered && mime(text, nil) == older)
        #expect(try mime(text, "a.crt") == older && mime(text, "a.pem") == older)
        #expect(UTType(mimeType: registered) == .x509Certificate || UTType(mimeType: older) == .x509Certificate)
        #expect(FittingExtension(for: .x509Certificate).preferred == "crt", "an ending that fits both forms")
    }

    @Test("fields nested without end are no certificate, and are not followed")
    func nested() throws {
        let bytes = (0..<20_000).flatMap { _ in [0x30, 0x80] as [UInt8] }
        #expect(CertificateForms.finding(in: bytes, size: Int64(bytes.count))?.type == nil)
        #expect(CertificateForms.finding(in: [0x30, 0x82, 0, 0], size: 4)?.type == nil)
    }
}
