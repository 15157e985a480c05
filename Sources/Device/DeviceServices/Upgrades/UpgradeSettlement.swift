import DeviceProtocol
package import FoundationEssentials
package import PasswordManager

/// The result of resolving an upgrade that this device started.
package enum UpgradeSettlement: String, WireValue, CaseIterable {
    /// The upgrade does not exist.
    case nothing
    /// The account has the new password, which is saved.
    case completed
    /// The account uses Sign in with Apple, and the password is removed.
    case converted
    /// The saved password remains, and the requested one is in its history.
    case abandoned
    /// The user reports that the old password signs in, but the change may still reach the server. Ask the user again later.
    case notYet
    /// The result is unknown. Ask the user.
    case open

    /// Whether the result is still to be determined.
    package var isPending: Bool { self == .notYet || self == .open }
}

/// The user's answer about an interrupted upgrade, after trying to sign in.
package enum WorkingCredential: Hashable, Sendable {
    /// This password signs in.
    case signsIn(with: PrivateText)
    /// The account uses Sign in with Apple, without a password.
    case usesApple
    /// No credential that this device knows signs in.
    case nothing
}

/// The change of an account that the extension reports, and what to save.
enum ServerChange: Sendable {
    /// The account has this password. It may be saved much later; it counts from the time of the report.
    case password(PrivateText, answeredAt: Date)
    /// The account uses Sign in with Apple instead of this password.
    case removal(of: PrivateText)

    /// Saves the change. If the password was changed since, here or on another device, the later one is kept and the other goes
    /// into its history.
    func save(as id: CredentialID, in store: any CredentialStore, at now: Date) throws(CredentialStoreError) -> UpgradeSettlement {
        switch self {
        case .password(let password, let answeredAt):
            if try store.credential(id) == nil {
                // If the user deleted the credential since, it is restored, because only this password signs in.
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
    /// Removes the password of an account that now uses Sign in with Apple, but not a password that was saved since. Returns
    /// whether no password remains.
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

/// Resolves upgrades that were started and never confirmed: the device was switched off, the extension failed, or a response was
/// lost.
///
/// It contacts no server: only the app knows its server, and passwords leave the device only through the app. It uses the passwords
/// that the device has saved since, otherwise the answer of the user, who sees every password that may sign in. An unresolved
/// upgrade ends after ``lifetime``, and no password is lost.
package struct PendingUpgradeResolution: Sendable {
    /// The time for which the old password may still sign in after a change, in seconds: 15 minutes. Until then, the answer that it
    /// signs in resolves nothing.
    package static let settlingTime: TimeInterval = 900
    /// The time in which the user can answer, in seconds: 30 days.
    package static let lifetime: TimeInterval = 30 * 86_400

    private let store: any CredentialStore
    private let usesApple: @Sendable (CredentialID) -> Bool
    private let now: @Sendable () -> Date

    /// Creates a resolution.
    ///
    /// - Parameter usesApple: returns whether the device's Apple Account signs in to an app of the site.
    package init(
        store: any CredentialStore, usesApple: @escaping @Sendable (CredentialID) -> Bool, now: @escaping @Sendable () -> Date
    ) {
        self.store = store
        self.usesApple = usesApple
        self.now = now
    }

    /// Returns the credentials with an unresolved upgrade that this device started.
    package func pending() throws(CredentialStoreError) -> [CredentialID] {
        try store.credentials().filter { $0.pendingUpgrade != nil }.map(\.id)
    }

    /// Resolves an upgrade with the data on the device, or with the user's answer. A call that was interrupted can be repeated.
    package func resolve(_ id: CredentialID, _ workingCredential: WorkingCredential? = nil) throws(CredentialStoreError)
        -> UpgradeSettlement
    {
        guard let record = try store.record(id), let credential = record.credential(on: store.device),
            let upgrade = credential.pendingUpgrade
        else { return .nothing }
        // A password that was saved since was used to sign in, or came from the account's server.
        if upgrade.candidates.contains(credential.password) { return try complete(id, with: credential.password) }
        if record.passwordSavedSinceUpgradeBegan(on: store.device) != nil { return try abandon(id) }
        switch workingCredential {
        case .signsIn(let password) where upgrade.candidates.contains(password): return try complete(id, with: password)
        case .signsIn(credential.password): return age(of: record) < Self.settlingTime ? .notYet : try abandon(id)
        // Removes a password only if the account has another way to sign in.
        case .usesApple where upgrade.target == .signInWithApple && usesApple(id):
            return try store.removeConverted(id, credential.password, at: now()) ? .converted : .abandoned
        case .nothing: return try abandon(id)
        case .signsIn, .usesApple, nil: return age(of: record) < Self.lifetime ? .open : try abandon(id)
        }
    }

    /// Returns the age in seconds.
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
