internal import ContentTypes

/// Programs and libraries: ELF, Windows, Java, and Apple's universal binaries.
enum ExecutableForms {
    static func elf(_ bytes: [UInt8]) -> Finding {
        guard bytes.count >= 20 else { return Finding("org.linux.elf") }
        if bytes[8] == 0x41, bytes[9] == 0x49, bytes[10] == 1 || bytes[10] == 2 {
            // The first version was a disc image that also is a program.
            let mime = bytes[10] == 1 ? "application/x-iso9660-appimage" : nil
            return Finding(UTType("org.appimage.appimage") ?? .unixExecutable, mime: mime)
        }
        let little = bytes[5] == 1
        switch little ? bytes.littleEndian(16, 2) : bytes.bigEndian(16, 2) {
        case 1: return Finding("org.linux.elf-object")
        case 2: return Finding("org.linux.elf-executable")
        case 3:
            // Some libraries can be run as well.
            let identifier = hasInterpreter(bytes) ? "org.linux.elf-executable" : "org.linux.elf-shared-library"
            return Finding(identifier, room: .family(of: UTType("org.linux.elf").map { [$0] } ?? []))
        case 4: return Finding("org.linux.elf-core")
        default: return Finding("org.linux.elf")
        }
    }

    /// Whether a position-independent file asks for a loader, as programs do and libraries mostly do not.
    private static func hasInterpreter(_ bytes: [UInt8]) -> Bool {
        let wide = bytes[4] == 2
        func number(_ offset: Int, _ width: Int) -> Int? {
            bytes[5] == 1 ? bytes.littleEndian(offset, width) : bytes.bigEndian(offset, width)
        }
        guard let table = wide ? number(32, 8) : number(28, 4), let size = number(wide ? 54 : 42, 2),
            let count = number(wide ? 56 : 44, 2), table <= bytes.count
        else { return false }
        let interpreter = 3
        return (0..<count).contains { number(table + $0 * size, 4) == interpreter }
    }

    static func windows(_ bytes: [UInt8]) -> Finding? {
        guard let header = bytes.littleEndian(0x3C, 4), bytes.has("PE\0\0", at: header) else {
            // Enough of a header to be a program and not two letters.
            guard bytes.count >= 64 else { return nil }
            let isNewer = bytes.littleEndian(0x3C, 4).map { bytes.has("NE", at: $0) } ?? false
            return Finding(
                isNewer ? "com.microsoft.ne-executable" : "com.microsoft.dos-executable",
                room: .family(of: [.executable]))
        }
        let library = 0x2000
        let isLibrary = bytes.littleEndian(header + 22, 2).map { $0 & library != 0 } ?? false
        return Finding(
            UTType(isLibrary ? "com.microsoft.windows-dynamic-link-library" : "com.microsoft.windows-executable")
                ?? .exe,
            room: .family(of: [.exe, .executable]))
    }

    /// A class file's version stands where a universal binary counts its few architectures.
    static func javaOrUniversal(_ bytes: [UInt8]) -> Finding? {
        guard let number = bytes.bigEndian(4, 4) else { return nil }
        return Finding(number & 0xFFFF >= 43 ? "com.sun.java-class" : "com.apple.mach-o-binary")
    }

    /// Disks begin with a program of 512 bytes that ends with a mark; what stands beside tells the file system.
    static func bootSector(_ bytes: [UInt8]) -> Finding? {
        guard bytes.count >= 512, bytes[510] == 0x55, bytes[511] == 0xAA else { return nil }
        if bytes.has("EFI PART", at: 512) { return Finding("org.iso.raw-disk-image") }
        let begins = bytes[0] == 0xEB && bytes[2] == 0x90 || bytes[0] == 0xE9
        if begins, bytes.has("NTFS    ", at: 3) { return Finding("com.microsoft.ntfs", room: disks) }
        if begins, bytes.has("FAT", at: 54) || bytes.has("FAT32", at: 82) {
            return Finding("org.iso.raw-disk-image", room: disks)
        }
        // Four partitions, each idle or active; one at least has a kind and a size.
        let entries = stride(from: 446, to: 510, by: 16)
        guard entries.allSatisfy({ bytes[$0] & 0x7F == 0 }),
            entries.contains(where: { bytes[$0 + 4] != 0 && bytes.littleEndian($0 + 12, 4) != 0 })
        else { return nil }
        return Finding("org.iso.raw-disk-image", room: disks)
    }

    private static var disks: Finding.Room {
        .family(of: ["public.disk-image", "public.iso-image"].compactMap { UTType($0) })
    }
}
