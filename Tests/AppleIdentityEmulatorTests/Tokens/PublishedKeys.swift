import AppleIdentityEmulator
import CryptoExtras
import Foundation
import Testing

/// The key set as a relying party reads it, with swift-crypto only.
struct PublishedKeys {
    let keys: [(id: String, key: _RSA.Signing.PublicKey)]

    init(_ json: [UInt8]) throws {
        keys = try #require(Claim.json(json)["keys"]).list.map { entry in
            #expect(entry["kty"] == "RSA" && entry["use"] == "sig" && entry["alg"] == "RS256" && entry["e"] == "AQAB")
            let n = Claim.part(try #require(entry["n"]?.text), 0)
            let e = Claim.part(try #require(entry["e"]?.text), 0)
            #expect(n.count == 256)
            return (try #require(entry["kid"]?.text), try _RSA.Signing.PublicKey(n: n, e: e))
        }
    }

    var ids: [String] { keys.map(\.id) }

    /// The `kid` of a token.
    static func id(of token: String) throws -> String {
        try #require(Claim.part(0, of: token)["kid"]?.text)
    }

    /// Whether the set lists the token's key and the signature verifies with it.
    func verify(_ token: String) throws -> Bool {
        let id = try Self.id(of: token)
        guard let key = keys.first(where: { $0.id == id })?.key, let end = token.lastIndex(of: ".") else { return false }
        let signature = _RSA.Signing.RSASignature(rawRepresentation: Claim.part(token, 2))
        return key.isValidSignature(signature, for: Data(token[..<end].utf8), padding: .insecurePKCS1v1_5)
    }
}
