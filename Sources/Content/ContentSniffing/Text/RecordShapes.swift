internal import ContentTypes

/// Texts that are records of one form from the first line on.
enum RecordShapes {
    static func finding(in lines: [String]) -> Finding? {
        guard let first = lines.first(where: { !$0.isEmpty }) else { return nil }
        switch first.utf8.first {
        case UInt8(ascii: ":") where isIntelHex(first): return Finding("org.flirc.intel-hex", room: .textForm)
        case UInt8(ascii: "S") where isMotorola(first): return Finding("com.motorola.srecord", room: .textForm)
        case UInt8(ascii: ">") where isSequence(lines): return Finding("org.ncbi.fasta", room: .textForm)
        case UInt8(ascii: "@") where isReads(lines): return Finding("org.ncbi.fastq", room: .textForm)
        default: break
        }
        if isRealMetafile(lines) { return Finding("com.real.metafile", room: .textGuess) }
        if let news = news(lines) { return news }
        // The third line of a molecule's end is its counts with the version.
        if lines.count > 3, lines[3].hasSuffix("V2000") || lines[3].hasSuffix("V3000") {
            return Finding("org.mdl.molfile", room: .textForm)
        }
        if first.hasPrefix("ATOM  ") || first.hasPrefix("CRYST1"),
            lines.dropFirst().contains(where: { $0.hasPrefix("ATOM  ") })
        {
            return Finding("org.wwpdb.pdb", room: .textForm)
        }
        if first.hasPrefix("data_"), lines.contains(where: { $0.hasPrefix("_cell_") || $0.hasPrefix("_audit") }) {
            return Finding("org.iucr.cif", room: .textForm)
        }
        return nil
    }

    /// Addresses of RealMedia, one a line: of its own protocol, or with its own endings.
    private static func isRealMetafile(_ lines: [String]) -> Bool {
        let addresses = lines.map { $0.lowercased().prefix { !$0.isWhitespace } }
            .filter { !$0.isEmpty && !$0.hasPrefix("#") && $0 != "--stop--" }
        let endings = [".rm", ".ra", ".rv", ".rmvb", ".rt", ".rp", ".smi", ".smil"]
        return !addresses.isEmpty
            && addresses.allSatisfy { address in
                if address.hasPrefix("pnm://") { return true }
                let path = address.prefix { $0 != "?" }
                return ["rtsp://", "rtspt://", "rtspu://", "http://", "https://"].contains(where: address.hasPrefix)
                    && endings.contains(where: path.hasSuffix)
            }
    }

    private static func bytes(_ digits: some StringProtocol) -> [UInt8]? {
        let digits = Array(digits.utf8)
        guard digits.count.isMultiple(of: 2), !digits.isEmpty else { return nil }
        var result: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16) else {
                return nil
            }
            result.append(byte)
        }
        return result
    }

    /// A count, an address, a kind, the data and a checksum that makes the sum zero.
    private static func isIntelHex(_ line: String) -> Bool {
        guard let record = bytes(line.dropFirst()), record.count >= 5 else { return false }
        return Int(record[0]) + 5 == record.count && record[3] <= 5 && record.reduce(0, &+) == 0
    }

    /// A kind, a count, and a checksum that makes the sum all ones.
    private static func isMotorola(_ line: String) -> Bool {
        guard line.utf8.count > 4, line.dropFirst().first?.isNumber == true, let record = bytes(line.dropFirst(2))
        else {
            return false
        }
        return Int(record[0]) + 1 == record.count && record.reduce(0, &+) == 0xFF
    }

    private static func isSequence(_ lines: [String]) -> Bool {
        let data = lines.dropFirst().prefix { !$0.hasPrefix(">") }.filter { !$0.isEmpty }
        return !data.isEmpty
            && data.allSatisfy { line in
                line.utf8.allSatisfy { (0x41...0x5A).contains($0) || "*-acgtun".utf8.contains($0) }
            }
            && data.contains { $0.utf8.count >= 10 }
    }

    private static func isReads(_ lines: [String]) -> Bool {
        lines.count >= 4 && lines[2].hasPrefix("+") && !lines[1].isEmpty && lines[1].utf8.count == lines[3].utf8.count
            && lines[1].utf8.allSatisfy { "ACGTN.".utf8.contains($0) }
    }

    /// Articles begin with fields that mail does not have.
    private static func news(_ lines: [String]) -> Finding? {
        let head = lines.prefix { !$0.isEmpty }
        guard
            head.first.map({ $0.hasPrefix("Path: ") || $0.hasPrefix("Xref: ") || $0.hasPrefix("Newsgroups: ") })
                == true,
            head.contains(where: { $0.hasPrefix("Newsgroups: ") || $0.hasPrefix("Message-ID: ") })
        else { return nil }
        return Finding("org.ietf.news", room: .textForm)
    }
}
