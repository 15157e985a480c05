/// What an account with a password can be made.
package enum AccountModification: UInt8, WireValue, CaseIterable, Sendable {
    /// One with a strong password.
    case strongPassword = 1
    /// One that signs in with Apple, without a password.
    case signInWithApple = 2
}

/// What an app and its extension tell each other through the system: a property list, in bytes that the system does not read.
package struct UserInfo: Hashable, Sendable {
    /// In bytes.
    package static let maximumLength = 65_536

    package let bytes: [UInt8]

    /// Gives nothing for more than ``maximumLength`` bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maximumLength else { return nil }
        self.bytes = bytes
    }
}

extension UserInfo: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        bytes = try reader.octets(atMost: Self.maximumLength)
    }

    package func write(to writer: inout WireWriter) {
        writer.octets(bytes)
    }
}

/// Apps put tokens and passwords there: it prints nothing of them.
extension UserInfo: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "UserInfo(redacted)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
