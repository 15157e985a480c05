import Glibc

/// A user account, by the name that PAM knows it by.
package struct PAMAccount: Hashable, Sendable {
    package let name: String

    /// Refuses an empty name, and one with a zero byte.
    package init?(name: String) {
        guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
        self.name = name
    }

    /// The account that this process runs as; nothing where it has no name. Only of its own account can an unprivileged process have the password
    /// checked (`unix_chkpwd`).
    package static func ofThisProcess() -> PAMAccount? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        return buffer.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress, getpwuid_r(geteuid(), &entry, base, buffer.count, &found) == 0, found != nil,
                let name = entry.pw_name
            else { return nil }
            return PAMAccount(name: String(cString: name))
        }
    }
}
