package import Secrets

/// The second factors of an account. An account with a TOTP generator or a device key requires one of them at every sign-in.
/// Recovery codes replace either one and are never the only factor. Passkeys alone do not make an account require a second factor,
/// because most accounts have them to sign in.
package struct SecondFactors: Hashable, Sendable {
    /// Whether a confirmed generator exists.
    package let hasTOTP: Bool
    /// The device keys, in the order in which they were added.
    package let deviceKeys: [DeviceKey]
    /// The number of unused recovery codes.
    package let recoveryCodes: Int
    /// The passkeys, in the order in which they were added.
    package let passkeys: [Passkey]

    package init(hasTOTP: Bool, deviceKeys: [DeviceKey], recoveryCodes: Int, passkeys: [Passkey] = []) {
        self.hasTOTP = hasTOTP
        self.deviceKeys = deviceKeys
        self.recoveryCodes = recoveryCodes
        self.passkeys = passkeys
    }

    var withoutPasskeys: SecondFactors {
        SecondFactors(hasTOTP: hasTOTP, deviceKeys: deviceKeys, recoveryCodes: recoveryCodes)
    }

    /// The methods that the account can use, the strongest first; empty if it has no second factor.
    package var methods: [FactorMethod] {
        guard hasTOTP || !deviceKeys.isEmpty else { return [] }
        return (passkeys.isEmpty ? [] : [.passkey]) + (deviceKeys.isEmpty ? [] : [.deviceKey]) + (hasTOTP ? [.totp] : [])
            + (recoveryCodes > 0 ? [.recoveryCode] : [])
    }
}

/// The accounts that must have a second factor. Without one, their sessions can only set one up.
package struct SecondFactorRequirement: Hashable, Sendable {
    /// Whether the requirement applies to all accounts.
    package var coversEverybody = false
    /// Further accounts that need one, such as those of operators.
    package var accounts: Set<AccountID> = []

    package init() {}

    func covers(_ account: AccountID) -> Bool { coversEverybody || accounts.contains(account) }
}

/// A kind of second factor. The raw values appear in the API, so they never change.
package enum FactorMethod: String, CaseIterable, Sendable {
    case passkey
    case deviceKey = "device-key"
    case totp
    case recoveryCode = "recovery-code"
}

/// The number of factors that were proved in a session.
package enum AssuranceLevel: String, Sendable {
    case oneFactor = "one-factor"
    case twoFactors = "two-factors"
}

/// Sets up, removes and verifies second factors, over the account domain and the keys that seal TOTP secrets.
///
/// The requirement for a second factor is enforced where sessions open: no store opens a session with a single factor for an
/// account that has a second one (``SessionStore/open(_:passwordVersion:)``, ``AppleIdentityStore/open(_:by:)``). No way of signing
/// in can bypass it.
package struct SecondFactorService: Sendable {
    package let accounts: AccountService
    let sealer: TOTPSealer
    let attestation: AttestationPolicy

    /// - Parameter sealingKeys: keys for the purpose ``Secrets/KeyPurpose/totpSecrets``.
    /// - Parameter attestation: the attestation keys that are trusted.
    package init(accounts: AccountService, sealingKeys: SealingKeys, attestation: AttestationPolicy = AttestationPolicy()) {
        self.accounts = accounts
        self.attestation = attestation
        sealer = TOTPSealer(keys: sealingKeys, random: accounts.random)
    }

    var stores: any AccountStores { accounts.stores }
    var random: any RandomBytes { accounts.random }

    /// Returns the second factors of the signed-in account.
    package func factors(of active: ActiveSession) async throws -> SecondFactors {
        try await stores.secondFactors(of: active.account.id)
    }

    /// Returns the second factors that can complete a waiting sign-in, or nil if it no longer waits. It does not count as an
    /// answer.
    package func factors(awaitedBy challenge: OpaqueToken, now: Timestamp) async throws -> SecondFactors? {
        guard let stored = try await stores.factorChallenge(challenge.digest, now: now) else { return nil }
        return try await accounts.factors(of: stored.account, for: stored.purpose)
    }

    func event(_ kind: AuditEventKind, _ account: AccountID, by client: Client, at now: Timestamp) -> AuditEvent {
        accounts.event(kind, account, by: client, at: now)
    }
}

extension AccountService {
    /// Removes all second factors of an account for the operator, for an owner who has lost them and whose identity is established.
    /// Sessions stay. Returns false if the account has none.
    package func removeSecondFactors(of account: AccountID, client: Client, now: Timestamp) async throws -> Bool {
        let event = event(.secondFactorsRemoved, account, by: client, at: now)
        let removed = try await stores.removeSecondFactors(of: account, event: event)
        if removed { report(event) }
        return removed
    }
}
