import AssociatedDomains
package import DeviceBroker
import DeviceProtocol
package import FoundationEssentials
package import PasswordManager
package import Secrets
import Synchronization

/// The saved passwords of a device, stored in its keychain and exchanged with the other devices of its Apple Account.
///
/// A change is complete on this device before others learn of it. An interrupted exchange is repeated at the next opportunity.
package final class DevicePasswords: CredentialStore {
    private let keychain: KeychainCredentialStore
    private let broker: Broker
    private let now: @Sendable () -> Date
    private let circle: Mutex<KeychainCircle?>
    /// The number of batches in progress, and whether there are changes that other devices have not received.
    private let batches = Mutex((count: 0, isUntold: false))
    private let account: @Sendable () -> AppleAccount?
    private let isOnline: @Sendable () -> Bool
    private let changed: @Sendable () -> Void

    /// Creates the store.
    ///
    /// - Parameters:
    ///   - account: the account whose other devices receive changes.
    ///   - isOnline: whether they can be reached now.
    ///   - changed: called from any thread after the saved passwords of this device changed, for any reason, and after an exchange changed
    ///     other items.
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

    /// Exchanges passwords through this circle from now on.
    package func join(_ new: KeychainCircle) {
        circle.withLock { $0 = new }
        new.add(self)
        synchronize()
    }

    /// Exchanges passwords with the other device, and with all devices that one of the two already exchanges them with.
    package func share(with other: DevicePasswords) {
        let (own, others) = (circle.withLock { $0 }, other.circle.withLock { $0 })
        let shared = own ?? others ?? KeychainCircle()
        for device in [self, other] + (others?.devices ?? []) { device.join(shared) }
    }

    /// Exchanges saved passwords, passkeys and synchronizable items of apps with the other devices of the account. Does nothing while the
    /// device is locked, offline or signed out. Call it when one of these states ends.
    package func synchronize() {
        guard let circle = circle.withLock({ $0 }), let account = account(), isOnline() else { return }
        // A locked or unreadable device catches up at the next exchange.
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
        if isOther { notifyObservers() }
        return result
    }

    package func reportedUnused() throws(CredentialStoreError) -> [CredentialID: Date] { try keychain.reportedUnused() }

    package func reportUnused(_ id: CredentialID, at now: Date) throws(CredentialStoreError) {
        try keychain.reportUnused(id, at: now)
        notifyObservers()
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
            if isDue { notifyObservers() }
        }
        try changes()
    }

    /// Sends a change to the other devices, or leaves that to the end of the batch.
    private func notifyObservers() {
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

/// The saved passwords for credential requests of apps: the same that AutoFill offers at that moment.
package struct KeychainPasswords: SavedPasswords {
    private let autoFill: @Sendable () -> AutoFill
    private let now: @Sendable () -> Date

    /// Creates the source of passwords.
    ///
    /// - Parameter autoFill: returns the current settings, associations and store.
    package init(autoFill: @escaping @Sendable () -> AutoFill, now: @escaping @Sendable () -> Date) {
        self.autoFill = autoFill
        self.now = now
    }

    /// Returns the passwords for an app. Returns none for an app without a team ID, or while the device is locked.
    package func offers(for app: App) -> [SavedPassword] {
        suggestions(for: app).map { SavedPassword(user: $0.id.user, site: $0.id.server.text) }
    }

    /// Returns the password of an offer. Also returns nil if the app and the site are no longer associated.
    package func password(of offer: SavedPassword, for app: App) -> SecretBytes? {
        let autoFill = autoFill()
        guard let id = suggestions(for: app).first(where: { $0.id.user == offer.user && $0.id.server.text == offer.site })?.id,
            let credential = try? autoFill.store.credential(id)
        else { return nil }
        // A failure to record the use must not withhold the password.
        try? autoFill.store.markUsed(id, at: now())
        return SecretBytes(utf8: credential.password.exposed)
    }

    package func reportUnused(_ password: SavedPassword) throws(CredentialStoreError) {
        guard let host = try? DomainName(password.site), let id = CredentialID(server: host, user: password.user) else { return }
        try autoFill().store.reportUnused(id, at: now())
    }

    private func suggestions(for app: App) -> [CredentialSuggestion] {
        guard let app = try? AppIdentifier(app.identifier.rawValue),
            let list = try? autoFill().keyList(for: InputScreen(.app(app), fields: []))
        else { return [] }
        return list.here
    }
}

/// The saved passwords, as apps can request them.
package protocol SavedPasswords: Sendable {
    /// Returns the passwords for domains that the app is associated with, likeliest first, without the passwords themselves.
    func offers(for app: App) -> [SavedPassword]
    /// Returns the password of an offer. The caller has verified the user's presence. Nil if the password no longer exists.
    func password(of offer: SavedPassword, for app: App) -> SecretBytes?
    /// Stores that the site no longer accepts the password. It is not offered until it changes. Does nothing if it does not exist.
    func reportUnused(_ password: SavedPassword) throws(CredentialStoreError)
}

/// A saved password, without the password itself.
package struct SavedPassword: Hashable, Sendable {
    package let user: String
    /// The domain of the password.
    package let site: String

    package init(user: String, site: String) {
        self.user = user
        self.site = site
    }

    /// Returns whether the password's site is the relying party's domain or below it. Its pages could then use passkeys of the relying
    /// party (Web Authentication Level 3, section 5.1.3).
    func belongs(to relyingParty: String) -> Bool {
        site == relyingParty || site.hasSuffix("." + relyingParty)
    }
}

/// A device without saved passwords.
package struct NoSavedPasswords: SavedPasswords {
    package init() {}
    package func offers(for app: App) -> [SavedPassword] { [] }
    package func password(of offer: SavedPassword, for app: App) -> SecretBytes? { nil }
    package func reportUnused(_ password: SavedPassword) throws(CredentialStoreError) {}
}
