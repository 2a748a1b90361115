import LinuxSystem

@testable import Archives

/// A number in little-endian order.
private func number(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}

/// Deflated without packing, in blocks of at most 65,535 bytes.
func deflatedPlainly(_ contents: [UInt8]) -> [UInt8] {
    var packed: [UInt8] = []
    var rest = contents[...]
    repeat {
        let part = rest.prefix(65_535)
        rest = rest.dropFirst(part.count)
        packed += [rest.isEmpty ? 1 : 0] + number(part.count, 2) + number(~part.count & 0xFFFF, 2) + part
    } while !rest.isEmpty
    return packed
}

/// A gzip file of one member, not packed.
func gzipped(_ contents: [UInt8]) -> [UInt8] {
    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + deflatedPlainly(contents) + number(Int(checksum32(contents)), 4)
        + number(contents.count, 4)
}

/// A zip archive, made record by record, so that it can be wrong in any way.
struct ZipSample {
    struct Member {
        var name: [UInt8]
        /// The name before the contents; nil is the same.
        var localName: [UInt8]?
        var contents: [UInt8] = []
        var method = 0
        var flags = 0
        /// The upper byte: 0 is DOS, 3 is Unix.
        var madeBy = 3 << 8
        var mode: UInt32 = 0o100644
        var checksum: UInt32?
        var extra: [UInt8] = []
        /// Whether the sizes stand behind the contents only.
        var hasDescriptor = false
        var isInDirectory = true
        /// Whether the directory's sizes and offset are 64-bit ones.
        var isWide = false
        /// Where the directory says that it lies; nil is the truth.
        var offset: Int?

        init(_ name: String, _ contents: String = "") {
            self.name = Array(name.utf8)
            self.contents = Array(contents.utf8)
        }

        init(raw name: [UInt8], _ contents: String = "", dos: Bool = true) {
            self.name = name
            self.contents = Array(contents.utf8)
            if dos { madeBy = 0 }
        }

        func with(_ change: (inout Member) -> Void) -> Member {
            var copy = self
            change(&copy)
            return copy
        }
    }

    var members: [Member]
    var stub: [UInt8] = []
    var comment: [UInt8] = []
    var hasDirectory = true

    init(_ members: [Member]) { self.members = members }

    var bytes: [UInt8] {
        var file = stub
        var directory: [UInt8] = []
        var count = 0
        for member in members {
            let offset = file.count - stub.count
            let packed = member.method == 8 ? deflatedPlainly(member.contents) : member.contents
            let checksum = Int(member.checksum ?? checksum32(member.contents))
            let flags = member.flags | (member.hasDescriptor ? 8 : 0)
            let told = member.hasDescriptor ? (0, 0, 0) : (checksum, packed.count, member.contents.count)
            let localName = member.localName ?? member.name
            file += utf8("PK\u{3}\u{4}") + number(20, 2) + number(flags, 2) + number(member.method, 2)
            file += number(0, 2) + number(0x5821, 2) + number(told.0, 4) + number(told.1, 4) + number(told.2, 4)
            file += number(localName.count, 2) + number(0, 2) + localName + packed
            if member.hasDescriptor {
                file += utf8("PK\u{7}\u{8}") + number(checksum, 4) + number(packed.count, 4)
                file += number(member.contents.count, 4)
            }
            guard member.isInDirectory else { continue }
            count += 1
            let place = member.offset ?? offset
            var extra = member.extra
            if member.isWide {
                extra += number(1, 2) + number(24, 2) + number(member.contents.count, 8) + number(packed.count, 8)
                extra += number(place, 8)
            }
            let most = 0xFFFF_FFFF
            directory += utf8("PK\u{1}\u{2}") + number(member.madeBy | 20, 2) + number(20, 2)
            directory += number(flags, 2) + number(member.method, 2) + number(0, 2) + number(0x5821, 2)
            directory += number(checksum, 4) + number(member.isWide ? most : packed.count, 4)
            directory += number(member.isWide ? most : member.contents.count, 4) + number(member.name.count, 2)
            directory += number(extra.count, 2) + number(0, 6)
            directory += number(Int(member.madeBy == 0 ? 0 : member.mode) << 16, 4)
            directory += number(member.isWide ? most : place, 4) + member.name + extra
        }
        guard hasDirectory else { return file }
        let start = file.count - stub.count
        file += directory + utf8("PK\u{5}\u{6}") + number(0, 4) + number(count, 2) + number(count, 2)
        file += number(directory.count, 4) + number(start, 4) + number(comment.count, 2) + comment
        return file
    }
}

/// The bytes of a text.
func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }

/// A tar archive in the dialect of POSIX (ustar), made record by record.
struct TarSample {
    struct Member {
        var name: [UInt8]
        var type: Character = "0"
        var link = ""
        var contents: [UInt8] = []
        var mode = 0o644

        init(_ name: String, _ contents: String = "", mode: Int = 0o644) {
            self.name = Array(name.utf8)
            self.contents = Array(contents.utf8)
            self.mode = mode
        }

        init(raw name: [UInt8], _ contents: String = "") {
            self.name = name
            self.contents = Array(contents.utf8)
        }

        init(_ name: String, type: Character, link: String = "", mode: Int = 0o644) {
            self.name = Array(name.utf8)
            self.type = type
            self.link = link
            self.mode = mode
        }
    }

    var members: [Member]
    var hasEnd = true

    init(_ members: [Member]) { self.members = members }

    var bytes: [UInt8] {
        var file: [UInt8] = []
        for member in members {
            if member.name.count > 100 {
                file += Self.record(name: utf8("././@LongLink"), "L", member.name + [0], mode: 0, link: "")
            }
            if member.link.utf8.count > 100 {
                file += Self.record(
                    name: utf8("././@LongLink"), "K", Array(member.link.utf8) + [0], mode: 0, link: "")
            }
            file += Self.record(
                name: Array(member.name.prefix(100)), member.type, member.contents, mode: member.mode, link: member.link
            )
        }
        return file + (hasEnd ? [UInt8](repeating: 0, count: 1024) : [])
    }

    private static func record(
        name: [UInt8], _ type: Character, _ contents: [UInt8], mode: Int, link: String
    ) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, _ place: Int) {
            header.replaceSubrange(place..<place + text.utf8.count, with: text.utf8)
        }
        func octal(_ value: Int, _ width: Int) -> String {
            let digits = String(value, radix: 8)
            return String(repeating: "0", count: width - digits.count) + digits
        }
        header.replaceSubrange(0..<name.count, with: name)
        put(octal(mode, 7), 100)
        put(octal(0, 7), 108)
        put(octal(0, 7), 116)
        put(octal(contents.count, 11), 124)
        put(octal(1_000_000_000, 11), 136)
        put("        ", 148)
        put(String(type), 156)
        put(String(decoding: link.utf8.prefix(100), as: UTF8.self), 157)
        put("ustar\u{0}00", 257)
        put(octal(header.reduce(0) { $0 + Int($1) }, 6) + "\u{0}", 148)
        let padding = (512 - contents.count % 512) % 512
        return header + contents + [UInt8](repeating: 0, count: padding)
    }
}
