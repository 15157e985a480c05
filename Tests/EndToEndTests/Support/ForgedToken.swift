import JSONText
import Secrets

/// A valid identity token, for a test to change one thing.
struct ForgedToken: Sendable {
    var header: JSONObject
    /// The raw header, in place of ``header``.
    var headerText: String?
    var claims: JSONObject
    /// The raw payload, in place of ``claims``.
    var payload: String?
    var key = ForgingKey.apple

    init(nonce: String, now: Int64, subject: String = Self.subject) {
        header = JSONObject([("kid", .string(ForgingKey.apple.keyID)), ("alg", "RS256")])
        claims = JSONObject([
            ("iss", "https://appleid.apple.com"), ("aud", .string(ForgeryBench.app)), ("exp", .integer(now + 86_400)),
            ("iat", .integer(now)), ("sub", .string(subject)), ("nonce", .string(nonce)), ("nonce_supported", true),
            ("email", "anna@example.com"), ("email_verified", true),
        ])
    }

    static let subject = "001542.b04100c51acb48d3a570684f17d6394d.1603"

    /// The token with one changed claim; nil removes it.
    func with(_ claim: String, _ value: JSONValue?) -> ForgedToken {
        var token = self
        token.claims[claim] = value
        return token
    }

    /// The token with one changed header member; nil removes it.
    func withHeader(_ name: String, _ value: JSONValue?) -> ForgedToken {
        var token = self
        token.header[name] = value
        return token
    }

    /// The token with another key, and that key's name and algorithm.
    func signed(by key: ForgingKey) -> ForgedToken {
        var token = withHeader("kid", .string(key.keyID)).withHeader("alg", .string(key.algorithm))
        token.key = key
        return token
    }

    /// The token with another key's signature, while the header names Apple's.
    func signedSecretly(by key: ForgingKey) -> ForgedToken {
        var token = self
        token.key = key
        return token
    }

    /// The payload with a claim repeated as a second member of its name.
    func repeating(_ claim: String, _ value: JSONValue) -> ForgedToken {
        var token = self
        let once = JSONValue.object(claims).text()
        token.payload = once.dropLast() + ",\"\(claim)\":\(value.text())}"
        return token
    }

    /// The payload with the raw value of a claim.
    func writing(_ claim: String, as text: String) -> ForgedToken {
        var token = self
        token.payload = JSONValue.object(with(claim, "PLACE").claims).text().replacing("\"PLACE\"", with: text)
        return token
    }

    private var signedText: String {
        let header = headerText ?? JSONValue.object(header).text()
        let payload = payload ?? JSONValue.object(claims).text()
        return Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(Array(payload.utf8))
    }

    /// The compact form.
    var text: String {
        get throws { try signedText + "." + Base64URL.encode(key.signature(over: signedText)) }
    }
}
