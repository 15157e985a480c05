import CLibcrypto

/// A point on a curve, checked.
package struct CurvePublicKey: Sendable {
    package let curve: Curve
    /// The uncompressed form of X9.63: 4, X and Y.
    package let x963: [UInt8]
    let key: LibcryptoKey

    /// Nil for another length or form, for a point that is not on the curve, and for coordinates that are not below the field's
    /// prime.
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

    /// Whether `signature`, a DER sequence of r and s, is one over `digest`. No other spelling of the numbers passes.
    func verifies(der signature: [UInt8], over digest: [UInt8]) -> Bool {
        key.verifies(signature, over: digest)
    }

    /// Whether `signature`, r and s joined, is one over `digest`.
    func verifies(joined signature: [UInt8], over digest: [UInt8]) -> Bool {
        guard let der = CurveSignature.der(joined: signature, on: curve) else { return false }
        return key.verifies(der, over: digest)
    }
}

/// The two spellings of an ECDSA signature.
enum CurveSignature {
    /// The DER sequence of the two halves of `joined`; nil if it is not twice as long as a coordinate.
    static func der(joined: [UInt8], on curve: Curve) -> [UInt8]? {
        let length = curve.fieldLength
        guard joined.count == 2 * length, let signature = ECDSA_SIG_new() else { return nil }
        defer { ECDSA_SIG_free(signature) }
        let (r, s) = joined.withUnsafeBufferPointer { bytes in
            (BN_bin2bn(bytes.baseAddress, Int32(length), nil), BN_bin2bn(bytes.baseAddress.map { $0 + length }, Int32(length), nil))
        }
        // The signature owns the numbers from here on.
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

    /// r and s of a DER sequence, each filled up to the length of a coordinate; nil for anything else.
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
