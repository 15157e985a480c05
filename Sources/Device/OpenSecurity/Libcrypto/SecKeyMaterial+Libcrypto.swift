import CLibcrypto

extension SecKey.Material {
    /// A private key that libcrypto read; nothing for a kind, a curve or a size that there is not here, and for one whose numbers do not belong
    /// together.
    init?(privateKey key: LibcryptoKey) {
        switch EVP_PKEY_get_base_id(key.pointer) {
        case NID_rsaEncryption:
            guard let key = RSAPrivateKey(of: key) else { return nil }
            self = .rsaPrivate(key)
        case NID_X9_62_id_ecPublicKey:
            guard let key = CurvePrivateKey(of: key) else { return nil }
            self = .curvePrivate(key)
        default: return nil
        }
    }
}

extension RSAPrivateKey {
    /// Goes by way of the bytes, so that one place decides what a good key is.
    init?(of key: LibcryptoKey) {
        guard let bytes = Self.pkcs1(of: key) else { return nil }
        self.init(pkcs1: bytes)
    }
}

extension CurvePrivateKey {
    /// Goes by way of the bytes, so that one place decides what a good key is.
    init?(of key: LibcryptoKey) {
        var name = [CChar](repeating: 0, count: 64)
        var length = 0
        guard EVP_PKEY_get_group_name(key.pointer, &name, name.count, &length) == 1 else { return nil }
        let group = String(decoding: name.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let curve = Curve.allCases.first(where: { $0.groupName == group }),
            let x = key.number(OSSL_PKEY_PARAM_EC_PUB_X, length: curve.fieldLength),
            let y = key.number(OSSL_PKEY_PARAM_EC_PUB_Y, length: curve.fieldLength),
            let number = key.number(OSSL_PKEY_PARAM_PRIV_KEY, length: curve.fieldLength)
        else { return nil }
        let parts = [KeyBytes(copying: [4]), x, y, number]
        self.init(
            x963: KeyBytes(count: curve.publicLength + curve.fieldLength) { output in
                var position = 0
                for part in parts {
                    part.withBytes { bytes in
                        for byte in bytes {
                            output[position] = byte
                            position += 1
                        }
                    }
                }
            }, on: curve)
    }
}
