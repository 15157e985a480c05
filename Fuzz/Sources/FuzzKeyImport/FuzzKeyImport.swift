internal import Foundation
internal import FuzzInput
internal import OpenSecurity

/// Imports arbitrary keys. The first byte chooses the type, the second the class, the third further attributes; the rest is the
/// key.
///
/// An accepted key has one encoding, a size and a class, and its public half verifies and encrypts what its private half signs and
/// decrypts. A rejected key has a reason.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzKeyImport(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var choices = FuzzChoices(FuzzInput(start, count).bytes)
    let attributes = attributes(&choices)
    let bytes = Data(choices.rest())
    var failure: Unmanaged<CFError>?
    guard let key = SecKeyCreateWithData(bytes as NSData, attributes, &failure) else {
        promise(failure != nil, "a rejected key has a reason")
        failure?.release()
        return 0
    }
    promise(failure == nil, "what is accepted has no error")
    let spelled = spelling(of: key)
    promise(spelled == bytes, "a key has one spelling")
    if let again = SecKeyCreateWithData(bytes as NSData, attributes, nil) {
        promise(CFEqual(again, key), "the same bytes are the same key")
    } else {
        // libcrypto uses random numbers to look for factors of a modulus, so an invalid one may be detected later.
        promise(isPublic(key) && isRSA(key), "the same bytes are a key again")
    }

    guard let own = SecKeyCopyAttributes(key), let publicKey = SecKeyCopyPublicKey(key) else { fatalError("a key has its parts") }
    promise((own[kSecAttrKeySizeInBits] as? NSNumber)?.intValue ?? 0 > 0, "a key has a size")
    promise(SecKeyGetBlockSize(key) == SecKeyGetBlockSize(publicKey), "both halves are of one size")
    promise(spelling(of: publicKey).map { !$0.isEmpty } == true, "the public half can be given away")
    if !isPublic(key) { use(key, publicKey, isRSA: isRSA(key)) }
    return 0
}

/// Mostly the required attributes, and sometimes others.
private func attributes(_ choices: inout FuzzChoices) -> NSDictionary {
    let type = choices.one(of: [kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyTypeRSA, kSecAttrKeyTypeAES, "" as NSString])
    let half = choices.one(of: [kSecAttrKeyClassPrivate, kSecAttrKeyClassPublic, kSecAttrKeyClassSymmetric])
    let attributes = NSMutableDictionary()
    attributes[kSecAttrKeyType] = type
    attributes[kSecAttrKeyClass] = half
    switch choices.byte() {
    case 1: attributes[kSecAttrKeySizeInBits] = NSNumber(value: 256)
    case 2: attributes[kSecAttrKeySizeInBits] = "many" as NSString
    case 3: attributes[kSecAttrTokenID] = kSecAttrTokenIDSecureEnclave
    case 4: attributes[kSecAttrKeyType] = NSNumber(value: 73)
    case 5: attributes[kSecAttrKeyClass] = NSNull()
    case 6: attributes[kSecAttrKeyType] = NSArray(array: [type])
    default: break
    }
    return attributes
}

private func spelling(of key: SecKey) -> Data? {
    SecKeyCopyExternalRepresentation(key, nil).map { $0 as Data }
}

private func isPublic(_ key: SecKey) -> Bool {
    SecKeyCopyAttributes(key)?[kSecAttrKeyClass] as? String == kSecAttrKeyClassPublic as String
}

private func isRSA(_ key: SecKey) -> Bool {
    SecKeyCopyAttributes(key)?[kSecAttrKeyType] as? String == kSecAttrKeyTypeRSA as String
}

private func use(_ key: SecKey, _ publicKey: SecKey, isRSA: Bool) {
    let message = Data("a message".utf8) as NSData
    let signing: SecKeyAlgorithm = isRSA ? .rsaSignatureMessagePKCS1v15SHA256 : .ecdsaSignatureMessageX962SHA256
    guard let signature = SecKeyCreateSignature(key, signing, message, nil) else { fatalError("a private key signs") }
    promise(
        SecKeyVerifySignature(publicKey, signing, message, signature, nil), "the public half checks what the private half signs")
    let sealing: SecKeyAlgorithm = isRSA ? .rsaEncryptionOAEPSHA256 : .eciesEncryptionStandardX963SHA256AESGCM
    guard let sealed = SecKeyCreateEncryptedData(publicKey, sealing, message, nil) else { fatalError("a public key seals") }
    promise(SecKeyCreateDecryptedData(key, sealing, sealed, nil) == message, "the private half opens what the public half seals")
}
