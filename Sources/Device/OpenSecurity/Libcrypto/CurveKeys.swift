import CLibcrypto

/// A private key on a curve, in this process.
package struct CurvePrivateKey: Sendable {
    package let publicKey: CurvePublicKey
    private let key: LibcryptoKey

    /// Generates a random key. Returns nil if libcrypto fails.
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

    /// Parses `x963`: 4, X, Y and the private number K. Returns nil for another length or form, and for a point that is not on the
    /// curve. K must be from 1 to the order minus 1 and must match the point.
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

    /// Returns 4, X, Y and K.
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

    /// Returns a DER sequence of r and s for `digest`. Uses the leftmost bits of the digest, as many as the order has.
    func signature(over digest: [UInt8]) -> [UInt8]? {
        key.signature(over: digest)
    }

    /// Returns the x-coordinate of the shared point, with the length of the field. Returns nil for a peer on another curve.
    func sharedSecret(with peer: CurvePublicKey) -> KeyBytes? {
        guard peer.curve == publicKey.curve, let secret = key.sharedSecret(with: peer.key), secret.count == peer.curve.fieldLength
        else {
            return nil
        }
        return secret
    }
}

/// A validated point on a curve.
package struct CurvePublicKey: Sendable {
    package let curve: Curve
    /// The uncompressed form of X9.63: 4, X and Y.
    package let x963: [UInt8]
    let key: LibcryptoKey

    /// Returns nil for another length or form, for a point that is not on the curve, and for coordinates that are not below the
    /// field's prime.
    package init?(x963: some Collection<UInt8>, on curve: Curve) {
        let bytes = [UInt8](x963)
        guard bytes.count == curve.publicLength, bytes.first == 4,
            let key = LibcryptoKey(
                type: "EC", numbers: [.text(OSSL_PKEY_PARAM_GROUP_NAME, curve.groupName), .bytes(OSSL_PKEY_PARAM_PUB_KEY, bytes)],
                isPrivate: false),
            key.isValidPublicKey
        else { return nil }
        self.init(x963: bytes, curve: curve, key: key)
    }

    init(x963: [UInt8], curve: Curve, key: LibcryptoKey) {
        self.x963 = x963
        self.curve = curve
        self.key = key
    }

    /// Returns whether `signature`, a DER sequence of r and s, is valid for `digest`. Rejects non-canonical encodings.
    func verifies(der signature: [UInt8], over digest: [UInt8]) -> Bool {
        key.verifies(signature, over: digest)
    }

    /// Returns whether `signature`, r and s concatenated, is valid for `digest`.
    func verifies(joined signature: [UInt8], over digest: [UInt8]) -> Bool {
        guard let der = CurveSignature.der(joined: signature, on: curve) else { return false }
        return key.verifies(der, over: digest)
    }
}

/// The two encodings of an ECDSA signature.
enum CurveSignature {
    /// Returns the DER sequence for the two halves of `joined`. Returns nil if its length is not twice that of a coordinate.
    static func der(joined: [UInt8], on curve: Curve) -> [UInt8]? {
        let length = curve.fieldLength
        guard joined.count == 2 * length, let signature = ECDSA_SIG_new() else { return nil }
        defer { ECDSA_SIG_free(signature) }
        let (r, s) = joined.withUnsafeBufferPointer { bytes in
            (BN_bin2bn(bytes.baseAddress, Int32(length), nil), BN_bin2bn(bytes.baseAddress.map { $0 + length }, Int32(length), nil))
        }
        // From here on the signature owns the numbers.
        guard r != nil, s != nil, ECDSA_SIG_set0(signature, r, s) == 1 else {
            BN_free(r)
            BN_free(s)
            return nil
        }
        let size = i2d_ECDSA_SIG(signature, nil)
        guard size > 0 else { return nil }
        var der = [UInt8](repeating: 0, count: Int(size))
        let written = der.withUnsafeMutableBufferPointer { buffer in
            var position = buffer.baseAddress
            return i2d_ECDSA_SIG(signature, &position)
        }
        return written == size ? der : nil
    }

    /// Returns r and s of a DER sequence, padded to the length of a coordinate. Returns nil for other data.
    static func joined(der: [UInt8], on curve: Curve) -> [UInt8]? {
        let length = curve.fieldLength
        let signature = der.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            return d2i_ECDSA_SIG(nil, &position, buffer.count)
        }
        guard let signature else {
            ERR_clear_error()
            return nil
        }
        defer { ECDSA_SIG_free(signature) }
        var joined = [UInt8](repeating: 0, count: 2 * length)
        let isWhole = joined.withUnsafeMutableBufferPointer { buffer in
            BN_bn2binpad(ECDSA_SIG_get0_r(signature), buffer.baseAddress, Int32(length)) == length
                && BN_bn2binpad(ECDSA_SIG_get0_s(signature), buffer.baseAddress.map { $0 + length }, Int32(length)) == length
        }
        return isWhole ? joined : nil
    }
}

/// The elliptic curves of `kSecAttrKeyTypeECSECPrimeRandom` (SEC 2). Their cofactor is 1, so cofactor ECDH equals plain ECDH.
package enum Curve: CaseIterable, Sendable {
    case p256, p384, p521

    package var bits: Int {
        switch self {
        case .p256: 256
        case .p384: 384
        case .p521: 521
        }
    }

    package init?(bits: Int) {
        guard let curve = Self.allCases.first(where: { $0.bits == bits }) else { return nil }
        self = curve
    }

    /// The length in bytes of a coordinate, a private number, r, s and a shared secret.
    package var fieldLength: Int { (bits + 7) / 8 }
    /// The length in bytes of a public key in the uncompressed form of X9.63: 4, X and Y.
    package var publicLength: Int { 1 + 2 * fieldLength }

    var groupName: String {
        switch self {
        case .p256: "prime256v1"
        case .p384: "secp384r1"
        case .p521: "secp521r1"
        }
    }
}
