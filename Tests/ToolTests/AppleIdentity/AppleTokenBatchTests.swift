import Crypto
import Foundation
import JSONText
import TestKit
import Testing

@Suite("latchkey apple-identity verify, notification and jws", .tags(.realParts), .timeLimit(.minutes(20)))
struct AppleTokenBatchTests {
    @Test("a valid token gives its claims, normalized where Apple sends two forms")
    func verified() throws {
        let answer = try Self.answer("verify", Self.question())
        #expect(answer["valid"] == true && answer["claims"]?["sub"] == "001.a.1" && answer["claims"]?["email_verified"] == true)
    }

    @Test(
        "each member of the input matters",
        arguments: [
            (["nonce": "other"], "wrong-nonce"), (["nonce": "raw", "noncePolicy": "sha256"], "wrong-nonce"),
            (["nonce": "raw", "noncePolicy": "exact"], nil), (["nonce": .null], nil),
            (["nonce": ""], "wrong-nonce"),
            (["audience": ["com.example.other"]], "wrong-audience"),
            (["now": 1_760_000_659], nil), (["now": 1_760_000_660], "expired"), (["now": 1_759_999_939], "not-yet-valid"),
            (["now": 1_760_000_161, "maxAge": 100], "too-old"), (["now": 1_760_000_160, "maxAge": 100], nil),
            (["jwks": ["keys": []]], "unknown-key"), (["token": "a.b.c"], "not-base64url"), (["token": ""], "not-compact"),
        ] as [(JSONValue, String?)])
    func members(changes: JSONValue, code: String?) throws {
        let answer = try Self.answer("verify", Self.question(changes))
        #expect(answer["valid"] == .boolean(code == nil) && answer["code"]?.string == code)
        #expect((answer["message"]?.string?.isEmpty == false) == (code != nil))
    }

    @Test("with a nonce, a token without one is invalid for every value of nonce_supported")
    func missingNonce() throws {
        for isSupported in [true, false, "false", nil] as [JSONValue?] {
            let token = try Self.tokenWithoutNonce(isSupported)
            let rejected = try Self.answer("verify", Self.question(["token": token.text, "jwks": token.keys, "nonce": "raw"]))
            #expect(rejected["valid"] == false && rejected["code"] == "missing-nonce")
            let unasked = try Self.answer("verify", Self.question(["token": token.text, "jwks": token.keys, "nonce": .null]))
            #expect(unasked["valid"] == true)
        }
    }

    @Test("a malformed line gives an error with its number, and the batch continues")
    func badLines() throws {
        let changes: [(JSONValue, String)] = [
            (["token": 5], "wrong-type"), (["jwks": "x"], "wrong-type"), (["jwks": [:]], "malformed-jwks"),
            (["audience": []], "invalid-value"),
            (["audience": "com.example.app"], "wrong-type"), (["audience": [1]], "wrong-type"),
            (["now": "1760000000"], "wrong-type"),
            (["now": .null], "missing-member"), (["noncePolicy": "none", "nonce": "raw"], "invalid-value"),
            (["noncePolicy": "none", "nonce": .null], "invalid-value"),
            (["maxAge": -1], "invalid-value"),
        ]
        let questions =
            try changes.map { try Self.question($0.0).text() } + ["", "{}", #"{"token":"a","token":"b"}"#, Self.question().text()]
        let run = try Self.run("verify", questions.joined(separator: "\n"))
        let answers = try run.answers
        #expect(
            answers.map { $0["error"]?["code"]?.string } == changes.map { $0.1 } + [
                "malformed-json", "missing-member", "malformed-json", nil,
            ])
        #expect(answers.dropLast().enumerated().allSatisfy { $1["error"]?["line"]?.number?.int == $0 + 1 })
        #expect(answers.last?["valid"] == true && run.status == 1 && run.errors.isEmpty)
    }

    @Test("a rejected token is a result in a batch, and exit code 1 alone")
    func exitCodes() throws {
        let question = try Self.question(["now": 1_770_000_000]).text()
        #expect(try Self.run("verify", question).status == 0)
        let alone = try CommandRun(["apple-identity", "verify"], in: CommandFolder(), input: question)
        #expect(alone.status == 1 && alone.output.contains(#""code": "expired""#))
    }

    @Test("the events of a notification are an object, though Apple sends a string")
    func notification() throws {
        let answer = try Self.answer("notification", Self.question(["token": .string(AppleTokenSample.notification)]))
        #expect(answer["valid"] == true && answer["claims"]?["events"]?["type"] == "consent-revoked")
        let rejected = try Self.answer("notification", Self.question())
        #expect(rejected["code"] == "malformed-event")
    }

    @Test("the key decides the algorithm, with or without alg; other keys are unusable")
    func jws() throws {
        let (rsa, message) = (AppleTokenSample.rsaKey, AppleTokenSample.rsaMessage)
        let hs256 = #"{"kty":"oct","k":"AA","alg":"HS256"}"#
        for (key, jws, code) in [
            (rsa, message, nil), (rsa.replacingOccurrences(of: "{", with: #"{"alg":"RS256","kid":"other","#), message, nil),
            (rsa.replacingOccurrences(of: "{", with: #"{"alg":"PS256","#), message, "unusable-key"),
            (hs256, message, "unusable-key"),
            (rsa, AppleTokenSample.identityToken, "algorithm-mismatch"), (AppleTokenSample.key, message, "algorithm-mismatch"),
            (AppleTokenSample.key, AppleTokenSample.identityToken, nil),
            (rsa, String(message.dropLast(2)) + "AA", "wrong-signature"),
        ] {
            let answer = try Self.answer("jws", ["jws": .string(jws), "jwk": JSONText.parse(key.utf8).root.value])
            #expect(answer["valid"] == .boolean(code == nil) && answer["code"]?.string == code)
        }
    }

    @Test("an identity token with a claim events is verified as an identity token")
    func foreignClaim() throws {
        let key = P256.Signing.PrivateKey()
        let (x, y) = (key.publicKey.rawRepresentation.prefix(32), key.publicKey.rawRepresentation.suffix(32))
        let claims =
            #"{"iss":"https://appleid.apple.com","aud":"com.example.app","exp":1760000600,"iat":1760000000,"sub":"a","events":"{"}"#
        let message = [#"{"kid":"E1","alg":"ES256"}"#, claims].map { Self.base64URL(Data($0.utf8)) }.joined(separator: ".")
        let token = message + "." + Self.base64URL(try key.signature(for: Data(message.utf8)).rawRepresentation)
        let jwk: JSONValue = [
            "kty": "EC", "kid": "E1", "crv": "P-256", "x": .string(Self.base64URL(x)), "y": .string(Self.base64URL(y)),
        ]
        let answer = try Self.answer("verify", Self.question(["token": .string(token), "jwks": ["keys": [jwk]]]))
        #expect(answer["valid"] == true && answer["claims"]?["events"] == "{")
    }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static func tokenWithoutNonce(_ isSupported: JSONValue?) throws -> (text: JSONValue, keys: JSONValue) {
        let key = P256.Signing.PrivateKey()
        var claims = JSONObject([
            ("iss", "https://appleid.apple.com"), ("aud", "com.example.app"), ("iat", 1_760_000_000), ("exp", 1_760_000_600),
            ("sub", "001.a.1"),
        ])
        claims["nonce_supported"] = isSupported
        func encoded(_ bytes: some Sequence<UInt8>) -> String {
            Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
        let signed = encoded(#"{"kid":"E2","alg":"ES256"}"#.utf8) + "." + encoded(JSONValue.object(claims).text().utf8)
        let signature = try key.signature(for: Data(signed.utf8)).rawRepresentation
        let point = key.publicKey.rawRepresentation
        let jwk: JSONValue = [
            "kty": "EC", "crv": "P-256", "kid": "E2", "x": .string(encoded(point.prefix(32))),
            "y": .string(encoded(point.suffix(32))),
        ]
        return (.string(signed + "." + encoded(signature)), ["keys": [jwk]])
    }

    private static func question(_ changes: JSONValue = [:]) throws -> JSONValue {
        var question = JSONObject([
            ("token", .string(AppleTokenSample.identityToken)), ("audience", ["com.example.app"]), ("now", 1_760_000_000),
            ("jwks", ["keys": [try JSONText.parse(AppleTokenSample.key.utf8).root.value]]),
        ])
        for member in changes.object?.members ?? [] { question[member.name] = member.value }
        return .object(question)
    }

    private static func answer(_ command: String, _ question: JSONValue) throws -> JSONValue {
        try #require(try run(command, question.text()).answers.first)
    }

    private static func run(_ command: String, _ input: String) throws -> CommandRun {
        try CommandRun(["apple-identity", command, "--jsonl"], in: CommandFolder(), input: input)
    }
}
