/// Unpacks the beginning of deflated data (RFC 1951), as much as a look needs.
///
/// The system's libraries for this would come with all of libarchive's dependencies, which cost a program more to load
/// than all its looks, and would parse hostile bytes in C. No input traps or takes more than the room asked for.
struct Inflater {
    private let bytes: ArraySlice<UInt8>
    private var position: Int
    private var bits: UInt32 = 0
    private var bitCount: UInt32 = 0
    private var output: [UInt8] = []
    private let most: Int

    /// The first bytes, at most `most`, of what the data unpacks to; what came out before damage or the end.
    static func prefix(of bytes: ArraySlice<UInt8>, most: Int) -> [UInt8] {
        var inflater = Inflater(bytes, most)
        inflater.run()
        return inflater.output
    }

    private init(_ bytes: ArraySlice<UInt8>, _ most: Int) {
        self.bytes = bytes
        self.most = most
        position = bytes.startIndex
        output.reserveCapacity(most)
    }

    private mutating func run() {
        while output.count < most {
            guard let isLast = take(1), let kind = take(2) else { return }
            let goesOn: Bool
            switch kind {
            case 0: goesOn = copyStored()
            case 1: goesOn = inflateBlock(Self.fixedLengths, Self.fixedDistances)
            case 2:
                guard let (lengths, distances) = readCodes() else { return }
                goesOn = inflateBlock(lengths, distances)
            default: return
            }
            if !goesOn || isLast == 1 { return }
        }
    }

    /// The next `count` bits, at most 16, lowest first.
    private mutating func take(_ count: UInt32) -> Int? {
        while bitCount < count {
            guard position < bytes.endIndex else { return nil }
            bits |= UInt32(bytes[position]) << bitCount
            position += 1
            bitCount += 8
        }
        defer {
            bits >>= count
            bitCount -= count
        }
        return Int(bits & (1 << count - 1))
    }

    private mutating func copyStored() -> Bool {
        (bits, bitCount) = (0, 0)
        guard let length = take(16), let check = take(16), length ^ check == 0xFFFF else { return false }
        let part = bytes[position...].prefix(min(length, most - output.count))
        output += part
        position += part.count
        return part.count == length
    }

    private mutating func inflateBlock(_ lengths: HuffmanCode, _ distances: HuffmanCode) -> Bool {
        while output.count < most {
            guard let symbol = decode(lengths) else { return false }
            if symbol < 256 {
                output.append(UInt8(symbol))
            } else if symbol == 256 {
                return true
            } else {
                guard let length = value(symbol - 257, Self.lengthBases, Self.lengthBits),
                    let code = decode(distances),
                    let distance = value(code, Self.distanceBases, Self.distanceBits), distance <= output.count
                else { return false }
                for _ in 0..<min(length, most - output.count) { output.append(output[output.count - distance]) }
            }
        }
        return false
    }

    private mutating func value(_ index: Int, _ bases: [Int], _ extra: [UInt32]) -> Int? {
        guard bases.indices.contains(index), let bits = take(extra[index]) else { return nil }
        return bases[index] + bits
    }

    private mutating func decode(_ code: HuffmanCode) -> Int? {
        var (word, first, index) = (0, 0, 0)
        for length in 1...15 {
            guard let bit = take(1) else { return nil }
            word |= bit
            let count = code.counts[length]
            if word - count < first { return code.symbols[index + word - first] }
            index += count
            first = (first + count) << 1
            word <<= 1
        }
        return nil
    }

    private mutating func readCodes() -> (HuffmanCode, HuffmanCode)? {
        guard let literals = take(5), let distances = take(5), let codes = take(4) else { return nil }
        var lengths = [UInt8](repeating: 0, count: 19)
        for index in 0..<codes + 4 {
            guard let length = take(3) else { return nil }
            lengths[Self.order[index]] = UInt8(length)
        }
        guard let code = HuffmanCode(lengths[...]) else { return nil }
        let wanted = literals + 257 + distances + 1
        var all: [UInt8] = []
        while all.count < wanted {
            guard let symbol = decode(code) else { return nil }
            switch symbol {
            case 16:
                guard let last = all.last, let extra = take(2) else { return nil }
                all += repeatElement(last, count: 3 + extra)
            case 17, 18:
                guard let extra = take(symbol == 17 ? 3 : 7) else { return nil }
                all += repeatElement(0, count: (symbol == 17 ? 3 : 11) + extra)
            default: all.append(UInt8(symbol))
            }
        }
        guard all.count == wanted, let first = HuffmanCode(all[..<(literals + 257)]),
            let second = HuffmanCode(all[(literals + 257)...])
        else { return nil }
        return (first, second)
    }

    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthBits: [UInt32] = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distanceBases = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
        6145, 8193, 12289, 16385, 24577,
    ]
    private static let distanceBits: [UInt32] = [
        0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
    ]
    private static let fixedLengths =
        HuffmanCode(
            ([UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112)
                + [UInt8](repeating: 7, count: 24) + [UInt8](repeating: 8, count: 8))[...]) ?? .none
    private static let fixedDistances = HuffmanCode([UInt8](repeating: 5, count: 30)[...]) ?? .none
}

/// A canonical Huffman code, by the number of words of each length.
private struct HuffmanCode {
    /// For each length from 0 to 15.
    private(set) var counts = [Int](repeating: 0, count: 16)
    private(set) var symbols: [Int] = []

    static let none = HuffmanCode()

    private init() {}

    /// - Returns: `nil` for lengths that promise more words than there are.
    init?(_ lengths: ArraySlice<UInt8>) {
        for length in lengths {
            guard length < 16 else { return nil }
            counts[Int(length)] += 1
        }
        counts[0] = 0
        var room = 1
        for length in 1...15 {
            room = room << 1 - counts[length]
            if room < 0 { return nil }
        }
        for length in 1...15 where counts[length] > 0 {
            symbols += lengths.indices.lazy.filter { lengths[$0] == length }.map { $0 - lengths.startIndex }
        }
    }
}
