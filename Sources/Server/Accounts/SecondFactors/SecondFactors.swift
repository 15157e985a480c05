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
