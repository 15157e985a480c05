package import AssociatedDomains
package import DeviceProtocol
import Synchronization

/// A generated strong password of a successful sign-up that is not saved yet. The account uses it, and the user does not know it.
package struct UnsavedPassword: Hashable, Sendable {
    package let app: AppIdentifier
    package let user: String?
    package let password: PrivateText
    /// The old password of a password change.
    package let oldPassword: PrivateText?

    /// Creates an unsaved password. Returns nil for a password that the user typed, because the user knows it and the phone asks
    /// whether to save it; for a password of a page; and for one that is too long.
    package init?(_ entered: EnteredCredential) {
        guard entered.isGenerated, entered.isConfirmed, case .app(let app) = entered.place,
            (1...SavedCredential.maximumPasswordLength).contains(entered.password.length),
            (entered.oldPassword?.length ?? 0) <= SavedCredential.maximumPasswordLength,
            (entered.user?.utf8.count ?? 0) <= CredentialID.maximumUserLength
        else { return nil }
        self.app = app
        user = entered.user
        password = entered.password
        oldPassword = entered.oldPassword
    }

    /// The entered credential from which this was created.
    package var entered: EnteredCredential {
        EnteredCredential(
            place: .app(app), user: user, password: password, oldPassword: oldPassword, isConfirmed: true, isGenerated: true)
    }
}

extension UnsavedPassword: WireRecord {
    package static let wire = WireForm(
        Self.init, .field(\.app, app), .field(\.user, .optional(.text(atMost: CredentialID.maximumUserLength))),
        .field(\.password), .field(\.oldPassword))

    private static let app = WireKind<AppIdentifier>.made(
        of: .text(atMost: 255), by: { try? AppIdentifier($0) }, spelled: { $0.description })

    private init(app: AppIdentifier, user: String?, password: PrivateText, oldPassword: PrivateText?) {
        self.app = app
        self.user = user
        self.password = password
        self.oldPassword = oldPassword
    }
}

/// A store for strong passwords from their success until they are saved. It also works while the device is locked and nothing can
/// be saved.
package protocol UnsavedPasswords: Sendable {
    /// Returns the stored passwords, in order.
    ///
    /// - Throws: ``CredentialStoreError`` if they cannot be read, as before the first unlock.
    func stored() throws(CredentialStoreError) -> [UnsavedPassword]

    /// Replaces the stored passwords. Durable when the call returns.
    ///
    /// - Throws: ``CredentialStoreError`` if they cannot be written. The previous passwords remain stored.
    func keep(_ passwords: [UnsavedPassword]) throws(CredentialStoreError)
}

/// A store in memory, for tests and for processes without persistent data.
package final class InMemoryUnsavedPasswords: UnsavedPasswords {
    private let held = Mutex<[UnsavedPassword]>([])

    package init() {}

    package func stored() throws(CredentialStoreError) -> [UnsavedPassword] { held.withLock { $0 } }

    package func keep(_ passwords: [UnsavedPassword]) throws(CredentialStoreError) { held.withLock { $0 = passwords } }
}
