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
