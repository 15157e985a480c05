import AssociatedDomains
package import DeviceBroker
import DeviceProtocol
package import FoundationEssentials
package import PasswordManager
package import Secrets

/// The passwords in the device's keychain as requests for credentials are offered them: the same that the keyboard offers at the same moment.
package struct KeychainPasswords: SavedPasswords {
    private let autoFill: @Sendable () -> AutoFill
    private let now: @Sendable () -> Date

    /// - Parameter autoFill: the settings, associations and store of the moment.
    package init(autoFill: @escaping @Sendable () -> AutoFill, now: @escaping @Sendable () -> Date) {
        self.autoFill = autoFill
        self.now = now
    }

    /// None for an app whose identifier is that of no team, and none while the device is locked.
    package func offers(for app: App) -> [SavedPassword] {
        suggestions(for: app).map { SavedPassword(user: $0.id.user, site: $0.id.server.text) }
    }

    /// Nothing either where the app and the site do not belong together any more.
    package func password(of offer: SavedPassword, for app: App) -> SecretBytes? {
        let autoFill = autoFill()
        guard let id = suggestions(for: app).first(where: { $0.id.user == offer.user && $0.id.server.text == offer.site })?.id,
            let credential = try? autoFill.store.credential(id)
        else { return nil }
        // That the use was not remembered is no reason to give nothing.
        try? autoFill.store.markUsed(id, at: now())
        return SecretBytes(utf8: credential.password.exposed)
    }

    private func suggestions(for app: App) -> [CredentialSuggestion] {
        guard let app = try? AppIdentifier(app.identifier.rawValue),
            let list = try? autoFill().keyList(for: InputScreen(.app(app), fields: []))
        else { return [] }
        return list.here
    }
}
