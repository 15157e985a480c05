import AssociatedDomains
package import DeviceBroker
import DeviceProtocol
package import FoundationEssentials
package import PasswordManager
package import Secrets
import Synchronization

/// The passwords that are saved on a device: in its keychain, and exchanged with the other devices of its Apple account.
///
/// Every change is first whole on this device and then told to the others, so that what breaks off in between is told at the next exchange.
package final class DevicePasswords: CredentialStore {
    private let keychain: KeychainCredentialStore
    private let broker: Broker
    private let now: @Sendable () -> Date
    private let circle: Mutex<KeychainCircle?>
    /// How many are changing much, and whether anything was changed that nobody was told of.
    private let batches = Mutex((count: 0, isUntold: false))
    private let account: @Sendable () -> AppleAccount?
    private let isOnline: @Sendable () -> Bool
    private let changed: @Sendable () -> Void

    /// - Parameters:
    ///   - account: whose other devices are told.
    ///   - isOnline: whether they can be told now.
    ///   - changed: called, from any thread, after what is saved has changed here, whoever changed it.
    package init(
        device: DeviceName, broker: Broker, circle: KeychainCircle? = nil, account: @escaping @Sendable () -> AppleAccount?,
        isOnline: @escaping @Sendable () -> Bool, now: @escaping @Sendable () -> Date, changed: @escaping @Sendable () -> Void = {}
    ) {
        self.broker = broker
        keychain = KeychainCredentialStore(device: device, link: BrokerLink.system(broker), group: .webCredentials)
        self.circle = Mutex(circle)
        self.account = account
        self.isOnline = isOnline
        self.now = now
        self.changed = changed
        circle?.add(self)
        broker.onSynchronizedChange { [weak self] in self?.synchronize() }
    }

    package var device: DeviceName { keychain.device }

    /// Other devices of the account are met there from now on.
    package func join(_ new: KeychainCircle) {
        circle.withLock { $0 = new }
        new.add(self)
        synchronize()
    }

    /// Exchanges what is saved, and the items of apps that synchronise, with the other devices of the account; nothing where the device is locked, offline or signed out. To be called after
    /// each of these has ended.
    package func synchronize() {
        guard let circle = circle.withLock({ $0 }), let account = account(), isOnline() else { return }
        // A device that is locked, or that cannot be read, is told at the next exchange.
        if (try? circle.meet(keychain, broker, of: account, at: now())) == true { changed() }
    }

    package func summaries() throws(CredentialStoreError) -> [CredentialSummary] { try keychain.summaries() }

    package func contents() throws(CredentialStoreError) -> CredentialStoreContents { try keychain.contents() }

    package func record(_ id: CredentialID) throws(CredentialStoreError) -> CredentialRecord? { try keychain.record(id) }

    package func forget(_ record: CredentialRecord) throws(CredentialStoreError) -> Bool { try keychain.forget(record) }

    @discardableResult
    package func change(
        _ id: CredentialID, _ change: (CredentialRecord?) -> CredentialRecord?
    ) throws(CredentialStoreError) -> CredentialRecord? {
        var isOther = false
        let result = try keychain.change(id) { old in
            let new = change(old)
            isOther = new != nil && new != old
            return new
        }
        if isOther { tell() }
        return result
    }

    package func together(_ changes: () throws(CredentialStoreError) -> Void) throws(CredentialStoreError) {
        batches.withLock { $0.count += 1 }
        defer {
            let isDue = batches.withLock { batches in
                batches.count -= 1
                guard batches.count == 0, batches.isUntold else { return false }
                batches.isUntold = false
                return true
            }
            if isDue { tell() }
        }
        try changes()
    }

    /// Tells everybody of a change, or leaves that to who changes much.
    private func tell() {
        let isLeft = batches.withLock { batches in
            guard batches.count > 0 else { return false }
            batches.isUntold = true
            return true
        }
        guard !isLeft else { return }
        changed()
        synchronize()
    }
}

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

/// The passwords that a person has saved, as far as apps are offered them.
package protocol SavedPasswords: Sendable {
    /// Those for domains that the app is associated with, the likeliest first. Says nothing of the passwords themselves.
    func offers(for app: App) -> [SavedPassword]
    /// The password of an offer, after the person has proved to be there. Nothing where it is gone meanwhile.
    func password(of offer: SavedPassword, for app: App) -> SecretBytes?
}

/// One saved password, without the password.
package struct SavedPassword: Hashable, Sendable {
    package let user: String
    /// The domain that it was saved for.
    package let site: String
}

/// A device on which nobody has saved any.
package struct NoSavedPasswords: SavedPasswords {
    package init() {}
    package func offers(for app: App) -> [SavedPassword] { [] }
    package func password(of offer: SavedPassword, for app: App) -> SecretBytes? { nil }
}
