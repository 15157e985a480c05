/// What an extension is asked to do to an account. Prints nothing of the passwords.
package struct ModificationTask: Hashable, Sendable {
    /// The longest of each text, in bytes.
    package static let maximumLength = 4_096

    package let modification: AccountModification
    package let service: String
    package let serviceKind: CredentialIdentity.ServiceKind
    package let user: String
    /// The password that is saved. Empty where an app asks: it has to know the account itself.
    package let password: String
    /// The strong password that the system proposes; nothing for Sign in with Apple.
    package let newPassword: String?
    /// What the app that asks says.
    package let userInfo: UserInfo?
    /// The same whenever the same upgrade is asked again, and of no other one: for servers that do everything once.
    package let key: String

    package init(
        modification: AccountModification, service: String, serviceKind: CredentialIdentity.ServiceKind, user: String,
        password: String,
        newPassword: String?, userInfo: UserInfo?, key: String
    ) {
        self.modification = modification
        self.service = service
        self.serviceKind = serviceKind
        self.user = user
        self.password = password
        self.newPassword = newPassword
        self.userInfo = userInfo
        self.key = key
    }
}

extension ModificationTask: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        func text(_ reader: inout WireReader) throws(WireError) -> String { try reader.text(atMost: Self.maximumLength) }
        modification = try reader.value()
        service = try text(&reader)
        serviceKind = try reader.value()
        user = try text(&reader)
        password = try text(&reader)
        newPassword = try reader.optional(text)
        userInfo = try reader.optional()
        key = try text(&reader)
    }

    package func write(to writer: inout WireWriter) {
        writer.value(modification)
        writer.text(service)
        writer.value(serviceKind)
        writer.text(user)
        writer.text(password)
        writer.optional(newPassword) { $0.text($1) }
        writer.optional(userInfo)
        writer.text(key)
    }
}

extension ModificationTask: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "ModificationTask(\(modification))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
