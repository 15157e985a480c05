import Crypto
import CryptoExtras
import FoundationEssentials
import JSONText
import Secrets

/// A key that signs anything with any algorithm, valid or not.
struct ForgingKey: Sendable {
    enum Material: Sendable {
        case rsa(_RSA.Signing.PrivateKey)
        case p256(P256.Signing.PrivateKey)
        /// Symmetric: these bytes are the secret.
        case hmac([UInt8])
        /// The signature is always these bytes.
        case fixed([UInt8])
    }

    let keyID: String
    let material: Material

    /// RS256, in Apple's set. These are the emulator's keys, because creating RSA keys is slow.
    static let apple = ForgingKey(keyID: "W6WcOKBdRS", material: rsa(0))
    /// ES256, in Apple's set.
    static let appleP256 = ForgingKey(keyID: "dMlERBaFdK", material: .p256(P256.Signing.PrivateKey()))
    /// Keys that Apple does not know.
    static let attackers = ForgingKey(keyID: "aTTacKersK", material: rsa(1))
    static let attackersP256 = ForgingKey(keyID: "aTTacKersE", material: .p256(P256.Signing.PrivateKey()))

    private static func rsa(_ number: Int) -> Material {
        guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: SigningKeys.pem[number]) else {
            preconditionFailure("a key that was just made cannot be read")
        }
        return .rsa(key)
    }

    /// The same key with another name.
    func named(_ keyID: String) -> ForgingKey { ForgingKey(keyID: keyID, material: material) }

    /// The key's valid algorithm.
    var algorithm: String {
        switch material {
        case .rsa: "RS256"
        case .p256: "ES256"
        case .hmac: "HS256"
        case .fixed: "none"
        }
    }

    func signature(over input: String) throws -> [UInt8] {
        let digest = SHA256.hash(data: Array(input.utf8))
        return switch material {
        case .rsa(let key): Array(try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
        case .p256(let key): Array(try key.signature(for: digest).rawRepresentation)
        case .hmac(let secret):
            Array(HMAC<SHA256>.authenticationCode(for: Array(input.utf8), using: SymmetricKey(data: secret)))
        case .fixed(let bytes): bytes
        }
    }

    /// Every public form of an RSA key that a confused verifier could use as a secret.
    var publicForms: [[UInt8]] {
        guard case .rsa(let key) = material, let numbers = try? key.publicKey.getKeyPrimitives() else { return [] }
        let pem = key.publicKey.pemRepresentation
        return [
            Array(pem.utf8), Array((pem + "\n").utf8), Array(key.publicKey.derRepresentation), Array(numbers.modulus),
            Array(Base64URL.encode(Array(numbers.modulus)).utf8), JSONValue.object(jwk).bytes(), [],
        ]
    }

    /// The public key as a member of a key set.
    var jwk: JSONObject {
        var jwk = JSONObject([("kid", .string(keyID)), ("use", "sig"), ("alg", .string(algorithm))])
        switch material {
        case .rsa(let key):
            let numbers = try? key.publicKey.getKeyPrimitives()
            jwk["kty"] = "RSA"
            jwk["n"] = .string(Base64URL.encode(Array(numbers?.modulus ?? Data())))
            jwk["e"] = .string(Base64URL.encode(Array(numbers?.publicExponent ?? Data())))
        case .p256(let key):
            let point = Array(key.publicKey.rawRepresentation)
            jwk["kty"] = "EC"
            jwk["crv"] = "P-256"
            jwk["x"] = .string(Base64URL.encode(point.prefix(32)))
            jwk["y"] = .string(Base64URL.encode(point.suffix(32)))
        case .hmac, .fixed: break
        }
        return jwk
    }
}
