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
        // The hash in base64 is a mistake that clients make.
        (Data(SHA256.hash(data: Data(raw.utf8))).base64EncodedString(), false, false),
    ]

    @Test("each policy takes the form it names and no other", arguments: cases)
    func forms(nonce: String, exact: Bool, sha256: Bool) throws {
        let draft = TokenDraft.with("nonce", .string(nonce))
        #expect(try draft.verdict(nonce: .exact(Self.raw)).refusal == (exact ? nil : .wrongNonce))
        #expect(try draft.verdict(nonce: .sha256(of: Self.raw)).refusal == (sha256 ? nil : .wrongNonce))
        #expect(try draft.verdict(nonce: .exactOrSHA256(of: Self.raw)).refusal == (exact || sha256 ? nil : .wrongNonce))
    }

    /// Values of `nonce_supported`, and whether each says that nonces are not supported.
    static let support: [(JSONValue?, saysNo: Bool)] = [
        (true, false), ("true", false), ("?", false), (1, false), (.null, false), (nil, false), (false, true), ("false", true),
    ]

    @Test("a missing nonce is refused where one was sent, whatever nonce_supported says", arguments: support)
    func missing(isSupported: JSONValue?, saysNo: Bool) throws {
        var draft = TokenDraft.with("nonce", nil)
        draft.claims["nonce_supported"] = isSupported
        for expected in [ExpectedNonce.exact("a"), .sha256(of: "a"), .exactOrSHA256(of: "a")] {
            #expect(try draft.verdict(nonce: expected).refusal == .missingNonce)
        }
    }

    @Test("a caller that admits tokens without a nonce admits an explicit nonce_supported: false alone", arguments: support)
    func unsupported(isSupported: JSONValue?, saysNo: Bool) throws {
        var draft = TokenDraft.with("nonce", nil)
        draft.claims["nonce_supported"] = isSupported
        let verdict = try draft.verdict(nonce: .exactOrSHA256OrUnsupported(of: Self.raw))
        #expect(verdict.refusal == (saysNo ? nil : .missingNonce))
        if saysNo { #expect(try !verdict.get().isBoundToNonce) }
        // A nonce that is there counts, with the same word on support.
        draft.claims["nonce"] = "other"
        #expect(try draft.verdict(nonce: .exactOrSHA256OrUnsupported(of: Self.raw)).refusal == .wrongNonce)
        draft.claims["nonce"] = .string(Self.raw)
        #expect(try draft.verdict(nonce: .exactOrSHA256OrUnsupported(of: Self.raw)).get().isBoundToNonce)
    }

    @Test("the digest identifies the token: SHA-256 of what was signed, without the signature")
    func digest() throws {
        let draft = TokenDraft(signer: .p256)
        let signed = try draft.token.split(separator: ".").prefix(2).joined(separator: ".")
        let digest = try draft.verdict().get().tokenDigest
        #expect(digest == Array(SHA256.hash(data: Data(signed.utf8))))
        // ECDSA signs the same claims differently each time, and the token stays the same.
        #expect(try draft.verdict().get().tokenDigest == digest)
        #expect(try TokenDraft.with("iat", 1_760_000_001).verdict().get().tokenDigest != TokenDraft().verdict().get().tokenDigest)
    }

    @Test("an empty nonce, which a caller has when it lost its own, is in no token")
    func emptyNonce() throws {
        let ofEmpty = SHA256.hash(data: Data()).map { String(format: "%02x", $0) }.joined()
        for nonce in ["", ofEmpty] {
            for expected in [ExpectedNonce.exact(""), .sha256(of: ""), .exactOrSHA256(of: "")] {
                #expect(try TokenDraft.with("nonce", .string(nonce)).verdict(nonce: expected).refusal == .wrongNonce)
            }
        }
    }

    @Test("where none was sent, a token that has one was made for another request")
    func notSent() throws {
        #expect(try TokenDraft().verdict(nonce: .none).refusal == .wrongNonce)
        #expect(try TokenDraft.with("nonce", "").verdict(nonce: .none).refusal == .wrongNonce)
        #expect(try !TokenDraft.with("nonce", nil).verdict(nonce: .none).get().isBoundToNonce)
    }

    @Test("unchecked means unchecked, and says so")
    func unchecked() throws {
        #expect(try !TokenDraft().verdict(nonce: .unchecked).get().isBoundToNonce)
        #expect(try TokenDraft.with("nonce", nil).verdict(nonce: .unchecked).refusal == nil)
    }
}
