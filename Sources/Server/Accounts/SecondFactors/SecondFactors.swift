package import Secrets

/// The second factors of an account at one moment. An account with a TOTP generator or a device key asks for one of them at every sign-in;
/// recovery codes stand in for either and never alone.
package struct SecondFactors: Hashable, Sendable {
    /// Whether a generator is set up and confirmed.
    package let hasTOTP: Bool
    /// In the order in which they were added.
    package let deviceKeys: [DeviceKey]
    /// How many recovery codes are unused.
    package let recoveryCodes: Int

    package init(hasTOTP: Bool, deviceKeys: [DeviceKey], recoveryCodes: Int) {
        self.hasTOTP = hasTOTP
        self.deviceKeys = deviceKeys
        self.recoveryCodes = recoveryCodes
    }

    /// What the account can be asked for, the strongest first; none where it has no second factor.
    package var methods: [FactorMethod] {
        guard hasTOTP || !deviceKeys.isEmpty else { return [] }
        return (deviceKeys.isEmpty ? [] : [.deviceKey]) + (hasTOTP ? [.totp] : []) + (recoveryCodes > 0 ? [.recoveryCode] : [])
    }
}

/// Which accounts must have a second factor. A session of such an account without one can do nothing but set one up.
package struct SecondFactorRequirement: Hashable, Sendable {
    /// Whether all accounts must.
    package var coversEverybody = false
    /// The accounts that must in any case, such as those of operators.
    package var accounts: Set<AccountID> = []

    package init() {}

    func covers(_ account: AccountID) -> Bool { coversEverybody || accounts.contains(account) }
}

/// A kind of second factor. The raw values are shown by the API: they never change.
package enum FactorMethod: String, CaseIterable, Sendable {
    case deviceKey = "device-key"
    case totp
    case recoveryCode = "recovery-code"
}

/// How much was shown when a session opened, and since.
package enum AssuranceLevel: String, Sendable {
    case oneFactor = "one-factor"
    case twoFactors = "two-factors"
}

/// Second factors in operation: setting them up, taking them away, and showing them, over the account domain and the keys that seal TOTP
/// secrets.
///
/// That a factor is asked for is not decided here but where sessions open: no store opens one with a single factor for an account that has
/// a second (``SessionStore/open(_:passwordVersion:)``, ``AppleIdentityStore/open(_:by:)``), so that no way of signing in passes it by.
package struct SecondFactorService: Sendable {
    package let accounts: AccountService
    let sealer: TOTPSealer
    let attestation: AttestationPolicy

    /// - Parameter sealingKeys: of the purpose ``Secrets/KeyPurpose/totpSecrets``.
    /// - Parameter attestation: whose statements about device keys count.
    package init(accounts: AccountService, sealingKeys: SealingKeys, attestation: AttestationPolicy = AttestationPolicy()) {
        self.accounts = accounts
        self.attestation = attestation
        sealer = TOTPSealer(keys: sealingKeys, random: accounts.random)
    }

    var stores: any AccountStores { accounts.stores }
    var random: any RandomBytes { accounts.random }

    /// What the signed-in account has.
    package func factors(of active: ActiveSession) async throws -> SecondFactors {
        try await stores.secondFactors(of: active.account.id)
    }

    /// What a sign-in that waits for a second factor can be finished by; nil where it waits no longer. It counts as no answer.
    package func factors(awaitedBy challenge: OpaqueToken, now: Timestamp) async throws -> SecondFactors? {
        guard let stored = try await stores.factorChallenge(challenge.digest, now: now) else { return nil }
        return try await stores.secondFactors(of: stored.account)
    }

    func event(_ kind: AuditEventKind, _ account: AccountID, by client: Client, at now: Timestamp) -> AuditEvent {
        accounts.event(kind, account, by: client, at: now)
    }
}

extension AccountService {
    /// Takes all second factors from an account on the operator's word, for somebody who has lost them and is known to be who they say.
    /// Sessions stay. False where there are none.
    package func removeSecondFactors(of account: AccountID, client: Client, now: Timestamp) async throws -> Bool {
        let event = event(.secondFactorsRemoved, account, by: client, at: now)
        let removed = try await stores.removeSecondFactors(of: account, event: event)
        if removed { report(event) }
        return removed
    }
}
