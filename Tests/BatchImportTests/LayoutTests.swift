import BatchImport
import LinuxSystem
import Testing

@Suite("Layouts")
struct LayoutTests {
    private static func facts(_ path: String, name: String? = nil) -> Layout.Facts {
        Layout.Facts(
            path: Path(path), name: name ?? Path(path).lastComponent.text, type: "public.png", mime: "image/png",
            source: "card", modified: Timestamp(seconds: 1_700_000_000), sha256: "abcd")
    }

    @Test(
        "placeholders become what they stand for, every component safe",
        arguments: [
            ("{path}", "a/b/c.png", "a/b/c.png"), ("{name}", "a/b/c.png", "c.png"), ("{dir}/{name}", "c.png", "c.png"),
            ("{type}/{name}", "a/c.png", "public.png/c.png"), ("{kind}/{stem}.{ext}", "c.tar.gz", "image/c.tar.gz"),
            ("{year}/{name}", "c.png", "2023/c.png"), ("{sha256}.{ext}", "c.png", "abcd.png"),
            ("{source}/{path}", "a/c.png", "card/a/c.png"), ("x-{name}", "a/c.png", "x-c.png"),
            ("{path}", "../../c.png", "file/file/c.png"), ("{path}", "a//./b/c.png", "a/b/c.png"),
            ("{stem}.{ext}", "README", "README"),
        ])
    func expands(layout: String, path: String, expected: String) throws {
        #expect(try Layout(parsing: layout).components(for: Self.facts(path)).joined(separator: "/") == expected)
    }

    @Test(
        "what is no layout is refused, with what to write instead",
        arguments: ["{nothing}", "{year}", "{name", "name}", "/x/{name}", "../{name}", "{name}/", "a/./{name}", ""])
    func refused(layout: String) {
        #expect(throws: LayoutError.self) { try Layout(parsing: layout) }
        do { _ = try Layout(parsing: layout) } catch { #expect(error.hint?.isEmpty == false) }
    }
}
