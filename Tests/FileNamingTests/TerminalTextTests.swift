import FileNaming
import Testing

@Suite("rule 20: names on a terminal")
struct TerminalTextTests {
    @Test(
        "rule 20: what would steer the terminal is shown instead",
        arguments: [
            ("plain ü.txt", "plain ü.txt"), ("a\nb\r\tc", "a\\nb\\r\\tc"), ("\u{1B}[2J", "\\u{1B}[2J"),
            ("\u{7F}", "\\u{7F}"),
            ("\u{9B}31m", "\\u{9B}31m"), ("x\u{202E}y", "x\\u{202E}y"), ("\u{61C}", "\\u{61C}"),
            ("p\u{2029}", "p\\u{2029}"),
            ("back\\slash", "back\\slash"), ("\0", "\\u{0}"), ("a\r\nb", "a\\r\\nb"), ("👨‍👩‍👧", "👨‍👩‍👧"),
        ])
    func escaped(text: String, visible: String) {
        #expect(TerminalText.escaped(text) == visible)
    }

    @Test(
        "Columns are counted as a terminal counts them",
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한글", 4), ("ｱ", 1), ("Ａ", 2), ("😆", 2),
            ("👨‍👩‍👧", 2),
            ("❤️", 2), ("🇩🇪", 2), ("a\u{200B}b", 2), ("привет", 6), ("…", 1), ("𠀀", 2), ("\u{7}", 0),
        ])
    func columns(text: String, columns: Int) {
        #expect(TerminalText.columns(text) == columns)
    }

    @Test(
        "A text is cut to its columns between characters",
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("abc", 1, "…"),
            ("abc", 0, ""), ("e\u{301}xyz", 2, "e\u{301}…"),
        ])
    func fitted(text: String, limit: Int, result: String) {
        #expect(TerminalText.fitted(text, columns: limit) == result)
        #expect(TerminalText.columns(result) <= limit)
    }
}
