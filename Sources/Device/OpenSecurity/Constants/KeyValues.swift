public import Foundation

// The classes, types and tokens of keys, and where their attributes stand in the parameters of a new key.
//
// Each string is a constant and never changes, which is why `nonisolated(unsafe)` is safe here.
//
// Those marked "file keychain of macOS only" have the values that they have there; nothing here takes them.

/// In a query: items that synchronise and items that do not.
nonisolated(unsafe) public let kSecAttrSynchronizableAny: CFString = "syna"
/// A public key.
nonisolated(unsafe) public let kSecAttrKeyClassPublic: CFString = "0"
/// A private key.
nonisolated(unsafe) public let kSecAttrKeyClassPrivate: CFString = "1"
/// A symmetric key.
nonisolated(unsafe) public let kSecAttrKeyClassSymmetric: CFString = "2"
/// RSA.
nonisolated(unsafe) public let kSecAttrKeyTypeRSA: CFString = "42"
/// DSA; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrKeyTypeDSA: CFString = "43"
/// AES; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrKeyTypeAES: CFString = "2147483649"
/// DES; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrKeyTypeDES: CFString = "14"
/// Triple DES; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrKeyType3DES: CFString = "17"
/// RC4; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrKeyTypeRC4: CFString = "25"
/// RC2; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrKeyTypeRC2: CFString = "23"
/// CAST; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrKeyTypeCAST: CFString = "56"
/// ECDSA; the same value as ``kSecAttrKeyTypeECSECPrimeRandom``; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrKeyTypeECDSA: CFString = "73"
/// Elliptic curves over prime fields; the older name of ``kSecAttrKeyTypeECSECPrimeRandom``.
nonisolated(unsafe) public let kSecAttrKeyTypeEC: CFString = "73"
/// Elliptic curves over prime fields: P-256, P-384, P-521.
nonisolated(unsafe) public let kSecAttrKeyTypeECSECPrimeRandom: CFString = "73"
/// HMAC with SHA-1; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA1: CFString = "hsha1"
/// HMAC with SHA-224; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA224: CFString = "hsha224"
/// HMAC with SHA-256; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA256: CFString = "hsha256"
/// HMAC with SHA-384; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA384: CFString = "hsha384"
/// HMAC with SHA-512; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA512: CFString = "hsha512"
/// The enclave: its private keys never leave it. P-256 only.
nonisolated(unsafe) public let kSecAttrTokenIDSecureEnclave: CFString = "com.apple.setoken"
/// The access group of items that a token offers.
nonisolated(unsafe) public let kSecAttrAccessGroupToken: CFString = "com.apple.token"
/// In the parameters of a new key: attributes of the private half, over those given for both.
nonisolated(unsafe) public let kSecPrivateKeyAttrs: CFString = "private"
/// In the parameters of a new key: attributes of the public half, over those given for both.
nonisolated(unsafe) public let kSecPublicKeyAttrs: CFString = "public"
