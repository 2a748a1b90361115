import Testing
import ContentTypes

@testable import ContentSniffing

private let sniffer = ContentSniffer(cookies: 1)

private func identifier(_ bytes: [UInt8], name: String? = nil) throws -> String {
    try sniffer.verdict(bytes: bytes, name: name).type.identifier
}

private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

@Suite("families that are known by the fields behind a short mark")
struct FamilyTests {
    /// A TIFF directory of the entries, each a tag and a short number or a text.
    private static func tiff(_ entries: [(Int, Int)], maker: String = "") -> [UInt8] {
        let all = entries + (maker.isEmpty ? [] : [(0x010F, -1)])
        let text = Array(maker.utf8) + [0]
        let end = 8 + 2 + all.count * 12 + 4
        var bytes = Samples.ascii("II*\0") + Samples.little(8, 4) + Samples.little(all.count, 2)
        for (tag, value) in all.sorted(by: { $0.0 < $1.0 }) {
            bytes += Samples.little(tag, 2) + Samples.little(value < 0 ? 2 : 3, 2)
            bytes += Samples.little(value < 0 ? text.count : 1, 4) + Samples.little(value < 0 ? end : value, 4)
        }
        return bytes + zeros(4) + text + zeros(8)
    }

    @Test(
        "TIFF: a camera's own format has its maker's name and the sensor's data, a picture made of it has the name alone",
        arguments: [
            ([(0x014A, 200)], "NIKON CORPORATION", "com.nikon.raw-image"),
            ([(0x0106, 32_803)], "SONY", "com.sony.arw-raw-image"),
            ([(0x0103, 65_535)], "PENTAX", "com.pentax.raw-image"), ([(0x0106, 2)], "NIKON CORPORATION", "public.tiff"),
            ([(0xC612, 1)], "Any", "com.adobe.raw-image"), ([(0x8606, 1)], "", "com.leafamerica.raw-image"),
            ([(0x0106, 2)], "", "public.tiff"),
        ] as [([(Int, Int)], String, String)])
    func cameras(entries: [(Int, Int)], maker: String, expected: String) throws {
        #expect(try identifier(Self.tiff(entries, maker: maker)) == expected)
    }

    @Test(
        "compressions and archives: the mark alone is not enough",
        arguments: [
            (Samples.ascii("BZh91AY&SY") + zeros(4), "public.bzip2-archive"),
            (Samples.ascii("BZhello \u{1}world"), "public.data"),
            ([0x1F, 0x9D, 0x90, 1, 2, 3], "public.z-archive"), ([0x1F, 0x9D, 0x03, 1, 2, 3], "public.data"),
            ([0x60, 0xEA, 0x2A, 0, 0x1E, 6, 1, 0], "com.arj.arj-archive"),
            ([0x5D, 0, 0, 0x80, 0] + [UInt8](repeating: 0xFF, count: 8) + [0, 1, 2], "org.tukaani.lzma-archive"),
            ([0x5D, 0, 0, 0x80, 1, 9, 9, 9, 9, 9, 9, 9, 9, 0, 1, 2], "public.data"),
            (
                [0x78, 0x9C, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27, 0xB9, 0x00, 0x79, 0x40],
                "org.ietf.zlib"
            ),
            ([0x53, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, 1, 2, 3, 4], "org.facebook.zstandard-archive"),
        ] as [([UInt8], String)])
    func compressions(bytes: [UInt8], expected: String) throws { #expect(try identifier(bytes) == expected) }

    @Test(
        "pictures without a signature: their headers must be possible",
        arguments: [
            ([0, 0, 2] + zeros(9) + [16, 0, 16, 0, 24, 0] + [1, 2, 3, 0], "com.truevision.tga-image"),
            ([0, 0, 2] + zeros(9) + [0, 0, 16, 0, 24, 0] + [1, 2, 3, 0], "public.data"),
            ([10, 5, 1, 8, 0, 0, 0, 0, 9, 0, 9, 0] + zeros(53) + [1, 10, 0, 1, 0] + zeros(60), "com.zsoft.pcx"),
            ([10, 5, 1, 7, 0, 0, 0, 0, 9, 0, 9, 0] + zeros(53) + [1, 10, 0, 1, 0] + zeros(60), "public.data"),
            (Samples.ascii("P5 4 4 255\n") + [0, 1, 2, 3], "org.netpbm.graymap"),
            (Samples.ascii("PF\n2 2\n-1.0\n") + [0, 1, 2, 3], "org.netpbm.floatmap"),
            (
                Samples.ascii("BM") + zeros(12) + Samples.little(48, 4) + zeros(8) + [1, 0] + zeros(8),
                "com.microsoft.bmp"
            ),
        ] as [([UInt8], String)])
    func pictures(bytes: [UInt8], expected: String) throws { #expect(try identifier(bytes) == expected) }

    @Test("dBASE: a date that is none is no table")
    func tables() throws {
        func table(month: UInt8) -> [UInt8] {
            [3, 99, month, 5] + Samples.little(1, 4) + Samples.little(65, 2) + Samples.little(11, 2) + zeros(20)
                + Samples.ascii("NAME\0\0\0\0\0\0\0C") + zeros(20) + [13, 0x20, 0, 0, 0, 1]
        }
        #expect(try identifier(table(month: 12)) == "com.ashton-tate.dbf")
        #expect(try identifier(table(month: 13)) != "com.ashton-tate.dbf")
    }

    @Test("a disk begins with a program; the partitions or the file system are beside it")
    func disks() throws {
        func sector(partition: [UInt8]) -> [UInt8] { zeros(446) + partition + zeros(48) + [0x55, 0xAA] }
        let entry: [UInt8] = [0x80, 1, 1, 0, 0x83, 0, 0, 0, 0, 8, 0, 0, 0, 0, 1, 0]
        #expect(try identifier(sector(partition: entry)) == "org.iso.raw-disk-image")
        #expect(try identifier(sector(partition: [0x12] + entry.dropFirst())) == "public.data")
        #expect(try identifier(sector(partition: zeros(16)) + Samples.ascii("EFI PART")) == "org.iso.raw-disk-image")
    }

    @Test("DER: a certificate, a request, a list and a store differ in their first fields")
    func certificates() throws {
        func field(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
            [tag, 0x82] + Samples.big(content.count, 2) + content
        }
        func small(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, UInt8(content.count)] + content }
        let algorithm = small(0x30, small(6, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 0x0B]))
        let name = small(0x30, small(0x31, small(0x30, small(6, [0x55, 4, 3]))))
        let serial = small(2, [0x11, 0x22, 0x33])
        let certificate = field(0x30, field(0x30, small(0xA0, small(2, [2])) + serial + algorithm + name))
        #expect(try identifier(certificate) == "public.x509-certificate")
        #expect(try identifier(field(0x30, certificate)) == "org.ietf.pkix-path")
        #expect(try identifier(field(0x30, field(0x30, small(2, [0]) + name))) == "org.ietf.pkcs10")
        #expect(try identifier(field(0x30, field(0x30, small(2, [1]) + algorithm + name))) == "org.ietf.pkix-crl")
        let signed = small(6, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 2])
        #expect(try identifier(field(0x30, signed + zeros(40))) == "org.ietf.pkcs7-signature")
        #expect(try identifier(field(0x30, small(2, [3]) + small(0x30, signed) + zeros(9))) == "com.rsa.pkcs-12")
        // More bytes than the outermost field has: no DER.
        #expect(try identifier(certificate + zeros(9)) == "public.data")
    }

    @Test("cartridges and tapes: checksums and fields at the end")
    func cartridges() throws {
        var tape: [UInt8] = [0x13, 0, 0, 0] + Samples.ascii("program   ") + [1, 0, 10, 0, 1, 0]
        tape.append(tape[2...].reduce(0, ^))
        #expect(try identifier(tape + zeros(8)) == "com.sinclair.tap")
        tape[5] ^= 1
        #expect(try identifier(tape + zeros(8)) == "public.data")
        func handheld(_ region: UInt8) -> [UInt8] {
            [0xF3] + zeros(0x7FEF) + Samples.ascii("TMR SEGA") + zeros(7) + [region]
        }
        #expect(try identifier(handheld(0x4C)) == "com.sega.master-system-rom")
        #expect(try identifier(handheld(0x6C)) == "com.sega.game-gear-rom")
    }

    @Test("Palm databases: the first record stands behind the list of records")
    func palm() throws {
        func database(_ kind: String, first: Int) -> [UInt8] {
            Samples.ascii("notes") + zeros(27) + zeros(28) + Samples.ascii(kind) + zeros(8) + Samples.big(1, 2)
                + Samples.big(first, 4) + zeros(40)
        }
        #expect(try identifier(database("DATAnote", first: 88)) == "com.palm.pdb")
        #expect(try identifier(database("DATAnote", first: 20)) == "public.data")
        #expect(try identifier(database("TEXtREAd", first: 88)) == "com.palm.aportisdoc")
    }

    /// A gzip file of stored data.
    private static func gzip(_ content: [UInt8]) -> [UInt8] {
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1] + Samples.little(content.count, 2)
            + Samples.little(content.count ^ 0xFFFF, 2)
            + content + zeros(8)
    }

    @Test("gzip: what was compressed tells, without a name")
    func insideGzip() throws {
        #expect(try identifier(Self.gzip(Samples.tar(member: "a"))) == "org.gnu.gnu-zip-tar-archive")
        #expect(try identifier(Self.gzip(Samples.tar(member: ".PKGINFO"))) == "org.alpinelinux.apk-archive")
        #expect(try identifier(Self.gzip(Samples.ascii("%!PS-Adobe-3.0\n"))) == "org.gnu.gzip-postscript")
        #expect(
            try identifier(Self.gzip(Samples.ascii("<svg xmlns='http://www.w3.org/2000/svg'/>")))
                == "org.w3.svg-compressed")
        #expect(try identifier(Self.gzip(Samples.ascii("words"))) == "org.gnu.gnu-zip-archive")
        #expect(try sniffer.verdict(bytes: Self.gzip(Samples.ascii("words")), name: "a.sql.gz").isGeneral)
    }

    @Test("rule 18: an Open XML package is what its list of parts says, template or document")
    func packages() throws {
        func package(_ kind: String) -> [UInt8] {
            let types =
                "<Types><Override ContentType=\"application/vnd.openxmlformats-officedocument.\(kind).main+xml\"/></Types>"
            return Samples.zip([("[Content_Types].xml", types), ("word/document.xml", "x")])
        }
        #expect(try identifier(package("wordprocessingml.template")) == "org.openxmlformats.wordprocessingml.template")
        #expect(try identifier(package("wordprocessingml.document")) == "org.openxmlformats.wordprocessingml.document")
        #expect(try identifier(package("presentationml.slideshow")) == "org.openxmlformats.presentationml.slideshow")
    }
}
