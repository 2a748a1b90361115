internal import Glibc

/// Users and groups as the machine's name service knows them. Calls may block on a network directory.
package enum Accounts {
    package struct User: Hashable, Sendable {
        package let name: String
        package let uid: UInt32
        package let gid: UInt32
        package let home: Path
    }

    /// The account of `uid`, nil where the number has no name.
    package static func user(_ uid: UInt32) -> User? {
        lookUp { (entry, buffer, length, result) in unsafe getpwuid_r(uid, entry, buffer, length, result) }
    }

    package static func user(named name: String) -> User? {
        lookUp { (entry, buffer, length, result) in unsafe getpwnam_r(name, entry, buffer, length, result) }
    }

    /// The number of the group called `name`, nil without one.
    package static func group(named name: String) -> UInt32? {
        var entry = unsafe Glibc.group()
        var buffer = [CChar](repeating: 0, count: 1024)
        var result: UnsafeMutablePointer<Glibc.group>?
        while unsafe getgrnam_r(name, &entry, &buffer, buffer.count, &result) == ERANGE {
            buffer = [CChar](repeating: 0, count: buffer.count * 4)
        }
        return unsafe result == nil ? nil : entry.gr_gid
    }

    /// The name of the group `gid`, nil without one.
    package static func groupName(_ gid: UInt32) -> String? {
        var entry = unsafe Glibc.group()
        var buffer = [CChar](repeating: 0, count: 1024)
        var result: UnsafeMutablePointer<Glibc.group>?
        while unsafe getgrgid_r(gid, &entry, &buffer, buffer.count, &result) == ERANGE {
            buffer = [CChar](repeating: 0, count: buffer.count * 4)
        }
        return unsafe result == nil ? nil : String(cString: entry.gr_name)
    }

    @safe
    private static func lookUp(
        _ call: (
            UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
            UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
        ) -> Int32
    ) -> User? {
        var entry = unsafe passwd()
        var buffer = [CChar](repeating: 0, count: 1024)
        var result: UnsafeMutablePointer<passwd>?
        while unsafe call(&entry, &buffer, buffer.count, &result) == ERANGE {
            buffer = [CChar](repeating: 0, count: buffer.count * 4)
        }
        guard unsafe result != nil else { return nil }
        return unsafe User(
            name: String(cString: entry.pw_name), uid: entry.pw_uid, gid: entry.pw_gid,
            home: Path(String(cString: entry.pw_dir)))
    }
}
