import Crypto
import CryptoExtras
import FoundationEssentials
import JWTKit

/// An RSA key of the service with jwt-kit's signer for it.
struct TokenSigner: Sendable {
    let pem: String
    /// `n` and `e` of the key set, base64url.
    let modulus: String
    let exponent: String
    private let algorithm: any JWTAlgorithm

    /// Reads a PEM key of 2048 bits or more.
    ///
    /// - Throws: when it is no such key. Asynchronous because jwt-kit gives its signers out through a collection only.
    init(pem: String) async throws {
        let key = try _RSA.Signing.PrivateKey(pemRepresentation: pem)
        let primitives = try key.publicKey.getKeyPrimitives()
        self.pem = pem
        self.modulus = Base64URL.encode(primitives.modulus)
        self.exponent = Base64URL.encode(primitives.publicExponent)
        let collection = JWTKeyCollection()
        await collection.add(rsa: try Insecure.RSA.PrivateKey(backing: key), digestAlgorithm: .sha256)
        self.algorithm = try await collection.getKey()
    }

    /// The compact JWS, with `kid` and `alg` alone in its header, as Apple's (facts 1.3); nil when the key refuses to sign.
    ///
    /// - Parameter spoilt: whether the signature's last byte is to be wrong.
    func sign(_ payload: some JWTPayload, keyID: KeyIdentifier, spoilt: Bool) -> String? {
        let header: JWTHeader = ["kid": .string(keyID.rawValue), "alg": .string(algorithm.name)]
        let input = Base64URL.encode(WireJSON.bytes(header)) + "." + Base64URL.encode(WireJSON.bytes(payload))
        guard var signature = try? algorithm.sign(Array(input.utf8)), let last = signature.indices.last else { return nil }
        if spoilt { signature[last] ^= 1 }
        return input + "." + Base64URL.encode(signature)
    }
}
