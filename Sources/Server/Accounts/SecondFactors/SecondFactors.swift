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
