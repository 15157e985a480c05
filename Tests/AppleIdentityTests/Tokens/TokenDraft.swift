import AppleIdentity
import Foundation
import JSONText

/// A valid token, for a test to change one thing.
struct TokenDraft {
    static let now = Date(timeIntervalSince1970: 1_760_000_000)
    static let nonce = "n-0S6_WzA2Mj"
    static let clientID = "com.example.app"

    var signer = TokenSigner.apple
    var header: JSONObject
    /// The raw header, in place of ``header``.
    var headerText: String?
    var claims = JSONObject([
        ("iss", "https://appleid.apple.com"), ("aud", .string(clientID)), ("exp", 1_760_086_400), ("iat", 1_760_000_000),
        ("sub", "001542.b04100c51acb48d3a570684f17d6394d.1603"), ("nonce", .string(nonce)), ("nonce_supported", true),
        ("email", "abc@privaterelay.appleid.com"), ("email_verified", true), ("is_private_email", true),
    ])
    /// The raw payload, in place of ``claims``.
    var payload: String?

    init(signer: TokenSigner = .apple) {
        self.signer = signer
        header = JSONObject([("kid", .string(signer.keyID)), ("alg", .string(signer.algorithm))])
    }

    /// Returns a draft with one changed claim; nil removes it.
    static func with(_ name: String, _ value: JSONValue?) -> TokenDraft {
        var draft = TokenDraft()
        draft.claims[name] = value
        return draft
    }

    var token: String {
        get throws {
            let header = headerText ?? JSONValue.object(header).text()
            return try signer.sign(header: header, payload: Array((payload ?? JSONValue.object(claims).text()).utf8))
        }
    }

    /// The verifier's result.
    func verdict(
        keys: AppleKeySet? = nil, policy: TokenPolicy? = nil, nonce: ExpectedNonce = .exact(TokenDraft.nonce),
        now: Date = TokenDraft.now
    ) throws -> Result<VerifiedAppleIdentity, AppleIdentityError> {
        let keys = try keys ?? AppleKeySet(keySetText(.apple, .other, .p256))
        let policy = try policy ?? TokenPolicy(audiences: ClientIDs([Self.clientID, "com.example.web"]))
        return TokenDraft.verdict(try token, keys: keys, policy: policy, nonce: nonce, now: now)
    }

    static func verdict(
        _ token: String, keys: AppleKeySet, policy: TokenPolicy, nonce: ExpectedNonce, now: Date = TokenDraft.now
    ) -> Result<VerifiedAppleIdentity, AppleIdentityError> {
        Result { () throws(AppleIdentityError) in
            try IdentityTokenVerifier(policy: policy).verify(token, with: keys, nonce: nonce, now: now)
        }
    }
}

extension Result where Failure == AppleIdentityError {
    /// The error code; nil if the token is accepted.
    var rejection: AppleIdentityError.Code? {
        if case .failure(let rejection) = self { rejection.code } else { nil }
    }
}
