@testable import Accounts
import Secrets

extension ConformanceScene {
    func commit(
        _ registered: Registered, version: Int = 1, hash: StoredHash = .second, session: SessionID? = nil,
        at moment: Timestamp = start
    ) throws -> PasswordUpgradeCommit {
        PasswordUpgradeCommit(
            key: UpgradeKey(random: random), account: registered.account.id, version: version, hash: try hash.value(),
            session: session, formerUntil: moment + AccountUpgrade.grace,
            event: event(.passwordUpgraded, registered.account.id, at: moment))
    }

    /// Returns a conversion that has started.
    func conversion(
        _ registered: Registered, subject: String = "000001.anna", id: AppleIdentityID? = nil, renews: Bool,
        version: Int = 1
    ) async throws -> AppleConversion {
        let upgrade = StoredAppleUpgrade(
            key: UpgradeKey(random: random), nonce: try digest(), expiresAt: start + .minutes(10))
        try await stores.begin(upgrade, of: registered.account.id)
        return AppleConversion(
            key: upgrade.key, account: registered.account.id, nonce: upgrade.nonce, version: version,
            verification: verification(try assertion(subject), id: id),
            renewal: renews ? try renewal(of: registered.opening.session.id) : nil,
            event: event(.upgradedToApple, registered.account.id))
    }

    func changed(
        _ conversion: AppleConversion, key: UpgradeKey? = nil, nonce: TokenDigest? = nil, version: Int? = nil,
        renewal: SessionRenewal? = nil, at moment: Timestamp = start
    ) throws -> AppleConversion {
        AppleConversion(
            key: key ?? conversion.key, account: conversion.account, nonce: nonce ?? conversion.nonce,
            version: version ?? conversion.version,
            verification: conversion.verification, renewal: renewal ?? conversion.renewal,
            event: event(.upgradedToApple, conversion.account, at: moment))
    }
}
