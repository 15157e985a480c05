public import Foundation

// Functions that Apple has deprecated, and that older code still calls. Each is one of those with algorithms.

/// A new key, as ``SecKeyCreateRandomKey(_:_:)`` makes it, with its public half.
///
/// - Parameters:
///   - publicKey: Gets the public half.
///   - privateKey: Gets the private half.
/// - Returns: ``errSecParam`` and the other statuses of ``SecKeyCreateRandomKey(_:_:)``.
@discardableResult
public func SecKeyGeneratePair(
    _ parameters: CFDictionary, _ publicKey: UnsafeMutablePointer<SecKey?>?, _ privateKey: UnsafeMutablePointer<SecKey?>?
) -> OSStatus {
    status { outlet in
        guard let key = SecKeyCreateRandomKey(parameters, outlet) else { return false }
        privateKey?.pointee = key
        publicKey?.pointee = SecKeyCopyPublicKey(key)
        return true
    }
}

/// Signs a digest.
///
/// - Parameters:
///   - dataToSign: Of `dataToSignLen` bytes: what the padding stands around.
///   - sig: Gets the signature, of at most as many bytes as `sigLen` says.
///   - sigLen: Gets the length of the signature.
/// - Returns: ``errSecParam`` for a padding by which the key does not sign, for input of the wrong length, and where the signature does not fit.
@discardableResult
public func SecKeyRawSign(
    _ key: SecKey, _ padding: SecPadding, _ dataToSign: UnsafePointer<UInt8>, _ dataToSignLen: Int,
    _ sig: UnsafeMutablePointer<UInt8>, _ sigLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    guard let algorithm = padding.signature(by: key), dataToSignLen >= 0 else { return errSecParam }
    return fill(sig, sigLen) { outlet in
        SecKeyCreateSignature(key, algorithm, NSData(bytes: dataToSign, length: dataToSignLen), outlet)
    }
}

/// Whether a signature is one over a digest.
///
/// - Returns: ``errSecSuccess`` where it is; ``errSecVerifyFailed`` where not; ``errSecParam`` for a padding by which the key does not verify.
@discardableResult
public func SecKeyRawVerify(
    _ key: SecKey, _ padding: SecPadding, _ signedData: UnsafePointer<UInt8>, _ signedDataLen: Int, _ sig: UnsafePointer<UInt8>,
    _ sigLen: Int
) -> OSStatus {
    guard let algorithm = padding.signature(by: key), signedDataLen >= 0, sigLen >= 0 else { return errSecParam }
    return status { outlet in
        SecKeyVerifySignature(
            key, algorithm, NSData(bytes: signedData, length: signedDataLen), NSData(bytes: sig, length: sigLen), outlet)
    }
}

/// Encrypts with a public RSA key.
///
/// - Parameters:
///   - cipherText: Gets the ciphertext, of at most as many bytes as `cipherTextLen` says.
///   - cipherTextLen: Gets its length.
/// - Returns: ``errSecParam`` for a padding by which the key does not encrypt, for too long a plaintext, and where the result does not fit.
@discardableResult
public func SecKeyEncrypt(
    _ key: SecKey, _ padding: SecPadding, _ plainText: UnsafePointer<UInt8>, _ plainTextLen: Int,
    _ cipherText: UnsafeMutablePointer<UInt8>, _ cipherTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    guard let algorithm = padding.encryption(by: key), plainTextLen >= 0 else { return errSecParam }
    return fill(cipherText, cipherTextLen) { outlet in
        SecKeyCreateEncryptedData(key, algorithm, NSData(bytes: plainText, length: plainTextLen), outlet)
    }
}

/// Decrypts with a private RSA key.
///
/// - Parameters:
///   - plainText: Gets the plaintext, of at most as many bytes as `plainTextLen` says.
///   - plainTextLen: Gets its length.
/// - Returns: ``errSecParam`` for a padding by which the key does not decrypt, and where the result does not fit; otherwise as
///   ``SecKeyCreateDecryptedData(_:_:_:_:)``.
@discardableResult
public func SecKeyDecrypt(
    _ key: SecKey, _ padding: SecPadding, _ cipherText: UnsafePointer<UInt8>, _ cipherTextLen: Int,
    _ plainText: UnsafeMutablePointer<UInt8>, _ plainTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    guard let algorithm = padding.encryption(by: key), cipherTextLen >= 0 else { return errSecParam }
    return fill(plainText, plainTextLen) { outlet in
        SecKeyCreateDecryptedData(key, algorithm, NSData(bytes: cipherText, length: cipherTextLen), outlet)
    }
}

/// The status of what `body` puts into its outlet where it fails.
private func status(_ body: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> Bool) -> OSStatus {
    var error: Unmanaged<CFError>?
    guard !body(&error) else { return errSecSuccess }
    return OSStatus(truncatingIfNeeded: error?.takeRetainedValue().code ?? Int(errSecInternalComponent))
}

/// Puts what `body` gives where the caller has room for it.
private func fill(
    _ place: UnsafeMutablePointer<UInt8>, _ length: UnsafeMutablePointer<Int>,
    _ body: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> CFData?
) -> OSStatus {
    var fits = false
    let status = status { outlet in
        guard let bytes = body(outlet) else { return false }
        fits = bytes.length <= length.pointee
        if fits {
            bytes.getBytes(place, length: bytes.length)
            length.pointee = bytes.length
        }
        return true
    }
    return status == errSecSuccess && !fits ? errSecParam : status
}
