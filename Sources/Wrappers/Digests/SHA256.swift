internal import CCrypto
internal import Glibc
package import LinuxSystem

/// A SHA-256 digest in the making, by libcrypto.
// @safe: the context belongs to this value alone and is freed once, in `deinit`.
@safe
package struct SHA256: ~Copyable {
    private let context: OpaquePointer

    /// Bytes in a digest.
    package static let length = 32
    /// Bytes read from a file in one call.
    private static let chunk = 1 << 20

    package init() {
        // Fails only without memory, which Swift does not survive either, or without the algorithm in libcrypto.
        guard let context = unsafe EVP_MD_CTX_new(), unsafe EVP_DigestInit_ex(context, Self.algorithm, nil) == 1 else {
            fatalError("libcrypto offers no SHA-256")
        }
        unsafe self.context = context
    }

    /// Looked up once: libcrypto would search its providers for every digest. Why `nonisolated(unsafe)`: nothing changes
    /// it.
    nonisolated(unsafe) private static let algorithm = unsafe EVP_MD_fetch(nil, "SHA256", nil)

    deinit { unsafe EVP_MD_CTX_free(context) }

    /// Takes further bytes in.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        let code = unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
        precondition(code == 1, "libcrypto failed")
    }

    /// Takes further bytes in.
    package mutating func update(_ bytes: [UInt8]) { unsafe bytes.withUnsafeBytes { unsafe update($0) } }

    /// The digest of all bytes taken in, ``length`` of them.
    package consuming func finalize() -> [UInt8] {
        let context = unsafe context
        // The value ends here, so that its `deinit` cannot run before the call below has read the context.
        discard self
        defer { unsafe EVP_MD_CTX_free(context) }
        var digest = [UInt8](repeating: 0, count: Self.length)
        let code = unsafe EVP_DigestFinal_ex(context, &digest, nil)
        precondition(code == 1, "libcrypto failed")
        return digest
    }

    /// The digest of `bytes`.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: length)
        let code = unsafe EVP_Digest(bytes, bytes.count, &digest, nil, algorithm, nil)
        guard code == 1 else { fatalError("libcrypto offers no SHA-256") }
        return digest
    }

    /// The digest of an open file from its first byte to its end, wherever the descriptor stands; blocks for the disk.
    /// - Throws: ``SystemError`` (`EIO`, `EBADF`, `ESPIPE` for what cannot be read by offset).
    package static func digest(ofFile descriptor: CInt) throws(SystemError) -> [UInt8] {
        var digest = SHA256()
        var buffer = [UInt8](repeating: 0, count: chunk)
        var offset: off_t = 0
        while true {
            let count = try checked("pread") { unsafe pread(descriptor, &buffer, chunk, offset) }
            if count == 0 { return digest.finalize() }
            unsafe buffer.withUnsafeBytes { unsafe digest.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            offset += off_t(count)
        }
    }
}

/// The bytes as lower-case hexadecimal text, two digits each.
package func hexText(_ bytes: some Collection<UInt8>) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(bytes.count * 2)
    for byte in bytes {
        for digit in [byte >> 4, byte & 15] {
            digits.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
    return String(decoding: digits, as: UTF8.self)
}
