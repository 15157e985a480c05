/// A signed message whose signature was found right. Only ``AppleKey`` and ``VerificationKey`` make one.
package struct VerifiedJWS: Sendable {
    /// What was signed.
    package let payload: [UInt8]

    /// The `kid` that the message named.
    package let keyID: String?

    init(signatureChecked jws: CompactJWS) {
        payload = jws.unverifiedPayload
        keyID = jws.keyID
    }
}
