/// A P-256 private key that another place holds, such as the device's enclave: it answers and is never seen.
///
/// Both operations may prompt and may take as long as a person does; they block. What they throw reaches the caller of the Security
/// function unchanged, so a cancelled prompt can carry the error of LocalAuthentication.
package protocol RemotePrivateKey: Sendable {
    /// The public half in the uncompressed form of X9.63: 4, X and Y, 65 bytes.
    var publicKey: [UInt8] { get }

    /// What stands for the key where the app itself holds it; nothing where it is found elsewhere.
    var tokenObject: [UInt8]? { get }

    /// The ECDSA signature over a number: r and s, 32 bytes each, joined.
    ///
    /// - Parameter digest: 32 bytes. Whatever was hashed, and however, this is the number that ECDSA makes of it for this curve.
    func signature(over digest: [UInt8]) throws(SecurityFailure) -> [UInt8]

    /// The x-coordinate of the point that both keys share: 32 bytes.
    ///
    /// - Parameter peer: A point on the curve, checked, in the form of `publicKey`.
    func sharedSecret(with peer: [UInt8]) throws(SecurityFailure) -> [UInt8]
}

extension RemotePrivateKey {
    package var tokenObject: [UInt8]? { nil }
}

/// A remote key whose public half is known to be good, and whose answers are held to their form.
package struct RemoteKey: Sendable {
    package let publicKey: CurvePublicKey
    package let holder: any RemotePrivateKey

    /// - Throws: ``errSecInternalComponent`` if the public half is not a point on P-256.
    package init(_ holder: any RemotePrivateKey) throws(SecurityFailure) {
        guard let publicKey = CurvePublicKey(x963: holder.publicKey, on: .p256) else {
            throw SecurityFailure(errSecInternalComponent, "the device gave a public key that is none")
        }
        self.publicKey = publicKey
        self.holder = holder
    }

    /// r and s joined over `digest` of any length.
    func signature(over digest: [UInt8]) throws(SecurityFailure) -> [UInt8] {
        let signature = try holder.signature(over: Self.number(of: digest))
        guard signature.count == 2 * Curve.p256.fieldLength else {
            throw SecurityFailure(errSecInternalComponent, "the device gave a signature of \(signature.count) bytes")
        }
        return signature
    }

    func sharedSecret(with peer: CurvePublicKey) throws(SecurityFailure) -> KeyBytes {
        var secret = try holder.sharedSecret(with: peer.x963)
        defer { secret.clear() }
        guard secret.count == Curve.p256.fieldLength else {
            throw SecurityFailure(errSecInternalComponent, "the device gave a shared secret of \(secret.count) bytes")
        }
        return KeyBytes(copying: secret)
    }

    /// What ECDSA makes of a digest on a curve whose order has 256 bits (SEC 1, section 4.1.3): its leftmost 32 bytes, with zeros
    /// before a shorter one.
    static func number(of digest: [UInt8]) -> [UInt8] {
        let leftmost = digest.prefix(Curve.p256.fieldLength)
        return [UInt8](repeating: 0, count: Curve.p256.fieldLength - leftmost.count) + leftmost
    }
}
