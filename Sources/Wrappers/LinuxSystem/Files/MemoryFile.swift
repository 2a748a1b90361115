internal import CLinux

extension OwnedDescriptor {
    /// A file that is nowhere but in memory, open for reading and writing; it goes with its last descriptor.
    ///
    /// `memfd_create(2)`; its position is at the start.
    /// - Parameter name: shown in `/proc`; at most 249 bytes.
    /// - Throws: ``SystemError``, such as `EMFILE` or `ENOMEM`.
    package static func memoryFile(named name: String) throws(SystemError) -> OwnedDescriptor {
        OwnedDescriptor(taking: try checked("memfd_create") { unsafe clinux_memfd(name) })
    }
}
