/// The name of a PAM service: that of a file in `/etc/pam.d`, which says who checks a password and how.
package struct PAMServiceName: Hashable, Sendable {
    /// The longest name.
    package static let maximumLength = 64
    /// What a device asks by default. Where there is no file of that name, PAM takes the service `other`.
    package static let standard = PAMServiceName(unchecked: "latchkey")

    package let rawValue: String

    /// Takes 1 to 64 of `a` to `z`, `0` to `9`, hyphen, underscore and, not at the beginning, the full stop. PAM makes a path of the name, and
    /// makes capitals small.
    package init?(rawValue: String) {
        let allowed = rawValue.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "_"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        guard allowed, rawValue.utf8.first != UInt8(ascii: "."), (1...Self.maximumLength).contains(rawValue.utf8.count) else {
            return nil
        }
        self.rawValue = rawValue
    }

    private init(unchecked: String) {
        rawValue = unchecked
    }
}
