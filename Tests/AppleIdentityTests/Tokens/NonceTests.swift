import AppleIdentity
import Crypto
import Foundation
import JSONText
import Testing

@Suite("The nonce of a token")
struct NonceTests {
    static let raw = "n-0S6_WzA2Mj"
    static let hashed = SHA256.hash(data: Data(raw.utf8)).map { String(format: "%02x", $0) }.joined()

    static let cases: [(nonce: String, exact: Bool, sha256: Bool)] = [
        (raw, true, false), (hashed, false, true), (hashed.uppercased(), false, false), (raw + " ", false, false),
        ("", false, false),
        (String(hashed.dropLast()), false, false), (hashed + "0", false, false), (String(hashed.dropLast()) + "g", false, false),
        // Some clients send the hash in base64 by mistake.
        (Data(SHA256.hash(data: Data(raw.utf8))).base64EncodedString(), false, false),
    ]

    @Test("each expectation accepts only its form", arguments: cases)
    func forms(nonce: String, exact: Bool, sha256: Bool) throws {
        let draft = TokenDraft.with("nonce", .string(nonce))
        #expect(try draft.verdict(nonce: .exact(Self.raw)).rejection == (exact ? nil : .wrongNonce))
        #expect(try draft.verdict(nonce: .sha256(of: Self.raw)).rejection == (sha256 ? nil : .wrongNonce))
        #expect(try draft.verdict(nonce: .exactOrSHA256(of: Self.raw)).rejection == (exact || sha256 ? nil : .wrongNonce))
    }

    /// Values of `nonce_supported`, and whether each means that nonces are unsupported.
    static let support: [(JSONValue?, saysNo: Bool)] = [
        (true, false), ("true", false), ("?", false), (1, false), (.null, false), (nil, false), (false, true), ("false", true),
    ]

    @Test("a missing nonce is rejected if one was sent, for every nonce_supported", arguments: support)
    func missing(isSupported: JSONValue?, saysNo: Bool) throws {
        var draft = TokenDraft.with("nonce", nil)
        draft.claims["nonce_supported"] = isSupported
        for expected in [ExpectedNonce.exact("a"), .sha256(of: "a"), .exactOrSHA256(of: "a")] {
            #expect(try draft.verdict(nonce: expected).rejection == .missingNonce)
        }
    }

    @Test("an expectation that permits tokens without a nonce requires nonce_supported: false", arguments: support)
    func unsupported(isSupported: JSONValue?, saysNo: Bool) throws {
        var draft = TokenDraft.with("nonce", nil)
        draft.claims["nonce_supported"] = isSupported
        let verdict = try draft.verdict(nonce: .exactOrSHA256OrUnsupported(of: Self.raw))
        #expect(verdict.rejection == (saysNo ? nil : .missingNonce))
        if saysNo { #expect(try !verdict.get().isBoundToNonce) }
        // With the same nonce_supported, a present nonce counts.
        draft.claims["nonce"] = "other"
        #expect(try draft.verdict(nonce: .exactOrSHA256OrUnsupported(of: Self.raw)).rejection == .wrongNonce)
        draft.claims["nonce"] = .string(Self.raw)
        #expect(try draft.verdict(nonce: .exactOrSHA256OrUnsupported(of: Self.raw)).get().isBoundToNonce)
    }

    @Test("the digest identifies the token: SHA-256 of the signing input, without the signature")
    func digest() throws {
        let draft = TokenDraft(signer: .p256)
        let signed = try draft.token.split(separator: ".").prefix(2).joined(separator: ".")
        let digest = try draft.verdict().get().tokenDigest
        #expect(digest == Array(SHA256.hash(data: Data(signed.utf8))))
        // ECDSA signatures of the same claims differ, but the token is the same.
        #expect(try draft.verdict().get().tokenDigest == digest)
        #expect(try TokenDraft.with("iat", 1_760_000_001).verdict().get().tokenDigest != TokenDraft().verdict().get().tokenDigest)
    }

    @Test("an empty expected nonce, which a caller has after losing its own, matches no token")
    func emptyNonce() throws {
        let ofEmpty = SHA256.hash(data: Data()).map { String(format: "%02x", $0) }.joined()
        for nonce in ["", ofEmpty] {
            for expected in [ExpectedNonce.exact(""), .sha256(of: ""), .exactOrSHA256(of: "")] {
                #expect(try TokenDraft.with("nonce", .string(nonce)).verdict(nonce: expected).rejection == .wrongNonce)
            }
        }
    }

    @Test("if no nonce was sent, a token with one is rejected")
    func notSent() throws {
        #expect(try TokenDraft().verdict(nonce: .none).rejection == .wrongNonce)
        #expect(try TokenDraft.with("nonce", "").verdict(nonce: .none).rejection == .wrongNonce)
        #expect(try !TokenDraft.with("nonce", nil).verdict(nonce: .none).get().isBoundToNonce)
    }

    @Test("an unchecked nonce is accepted and reported as unbound")
    func unchecked() throws {
        #expect(try !TokenDraft().verdict(nonce: .unchecked).get().isBoundToNonce)
        #expect(try TokenDraft.with("nonce", nil).verdict(nonce: .unchecked).rejection == nil)
    }
}
