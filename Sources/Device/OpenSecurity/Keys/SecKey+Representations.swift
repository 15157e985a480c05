public import Foundation

/// Creates a key from its external representation.
///
/// RSA keys are in PKCS #1 form (RFC 8017, appendix A.1), with 1024 to 8192 bits. Curve keys are in the uncompressed form of X9.63:
/// 4, X and Y for a public key, followed by K for a private one; the length determines the curve. The function is strict. It
/// rejects other encodings, trailing bytes, and points that are not on the curve. It rejects private numbers that are out of range
/// or do not match the public key.
///
/// - Parameters:
///   - attributes: ``kSecAttrKeyType`` and ``kSecAttrKeyClass``. Others, such as the size, are ignored.
///   - error: On failure, the reason, which the caller owns.
/// - Returns: The key, or nil with ``errSecParam`` for invalid data. A key of a token cannot be created from data: find it in the
///   keychain, or pass empty data and the attributes that ``SecKeyCopyAttributes(_:)`` returned for a non-permanent key.
@discardableResult
public func SecKeyCreateWithData(
    _ keyData: CFData, _ attributes: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    report(to: error) { () throws(SecurityFailure) in
        let reader = AttributeReader(attributes)
        let kind = try KeyKind(reader)
        if let token = try reader.string(kSecAttrTokenID) {
            guard token == kSecAttrTokenIDSecureEnclave as String, keyData.length == 0, kind == .curve,
                let object = try reader.data(SecKey.tokenObject)
            else { throw .parameter("a key of a token can be created only from its sealed object") }
            return try KeyStore.current.enclaveKey(of: object, attributes: attributes)
        }
        var bytes = keyData.octets
        defer { bytes.clear() }
        let material: SecKey.Material?
        guard let keyClass = try reader.string(kSecAttrKeyClass) else { throw .parameter("the class of the key is missing") }
        if keyClass == kSecAttrKeyClassPublic as String {
            material = .publicKey(of: kind, from: bytes)
        } else if keyClass == kSecAttrKeyClassPrivate as String {
            material = .privateKey(of: kind, from: KeyBytes(copying: bytes))
        } else {
            throw .parameter("the class of the key is unsupported")
        }
        guard let material else { throw .parameter("the data is not a key of this type and class") }
        return SecKey(material)
    }
}

extension SecKey.Material {
    fileprivate static func publicKey(of kind: KeyKind, from bytes: [UInt8]) -> SecKey.Material? {
        switch kind {
        case .rsa: RSAPublicKey(pkcs1: bytes).map { .rsaPublic($0) }
        case .curve:
            Curve.allCases.first { $0.publicLength == bytes.count }
                .flatMap { CurvePublicKey(x963: bytes, on: $0) }
                .map { .curvePublic($0) }
        }
    }

    fileprivate static func privateKey(of kind: KeyKind, from bytes: KeyBytes) -> SecKey.Material? {
        switch kind {
        case .rsa: RSAPrivateKey(pkcs1: bytes).map { .rsaPrivate($0) }
        case .curve:
            Curve.allCases.first { $0.publicLength + $0.fieldLength == bytes.count }
                .flatMap { CurvePrivateKey(x963: bytes, on: $0) }
                .map { .curvePrivate($0) }
        }
    }
}

/// Returns the external representation of a key, which ``SecKeyCreateWithData(_:_:_:)`` accepts. The caller then has the key in
/// the clear.
///
/// - Parameter error: On failure, the reason, which the caller owns.
/// - Returns: The data, or nil with ``errSecUnimplemented`` for a private key in the enclave, which can never be exported.
@discardableResult
public func SecKeyCopyExternalRepresentation(
    _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    report(to: error) { () throws(SecurityFailure) in
        let bytes = try key.externalRepresentation()
        return bytes.withBytes { NSData(bytes: $0.baseAddress, length: $0.count) }
    }
}

extension SecKey {
    /// Returns the bytes of ``SecKeyCopyExternalRepresentation(_:_:)`` in memory that is cleared after use.
    package func externalRepresentation() throws(SecurityFailure) -> KeyBytes {
        let bytes: KeyBytes?
        switch material {
        case .rsaPublic(let key): bytes = KeyBytes(copying: key.pkcs1)
        case .curvePublic(let key): bytes = KeyBytes(copying: key.x963)
        case .rsaPrivate(let key): bytes = key.pkcs1()
        case .curvePrivate(let key): bytes = key.x963()
        case .remote: throw SecurityFailure(errSecUnimplemented, "a private key in the enclave cannot be exported")
        }
        guard let bytes else { throw SecurityFailure(errSecInternalComponent, "libcrypto failed to encode the key") }
        return bytes
    }

    /// `kSecAttrTokenOID`, which is not in a public header: the sealed object of a non-permanent enclave key, for the app that
    /// created it.
    static var tokenObject: NSString { "toid" }

    /// ``kSecAttrApplicationLabel``: that of its item; otherwise SHA-1 of the external representation of the public key, 20
    /// bytes.
    package var applicationLabel: Data {
        itemAttributes[kSecAttrApplicationLabel as String] as? Data ?? Data(HashFunction.sha1.digest(of: publicBytes))
    }

    /// The attributes that follow from the key itself.
    fileprivate var ownAttributes: [NSString: Any] {
        let isRSA = if case .rsaPublic = publicMaterial { true } else { false }
        let remote: RemoteKey? = if case .remote(let key) = material { key } else { nil }
        let isRemote = remote != nil
        var attributes: [NSString: Any] = [
            kSecClass: kSecClassKey,
            kSecAttrKeyType: isRSA ? kSecAttrKeyTypeRSA : kSecAttrKeyTypeECSECPrimeRandom,
            kSecAttrKeyClass: isPrivate ? kSecAttrKeyClassPrivate : kSecAttrKeyClassPublic,
            kSecAttrKeySizeInBits: NSNumber(value: sizeInBits),
            kSecAttrEffectiveKeySize: NSNumber(value: sizeInBits),
            kSecAttrApplicationLabel: applicationLabel as NSData,
            kSecAttrCanSign: NSNumber(value: isPrivate),
            kSecAttrCanDecrypt: NSNumber(value: isPrivate),
            kSecAttrCanUnwrap: NSNumber(value: isPrivate),
            kSecAttrCanVerify: NSNumber(value: !isPrivate),
            kSecAttrCanEncrypt: NSNumber(value: !isPrivate),
            kSecAttrCanWrap: NSNumber(value: !isPrivate),
            kSecAttrCanDerive: NSNumber(value: isPrivate && !isRSA),
            kSecAttrIsSensitive: NSNumber(value: isRemote),
            kSecAttrIsExtractable: NSNumber(value: !isRemote),
        ]
        if isRemote { attributes[kSecAttrTokenID] = kSecAttrTokenIDSecureEnclave }
        if let object = remote?.holder.tokenObject { attributes[SecKey.tokenObject] = NSData(bytes: object) }
        return attributes
    }
}

/// Returns the attributes of a key: type, class, size, label (of its item, or SHA-1 of the public key), permitted operations, and
/// the attributes of the keychain item from which it came. They contain no key material. Never shows a prompt and never returns
/// nil.
@discardableResult
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? {
    let attributes = NSMutableDictionary()
    for (name, value) in key.itemAttributes { attributes[name as NSString] = value }
    for (name, value) in key.ownAttributes { attributes[name] = value }
    return attributes
}
