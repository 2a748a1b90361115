/// Guesses the character set of file names from before UTF-8.
///
/// Each set is tried on all names; one that cannot decode them is out. Of the rest that one is taken whose text looks most
/// like names that people give: letters of one script, common ones above all, and no frames, signs and stray capitals.
enum CharacterSetGuess {
    /// The sets by the order in which they are preferred where the text says nothing.
    private static func candidates(_ origin: NameDecoder.Origin) -> [String] {
        switch origin {
        case .dos:
            [
                "CP437", "CP932", "GB18030", "CP866", "CP850", "CP852", "CP1252", "CP1251", "EUC-KR", "BIG5-HKSCS",
                "EUC-JP",
            ]
        case .unix:
            [
                "CP1252", "EUC-JP", "CP932", "GB18030", "KOI8-R", "CP1251", "ISO-8859-2", "EUC-KR", "BIG5-HKSCS",
                "CP866",
                "CP437",
            ]
        }
    }

    static func best(for names: [[UInt8]], origin: NameDecoder.Origin) -> String {
        var best = (name: "ISO-8859-1", score: -Double.infinity)
        for (place, name) in candidates(origin).enumerated() {
            guard let set = CharacterSet(name) else { continue }
            var (score, bytes, isPossible) = (0.0, 0, true)
            for raw in names {
                guard let text = set.decoded(raw) else {
                    isPossible = false
                    break
                }
                // Those of the characters beyond ASCII, whose second byte may look like ASCII.
                bytes += raw.count - text.unicodeScalars.count { $0.isASCII }
                score += likelihood(of: text)
            }
            guard isPossible, bytes > 0 else { continue }
            let mean = score / Double(bytes) - Double(place) * 0.01
            if mean > best.score { best = (name, mean) }
        }
        return best.name
    }

    /// How much the characters beyond ASCII look like a name: about 1 for each byte of plain text, less for oddities.
    private static func likelihood(of text: String) -> Double {
        var score = 0.0
        var before: Unicode.Scalar = " "
        var kindBefore = Kind.other
        let scalars = Array(text.unicodeScalars)
        for (place, scalar) in scalars.enumerated() {
            let kind = Kind(scalar)
            let next = place + 1 < scalars.count ? scalars[place + 1] : " "
            if scalar.value >= 0x80 {
                score += kind.weight(scalar)
                switch kind {
                case .latin:
                    // Accented letters stand among plain ones, in their case.
                    let neighbours = [before, next].filter { $0.properties.isAlphabetic }
                    score += neighbours.contains { $0.isASCII } ? 0.1 : -0.3
                    if scalar.properties.isUppercase, before.properties.isLowercase { score -= 0.6 }
                    if scalar.properties.isUppercase, next.properties.isLowercase, before.properties.isAlphabetic {
                        score -= 0.3
                    }
                case .cyrillic:
                    if scalar.properties.isUppercase, before.properties.isLowercase { score -= 0.8 }
                    // A capital alone before small letters begins a word; small ones before a capital end none.
                    if kindBefore == .latin || Kind(next) == .latin { score -= 0.5 }
                default:
                    if kind != kindBefore, kindBefore != .other, kind.isEastAsian != kindBefore.isEastAsian {
                        score -= before.isASCII ? 0 : 0.5
                    }
                }
            }
            before = scalar
            kindBefore = kind
        }
        return score
    }

    private enum Kind {
        case latin, cyrillic, kana, halfWidthKana, han, hangul, wide, other

        init(_ scalar: Unicode.Scalar) {
            self =
                switch scalar.value {
                case 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F: .latin
                case 0x400...0x45F: .cyrillic
                case 0x3040...0x30FF: .kana
                case 0xFF61...0xFF9F: .halfWidthKana
                case 0x3400...0x9FFF, 0xF900...0xFAFF: .han
                case 0xAC00...0xD7AF: .hangul
                case 0x3000...0x303F, 0xFF00...0xFF60: .wide
                default: .other
                }
        }

        var isEastAsian: Bool {
            switch self {
            case .kana, .halfWidthKana, .han, .hangul, .wide: true
            default: false
            }
        }

        /// What a character is worth, counted by the bytes that it took: two in the sets of East Asia.
        func weight(_ scalar: Unicode.Scalar) -> Double {
            switch self {
            case .latin: Self.usualLatin.contains(scalar) ? 0.8 : 0.3
            case .cyrillic: Self.usualCyrillic.contains(scalar.lowered) ? 1.1 : 0.7
            case .kana: 2.2
            case .halfWidthKana: 0.1
            case .han: Self.usualHan.contains(scalar) ? 2.3 : 1.3
            case .hangul: 2.0
            case .wide: 1.4
            case .other: scalar.properties.isAlphabetic ? 0 : -0.8
            }
        }

        private static let usualLatin = Set("àáâãäåæçèéêëìíîïñòóôõöøùúûüßÄÅÆÇÉÖØÜąćęłńśźżčďěňřšťůžÀÈÓÁ".unicodeScalars)
        private static let usualCyrillic = Set("оеаинтсрвлкмдпуяы".unicodeScalars)
        /// Characters that names of files are full of, in Japanese and in both ways of writing Chinese.
        private static let usualHan = Set(
            """
            一二三四五六七八九十百千年月日時分秒上下左右中大小多少高低長短新旧古今前後内外東西南北出入口人名字文書本\
            写真画像図表資料報告会議事項計算予定案内説明記録音楽映動画語学校生先社員工場商品番号電話機器車東京都市区町村国家\
            的是不了在有我他这個个为為上来來到说說国國时時要就出会會可也你对對生能而子那得着着下自之年过過发發后後作里用道行所然\
            家种種事成方多经經么去法学學如都同现現当當没动動面起看定天分还還进進好小部其些主样樣理心文件图圖片资資料新建文档檔夹夾\
            视视频頻照测測试試数數据據表格报報告合同音乐樂简簡体體繁中目录錄复複制製备備份系统統软软件软體设設计計
            """.unicodeScalars.filter { $0.value > 0x80 })
    }
}

extension Unicode.Scalar {
    fileprivate var lowered: Unicode.Scalar { properties.lowercaseMapping.unicodeScalars.first ?? self }
}
