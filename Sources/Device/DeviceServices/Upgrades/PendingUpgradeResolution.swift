package import FoundationEssentials
package import PasswordManager

/// Finds out how upgrades ended that were begun and never confirmed: the device was switched off meanwhile, the extension broke off, an answer was lost.
///
/// What the server says decides, and doubt changes nothing.
package struct PendingUpgradeResolution: Sendable {
    /// How long a request may still be on its way, or an account be between two passwords, in seconds: a quarter of an hour, where servers let the old
    /// password sign in for ten minutes.
    package static let settlingTime: TimeInterval = 900

    private let store: any CredentialStore
    private let probe: any UpgradeProbe
    private let usesApple: @Sendable (CredentialID) -> Bool
    private let now: @Sendable () -> Date

    /// - Parameter usesApple: whether the device's Apple account signs in to an app of the site.
    package init(
        store: any CredentialStore, probe: any UpgradeProbe, usesApple: @escaping @Sendable (CredentialID) -> Bool,
        now: @escaping @Sendable () -> Date
    ) {
        self.store = store
        self.probe = probe
        self.usesApple = usesApple
        self.now = now
    }

    /// The credentials with something begun on this device.
    package func pending() throws(CredentialStoreError) -> [CredentialID] {
        try store.credentials().filter { $0.pendingUpgrade != nil }.map(\.id)
    }

    /// Resolves one. Where it is broken off, it is done again.
    package func resolve(_ id: CredentialID) throws(CredentialStoreError) -> UpgradeSettlement {
        guard let record = try store.record(id), let credential = record.credential(on: store.device),
            let upgrade = credential.pendingUpgrade
        else { return .nothing }
        switch upgrade.target {
        case .password(let candidate):
            guard candidate != credential.password else { return try complete(record, with: candidate, upgrade) }
            // The newest first: an earlier one that was taken may sign in for a while beside it.
            for candidate in upgrade.candidates {
                switch probe.standing(of: candidate, for: id) {
                case .signsIn: return try complete(record, with: candidate, upgrade)
                case .refused: continue
                case .unknown: return .open
                }
            }
            return isOld(record) ? try abandon(id, upgrade) : .notYet
        case .signInWithApple:
            switch probe.standing(of: credential.password, for: id) {
            // A password that nobody takes any more is of no use, where there is another way in.
            case .refused where usesApple(id): return try remove(credential)
            case .refused, .signsIn: return isOld(record) ? try abandon(id, upgrade) : .notYet
            case .unknown: return .open
            }
        }
    }

    private func isOld(_ record: CredentialRecord) -> Bool {
        record.upgradeBegan(on: store.device).map { now().timeIntervalSince($0) >= Self.settlingTime } ?? true
    }

    /// The candidate signs in. It may do so as the account's former password, which another device has changed since: that device's, heard of here or not, is
    /// then the password.
    private func complete(
        _ record: CredentialRecord, with candidate: PrivateText, _ upgrade: PendingUpgrade
    ) throws(CredentialStoreError) -> UpgradeSettlement {
        let isPassword: Bool
        if let other = record.passwordSavedSinceUpgradeBegan(on: store.device), other != candidate {
            // While both sign in, nobody knows which of them will.
            guard probe.standing(of: other, for: record.id) == .refused else { return .open }
            isPassword = try store.completeUpgrade(of: record.id, with: candidate, overOthersAt: now())
        } else {
            // The server may have taken it as soon as it was asked, and what is not heard of yet may have come after that.
            let began = record.upgradeBegan(on: store.device) ?? now()
            isPassword = try store.completeUpgrade(of: record.id, with: candidate, at: began)
        }
        guard isPassword else { return .open }
        probe.confirm(candidate, of: upgrade.idempotencyKey, for: record.id)
        return .completed
    }

    private func abandon(_ id: CredentialID, _ upgrade: PendingUpgrade) throws(CredentialStoreError) -> UpgradeSettlement {
        try store.abandonUpgrade(of: id, at: now())
        return .abandoned
    }

    /// Removes what the server was asked about, and nothing that was saved since.
    private func remove(_ credential: SavedCredential) throws(CredentialStoreError) -> UpgradeSettlement {
        let record = try store.change(credential.id) { record in
            guard var record, record.credential(on: store.device)?.password == credential.password else { return nil }
            record.deleteKnown(at: now(), by: store.device)
            return record
        }
        return record?.isDeleted == true ? .converted : .open
    }
}
