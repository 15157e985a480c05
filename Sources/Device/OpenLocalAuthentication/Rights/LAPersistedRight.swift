import DeviceProtocol

/// A right that stands with the device under a name: it never changes, and has a key of its own in the enclave and at most one secret, both
/// behind its requirement.
///
/// ``LARightStore`` makes and finds it. A new object is not authorised, whatever another one of the same right is.
public final class LAPersistedRight: LARight, @unchecked Sendable {
    /// The right's key: its private half works while this object is authorised, its public half always.
    public let key: LAPrivateKey
    /// The right's secret, for reading while this object is authorised.
    public let secret: LASecret

    let identifier: RightIdentifier

    /// Throws `unavailable` where the device gives a public key that is none.
    init(_ identifier: RightIdentifier, _ saved: SavedRight, on device: any DeviceLink) throws(DeviceRefusal) {
        let authorization = RightAuthorization(
            device: device, subject: .right(identifier),
            isBiometryAlone: LAAuthenticationRequirement(saved.requirement).isBiometryAlone)
        self.identifier = identifier
        key = try LAPrivateKey(RightKeyHolder(identifier: identifier, key: saved.publicKey, authorization: authorization))
        secret = LASecret(identifier, authorization)
        super.init(saved: authorization)
    }
}
