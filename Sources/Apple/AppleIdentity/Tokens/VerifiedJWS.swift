/// A signed message whose signature was found right. Only ``AppleKey`` and ``VerificationKey`` make one.
package struct VerifiedJWS: Sendable {
    /// What was signed.
    package let payload: [UInt8]

    /// The SHA-256 of header and payload, as they were signed.
    let digest: [UInt8]

    /// The `kid` that the message named.
    package let keyID: String?

    init(signatureChecked jws: CompactJWS) {
        payload = jws.unverifiedPayload
        digest = Array(jws.digest)
        keyID = jws.keyID
    }
}
