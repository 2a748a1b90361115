import LinuxSystem
import StagingTestSupport
import Testing

@testable import Archives

/// Section 8: what is encrypted gets a clear answer, and the rest is had where the format allows it.
@Suite("encrypted archives")
struct EncryptionTests {
    /// A RAR 5 archive of files that are not packed, made block by block.
    private struct RarSample {
        private(set) var bytes = Array("Rar!\u{1A}\u{7}\u{1}\u{0}".utf8)

        init(_ files: [(name: String, contents: String, isEncrypted: Bool)]) {
            block([1, 0, 0])
            for (name, contents, isEncrypted) in files {
                // A record of 48 bytes: its type, version and flags, then what a password would be checked with.
                let extra: [UInt8] = isEncrypted ? [48, 1, 0, 1, 15] + [UInt8](repeating: 7, count: 44) : []
                let size = UInt8(contents.utf8.count)
                block(
                    [2, isEncrypted ? 3 : 2] + (isEncrypted ? [UInt8(extra.count)] : []) + [size, 4, size, 0]
                        + number(checksum32(utf8(contents))) + [0, 1, UInt8(name.utf8.count)] + utf8(name) + extra)
                bytes += isEncrypted ? utf8(contents).map { $0 ^ 0x55 } : utf8(contents)
            }
            block([5, 0, 0])
        }

        private func number(_ value: UInt32) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }

        private mutating func block(_ header: [UInt8]) {
            let counted = [UInt8(header.count)] + header
            bytes += number(checksum32(counted)) + counted
        }
    }

    @Test("an encrypted entry of a RAR 5 archive is told as one, and the others are had")
    func rar5() throws {
        let sample = RarSample([("a.txt", "open", false), ("b.txt", "secret", true), ("c.txt", "open too", false)])
        let unpacked = try unpack(sample.bytes, name: "sample.rar")
        #expect(unpacked.refused == ["b.txt": .encrypted])
        #expect(unpacked.tree == ["a.txt": "open", "c.txt": "open too"])
    }

    @Test("a RAR 5 archive whose headers are encrypted is told as one")
    func rar5Headers() throws {
        var bytes = RarSample([]).bytes.prefix(8) + []
        let header: [UInt8] = [4, 0, 0, 0, 15] + [UInt8](repeating: 7, count: 16)
        let counted = [UInt8(header.count)] + header
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: checksum32(counted) >> ($0 * 8)) } + counted
        bytes += [UInt8](repeating: 0xA5, count: 200)
        #expect(try unpack(Array(bytes), name: "sample.rar").error?.kind == .encrypted)
    }

    @Test("a zip archive whose directory is encrypted is told as one", arguments: Delivery.allCases)
    func zipDirectory(delivery: Delivery) throws {
        let sample = ZipSample([.init("a", "contents").with { $0.flags = 0x2041 }])
        var bytes = sample.bytes
        // The signature of the first record, which would be hidden.
        let record = try #require(
            (1..<bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual([0x50, 0x4B, 1, 2]) })
        for place in record..<record + 46 { bytes[place] ^= 0xA5 }
        #expect(try unpack(bytes, by: delivery).error?.kind == .encrypted)
    }
}
