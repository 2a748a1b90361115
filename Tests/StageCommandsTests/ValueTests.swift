import Archives
import Testing

@testable import StageCommands

func bytes(_ text: String) -> Bytes { Bytes(text.utf8) }

/// The error that a reader throws, nil where it throws none.
func failure<Value>(_ read: () throws(UsageError) -> Value) -> UsageError? {
    do throws(UsageError) {
        _ = try read()
        return nil
    } catch { return error }
}

@Suite("Durations and instants")
struct LifetimeTests {
    @Test(
        "section 4: durations",
        arguments: [
            ("90s", 90), ("15m", 900), ("2h", 7200), ("1d", 86_400), ("1h30m", 5400), ("1d2h3m4s", 93_784),
            ("0h1s", 1), ("9223372036854775807s", Int64.max), ("106751991167300d", 9_223_372_036_854_720_000),
        ])
    func durations(text: String, seconds: Int64) throws {
        #expect(try Lifetime.parse(bytes(text)) == .duration(.seconds(seconds)))
    }

    @Test(
        "section 4: what is no duration",
        arguments: [
            ("90", "'90' has no unit", "write 90s, 90m, 90h or 90d"),
            ("0s", "'0s' is no time at all", "for example 90s"),
            ("0d0s", "'0d0s' is no time at all", "for example 90s"),
            ("9223372036854775808s", "'9223372036854775808s' is too long", nil),
            ("9223372036854775807m", "'9223372036854775807m' is too long", nil),
            ("9223372036854775807s", nil, nil),
            ("106751991167301d", "'106751991167301d' is too long", nil),
            ("153722867280912930m8s", "'153722867280912930m8s' is too long", nil),
        ] as [(String, String?, String?)])
    func refusedDurations(text: String, message: String?, hint: String?) {
        let error = failure { () throws(UsageError) in try Lifetime.parse(bytes(text)) }
        #expect(error == message.map { UsageError($0, hint: hint) })
    }

    @Test(
        "section 4: a hint says what durations look like",
        arguments: [
            "", "s", "-5m", "+5m", "1.5h", "5 m", "5M", "2H", "1m1h", "1m1m", "1h30", "five", "5w", "5m ", "\u{7}",
        ])
    func malformedDurations(text: String) {
        let error = failure { () throws(UsageError) in try Lifetime.parse(bytes(text)) }
        #expect(error?.message == "'\(DisplayText.escaped(text))' is no duration")
        #expect(error?.hint?.contains("1h30m") == true)
    }

    @Test(
        "section 4: instants with a zone",
        arguments: [
            ("2026-11-30T12:00Z", 1_796_040_000), ("2026-11-30T12:00:30Z", 1_796_040_030),
            ("2026-11-30t12:00:30.999z", 1_796_040_030), ("2026-11-30 12:00:00Z", 1_796_040_000),
            ("2026-11-30T12:00+01:00", 1_796_036_400), ("2026-11-30T12:00-0530", 1_796_059_800),
            ("2026-11-30T12:00+01", 1_796_036_400), ("2024-02-29T00:00Z", 1_709_164_800),
            ("1970-01-01T00:00Z", 0), ("9999-12-31T23:59:59Z", 253_402_300_799),
        ])
    func instants(text: String, seconds: Int64) throws {
        #expect(try Lifetime.parse(bytes(text)) == .instant(seconds))
    }

    @Test(
        "section 4: without a zone an instant is local time",
        arguments: ["2026-11-30T12:00", "2026-07-01", "2026-01-01T00:00:01"])
    func localInstants(text: String) throws {
        guard case .instant(let instant) = try Lifetime.parse(bytes(text)) else {
            Issue.record("no instant")
            return
        }
        // Zones are at most 14 hours from Greenwich, in quarters of an hour.
        let padded = text + "2026-01-01T00:00:00".dropFirst(text.count)
        let difference = try InstantParser.parse(bytes(padded + "Z")) - instant
        #expect(abs(difference) <= 14 * 3600)
        #expect(difference % 900 == 0)
    }

    @Test(
        "section 4: what is no instant",
        arguments: [
            "2026-", "2026-13-01", "2026-00-01", "2026-02-30", "2025-02-29", "2100-02-29", "2026-1-1", "2026-11-30T",
            "2026-11-30T24:00", "2026-11-30T12:60", "2026-11-30T12", "2026-11-30T12:00:", "2026-11-30T12:00:60Z",
            "2026-11-30T12:00.5Z", "2026-11-30T12:00:00.Z", "2026-11-30T12:00+1", "2026-11-30T12:00+24:00",
            "2026-11-30T12:00+01:", "2026-11-30T12:00Zx", "2026-11-30x", "2026-11-30Z",
        ])
    func malformedInstants(text: String) {
        let error = failure { () throws(UsageError) in try Lifetime.parse(bytes(text)) }
        #expect(error?.message == "'\(text)' is no instant")
    }

    @Test("rule 2: an instant becomes a span from now, and the past is refused")
    func spans() throws {
        #expect(try Lifetime.instant(1060).span(from: 1000) == .seconds(60))
        #expect(try Lifetime.duration(.seconds(5)).span(from: 1000) == .seconds(5))
        let error = failure { () throws(UsageError) in try Lifetime.instant(1000).span(from: 1000) }
        #expect(error?.message == "1970-01-01T00:16:40Z is in the past")
    }

    @Test("an error names its option")
    func optionName() throws {
        guard case .run(let parsed) = try Invocation.parse(["send", "f", "--ttl", "90"].map(bytes)) else { return }
        let error = failure { () throws(UsageError) in try parsed.value(.ttl, as: Lifetime.parse) }
        #expect(error?.message == "--ttl: '90' has no unit")
    }
}

@Suite("Other option values")
struct ValueTests {
    @Test(
        "section 4: sizes are powers of 1024",
        arguments: [
            ("0", 0), ("1", 1), ("7B", 7), ("512K", 524_288), ("10M", 10_485_760), ("2G", 2_147_483_648),
            ("2GiB", 2_147_483_648), ("2GB", 2_147_483_648), ("2g", 2_147_483_648), ("1T", 1_099_511_627_776),
            ("7E", 8_070_450_532_247_928_832), ("9223372036854775807", Int64.max),
        ])
    func sizes(text: String, count: Int64) throws {
        #expect(try Values.byteCount(bytes(text)) == count)
    }

    @Test(
        "section 4: what is no size",
        arguments: [
            "", "K", "-1K", "1.5G", "1 K", "1KK", "1iB", "1X", "1BB", "8E", "9223372036854775808", "9007199254740992K",
        ])
    func refusedSizes(text: String) {
        let error = failure { () throws(UsageError) in try Values.byteCount(bytes(text)) }
        #expect(error?.message.hasPrefix("'\(text)' is ") == true)
    }

    @Test("section 4: uses are counted from one")
    func counts() throws {
        #expect(try Values.count(bytes("1")) == 1)
        #expect(try Values.count(bytes("007")) == 7)
        for text in ["", "0", "-1", "1.0", "x", "99999999999999999999"] {
            #expect(failure { () throws(UsageError) in try Values.count(bytes(text)) } != nil, "\(text)")
        }
    }

    @Test("section 4: process ids")
    func processIDs() throws {
        #expect(try Values.processID(bytes("4711")) == 4711)
        for text in ["", "0", "-1", "$$", "2147483648"] {
            #expect(failure { () throws(UsageError) in try Values.processID(bytes(text)) } != nil, "\(text)")
        }
    }

    @Test("section 4: --accept takes a list with commas")
    func types() throws {
        #expect(try Values.types(bytes("public.image,.pdf,image/*")) == ["public.image", ".pdf", "image/*"])
        for text in ["", ",", "a,", ",a", "a,,b"] {
            #expect(failure { () throws(UsageError) in try Values.types(bytes(text)) } != nil, "\(text)")
        }
        #expect(failure { () throws(UsageError) in try Values.types([0xFF]) }?.message == "'\\xFF' is not UTF-8")
    }

    @Test(
        "rule 16: scopes",
        arguments: [
            ("process", .process(nil)), ("process:4711", .process(4711)), ("team", .team(nil)),
            ("team:film", .team("film")), ("team:a:b", .team("a:b")), ("group", .group(nil)),
            ("group:video", .group("video")), ("all", .all),
        ] as [(String, ScopeText)])
    func scopes(text: String, scope: ScopeText) throws {
        #expect(try ScopeText.parse(bytes(text)) == scope)
    }

    @Test(
        "rule 16: what is no scope",
        arguments: [
            ("", "'' is no scope"), ("everyone", "'everyone' is no scope"), ("Team", "'Team' is no scope"),
            ("all:x", "'all:x' is no scope"), ("team:", "'team:' lacks what should follow the colon"),
            ("process:", "'process:' lacks what should follow the colon"),
            ("process:0", "'0' is no process id"), ("process:x", "'x' is no process id"),
            ("process:1", "process 1 is everybody's ancestor and no scope"),
        ])
    func refusedScopes(text: String, message: String) {
        let error = failure { () throws(UsageError) in try ScopeText.parse(bytes(text)) }
        #expect(error?.message == message)
        #expect(error?.hint != nil)
    }

    @Test("a mistyped scope gets the one that was meant")
    func mistypedScope() {
        let error = failure { () throws(UsageError) in try ScopeText.parse(bytes("proces:7")) }
        #expect(error?.hint == "did you mean process?")
    }

    @Test(
        "section 4: --also",
        arguments: [
            ("a.jpg", AlsoValue(path: bytes("a.jpg"))),
            (
                "a.jpg,type=image/jpeg,scope=all,name=b.jpg",
                AlsoValue(path: bytes("a.jpg"), type: "image/jpeg", scope: .all, name: bytes("b.jpg"))
            ),
            ("a,name=x=y", AlsoValue(path: bytes("a"), name: bytes("x=y"))),
            ("a\\,b,name=c\\,d", AlsoValue(path: bytes("a,b"), name: bytes("c,d"))),
            ("a\\\\,type=.png", AlsoValue(path: bytes("a\\"), type: ".png")),
            ("a\\b", AlsoValue(path: bytes("a\\b"))),
            ("a\\", AlsoValue(path: bytes("a\\"))),
            ("type=x", AlsoValue(path: bytes("type=x"))),
        ])
    func also(text: String, value: AlsoValue) throws {
        #expect(try AlsoValue.parse(bytes(text)) == value)
    }

    @Test("section 4: a path of --also keeps bytes that are not UTF-8")
    func alsoBytes() throws {
        #expect(try AlsoValue.parse([0xFF, 0x2C] + bytes("name=") + [0xFE]).name == [0xFE])
    }

    @Test(
        "section 4: what --also refuses",
        arguments: [
            ("", "the PATH is empty"), (",type=x", "the PATH is empty"),
            ("a,b", "',b' is none of ,type=T ,scope=S ,name=N"), ("a,", "',' is none of ,type=T ,scope=S ,name=N"),
            ("a,typ=x", "',typ=x' is none of ,type=T ,scope=S ,name=N"), ("a,name=", "name= is empty"),
            ("a,type=x,type=y", "type= is given twice"), ("a,scope=x", "'x' is no scope"),
        ])
    func refusedAlso(text: String, message: String) {
        let error = failure { () throws(UsageError) in try AlsoValue.parse(bytes(text)) }
        #expect(error?.message == message)
        #expect(error?.hint != nil || text.contains("type=y"))
    }
}

@Suite("Archives to be written")
struct ArchiveFormatTests {
    @Test(
        "section 8: what --as understands",
        arguments: [
            ("zip", .zip), (".ZIP", .zip), ("tar.zst", .tarZstd), ("tar.zstd", .tarZstd), ("tzst", .tarZstd),
            ("tar.gz", .tarGzip), (".tgz", .tarGzip), ("tar", .tar),
        ] as [(String, ArchiveWriter.Format)])
    func formats(text: String, format: ArchiveWriter.Format) throws {
        #expect(try ArchiveWriter.Format.parse(bytes(text)) == format)
    }

    @Test("section 8: what it does not says what there is", arguments: ["rar", "", ".", "tar.", "..zip", "\u{1B}"])
    func refused(text: String) {
        let error = failure { () throws(UsageError) in try ArchiveWriter.Format.parse(bytes(text)) }
        #expect(error?.hint == "there are zip, tar.zst, tar.gz, tar")
        #expect(error?.message.contains("\u{1B}") == false)
    }
}
