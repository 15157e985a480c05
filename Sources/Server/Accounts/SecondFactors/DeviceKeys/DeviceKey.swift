/// A key that a device of the owner keeps, and signs challenges with once its owner is present there.
package struct DeviceKey: Hashable, Sendable {
    package let id: DeviceKeyID
    package let account: AccountID
    package let publicKey: DevicePublicKey
    /// What its owner calls it, cleaned: 1 to 100 scalars that can be seen.
    package let name: String
    package let createdAt: Timestamp
    /// Nil until it has signed a challenge.
    package let lastUsedAt: Timestamp?
    /// The attestation key that stated, when this one was added, that it was made in a TPM and cannot leave it; nil where nobody did.
    package let attestedBy: TPMName?

    package init(
        id: DeviceKeyID, account: AccountID, publicKey: DevicePublicKey, name: String, createdAt: Timestamp,
        lastUsedAt: Timestamp? = nil, attestedBy: TPMName? = nil
    ) {
        self.id = id
        self.account = account
        self.publicKey = publicKey
        self.name = name
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.attestedBy = attestedBy
    }

    /// How many an account may have.
    package static var limit: Int { 20 }
}

/// What names a device key; it proves nothing.
package typealias DeviceKeyID = Identifier<DeviceKey>

package enum DeviceKeyOutcome: Sendable {
    /// Recovery codes come with the first second factor of an account and are shown this once.
    case added(DeviceKey, recoveryCodes: [RecoveryCode]?)
    /// The account has this key.
    case alreadyAdded
    /// It has ``DeviceKey/limit``.
    case tooMany
    /// A statement was shown, and does not hold for this key.
    case attestationRefused(AttestationRefusal)
    /// None was shown, and the operator wants one.
    case attestationRequired
    case reauthenticationRequired
    case sessionEnded
}
