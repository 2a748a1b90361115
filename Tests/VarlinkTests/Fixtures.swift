import Glibc
import LinuxSystem
import Testing
import Varlink

/// A descriptor of its own, distinguishable from others by its number.
func openDescriptor() throws -> SharedDescriptor {
    let number = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    try #require(number >= 0)
    return SharedDescriptor(OwnedDescriptor(taking: number))
}

/// Watches descriptors without keeping them open. Their numbers would not do: another test may be given them next.
struct Watch {
    private struct Reference { weak var descriptor: SharedDescriptor? }
    private let references: [Reference]

    init(_ descriptors: [SharedDescriptor]) { references = descriptors.map { Reference(descriptor: $0) } }

    var openCount: Int { references.count { $0.descriptor != nil } }
}

extension FrameDecoder {
    /// Appends these bytes with new descriptors.
    mutating func append(_ bytes: [UInt8], newDescriptors count: Int, truncated: Bool = false) throws -> Watch {
        let descriptors = try (0..<count).map { _ in try openDescriptor() }
        append(bytes, descriptors: descriptors, truncated: truncated)
        return Watch(descriptors)
    }
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// The message's text and the NUL that ends it.
func framed(_ text: String) -> [UInt8] { bytes(text) + [0] }

extension FrameDecoder {
    mutating func append(_ bytes: [UInt8], descriptors: [SharedDescriptor] = [], truncated: Bool = false) {
        append(bytes[...], descriptors: descriptors, truncated: truncated)
    }

    mutating func nextText() throws -> String? { try next().map { String(decoding: $0, as: UTF8.self) } }

    mutating func allTexts() throws -> [String] {
        var texts: [String] = []
        while let text = try nextText() { texts.append(text) }
        return texts
    }
}

/// SplitMix64: the same numbers for the same seed on every machine.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
