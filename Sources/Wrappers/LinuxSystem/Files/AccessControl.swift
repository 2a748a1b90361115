internal import CACL
internal import Glibc

/// What one kind of user may do with a file: the three bits of a mode or of an ACL entry.
package struct AccessPermissions: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let read = AccessPermissions(rawValue: 4)
    package static let write = AccessPermissions(rawValue: 2)
    /// To run a file, or to reach what is in a directory.
    package static let execute = AccessPermissions(rawValue: 1)
}

/// POSIX access control lists, through libacl.
package enum AccessControl {
    /// Opens a file or directory to its owner and to one more user, and closes it to everyone else.
    /// - Returns: false where the file system keeps no ACLs; nothing has changed then.
    /// - Throws: ``SystemError`` from libacl: `EPERM` for one who does not own the inode, `ENOSPC`.
    package static func restrict(
        _ descriptor: CInt, owner: AccessPermissions, user: UInt32, to permissions: AccessPermissions
    ) throws(SystemError) -> Bool {
        let granted = letters(permissions)
        let text = Path("u::\(letters(owner)),u:\(user):\(granted),g::---,m::\(granted),o::---")
        let list = try unsafe AccessList("acl_from_text") { unsafe text.withCString { unsafe acl_from_text($0) } }
        do throws(SystemError) {
            try list.apply(to: descriptor)
            return true
        } catch {
            if error.code == ENOTSUP { return false }
            throw error
        }
    }

    /// Whether the inode would let a process of `user` with `groups` open it for writing.
    ///
    /// In doubt the answer is yes: for root, for the owner (who can change the mode), for a list that cannot be read,
    /// and wherever any entry that can apply gives the right, since a process may leave a group that denies it.
    /// - Parameter status: That of `descriptor`.
    /// - Parameter groups: Primary and supplementary ones; nil where they are not known.
    package static func userCanWrite(
        _ status: FileStatus, _ descriptor: CInt, user: UInt32, groups: [UInt32]?
    ) -> Bool {
        func mayHold(_ group: UInt32) -> Bool { groups?.contains(group) ?? true }
        if user == 0 || user == status.user || status.permissions & 0o002 != 0 { return true }
        let list: AccessList
        do throws(SystemError) {
            list = try unsafe AccessList("acl_get_fd") { unsafe acl_get_fd(descriptor) }
        } catch {
            guard error.code == ENOTSUP else { return true }
            return status.permissions & 0o020 != 0 && mayHold(status.group)
        }
        guard let entries = list.entries else { return true }
        let isMasked = entries.contains { $0.tag == ACL_MASK && !$0.mayWrite }
        return entries.contains { entry in
            guard entry.mayWrite else { return false }
            return switch entry.tag {
            case ACL_USER: entry.qualifier == user && !isMasked
            case ACL_GROUP: entry.qualifier.map(mayHold) == true && !isMasked
            case ACL_GROUP_OBJ: mayHold(status.group) && !isMasked
            case ACL_OTHER: true
            default: false
            }
        }
    }

    private static func letters(_ permissions: AccessPermissions) -> String {
        (permissions.contains(.read) ? "r" : "-") + (permissions.contains(.write) ? "w" : "-")
            + (permissions.contains(.execute) ? "x" : "-")
    }
}

/// A list of libacl's, owned.
@safe  // The handle is valid for the value's life, and entries do not leave it.
private struct AccessList: ~Copyable {
    struct Entry {
        let tag: acl_tag_t
        /// The uid or gid of a named entry.
        let qualifier: UInt32?
        let mayWrite: Bool
    }

    private let handle: acl_t

    init(_ call: String, _ make: () -> acl_t?) throws(SystemError) {
        var made: acl_t?
        try checked(call) {
            unsafe made = make()
            return unsafe made == nil ? -1 : 0
        }
        guard let handle = unsafe made else { throw SystemError(EINVAL, call) }
        unsafe self.handle = handle
    }

    deinit { unsafe acl_free(UnsafeMutableRawPointer(handle)) }

    func apply(to descriptor: CInt) throws(SystemError) {
        try checked("acl_set_fd") { unsafe acl_set_fd(descriptor, handle) }
    }

    /// nil where libacl cannot read one of them.
    var entries: [Entry]? {
        var entries: [Entry] = []
        var which = ACL_FIRST_ENTRY
        while true {
            var entry: acl_entry_t?
            let found = unsafe acl_get_entry(handle, which, &entry)
            if found == 0 { return entries }
            var tag: acl_tag_t = 0
            var permissions: acl_permset_t?
            guard found == 1, let entry = unsafe entry, unsafe acl_get_tag_type(entry, &tag) == 0,
                unsafe acl_get_permset(entry, &permissions) == 0, let permissions = unsafe permissions
            else { return nil }
            var qualifier: UInt32?
            if tag == ACL_USER || tag == ACL_GROUP {
                guard let value = unsafe acl_get_qualifier(entry) else { return nil }
                qualifier = unsafe value.load(as: UInt32.self)
                unsafe acl_free(value)
            }
            let mayWrite = unsafe acl_get_perm(permissions, acl_perm_t(ACL_WRITE)) == 1
            entries.append(Entry(tag: tag, qualifier: qualifier, mayWrite: mayWrite))
            which = ACL_NEXT_ENTRY
        }
    }
}
