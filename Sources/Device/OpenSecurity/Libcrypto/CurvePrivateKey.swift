import CLibcrypto

/// A private key on a curve, in this process.
package struct CurvePrivateKey: Sendable {
    package let publicKey: CurvePublicKey
    private let key: LibcryptoKey

    /// A new random key; nil where libcrypto cannot make one.
    package init?(generatingOn curve: Curve) {
        guard let key = LibcryptoKey(generating: "EC", prepare: { EVP_PKEY_CTX_set_group_name($0, curve.groupName) }),
            let x = key.number(OSSL_PKEY_PARAM_EC_PUB_X, length: curve.fieldLength),
            let y = key.number(OSSL_PKEY_PARAM_EC_PUB_Y, length: curve.fieldLength)
        else { return nil }
        let point = [4] + x.withBytes([UInt8].init) + y.withBytes([UInt8].init)
        guard let publicKey = CurvePublicKey(x963: point, on: curve) else { return nil }
        self.publicKey = publicKey
        self.key = key
    }

    /// The key of `x963`: 4, X, Y and the private number K. Nil for another length or form, for a point that is not on the curve,
    /// for K that is not between 1 and the order less 1, and for K that belongs to another point.
    package init?(x963: KeyBytes, on curve: Curve) {
        guard x963.count == curve.publicLength + curve.fieldLength else { return nil }
        let point = x963.withBytes { [UInt8]($0.prefix(curve.publicLength)) }
        guard let publicKey = CurvePublicKey(x963: point, on: curve) else { return nil }
        let key = x963.withBytes { bytes in
            LibcryptoKey(
                type: "EC",
                numbers: [
                    .text(OSSL_PKEY_PARAM_GROUP_NAME, curve.groupName), .bytes(OSSL_PKEY_PARAM_PUB_KEY, point),
                    .number(OSSL_PKEY_PARAM_PRIV_KEY, UnsafeBufferPointer(rebasing: bytes[curve.publicLength...])),
                ], isPrivate: true)
        }
        guard let key, key.isConsistent else { return nil }
        self.publicKey = publicKey
        self.key = key
    }

    /// 4, X, Y and K.
    package func x963() -> KeyBytes? {
        let curve = publicKey.curve
        guard let number = key.number(OSSL_PKEY_PARAM_PRIV_KEY, length: curve.fieldLength) else { return nil }
        return KeyBytes(count: curve.publicLength + curve.fieldLength) { output in
            for (index, byte) in publicKey.x963.enumerated() { output[index] = byte }
            number.withBytes { number in
                for (index, byte) in number.enumerated() { output[curve.publicLength + index] = byte }
            }
        }
    }

    /// A DER sequence of r and s over `digest`, of which the leftmost bits count, as many as the order has.
    func signature(over digest: [UInt8]) -> [UInt8]? {
        key.signature(over: digest)
    }

    /// The x-coordinate of the shared point, as long as the field. Nil for a peer on another curve.
    func sharedSecret(with peer: CurvePublicKey) -> KeyBytes? {
        guard peer.curve == publicKey.curve, let secret = key.sharedSecret(with: peer.key), secret.count == peer.curve.fieldLength
        else {
            return nil
        }
        return secret
    }
}
