package import Secrets

/// A second factor as somebody shows it.
package enum FactorProof: Sendable {
    /// Six digits of the generator; spaces do not matter.
    case totp(String)
    /// As typed.
    case recoveryCode(String)
    /// An ECDSA signature in DER, by this key, of the 32 bytes of the challenge.
    case deviceKey(DeviceKeyID, signature: [UInt8])
}

/// A factor found right, that the store must still find unused: of any number of uses at once, one goes through.
package enum FactorUse: Hashable, Sendable {
    /// - `isLate`: whether the code came in the step after its own. The store keeps it: it shows that the device's clock lags.
    case totp(TOTPID, step: Int64, isLate: Bool = false)
    case recoveryCode(TokenDigest)
    case deviceKey(DeviceKeyID)
}
