public import Foundation

/// The key that `keyData` spells.
///
/// RSA as PKCS #1 (RFC 8017, appendix A.1), 1024 to 8192 bits. Curves in the uncompressed form of X9.63: 4, X and Y for a public
/// key, then K for a private one; the length tells the curve. Nothing else is read: no other encoding of the same numbers, no bytes
/// behind them, no point that is not on the curve, no private number out of range or of another public key.
///
/// - Parameters:
///   - attributes: ``kSecAttrKeyType`` and ``kSecAttrKeyClass``. Others, such as the size, are not looked at.
///   - error: Gets the reason where the result is nil; the caller owns it.
/// - Returns: Nil with ``errSecParam`` if there is no such key. A token's key is not made of data: it is found in the keychain, or with no data and the
///   attributes that ``SecKeyCopyAttributes(_:)`` gave of one that is in none.
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
            else { throw .parameter("the key of a token is made of what stands for it alone") }
            return try KeyStore.current.enclaveKey(of: [UInt8](object), attributes: attributes)
        }
        var bytes = [UInt8](keyData as Data)
        defer { bytes.clear() }
        let material: SecKey.Material?
        guard let keyClass = try reader.string(kSecAttrKeyClass) else { throw .parameter("the class of the key is missing") }
        if keyClass == kSecAttrKeyClassPublic as String {
            material = .publicKey(of: kind, from: bytes)
        } else if keyClass == kSecAttrKeyClassPrivate as String {
            material = .privateKey(of: kind, from: KeyBytes(copying: bytes))
        } else {
            throw .parameter("there is no such class of keys here")
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

/// The key as bytes that ``SecKeyCreateWithData(_:_:_:)`` reads. The caller holds them in clear from then on.
///
/// - Parameter error: Gets the reason where the result is nil; the caller owns it.
/// - Returns: Nil with ``errSecUnimplemented`` for a private key in the enclave, whatever was shown: it has no way out.
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
    /// The bytes of ``SecKeyCopyExternalRepresentation(_:_:)``, cleared when let go.
    package func externalRepresentation() throws(SecurityFailure) -> KeyBytes {
        let bytes: KeyBytes?
        switch material {
        case .rsaPublic(let key): bytes = KeyBytes(copying: key.pkcs1)
        case .curvePublic(let key): bytes = KeyBytes(copying: key.x963)
        case .rsaPrivate(let key): bytes = key.pkcs1()
        case .curvePrivate(let key): bytes = key.x963()
        case .remote: throw SecurityFailure(errSecUnimplemented, "the private key does not leave the enclave")
        }
        guard let bytes else { throw SecurityFailure(errSecInternalComponent, "libcrypto could not spell the key") }
        return bytes
    }

    /// `kSecAttrTokenOID`, which is in no public header: what stands for a key of the enclave that is in no keychain, sealed for the app that made it.
    static var tokenObject: NSString { "toid" }

    /// ``kSecAttrApplicationLabel``: what its item has; otherwise SHA-1 of the public half's external representation, 20 bytes.
    package var applicationLabel: Data {
        itemAttributes[kSecAttrApplicationLabel as String] as? Data ?? Data(HashFunction.sha1.digest(of: publicBytes))
    }

    /// What follows from the key itself.
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
        if let object = remote?.holder.tokenObject { attributes[SecKey.tokenObject] = Data(object) as NSData }
        return attributes
    }
}

/// What can be told of a key: type, class, size, label (its item's, or SHA-1 of the public key), what it can do, and the attributes of the
/// keychain item that it came from. No bytes of the key are among them. Never asks anyone, and never nil here.
@discardableResult
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? {
    let attributes = NSMutableDictionary()
    for (name, value) in key.itemAttributes { attributes[name as NSString] = value }
    for (name, value) in key.ownAttributes { attributes[name] = value }
    return attributes
}
