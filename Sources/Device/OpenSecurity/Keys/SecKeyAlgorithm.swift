public import Foundation

/// The algorithm of an operation with a key, such as ``SecKeyCreateSignature(_:_:_:_:)``.
public struct SecKeyAlgorithm: RawRepresentable, Hashable, Sendable {
    private let name: String

    /// Creates an algorithm from Apple's name. ``SecKeyIsAlgorithmSupported(_:_:_:)`` returns whether a key supports it.
    public init(rawValue: CFString) {
        name = rawValue as String
    }

    init(_ name: String) {
        self.name = name
    }

    /// Apple's name of the algorithm.
    public var rawValue: CFString { name as NSString }
}

/// The operations of a key, for ``SecKeyIsAlgorithmSupported(_:_:_:)``.
public enum SecKeyOperationType: CFIndex, Sendable {
    /// Create a signature with a private key.
    case sign = 0
    /// Verify a signature with a public key.
    case verify = 1
    /// Encrypt with a public key.
    case encrypt = 2
    /// Decrypt with a private key.
    case decrypt = 3
    /// Perform a key exchange with a private key.
    case keyExchange = 4
}

/// A parameter of ``SecKeyCopyKeyExchangeResult(_:_:_:_:_:)``.
public struct SecKeyKeyExchangeParameter: RawRepresentable, Hashable, Sendable {
    private let name: String

    /// Creates a parameter from Apple's name.
    public init(rawValue: CFString) {
        name = rawValue as String
    }

    /// Apple's name of the parameter.
    public var rawValue: CFString { name as NSString }

    /// The number of bytes to derive. Required for key derivation.
    public static let requestedSize = SecKeyKeyExchangeParameter(rawValue: "requestedSize")
    /// Shared information for the key derivation, as data. Empty by default.
    public static let sharedInfo = SecKeyKeyExchangeParameter(rawValue: "sharedInfo")
}

// RSA signatures and encryption, only for keys in software. The names and values are Apple's.
extension SecKeyAlgorithm {
    /// RSA signature of one block, without padding.
    public static let rsaSignatureRaw = SecKeyAlgorithm("algid:sign:RSA:raw")
    /// PKCS #1 v1.5 padding of the given bytes, which should be a digest with its identifier.
    public static let rsaSignatureDigestPKCS1v15Raw = SecKeyAlgorithm("algid:sign:RSA:digest-PKCS1v15")
    /// PKCS #1 v1.5 over a SHA-1 digest.
    public static let rsaSignatureDigestPKCS1v15SHA1 = SecKeyAlgorithm("algid:sign:RSA:digest-PKCS1v15:SHA1")
    /// PKCS #1 v1.5 over a SHA-224 digest.
    public static let rsaSignatureDigestPKCS1v15SHA224 = SecKeyAlgorithm("algid:sign:RSA:digest-PKCS1v15:SHA224")
    /// PKCS #1 v1.5 over a SHA-256 digest.
    public static let rsaSignatureDigestPKCS1v15SHA256 = SecKeyAlgorithm("algid:sign:RSA:digest-PKCS1v15:SHA256")
    /// PKCS #1 v1.5 over a SHA-384 digest.
    public static let rsaSignatureDigestPKCS1v15SHA384 = SecKeyAlgorithm("algid:sign:RSA:digest-PKCS1v15:SHA384")
    /// PKCS #1 v1.5 over a SHA-512 digest.
    public static let rsaSignatureDigestPKCS1v15SHA512 = SecKeyAlgorithm("algid:sign:RSA:digest-PKCS1v15:SHA512")
    /// PSS, with a salt as long as the hash, over a SHA-1 digest.
    public static let rsaSignatureDigestPSSSHA1 = SecKeyAlgorithm("algid:sign:RSA:digest-PSS:SHA1:SHA1:20")
    /// PSS, with a salt as long as the hash (28 bytes, although the name contains 24), over a SHA-224 digest.
    public static let rsaSignatureDigestPSSSHA224 = SecKeyAlgorithm("algid:sign:RSA:digest-PSS:SHA224:SHA224:24")
    /// PSS, with a salt as long as the hash, over a SHA-256 digest.
    public static let rsaSignatureDigestPSSSHA256 = SecKeyAlgorithm("algid:sign:RSA:digest-PSS:SHA256:SHA256:32")
    /// PSS, with a salt as long as the hash, over a SHA-384 digest.
    public static let rsaSignatureDigestPSSSHA384 = SecKeyAlgorithm("algid:sign:RSA:digest-PSS:SHA384:SHA384:48")
    /// PSS, with a salt as long as the hash, over a SHA-512 digest.
    public static let rsaSignatureDigestPSSSHA512 = SecKeyAlgorithm("algid:sign:RSA:digest-PSS:SHA512:SHA512:64")
    /// PKCS #1 v1.5 over a message, hashed with SHA-1.
    public static let rsaSignatureMessagePKCS1v15SHA1 = SecKeyAlgorithm("algid:sign:RSA:message-PKCS1v15:SHA1")
    /// PKCS #1 v1.5 over a message, hashed with SHA-224.
    public static let rsaSignatureMessagePKCS1v15SHA224 = SecKeyAlgorithm("algid:sign:RSA:message-PKCS1v15:SHA224")
    /// PKCS #1 v1.5 over a message, hashed with SHA-256.
    public static let rsaSignatureMessagePKCS1v15SHA256 = SecKeyAlgorithm("algid:sign:RSA:message-PKCS1v15:SHA256")
    /// PKCS #1 v1.5 over a message, hashed with SHA-384.
    public static let rsaSignatureMessagePKCS1v15SHA384 = SecKeyAlgorithm("algid:sign:RSA:message-PKCS1v15:SHA384")
    /// PKCS #1 v1.5 over a message, hashed with SHA-512.
    public static let rsaSignatureMessagePKCS1v15SHA512 = SecKeyAlgorithm("algid:sign:RSA:message-PKCS1v15:SHA512")
    /// PSS, with a salt as long as the hash, over a message, hashed with SHA-1.
    public static let rsaSignatureMessagePSSSHA1 = SecKeyAlgorithm("algid:sign:RSA:message-PSS:SHA1:SHA1:20")
    /// PSS, with a salt as long as the hash (28 bytes, although the name contains 24), over a message, hashed with SHA-224.
    public static let rsaSignatureMessagePSSSHA224 = SecKeyAlgorithm("algid:sign:RSA:message-PSS:SHA224:SHA224:24")
    /// PSS, with a salt as long as the hash, over a message, hashed with SHA-256.
    public static let rsaSignatureMessagePSSSHA256 = SecKeyAlgorithm("algid:sign:RSA:message-PSS:SHA256:SHA256:32")
    /// PSS, with a salt as long as the hash, over a message, hashed with SHA-384.
    public static let rsaSignatureMessagePSSSHA384 = SecKeyAlgorithm("algid:sign:RSA:message-PSS:SHA384:SHA384:48")
    /// PSS, with a salt as long as the hash, over a message, hashed with SHA-512.
    public static let rsaSignatureMessagePSSSHA512 = SecKeyAlgorithm("algid:sign:RSA:message-PSS:SHA512:SHA512:64")
    /// RSA encryption without padding; shorter input gets leading zeros. Insecure without further measures.
    public static let rsaEncryptionRaw = SecKeyAlgorithm("algid:encrypt:RSA:raw")
    /// PKCS #1 v1.5: at most the block size minus 11 bytes.
    public static let rsaEncryptionPKCS1 = SecKeyAlgorithm("algid:encrypt:RSA:PKCS1")
    /// OAEP with SHA-1: at most the block size minus two hashes and 2 bytes.
    public static let rsaEncryptionOAEPSHA1 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA1")
    /// OAEP with SHA-224: at most the block size minus two hashes and 2 bytes.
    public static let rsaEncryptionOAEPSHA224 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA224")
    /// OAEP with SHA-256: at most the block size minus two hashes and 2 bytes.
    public static let rsaEncryptionOAEPSHA256 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA256")
    /// OAEP with SHA-384: at most the block size minus two hashes and 2 bytes.
    public static let rsaEncryptionOAEPSHA384 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA384")
    /// OAEP with SHA-512: at most the block size minus two hashes and 2 bytes.
    public static let rsaEncryptionOAEPSHA512 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA512")
    /// OAEP with SHA-1 of an AES-GCM session key, for data of any length.
    public static let rsaEncryptionOAEPSHA1AESGCM = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA1:AESGCM")
    /// OAEP with SHA-224 of an AES-GCM session key, for data of any length.
    public static let rsaEncryptionOAEPSHA224AESGCM = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA224:AESGCM")
    /// OAEP with SHA-256 of an AES-GCM session key, for data of any length.
    public static let rsaEncryptionOAEPSHA256AESGCM = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA256:AESGCM")
    /// OAEP with SHA-384 of an AES-GCM session key, for data of any length.
    public static let rsaEncryptionOAEPSHA384AESGCM = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA384:AESGCM")
    /// OAEP with SHA-512 of an AES-GCM session key, for data of any length.
    public static let rsaEncryptionOAEPSHA512AESGCM = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA512:AESGCM")
}

// ECDSA signatures. The names and values are Apple's.
extension SecKeyAlgorithm {
    /// r and s joined, over a digest of any length; the older name of ``ecdsaSignatureDigestRFC4754``.
    public static let ecdsaSignatureRFC4754 = SecKeyAlgorithm("algid:sign:ECDSA:RFC4754")
    /// r and s joined (RFC 4754), over a digest of any length.
    public static let ecdsaSignatureDigestRFC4754 = SecKeyAlgorithm("algid:sign:ECDSA:digest-RFC4754")
    /// r and s joined (RFC 4754), over a SHA-1 digest.
    public static let ecdsaSignatureDigestRFC4754SHA1 = SecKeyAlgorithm("algid:sign:ECDSA:digest-RFC4754:SHA1")
    /// r and s joined (RFC 4754), over a SHA-224 digest.
    public static let ecdsaSignatureDigestRFC4754SHA224 = SecKeyAlgorithm("algid:sign:ECDSA:digest-RFC4754:SHA224")
    /// r and s joined (RFC 4754), over a SHA-256 digest.
    public static let ecdsaSignatureDigestRFC4754SHA256 = SecKeyAlgorithm("algid:sign:ECDSA:digest-RFC4754:SHA256")
    /// r and s joined (RFC 4754), over a SHA-384 digest.
    public static let ecdsaSignatureDigestRFC4754SHA384 = SecKeyAlgorithm("algid:sign:ECDSA:digest-RFC4754:SHA384")
    /// r and s joined (RFC 4754), over a SHA-512 digest.
    public static let ecdsaSignatureDigestRFC4754SHA512 = SecKeyAlgorithm("algid:sign:ECDSA:digest-RFC4754:SHA512")
    /// r and s joined (RFC 4754), over a message, hashed with SHA-1.
    public static let ecdsaSignatureMessageRFC4754SHA1 = SecKeyAlgorithm("algid:sign:ECDSA:message-RFC4754:SHA1")
    /// r and s joined (RFC 4754), over a message, hashed with SHA-224.
    public static let ecdsaSignatureMessageRFC4754SHA224 = SecKeyAlgorithm("algid:sign:ECDSA:message-RFC4754:SHA224")
    /// r and s joined (RFC 4754), over a message, hashed with SHA-256.
    public static let ecdsaSignatureMessageRFC4754SHA256 = SecKeyAlgorithm("algid:sign:ECDSA:message-RFC4754:SHA256")
    /// r and s joined (RFC 4754), over a message, hashed with SHA-384.
    public static let ecdsaSignatureMessageRFC4754SHA384 = SecKeyAlgorithm("algid:sign:ECDSA:message-RFC4754:SHA384")
    /// r and s joined (RFC 4754), over a message, hashed with SHA-512.
    public static let ecdsaSignatureMessageRFC4754SHA512 = SecKeyAlgorithm("algid:sign:ECDSA:message-RFC4754:SHA512")
    /// A DER sequence of r and s (X9.62), over a digest of any length.
    public static let ecdsaSignatureDigestX962 = SecKeyAlgorithm("algid:sign:ECDSA:digest-X962")
    /// A DER sequence of r and s (X9.62), over a SHA-1 digest.
    public static let ecdsaSignatureDigestX962SHA1 = SecKeyAlgorithm("algid:sign:ECDSA:digest-X962:SHA1")
    /// A DER sequence of r and s (X9.62), over a SHA-224 digest.
    public static let ecdsaSignatureDigestX962SHA224 = SecKeyAlgorithm("algid:sign:ECDSA:digest-X962:SHA224")
    /// A DER sequence of r and s (X9.62), over a SHA-256 digest.
    public static let ecdsaSignatureDigestX962SHA256 = SecKeyAlgorithm("algid:sign:ECDSA:digest-X962:SHA256")
    /// A DER sequence of r and s (X9.62), over a SHA-384 digest.
    public static let ecdsaSignatureDigestX962SHA384 = SecKeyAlgorithm("algid:sign:ECDSA:digest-X962:SHA384")
    /// A DER sequence of r and s (X9.62), over a SHA-512 digest.
    public static let ecdsaSignatureDigestX962SHA512 = SecKeyAlgorithm("algid:sign:ECDSA:digest-X962:SHA512")
    /// A DER sequence of r and s (X9.62), over a message, hashed with SHA-1.
    public static let ecdsaSignatureMessageX962SHA1 = SecKeyAlgorithm("algid:sign:ECDSA:message-X962:SHA1")
    /// A DER sequence of r and s (X9.62), over a message, hashed with SHA-224.
    public static let ecdsaSignatureMessageX962SHA224 = SecKeyAlgorithm("algid:sign:ECDSA:message-X962:SHA224")
    /// A DER sequence of r and s (X9.62), over a message, hashed with SHA-256.
    public static let ecdsaSignatureMessageX962SHA256 = SecKeyAlgorithm("algid:sign:ECDSA:message-X962:SHA256")
    /// A DER sequence of r and s (X9.62), over a message, hashed with SHA-384.
    public static let ecdsaSignatureMessageX962SHA384 = SecKeyAlgorithm("algid:sign:ECDSA:message-X962:SHA384")
    /// A DER sequence of r and s (X9.62), over a message, hashed with SHA-512.
    public static let ecdsaSignatureMessageX962SHA512 = SecKeyAlgorithm("algid:sign:ECDSA:message-X962:SHA512")
}

// Key exchange between elliptic-curve keys. The names and values are Apple's.
extension SecKeyAlgorithm {
    /// ECDH: the shared secret itself, an x-coordinate.
    public static let ecdhKeyExchangeStandard = SecKeyAlgorithm("algid:keyexchange:ECDH")
    /// ECDH: bytes derived from the shared secret by X9.63 with SHA-1.
    public static let ecdhKeyExchangeStandardX963SHA1 = SecKeyAlgorithm("algid:keyexchange:ECDH:KDFX963:SHA1")
    /// ECDH: bytes derived from the shared secret by X9.63 with SHA-224.
    public static let ecdhKeyExchangeStandardX963SHA224 = SecKeyAlgorithm("algid:keyexchange:ECDH:KDFX963:SHA224")
    /// ECDH: bytes derived from the shared secret by X9.63 with SHA-256.
    public static let ecdhKeyExchangeStandardX963SHA256 = SecKeyAlgorithm("algid:keyexchange:ECDH:KDFX963:SHA256")
    /// ECDH: bytes derived from the shared secret by X9.63 with SHA-384.
    public static let ecdhKeyExchangeStandardX963SHA384 = SecKeyAlgorithm("algid:keyexchange:ECDH:KDFX963:SHA384")
    /// ECDH: bytes derived from the shared secret by X9.63 with SHA-512.
    public static let ecdhKeyExchangeStandardX963SHA512 = SecKeyAlgorithm("algid:keyexchange:ECDH:KDFX963:SHA512")
    /// ECDH, cofactor form: the shared secret itself, an x-coordinate.
    public static let ecdhKeyExchangeCofactor = SecKeyAlgorithm("algid:keyexchange:ECDHC")
    /// ECDH, cofactor form: bytes derived from the shared secret by X9.63 with SHA-1.
    public static let ecdhKeyExchangeCofactorX963SHA1 = SecKeyAlgorithm("algid:keyexchange:ECDHC:KDFX963:SHA1")
    /// ECDH, cofactor form: bytes derived from the shared secret by X9.63 with SHA-224.
    public static let ecdhKeyExchangeCofactorX963SHA224 = SecKeyAlgorithm("algid:keyexchange:ECDHC:KDFX963:SHA224")
    /// ECDH, cofactor form: bytes derived from the shared secret by X9.63 with SHA-256.
    public static let ecdhKeyExchangeCofactorX963SHA256 = SecKeyAlgorithm("algid:keyexchange:ECDHC:KDFX963:SHA256")
    /// ECDH, cofactor form: bytes derived from the shared secret by X9.63 with SHA-384.
    public static let ecdhKeyExchangeCofactorX963SHA384 = SecKeyAlgorithm("algid:keyexchange:ECDHC:KDFX963:SHA384")
    /// ECDH, cofactor form: bytes derived from the shared secret by X9.63 with SHA-512.
    public static let ecdhKeyExchangeCofactorX963SHA512 = SecKeyAlgorithm("algid:keyexchange:ECDHC:KDFX963:SHA512")
}

// Encryption with an elliptic-curve key. The names and values are Apple's.
extension SecKeyAlgorithm {
    /// ECIES with X9.63 derivation by SHA-1 and AES-GCM, initialization vector zero.
    public static let eciesEncryptionStandardX963SHA1AESGCM = SecKeyAlgorithm("algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM")
    /// ECIES with X9.63 derivation by SHA-224 and AES-GCM, initialization vector zero.
    public static let eciesEncryptionStandardX963SHA224AESGCM = SecKeyAlgorithm("algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM")
    /// ECIES with X9.63 derivation by SHA-256 and AES-GCM, initialization vector zero.
    public static let eciesEncryptionStandardX963SHA256AESGCM = SecKeyAlgorithm("algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM")
    /// ECIES with X9.63 derivation by SHA-384 and AES-GCM, initialization vector zero.
    public static let eciesEncryptionStandardX963SHA384AESGCM = SecKeyAlgorithm("algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM")
    /// ECIES with X9.63 derivation by SHA-512 and AES-GCM, initialization vector zero.
    public static let eciesEncryptionStandardX963SHA512AESGCM = SecKeyAlgorithm("algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM")
    /// ECIES, cofactor form, with X9.63 derivation by SHA-1 and AES-GCM, initialization vector zero.
    public static let eciesEncryptionCofactorX963SHA1AESGCM = SecKeyAlgorithm("algid:encrypt:ECIES:ECDHC:KDFX963:SHA1:AESGCM")
    /// ECIES, cofactor form, with X9.63 derivation by SHA-224 and AES-GCM, initialization vector zero.
    public static let eciesEncryptionCofactorX963SHA224AESGCM = SecKeyAlgorithm("algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM")
    /// ECIES, cofactor form, with X9.63 derivation by SHA-256 and AES-GCM, initialization vector zero.
    public static let eciesEncryptionCofactorX963SHA256AESGCM = SecKeyAlgorithm("algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM")
    /// ECIES, cofactor form, with X9.63 derivation by SHA-384 and AES-GCM, initialization vector zero.
    public static let eciesEncryptionCofactorX963SHA384AESGCM = SecKeyAlgorithm("algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM")
    /// ECIES, cofactor form, with X9.63 derivation by SHA-512 and AES-GCM, initialization vector zero.
    public static let eciesEncryptionCofactorX963SHA512AESGCM = SecKeyAlgorithm("algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM")
    /// ECIES with X9.63 derivation by SHA-224 and AES-GCM, initialization vector derived too.
    public static let eciesEncryptionStandardVariableIVX963SHA224AESGCM = SecKeyAlgorithm(
        "algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM-KDFIV")
    /// ECIES with X9.63 derivation by SHA-256 and AES-GCM, initialization vector derived too.
    public static let eciesEncryptionStandardVariableIVX963SHA256AESGCM = SecKeyAlgorithm(
        "algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM-KDFIV")
    /// ECIES with X9.63 derivation by SHA-384 and AES-GCM, initialization vector derived too.
    public static let eciesEncryptionStandardVariableIVX963SHA384AESGCM = SecKeyAlgorithm(
        "algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV")
    /// ECIES with X9.63 derivation by SHA-512 and AES-GCM, initialization vector derived too.
    public static let eciesEncryptionStandardVariableIVX963SHA512AESGCM = SecKeyAlgorithm(
        "algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV")
    /// ECIES, cofactor form, with X9.63 derivation by SHA-224 and AES-GCM, initialization vector derived too.
    public static let eciesEncryptionCofactorVariableIVX963SHA224AESGCM = SecKeyAlgorithm(
        "algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM-KDFIV")
    /// ECIES, cofactor form, with X9.63 derivation by SHA-256 and AES-GCM, initialization vector derived too.
    public static let eciesEncryptionCofactorVariableIVX963SHA256AESGCM = SecKeyAlgorithm(
        "algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV")
    /// ECIES, cofactor form, with X9.63 derivation by SHA-384 and AES-GCM, initialization vector derived too.
    public static let eciesEncryptionCofactorVariableIVX963SHA384AESGCM = SecKeyAlgorithm(
        "algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM-KDFIV")
    /// ECIES, cofactor form, with X9.63 derivation by SHA-512 and AES-GCM, initialization vector derived too.
    public static let eciesEncryptionCofactorVariableIVX963SHA512AESGCM = SecKeyAlgorithm(
        "algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV")
}
