import Crypto
import DeviceProtocol
import Foundation
import OpenLocalAuthentication
import OpenSecurity

/// A key in the enclave, as used by both kinds of private keys.
struct EnclaveKey: Sendable {
    let signingKey: P256.Signing.PublicKey
    let agreementKey: P256.KeyAgreement.PublicKey
    let representation: Data
    private let key: SecKey

    static var isPossible: Bool { CurrentDevice.isThere }

    init(isCompact: Bool, accessControl: SecAccessControl?, context: LAContext?) throws {
        var made = try Self(Self.made(accessControl, context))
        var tries = 1
        // On average, every second key has a compact representation.
        while isCompact, made.agreementKey.compactRepresentation == nil {
            guard tries < Self.mostTries else { throw CryptoKitError.incorrectKeySize }
            made = try Self(Self.made(accessControl, context))
            tries += 1
        }
        self = made
    }

    init(representation: Data, context: LAContext?) throws {
        let key = try Self.given { error in
            SecKeyCreateWithData(
                NSData(), Self.attributes([Self.tokenObject: representation as NSData, kSecUseAuthenticationContext: context]),
                error)
        }
        try self.init(key)
    }

    func signature(over digest: Data) throws -> P256.Signing.ECDSASignature {
        let signature = try Self.given { error in
            SecKeyCreateSignature(key, .ecdsaSignatureDigestRFC4754, digest as NSData, error)
        }
        return try P256.Signing.ECDSASignature(rawRepresentation: signature.octets)
    }

    func sharedSecret(with peer: P256.KeyAgreement.PublicKey) throws -> SharedSecret {
        let theirs = try Self.given { error in
            SecKeyCreateWithData(
                peer.x963Representation as NSData,
                [kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClass: kSecAttrKeyClassPublic] as NSDictionary, error)
        }
        let secret = try Self.given { error in
            SecKeyCopyKeyExchangeResult(key, .ecdhKeyExchangeStandard, theirs, NSDictionary(), error)
        }
        // CryptoKit creates shared secrets only by a key agreement. The private key 1 and a point with this coordinate give a
        // secret with the same coordinate.
        let one = try P256.KeyAgreement.PrivateKey(rawRepresentation: [UInt8](repeating: 0, count: 31) + [1])
        return try one.sharedSecretFromKeyAgreement(
            with: P256.KeyAgreement.PublicKey(compressedRepresentation: [2] + secret.octets))
    }

    private init(_ key: SecKey) throws {
        let attributes = SecKeyCopyAttributes(key)
        guard let bytes = try Self.given({ SecKeyCopyExternalRepresentation(try Self.publicHalf(of: key), $0) })?.octets,
            let representation = attributes?[Self.tokenObject] as? Data
        else { throw CryptoKitError.invalidParameter }
        self.key = key
        self.representation = representation
        signingKey = try P256.Signing.PublicKey(x963Representation: bytes)
        agreementKey = try P256.KeyAgreement.PublicKey(x963Representation: bytes)
    }

    private static func publicHalf(of key: SecKey) throws -> SecKey {
        guard let half = SecKeyCopyPublicKey(key) else { throw CryptoKitError.invalidParameter }
        return half
    }

    private static func made(_ control: SecAccessControl?, _ context: LAContext?) throws -> SecKey {
        let control =
            try control
            ?? given { error in
                SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .privateKeyUsage, error)
            }
        let own: NSMutableDictionary = [kSecAttrAccessControl: control]
        if let context { own[kSecUseAuthenticationContext] = context }
        return try given { error in
            SecKeyCreateRandomKey(attributes([kSecPrivateKeyAttrs: own, kSecUseAuthenticationContext: nil]), error)
        }
    }

    /// Returns the attributes of every enclave key with further attributes that are not nil.
    private static func attributes(_ more: [NSString: AnyObject?]) -> NSDictionary {
        let attributes: NSMutableDictionary = [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256 as NSNumber,
            kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
        ]
        for case (let name, let value?) in more { attributes[name] = value }
        return attributes
    }

    /// Returns the result of `body`, or throws the error in its outlet.
    private static func given<Value>(_ body: (UnsafeMutablePointer<Unmanaged<CFError>?>) throws -> Value?) throws -> Value {
        var error: Unmanaged<CFError>?
        if let value = try body(&error) { return value }
        throw error?.takeRetainedValue() ?? CryptoKitError.invalidParameter as any Error
    }

    /// `kSecAttrTokenOID`, which is not in a public header: the sealed object of a token's key.
    private static var tokenObject: NSString { "toid" }
    /// The probability that none of this many keys has a compact representation is 2^-64.
    private static let mostTries = 64
}
