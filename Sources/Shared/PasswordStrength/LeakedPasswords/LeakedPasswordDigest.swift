import Crypto

/// The SHA-1 of a password, by which leaked passwords are published. It prints nothing of itself.
///
/// SHA-1 is the form of the published lists, and protects nothing here: keep the digest no longer than the check.
package struct LeakedPasswordDigest: Hashable, Sendable {
    /// The first five upper-case hexadecimal digits: the name of a range, shared by a thousand leaked passwords or more. That much
    /// may leave the machine, and stand in an error.
    package let range: String

    /// The other 35 digits in ASCII.
    let suffix: [UInt8]

    /// The digest of the password's UTF-8 bytes.
    package init(of password: String) {
        let digits = Insecure.SHA1.hash(data: Array(password.utf8)).flatMap {
            [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]]
        }
        range = String(decoding: digits.prefix(Self.rangeLength), as: UTF8.self)
        suffix = Array(digits.dropFirst(Self.rangeLength))
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
    private static let rangeLength = 5
}

extension LeakedPasswordDigest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name of the type.
    package var description: String { "LeakedPasswordDigest(redacted)" }

    /// The name of the type.
    package var debugDescription: String { description }

    /// A mirror without children.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
