package import AssociatedDomains
package import DeviceProtocol
import Synchronization

/// A strong password of the system's with which somebody has signed up in an app, and which is not saved yet: the account has it, and nobody else knows it.
package struct UnsavedPassword: Hashable, Sendable {
    package let app: AppIdentifier
    package let user: String?
    package let password: PrivateText
    /// The password that was given for changing it.
    package let oldPassword: PrivateText?

    /// Gives nothing for what a person typed, who knows it and is asked, for pages, and for what is longer than can be saved.
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

    /// The success that it came of.
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

/// Where strong passwords are kept from a success until they are saved, also while the device is locked and nothing can be saved.
package protocol UnsavedPasswords: Sendable {
    /// Those that are kept, in their order.
    ///
    /// - Throws: where they cannot be read: before the device was unlocked for the first time.
    func kept() throws(CredentialStoreError) -> [UnsavedPassword]

    /// Keeps these in place of those that were; durable when it returns.
    ///
    /// - Throws: where they cannot be written; those that were are still kept.
    func keep(_ passwords: [UnsavedPassword]) throws(CredentialStoreError)
}

/// In memory: for tests, and for what is gone with its process.
package final class InMemoryUnsavedPasswords: UnsavedPasswords {
    private let held = Mutex<[UnsavedPassword]>([])

    package init() {}

    package func kept() throws(CredentialStoreError) -> [UnsavedPassword] { held.withLock { $0 } }

    package func keep(_ passwords: [UnsavedPassword]) throws(CredentialStoreError) { held.withLock { $0 = passwords } }
}
