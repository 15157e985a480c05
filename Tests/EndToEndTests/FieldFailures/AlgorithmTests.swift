import JSONText
import Secrets
import Testing

/// Whoever lets the token say how it is to be checked lets the attacker say it.
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

    @Test("failure 2: a token without a signature signs nobody in, whatever it calls that", arguments: unsigned)
    func withoutSignature(forgery: Forgery) async throws {
        try await ForgeryBench.run { bench, client in try await bench.expectRefusal(of: forgery.forge, client) }
    }

    static let confused = ForgingKey.apple.publicForms.enumerated().flatMap { index, secret in
        ["HS256", "HS384", "HS512", "RS256"].map { name in
            Forgery("\(name), form \(index)") { token in
                token.withHeader("alg", .string(name)).signedSecretly(by: ForgingKey(keyID: "", material: .hmac(secret)))
            }
        }
    }

    @Test("failure 2: Apple's public key is nobody's secret: no HMAC under it signs anybody in", arguments: confused)
    func publicKeyAsSecret(forgery: Forgery) async throws {
        try await ForgeryBench.run { bench, client in try await bench.expectRefusal(of: forgery.forge, client) }
    }

    /// Apple's own signature, right as RS256, under a header that claims otherwise.
    static let misnamed: [JSONValue?] = [
        nil, .null, "rs256", "RS384", "RS512", "PS256", "ES256", "EdDSA", "HS256", "RSA", " RS256", ["RS256"], 256, true,
        ["alg": "RS256"],
    ]

    @Test("failure 2: the key has one algorithm, and a header that names another one is not followed", arguments: misnamed)
    func otherName(name: JSONValue?) async throws {
        try await ForgeryBench.run { bench, client in
            try await bench.expectRefusal(of: { try $0.withHeader("alg", name).text }, client)
        }
    }

    @Test("failure 2: the attacker's own key under the name of Apple's and another algorithm signs nobody in")
    func crossedKeys() async throws {
        try await ForgeryBench.run { bench, client in
            try await bench.expectRefusal(
                of: { try $0.signed(by: .attackersP256.named(ForgingKey.apple.keyID)).text }, client)
        }
        try await ForgeryBench.run { bench, client in
            // RS256 by the attacker under the name of the ES256 key; the twin is what that key really signs.
            try await bench.expectRefusal(
                of: { try $0.signed(by: .attackers.named(ForgingKey.appleP256.keyID)).text }, client,
                twin: { $0.signed(by: .appleP256) })
        }
    }
}
