import FileNaming
import Testing

@Suite("rule 20: names in Content-Disposition")
struct ContentDispositionTests {
    @Test(
        "RFC 6266, RFC 8187: the name that the field gives",
        arguments: [
            (#"attachment; filename="plan.pdf""#, "plan.pdf"), ("attachment; filename=plan.pdf", "plan.pdf"),
            ("attachment", "file"), ("", "file"), ("inline;", "file"), ("attachment; filename=", "file"),
            (#"attachment; filename="""#, "file"), (#"ATTACHMENT; FILENAME="Big.TXT""#, "Big.TXT"),
            (#"attachment; filename="a;b.txt""#, "a;b.txt"), (#"attachment; filename="a\"b.txt""#, #"a"b.txt"#),
            (#"attachment;filename="tight.txt""#, "tight.txt"),
            (#"attachment ; filename = "wide.txt" ; x=y"#, "wide.txt"),
            ("attachment; filename*=UTF-8''%e2%82%ac%20rates.txt", "€ rates.txt"),
            ("attachment; filename*=utf-8'en'na%C3%AFve.txt", "naïve.txt"),
            ("attachment; filename*=iso-8859-1''caf%E9.txt", "café.txt"),
            (#"attachment; filename="plain.txt"; filename*=UTF-8''better%C3%9F.txt"#, "betterß.txt"),
            (#"attachment; filename*=UTF-8''better%C3%9F.txt; filename="plain.txt""#, "betterß.txt"),
            (#"attachment; filename="plain.txt"; filename*=koi8-r''%D0"#, "plain.txt"),
            (#"attachment; filename="plain.txt"; filename*=UTF-8''%zz"#, "plain.txt"),
            (#"attachment; filename="first.txt"; filename="second.txt""#, "first.txt"),
            (#"attachment; foo="filename=x.txt"; filename="y.txt""#, "y.txt"),
        ])
    func regular(value: String, name: String) {
        #expect(FileNaming.suggestion(fromContentDisposition: value) == name)
    }

    @Test(
        "values from the wild that break the rules",
        arguments: [
            ("attachment; filename=with blanks.txt", "with blanks.txt"),
            ("attachment; filename='single.txt'", "single.txt"),
            (#"attachment; filename="cut.txt"#, "cut.txt"), ("filename=alone.txt", "alone.txt"),
            (#"attachment; filename="na%C3%AFve%20name.txt""#, "naïve name.txt"),
            (#"attachment; filename="100%.txt""#, "100%.txt"), (#"attachment; filename="50%25.txt""#, "50%25.txt"),
            (#"attachment; filename="..%2F..%2Fetc%2Fpasswd""#, "..%2F..%2Fetc%2Fpasswd"),
            (#"attachment; filename="=?UTF-8?B?w7xiZXIudHh0?=""#, "über.txt"),
            (#"attachment; filename="=?iso-8859-1?Q?=FCber_uns.txt?=""#, "über uns.txt"),
            (#"attachment; filename="=?UTF-8?B?broken""#, "=?UTF-8?B?broken"),
            ("attachment; filename=\"na\u{C3}\u{AF}ve.txt\"", "naïve.txt"),
            (#"attachment; filename="Größe.txt""#, "Größe.txt"),
            ("attachment; filename*0=\"long \"; filename*1=\"name.txt\"", "long name.txt"),
            ("attachment; filename*0*=UTF-8''%C3%BC; filename*1=\"ber.txt\"", "über.txt"),
            ("attachment; filename*1=\"name.txt\"", "file"),
            ("attachment; filename*=plain%20words.txt", "plain words.txt"),
            ("attachment;;; filename=\"x.txt\";;", "x.txt"), ("attachment; = ; filename=x.txt", "x.txt"),
        ])
    func broken(value: String, name: String) {
        #expect(FileNaming.suggestion(fromContentDisposition: value) == name)
    }

    @Test(
        "rule 20: what the field says is made safe",
        arguments: [
            (#"attachment; filename="../../etc/passwd""#, "passwd"), (#"attachment; filename="/srv/x.txt""#, "x.txt"),
            ("attachment; filename*=UTF-8''..%2F..%2Fevil.sh", "evil.sh"), (#"attachment; filename="..""#, "file"),
            (#"attachment; filename="C:\\temp\\x.txt""#, "x.txt"), (#"attachment; filename="C:\temp\x.txt""#, "x.txt"),
            ("attachment; filename*=UTF-8''a%00b%0Ac.txt", "ab c.txt"),
            (#"attachment; filename="CON.txt""#, "_CON.txt"),
            ("attachment; filename*=UTF-8''ann%E2%80%AEfdp.exe", "annfdp.exe"), (#"attachment; filename="-rf""#, "_rf"),
            ("attachment; filename*=UTF-8''e%CC%81.txt", "\u{E9}.txt"),
        ])
    func safe(value: String, name: String) {
        #expect(Array(FileNaming.suggestion(fromContentDisposition: value).utf8) == Array(name.utf8))
    }

    @Test("the claim as it stands, and what the bytes are")
    func claims() {
        #expect(FileNaming.claimedName(inContentDisposition: #"attachment; filename="../x""#) == "../x")
        #expect(FileNaming.claimedName(inContentDisposition: "attachment") == nil)
        let png = FileNaming.FittingExtensions(preferred: "png")
        #expect(
            FileNaming.suggestion(fromContentDisposition: #"attachment; filename="a.jpg""#, fitting: png) == "a.png")
        #expect(
            FileNaming.suggestion(fromContentDisposition: "inline", fitting: png, fallbackBase: "image") == "image.png")
    }

    @Test("content without a name is called by what it is and when it came")
    func nameless() {
        let base = FileNaming.base(forKind: "Image", at: "2031-05-04T13:45:10Z")
        #expect(base == "Image 2031-05-04 13.45.10")
        #expect(
            FileNaming.suggestion(from: nil, fitting: .init(preferred: "png"), fallbackBase: base)
                == "Image 2031-05-04 13.45.10.png")
        #expect(FileNaming.base(forKind: "Text", at: "yesterday") == "Text")
        #expect(FileNaming.base(forKind: "Text", at: "") == "Text")
    }
}
