import JSONText
import Secrets
import Testing

/// A verifier that uses the algorithm in the token lets the attacker choose it.
@Suite("Failure 2: an algorithm that the token chooses")
struct AlgorithmTests {
    static let unsigned: [Forgery] =
        ["none", "None", "NONE", "nOnE", ""].flatMap { name in
            [[UInt8](), [0], [UInt8](repeating: 0, count: 256)].map { bytes in
                Forgery("\(name) with \(bytes.count) bytes") { token in
                    token.withHeader("alg", .string(name)).signedSecretly(
                        by: ForgingKey(keyID: "", material: .fixed(bytes)))
                }
            }
        }

    @Test("failure 2: a token without a signature is rejected, under every name of the algorithm", arguments: unsigned)
    func withoutSignature(forgery: Forgery) async throws {
        try await ForgeryBench.run { bench, client in try await bench.expectRejection(of: forgery.forge, client) }
    }

    static let confused = ForgingKey.apple.publicForms.enumerated().flatMap { index, secret in
        ["HS256", "HS384", "HS512", "RS256"].map { name in
            Forgery("\(name), form \(index)") { token in
                token.withHeader("alg", .string(name)).signedSecretly(by: ForgingKey(keyID: "", material: .hmac(secret)))
            }
        }
    }

    @Test("failure 2: Apple's public key is not a secret: an HMAC with it is rejected", arguments: confused)
    func publicKeyAsSecret(forgery: Forgery) async throws {
        try await ForgeryBench.run { bench, client in try await bench.expectRejection(of: forgery.forge, client) }
    }

    /// Apple's signature, valid as RS256, under a header with another algorithm.
    static let misnamed: [JSONValue?] = [
        nil, .null, "rs256", "RS384", "RS512", "PS256", "ES256", "EdDSA", "HS256", "RSA", " RS256", ["RS256"], 256, true,
        ["alg": "RS256"],
    ]

    @Test("failure 2: the key has one algorithm, and a header with another one is rejected", arguments: misnamed)
    func otherName(name: JSONValue?) async throws {
        try await ForgeryBench.run { bench, client in
            try await bench.expectRejection(of: { try $0.withHeader("alg", name).text }, client)
        }
    }

    @Test("failure 2: the attacker's key under Apple's key ID and another algorithm is rejected")
    func crossedKeys() async throws {
        try await ForgeryBench.run { bench, client in
            try await bench.expectRejection(
                of: { try $0.signed(by: .attackersP256.named(ForgingKey.apple.keyID)).text }, client)
        }
        try await ForgeryBench.run { bench, client in
            // RS256 by the attacker under the key ID of the ES256 key. The twin is signed by that key.
            try await bench.expectRejection(
                of: { try $0.signed(by: .attackers.named(ForgingKey.appleP256.keyID)).text }, client,
                twin: { $0.signed(by: .appleP256) })
        }
    }
}
