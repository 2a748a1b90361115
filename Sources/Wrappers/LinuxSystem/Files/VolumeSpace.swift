internal import Glibc

/// How much room a volume has, at one moment.
package struct VolumeSpace: Hashable, Sendable {
    /// Bytes that a process without privileges can still write; quotas are not counted in.
    package let available: Int64
    /// Bytes in all, those kept for root and for the file system itself among them.
    package let total: Int64

    package init(available: Int64, total: Int64) {
        self.available = available
        self.total = total
    }

    /// The room on the volume that the open file or directory is on.
    /// - Throws: ``SystemError`` from `fstatvfs`.
    package static func of(_ descriptor: CInt) throws(SystemError) -> VolumeSpace {
        var record = statvfs()
        try checked("fstatvfs") { unsafe fstatvfs(descriptor, &record) }
        func bytes(_ blocks: UInt) -> Int64 {
            let (product, overflow) = blocks.multipliedReportingOverflow(by: record.f_frsize)
            return overflow ? .max : Int64(clamping: product)
        }
        return VolumeSpace(available: bytes(record.f_bavail), total: bytes(record.f_blocks))
    }
}
