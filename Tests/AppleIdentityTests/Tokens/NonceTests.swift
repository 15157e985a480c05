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

    @Test(
        "a nonce that was sent and is absent is refused unless the device supports none",
        arguments: [
            (true, .missingNonce), ("true", .missingNonce), ("?", .missingNonce), (1, .missingNonce), (false, nil), ("false", nil),
            (nil, nil),
        ] as [(JSONValue?, TokenRefusal.Code?)])
    func absent(isSupported: JSONValue?, refusal: TokenRefusal.Code?) throws {
        var draft = TokenDraft.with("nonce", nil)
        draft.claims["nonce_supported"] = isSupported
        for expected in [ExpectedNonce.exact("a"), .sha256(of: "a"), .exactOrSHA256(of: "a")] {
            let verdict = try draft.verdict(nonce: expected)
            #expect(verdict.refusal == refusal)
            if refusal == nil { #expect(try !verdict.get().isBoundToNonce) }
        }
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
