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

/// What surrounds the input of ``SecKeyRawSign(_:_:_:_:_:_:)`` and of the other functions from before there were algorithms.
/// They take one of these.
public struct SecPadding: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// The padding with these bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// PKCS #1, version 1.5: for signatures around the input as it is; for encryption.
    public static let PKCS1 = SecPadding(rawValue: 1)
    /// OAEP with SHA-1; for encryption.
    public static let OAEP = SecPadding(rawValue: 2)
    /// r and s, joined (RFC 4754); for signatures on a curve.
    public static let sigRaw = SecPadding(rawValue: 0x4000)
    /// PKCS #1 around an MD2 digest. There is no such algorithm here.
    public static let PKCS1MD2 = SecPadding(rawValue: 0x8000)
    /// PKCS #1 around an MD5 digest. There is no such algorithm here.
    public static let PKCS1MD5 = SecPadding(rawValue: 0x8001)
    /// PKCS #1 around a SHA-1 digest.
    public static let PKCS1SHA1 = SecPadding(rawValue: 0x8002)
    /// PKCS #1 around a SHA-224 digest.
    public static let PKCS1SHA224 = SecPadding(rawValue: 0x8003)
    /// PKCS #1 around a SHA-256 digest.
    public static let PKCS1SHA256 = SecPadding(rawValue: 0x8004)
    /// PKCS #1 around a SHA-384 digest.
    public static let PKCS1SHA384 = SecPadding(rawValue: 0x8005)
    /// PKCS #1 around a SHA-512 digest.
    public static let PKCS1SHA512 = SecPadding(rawValue: 0x8006)

    /// The algorithm by which such a key signs; nothing where it does not.
    func signature(by key: SecKey) -> SecKeyAlgorithm? {
        guard key.isOnCurve else { return Self.signatures[self] }
        // On a curve the digest is signed as it is, whatever was named around it.
        return self == .sigRaw ? .ecdsaSignatureDigestRFC4754 : .ecdsaSignatureDigestX962
    }

    /// The algorithm by which such a key encrypts; nothing where it does not.
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
