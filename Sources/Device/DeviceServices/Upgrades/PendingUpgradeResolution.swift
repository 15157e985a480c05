package import FoundationEssentials
package import PasswordManager

/// Finds out how upgrades ended that were begun and never confirmed: the device was switched off meanwhile, the extension broke off, an answer was lost.
///
/// No server is asked: only the app knows its server, and passwords are sent nowhere but through the app. What the device has learned since decides; else
/// the person, who is shown every password that may sign in. An unresolved upgrade ends after ``lifetime``, and no password is lost.
package struct PendingUpgradeResolution: Sendable {
    /// How long the former password may sign in beside the new one, in seconds: a quarter of an hour. Until then "the old one signs in" settles nothing.
    package static let settlingTime: TimeInterval = 900
    /// How long the person is asked, in seconds: thirty days.
    package static let lifetime: TimeInterval = 30 * 86_400

    private let store: any CredentialStore
    private let usesApple: @Sendable (CredentialID) -> Bool
    private let now: @Sendable () -> Date

    /// - Parameter usesApple: whether the device's Apple account signs in to an app of the site.
    package init(
        store: any CredentialStore, usesApple: @escaping @Sendable (CredentialID) -> Bool, now: @escaping @Sendable () -> Date
    ) {
        self.store = store
        self.usesApple = usesApple
        self.now = now
    }

    /// The credentials with something begun on this device.
    package func pending() throws(CredentialStoreError) -> [CredentialID] {
        try store.credentials().filter { $0.pendingUpgrade != nil }.map(\.id)
    }

    /// Resolves one, by what the device knows or else by what the person says. Where it is broken off, it is done again.
    package func resolve(_ id: CredentialID, _ word: AccountWord? = nil) throws(CredentialStoreError) -> UpgradeSettlement {
        guard let record = try store.record(id), let credential = record.credential(on: store.device),
            let upgrade = credential.pendingUpgrade
        else { return .nothing }
        // A password saved since was used to sign in, or came from the account's server.
        if upgrade.candidates.contains(credential.password) { return try complete(id, with: credential.password) }
        if record.passwordSavedSinceUpgradeBegan(on: store.device) != nil { return try abandon(id) }
        switch word {
        case .signsIn(let password) where upgrade.candidates.contains(password): return try complete(id, with: password)
        case .signsIn(credential.password): return age(of: record) < Self.settlingTime ? .notYet : try abandon(id)
        // A password is removed only where there is another way in.
        case .usesApple where upgrade.target == .signInWithApple && usesApple(id):
            return try store.removeConverted(id, credential.password, at: now()) ? .converted : .abandoned
        case .nothing: return try abandon(id)
        case .signsIn, .usesApple, nil: return age(of: record) < Self.lifetime ? .open : try abandon(id)
        }
    }

    /// In seconds.
    private func age(of record: CredentialRecord) -> TimeInterval {
        record.upgradeBegan(on: store.device).map { now().timeIntervalSince($0) } ?? .infinity
    }

    private func complete(_ id: CredentialID, with candidate: PrivateText) throws(CredentialStoreError) -> UpgradeSettlement {
        try store.completeUpgrade(of: id, with: candidate, overOthersAt: now()) ? .completed : .open
    }

    private func abandon(_ id: CredentialID) throws(CredentialStoreError) -> UpgradeSettlement {
        try store.abandonUpgrade(of: id, at: now())
        return .abandoned
    }
}
