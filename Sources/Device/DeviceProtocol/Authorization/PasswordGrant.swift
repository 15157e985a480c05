/// A saved password that the person chose for the app. Prints nothing of it.
package struct PasswordGrant: WireValue, Equatable, Sendable {
    /// The longest user name and the longest password, in bytes.
    package static let maximumLength = 4_096

    package let user: String
    package let password: String

    package init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    package init(from reader: inout WireReader) throws(WireError) {
        user = try reader.text(atMost: Self.maximumLength)
        password = try reader.text(atMost: Self.maximumLength)
    }

    package func write(to writer: inout WireWriter) {
        writer.text(user)
        writer.text(password)
    }
}

extension PasswordGrant: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "PasswordGrant(redacted)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
