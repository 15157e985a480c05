public import Foundation

// Deprecated functions of Apple that older code uses. Each calls a function with an algorithm.

/// Creates a key pair, as ``SecKeyCreateRandomKey(_:_:)`` does.
///
/// - Parameters:
///   - publicKey: On success, the public key.
///   - privateKey: On success, the private key.
/// - Returns: ``errSecParam`` and the other results of ``SecKeyCreateRandomKey(_:_:)``.
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
///   - dataToSign: The `dataToSignLen` bytes to pad and sign.
///   - sig: The buffer for the signature, with the size `sigLen`.
///   - sigLen: On return, the length of the signature.
/// - Returns: ``errSecParam`` if the key does not support the padding, if the input has the wrong length, or if the buffer is too
///   small.
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

/// Verifies a signature of a digest.
///
/// - Returns: ``errSecSuccess`` for a valid signature; ``errSecVerifyFailed`` for an invalid one; ``errSecParam`` if the key does
///   not support the padding.
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
///   - cipherText: The buffer for the ciphertext, with the size `cipherTextLen`.
///   - cipherTextLen: On return, the length of the ciphertext.
/// - Returns: ``errSecParam`` if the key does not support the padding, if the plaintext is too long, or if the buffer is too
///   small.
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
///   - plainText: The buffer for the plaintext, with the size `plainTextLen`.
///   - plainTextLen: On return, the length of the plaintext.
/// - Returns: ``errSecParam`` if the key does not support the padding, or if the buffer is too small; otherwise the result of
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

/// Returns the status of the error of `body`.
private func status(_ body: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> Bool) -> OSStatus {
    var error: Unmanaged<CFError>?
    guard !body(&error) else { return errSecSuccess }
    return OSStatus(truncatingIfNeeded: error?.takeRetainedValue().code ?? Int(errSecInternalComponent))
}

/// Copies the result of `body` to the caller's buffer.
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

/// The padding of ``SecKeyRawSign(_:_:_:_:_:_:)`` and the other functions without algorithms. Pass a single value.
public struct SecPadding: OptionSet, Hashable, Sendable {
    /// The raw bits.
    public let rawValue: UInt32

    /// Creates a padding from raw bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// PKCS #1 v1.5: for signatures of the unchanged input, and for encryption.
    public static let PKCS1 = SecPadding(rawValue: 1)
    /// OAEP with SHA-1; for encryption.
    public static let OAEP = SecPadding(rawValue: 2)
    /// r and s concatenated (RFC 4754), for signatures on a curve.
    public static let sigRaw = SecPadding(rawValue: 0x4000)
    /// PKCS #1 of an MD2 digest. Unsupported.
    public static let PKCS1MD2 = SecPadding(rawValue: 0x8000)
    /// PKCS #1 of an MD5 digest. Unsupported.
    public static let PKCS1MD5 = SecPadding(rawValue: 0x8001)
    /// PKCS #1 of a SHA-1 digest.
    public static let PKCS1SHA1 = SecPadding(rawValue: 0x8002)
    /// PKCS #1 of a SHA-224 digest.
    public static let PKCS1SHA224 = SecPadding(rawValue: 0x8003)
    /// PKCS #1 of a SHA-256 digest.
    public static let PKCS1SHA256 = SecPadding(rawValue: 0x8004)
    /// PKCS #1 of a SHA-384 digest.
    public static let PKCS1SHA384 = SecPadding(rawValue: 0x8005)
    /// PKCS #1 of a SHA-512 digest.
    public static let PKCS1SHA512 = SecPadding(rawValue: 0x8006)

    /// Returns the signature algorithm for a key. Returns nil if the key does not support the padding.
    func signature(by key: SecKey) -> SecKeyAlgorithm? {
        guard key.isOnCurve else { return Self.signatures[self] }
        // On a curve, the digest is signed unchanged, for any PKCS #1 padding.
        return self == .sigRaw ? .ecdsaSignatureDigestRFC4754 : .ecdsaSignatureDigestX962
    }

    /// Returns the encryption algorithm for a key. Returns nil if the key does not support the padding.
    func encryption(by key: SecKey) -> SecKeyAlgorithm? {
        key.isOnCurve ? nil : Self.encryptions[self]
    }

    private static let signatures: [SecPadding: SecKeyAlgorithm] = [
        []: .rsaSignatureRaw, .PKCS1: .rsaSignatureDigestPKCS1v15Raw, .PKCS1SHA1: .rsaSignatureDigestPKCS1v15SHA1,
        .PKCS1SHA224: .rsaSignatureDigestPKCS1v15SHA224, .PKCS1SHA256: .rsaSignatureDigestPKCS1v15SHA256,
        .PKCS1SHA384: .rsaSignatureDigestPKCS1v15SHA384, .PKCS1SHA512: .rsaSignatureDigestPKCS1v15SHA512,
    ]

    private static let encryptions: [SecPadding: SecKeyAlgorithm] = [
        []: .rsaEncryptionRaw, .PKCS1: .rsaEncryptionPKCS1, .OAEP: .rsaEncryptionOAEPSHA1,
    ]
}

extension SecKey {
    fileprivate var isOnCurve: Bool {
        switch publicMaterial {
        case .rsaPublic, .rsaPrivate: false
        case .curvePublic, .curvePrivate, .remote: true
        }
    }
}
