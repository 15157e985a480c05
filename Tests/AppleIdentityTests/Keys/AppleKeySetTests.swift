import AppleIdentity
import Crypto
import CryptoExtras
import Foundation
import JSONText
import Secrets
import TestKit
import Testing

@Suite("Key sets")
struct AppleKeySetTests {
    @Test("RSA and P-256 keys are parsed")
    func read() throws {
        let keys = try AppleKeySet(keySetText(.apple, .p256))
        #expect(keys.keys.map(\.keyID) == ["W6WcOKB", "dMlERBaFdK"] && keys.keys.map(\.algorithm) == [.rs256, .es256])
        #expect(keys.skipped.isEmpty && keys["W6WcOKB"] != nil && keys["x"] == nil)
    }

    static let changes: [(name: String, value: JSONValue?, reason: AppleIdentityError.Code?)] = [
        ("alg", nil, nil), ("use", nil, nil), ("key_ops", ["verify"], nil), ("key_ops", ["sign", "verify"], nil), ("x5t", 1, nil),
        ("d", "AA", nil),
        ("kid", nil, .missingKeyID), ("kid", "", .missingKeyID), ("kid", 7, .missingKeyID), ("kty", nil, .unknownType),
        ("kty", "oct", .unknownType),
        ("kty", "AKP", .unknownType), ("kty", "rsa", .unknownType), ("kty", 1, .malformedMember), ("kty", "EC", .unknownCurve),
        ("alg", "RS1", .unknownAlgorithm), ("alg", "RS512", .unknownAlgorithm), ("alg", "PS256", .unknownAlgorithm),
        ("alg", "ES256", .unknownAlgorithm), ("alg", "none", .unknownAlgorithm), ("alg", "", .unknownAlgorithm),
        ("alg", .null, .malformedMember),
        ("use", "enc", .otherUse), ("use", ["sig"], .malformedMember), ("key_ops", ["encrypt"], .otherUse),
        ("key_ops", [], .otherUse),
        ("key_ops", "verify", .otherUse), ("n", nil, .malformedMember), ("n", "", .malformedMember),
        ("n", "AQ==", .malformedMember),
        ("n", 5, .malformedMember), ("n", "Aw", .weakModulus), ("e", nil, .malformedMember), ("e", "", .malformedMember),
        ("e", "AAEAAQ", .malformedMember), ("e", "Aw", .unusualExponent), ("e", "AQ", .unusualExponent),
        ("e", "AAAB", .malformedMember),
        ("e", "AQAC", .unusualExponent), ("e", "AQAAAAE", .unusualExponent), ("e", "____", nil),
    ]

    @Test("an RSA key is used, or skipped with its reason", arguments: changes)
    func rsa(name: String, value: JSONValue?, reason: AppleIdentityError.Code?) throws {
        var jwk = TokenSigner.apple.jwk
        jwk[name] = value
        try Self.expect(jwk, reason)
    }

    @Test(
        "a P-256 key is used, or skipped with its reason",
        arguments: [
            ("alg", nil, nil), ("crv", "P-384", .unknownCurve), ("crv", "P-521", .unknownCurve), ("crv", nil, .unknownCurve),
            ("crv", "p-256", .unknownCurve), ("alg", "RS256", .unknownAlgorithm), ("alg", "ES512", .unknownAlgorithm),
            ("x", nil, .malformedMember),
            ("x", "AA", .notOnCurve), ("y", .string(Base64URL.encode([UInt8](repeating: 1, count: 32))), .notOnCurve),
            ("x", .string(Base64URL.encode([UInt8](repeating: 0xFF, count: 32))), .notOnCurve),
            ("y", .string(Base64URL.encode([0] + [UInt8](repeating: 1, count: 32))), .notOnCurve),
        ] as [(String, JSONValue?, AppleIdentityError.Code?)])
    func p256(name: String, value: JSONValue?, reason: AppleIdentityError.Code?) throws {
        var jwk = TokenSigner.p256.jwk
        jwk[name] = value
        try Self.expect(jwk, reason)
    }

    @Test("the point at infinity is rejected")
    func infinity() throws {
        var jwk = TokenSigner.p256.jwk
        jwk["x"] = .string(Base64URL.encode([UInt8](repeating: 0, count: 32)))
        jwk["y"] = jwk["x"]
        try Self.expect(jwk, .notOnCurve)
    }

    @Test(
        "an RSA key must have 2048 to 8192 bits",
        arguments: [(2_047, AppleIdentityError.Code.weakModulus), (2_048, nil), (8_192, nil), (8_193, .hugeModulus)])
    func modulus(bits: Int, reason: AppleIdentityError.Code?) throws {
        // The modulus can be any number, because the test verifies no signature.
        var modulus = [UInt8](repeating: 0xA5, count: (bits + 7) / 8)
        modulus[0] = UInt8(1) << UInt8((bits - 1) % 8) | (modulus[0] & ((1 << UInt8((bits - 1) % 8)) - 1))
        var jwk = TokenSigner.apple.jwk
        jwk["n"] = .string(Base64URL.encode(modulus))
        try Self.expect(jwk, reason)
        jwk["n"] = .string(Base64URL.encode([0] + modulus))
        try Self.expect(jwk, .malformedMember)
        modulus[modulus.count - 1] = 0xA4
        jwk["n"] = .string(Base64URL.encode(modulus))
        try Self.expect(jwk, .malformedMember)
    }

    @Test("unusable keys do not affect the others, and are listed")
    func skipped() throws {
        var weak = TokenSigner.apple.jwk
        weak["kid"] = "weak"
        weak["n"] = "Aw"
        let text = JSONValue.object(
            JSONObject([
                ("keys", .array([.null, "x", .object(weak), ["kty": "AKP", "kid": "new"], .object(TokenSigner.apple.jwk)]))
            ]))
        let keys = try AppleKeySet(text.bytes())
        #expect(keys.keys.map(\.keyID) == ["W6WcOKB"])
        #expect(keys.skipped.map(\.reason) == [.notAnObject, .notAnObject, .weakModulus, .unknownType])
        #expect(keys.skipped.map(\.keyID) == [nil, nil, "weak", "new"] && keys.skipped.map(\.position) == [0, 1, 2, 3])
    }

    @Test("two different keys with one name are both skipped")
    func duplicates() throws {
        let twins = try AppleKeySet(keySetText([TokenSigner.apple.jwk, TokenSigner.apple.jwk, TokenSigner.p256.jwk]))
        #expect(twins.keys.count == 2 && twins.skipped.isEmpty)
        for other in [TokenSigner.other, .p256] {
            let keys = try AppleKeySet(
                keySetText([TokenSigner.apple.jwk, other.named("W6WcOKB").jwk, TokenSigner.p256.jwk, TokenSigner.apple.jwk]))
            #expect(keys.keys.map(\.keyID) == ["dMlERBaFdK"] && keys.skipped.contains { $0.reason == .duplicateKeyID })
        }
        // Unusable keys do not cause a conflict.
        var secret = JSONObject([("kty", "oct"), ("kid", "W6WcOKB"), ("k", "AA")])
        secret["alg"] = "HS256"
        #expect(try AppleKeySet(keySetText([secret, TokenSigner.apple.jwk])).keys.count == 1)
    }

    @Test(
        "a text that is not a key set is rejected",
        arguments: [
            "", "{}", "[]", "null", #"{"keys":{}}"#, #"{"keys":null}"#, #"{"keys":[]}{}"#, #"{"keys":[],"keys":[]}"#,
            #"{"keys":[{"kty":"RSA","kty":"oct"}]}"#, #"{"keys":["# + String(repeating: "{},", count: 64) + "{}]}",
            #"{"keys":["# + String(repeating: " ", count: 65_536) + "]}", String(repeating: "[", count: 60_000),
        ])
    func malformed(text: String) {
        #expect(throws: AppleIdentityError.self) { try AppleKeySet(Array(text.utf8)) }
    }

    @Test("a set within another document has the same size limit", arguments: [(60_000, true), (66_000, false)])
    func embedded(size: Int, isRead: Bool) throws {
        let spaces = String(repeating: " ", count: size)
        let outside = #"{"x":"\#(spaces)","keys":[]}"#
        let inside = #"{"keys":[\#(spaces)]}"#
        #expect(throws: Never.self) { try AppleKeySet(JSONText.parse(outside.utf8).root) }
        #expect(((try? AppleKeySet(JSONText.parse(inside.utf8).root)) != nil) == isRead)
        #expect(((try? AppleKeySet(Array(outside.utf8))) != nil) == isRead)
    }

    @Test(
        "their valid near-twins are parsed",
        arguments: [#"{"keys":[]}"#, #"{"keys":["# + String(repeating: "{},", count: 63) + "{}]}"])
    func twins(text: String) throws {
        #expect(try AppleKeySet(Array(text.utf8)).keys.isEmpty)
    }

    @Test("randomly changed key sets contain no new key", arguments: [1, 2, 3] as [UInt64])
    func mutated(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let text = keySetText(.p256, .apple)
        let good = try AppleKeySet(text)
        let token = try CompactJWS(TokenDraft(signer: .p256).token)
        for _ in 0..<1_000 {
            guard let keys = try? AppleKeySet(random.mutate(text)) else { continue }
            #expect(keys.keys.count + keys.skipped.count <= 3)
            for key in keys.keys where key.keyID == "dMlERBaFdK" && key.algorithm == .es256 {
                // Changing one coordinate of a P-256 point leaves the curve, so the remaining key is the original one.
                #expect(throws: Never.self) { try key.verify(token) }
            }
        }
        #expect(good.keys.count == 2)
    }

    private static func expect(_ jwk: JSONObject, _ reason: AppleIdentityError.Code?) throws {
        let keys = try AppleKeySet(keySetText([jwk]))
        #expect(keys.skipped.map(\.reason) == (reason.map { [$0] } ?? []))
        #expect(keys.keys.count == (reason == nil ? 1 : 0))
    }
}
