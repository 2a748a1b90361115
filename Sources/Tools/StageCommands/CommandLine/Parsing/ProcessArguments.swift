/// The arguments of this process, taken once at the start.
@safe
enum ProcessArguments {
    /// Copies the arguments, the program's name not among them, and blanks tokens in the originals, so that
    /// `/proc/PID/cmdline` and `ps` show none. To be called before anything reads `CommandLine.arguments`, which sees
    /// the blanked ones from then on.
    static func takeAndBlank() -> [Bytes] {
        // Safe: the runtime gives the vector that the kernel laid out, of argc strings, and no other thread runs yet.
        unsafe takeAndBlank(count: Int(CommandLine.argc), vector: CommandLine.unsafeArgv)
    }

    /// The same for any vector of `count` strings that end with NUL.
    @unsafe
    static func takeAndBlank(
        count: Int, vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    ) -> [Bytes] {
        var arguments: [Bytes] = []
        for index in 0..<count {
            guard let start = unsafe vector[index] else { break }
            var bytes: Bytes = []
            var length = 0
            while unsafe start[length] != 0 {
                bytes.append(UInt8(bitPattern: unsafe start[length]))
                length += 1
            }
            for range in secrets(in: bytes) {
                for offset in range { unsafe start[offset] = CChar(bitPattern: UInt8(ascii: "*")) }
            }
            if index > 0 { arguments.append(bytes) }
        }
        return arguments
    }

    /// Where tokens stand, also mistyped ones and those inside a longer argument, such as a shell's script after
    /// `--exec`. A file name that only looks like one is found too, which does no harm.
    static func secrets(in bytes: Bytes) -> [Range<Int>] {
        let prefix = Bytes(TokenText.prefix.utf8)
        var found: [Range<Int>] = []
        var start = 0
        while start + prefix.count <= bytes.count {
            let isMark = zip(prefix, bytes[start...]).allSatisfy { $0 == $1 || $0 == $1 | 0x20 }
            var end = start + prefix.count
            if isMark {
                while end < bytes.count, bytes[end] > 0x20, !"'\"`;|&<>()".utf8.contains(bytes[end]) { end += 1 }
                if end - start >= 16 { found.append(start + prefix.count..<end) }
            }
            start = isMark ? end : start + 1
        }
        return found
    }
}
