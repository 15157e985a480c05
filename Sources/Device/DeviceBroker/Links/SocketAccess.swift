import DeviceProtocol
import Glibc

/// Who may open a socket: its owner, or one other user and nobody else.
enum SocketAccess {
    /// Gives the socket to `user`: as its owner, where this process may change that, else by an entry of its access control list (acl(5)), which its owner may
    /// write. Throws `unavailable` where the file system keeps no such lists.
    static func give(_ path: String, to user: UInt32) throws(DeviceRefusal) {
        if chown(path, user, gid_t.max) != 0 { try list(path, user) }
    }

    /// Names the user in the socket's list.
    static func list(_ path: String, _ user: UInt32) throws(DeviceRefusal) {
        var writer = WireWriter()
        writer.number(UInt32(2).byteSwapped)
        // Owner, the user, group, mask, others: each a tag, its rights and whom it is for, with the least significant byte first.
        for (tag, rights, name) in [(0x01, 6, UInt32.max), (0x02, 6, user), (0x04, 0, .max), (0x10, 6, .max), (0x20, 0, .max)] {
            writer.number(UInt16(tag).byteSwapped)
            writer.number(UInt16(rights).byteSwapped)
            writer.number(name.byteSwapped)
        }
        guard let setAttribute = Self.setAttribute,
            setAttribute(path, "system.posix_acl_access", writer.bytes, writer.bytes.count, 0) == 0
        else {
            throw .unavailable("\(path) cannot be given to the user \(user): \(String(cString: strerror(errno)))")
        }
    }

    private typealias SetAttribute =
        @convention(c) (
            UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32
        ) -> Int32

    /// `setxattr`, which Glibc's module lacks.
    private static var setAttribute: SetAttribute? {
        dlsym(nil, "setxattr").map { unsafeBitCast($0, to: SetAttribute.self) }
    }
}
