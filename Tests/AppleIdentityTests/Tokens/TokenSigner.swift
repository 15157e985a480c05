import Crypto
import CryptoExtras
import Foundation
import JSONText
import Secrets

/// Signs tokens for tests. It shares only base64url and the JSON writer with the library.
struct TokenSigner: Sendable {
    enum Material: Sendable {
        case rsa(_RSA.Signing.PrivateKey)
        case p256(P256.Signing.PrivateKey)
    }

    let keyID: String
    let material: Material

    /// Keys for all tests, created once, because creating an RSA key is slow.
    static let apple = TokenSigner(keyID: "W6WcOKB", rsa: makeRSA())
    static let other = TokenSigner(keyID: "YuyXoY", rsa: makeRSA())
    static let p256 = TokenSigner(keyID: "dMlERBaFdK", material: .p256(P256.Signing.PrivateKey()))

    init(keyID: String, material: Material) {
        self.keyID = keyID
        self.material = material
    }

    init(keyID: String, rsa: _RSA.Signing.PrivateKey) {
        self.init(keyID: keyID, material: .rsa(rsa))
    }

    /// The same key with another name.
    func named(_ keyID: String) -> TokenSigner { TokenSigner(keyID: keyID, material: material) }

    static func makeRSA(_ size: Int = 2_048) -> _RSA.Signing.PrivateKey {
        do {
            return try _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: size))
        } catch {
            preconditionFailure("no RSA key could be made: \(error)")
        }
    }

    var algorithm: String {
        switch material {
        case .rsa: "RS256"
        case .p256: "ES256"
        }
    }

    func signature(over input: String) throws -> [UInt8] {
        let digest = SHA256.hash(data: Data(input.utf8))
        return switch material {
        case .rsa(let key): Array(try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
        case .p256(let key): Array(try key.signature(for: digest).rawRepresentation)
        }
    }

    /// A message with any payload bytes.
    func sign(header: String, payload: [UInt8]) throws -> String {
        let input = Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(payload)
        return input + "." + Base64URL.encode(try signature(over: input))
    }

    /// The header in Apple's form.
    var header: String { #"{"kid":"\#(keyID)","alg":"\#(algorithm)"}"# }

    /// The public key as a member of a key set.
    var jwk: JSONObject {
        var jwk = JSONObject([("kid", .string(keyID)), ("use", "sig"), ("alg", .string(algorithm))])
        switch material {
        case .rsa(let key):
            let primitives = try? key.publicKey.getKeyPrimitives()
            jwk["kty"] = "RSA"
            jwk["n"] = .string(Base64URL.encode(Array(primitives?.modulus ?? Data())))
            jwk["e"] = .string(Base64URL.encode(Array(primitives?.publicExponent ?? Data())))
        case .p256(let key):
            let raw = Array(key.publicKey.rawRepresentation)
            jwk["kty"] = "EC"
            jwk["crv"] = "P-256"
            jwk["x"] = .string(Base64URL.encode(raw.prefix(32)))
            jwk["y"] = .string(Base64URL.encode(raw.suffix(32)))
        }
        return jwk
    }
}

/// The text of a key set.
func keySetText(_ keys: [JSONObject]) -> [UInt8] {
    JSONValue.object(JSONObject([("keys", .array(keys.map { .object($0) }))])).bytes()
}

/// The text of the key set of these signers.
func keySetText(_ signers: TokenSigner...) -> [UInt8] { keySetText(signers.map(\.jwk)) }
