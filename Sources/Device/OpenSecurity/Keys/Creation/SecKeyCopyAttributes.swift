public import Foundation

/// What can be told of a key: type, class, size, label (its item's, or SHA-1 of the public key), what it can do, and the attributes of the
/// keychain item that it came from. No bytes of the key are among them. Never asks anyone, and never nil here.
@discardableResult
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? {
    let attributes = NSMutableDictionary()
    for (name, value) in key.itemAttributes { attributes[name as NSString] = value }
    for (name, value) in key.ownAttributes { attributes[name] = value }
    return attributes
}

extension SecKey {
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
