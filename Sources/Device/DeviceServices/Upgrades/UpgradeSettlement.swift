import DeviceProtocol
package import FoundationEssentials
package import PasswordManager

/// What became of an upgrade that was begun on this device.
package enum UpgradeSettlement: String, WireValue, CaseIterable {
    /// Nothing was begun.
    case nothing
    /// The account has the new password, and it is saved.
    case completed
    /// The account signs in with Apple, and the password is removed.
    case converted
    /// What is saved stays, and what was asked for is in its history.
    case abandoned
    /// The person says that the old password signs in, so soon that this may end: they are asked again.
    case notYet
    /// It is not known: the person is asked.
    case open

    /// Whether it is to be found out later how it ends.
    package var isPending: Bool { self == .notYet || self == .open }
}

/// What a person says of an account whose upgrade broke off: what they found when they tried to sign in.
package enum AccountWord: Hashable, Sendable {
    /// This password signs in.
    case signsIn(with: PrivateText)
    /// The account signs in with Apple, and with no password.
    case usesApple
    /// Nothing signs in that this device knows.
    case nothing
}

/// What an account's server has done in an upgrade, as its app's extension says, and what is to be saved of it.
enum ServerChange: Sendable {
    /// The account has this password. It may be saved much later, and counts from when the extension said so.
    case password(PrivateText, answeredAt: Date)
    /// The account signs in with Apple, and no longer with this password.
    case removal(of: PrivateText)

    /// Saves it. Where the password was changed meanwhile, here or on another device, the later is the password, and the other stands in its history.
    func save(as id: CredentialID, in store: any CredentialStore, at now: Date) throws(CredentialStoreError) -> UpgradeSettlement {
        switch self {
        case .password(let password, let answeredAt):
            if try store.credential(id) == nil {
                // A person who deleted the credential meanwhile gets it back: it is the only one that signs in.
                try store.save(password, as: id, at: now)
            } else {
                try store.completeUpgrade(of: id, with: password, at: answeredAt)
            }
            return .completed
        case .removal(let password): return try store.removeConverted(id, password, at: now) ? .converted : .abandoned
        }
    }
}

extension CredentialStore {
    /// Removes the password of an account that signs in with Apple now, and none that was saved since. Returns whether nothing is saved any more.
    func removeConverted(_ id: CredentialID, _ password: PrivateText, at now: Date) throws(CredentialStoreError) -> Bool {
        let record = try change(id) { record in
            guard var record else { return nil }
            if record.credential(on: device)?.password == password {
                record.deleteKnown(at: now, by: device)
            } else {
                record.endUpgrade(at: now, by: device)
            }
            return record
        }
        return record?.isDeleted ?? true
    }
}

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
