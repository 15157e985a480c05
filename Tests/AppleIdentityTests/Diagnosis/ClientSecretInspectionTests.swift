import AppleIdentity
import Crypto
import Foundation
import JSONText
import Secrets
import Testing

@Suite("Inspection of client secrets that other programs created")
struct ClientSecretInspectionTests {
    private static let now = ClientSample.now
    private static let header = #"{"alg":"ES256","kid":"KEY4567890"}"#
    private static let claims = JSONObject([
        ("iss", "TEAM567890"), ("iat", 1_760_000_000), ("exp", 1_760_000_300), ("aud", "https://appleid.apple.com"),
        ("sub", "com.example.app"),
    ])

    private func secret(header: String = header, _ changes: [(String, JSONValue?)] = []) throws -> String {
        var claims = Self.claims
        for (name, value) in changes { claims[name] = value }
        return try TokenSigner(keyID: "", material: .p256(ClientSample.privateKey))
            .sign(header: header, payload: JSONValue.object(claims).bytes())
    }

    private func codes(_ secret: String) throws -> [RejectionCause.Code] {
        let causes = try ClientSecretInspection.causes(
            in: secret, team: TeamID("TEAM567890"), keyID: KeyID("KEY4567890"), client: ClientID("com.example.app"),
            key: ClientSample.signer().key,
            now: Self.now)
        #expect(causes.allSatisfy { $0.certainty == .certain && !$0.explanation.contains(secret) })
        return causes.map(\.code)
    }

    @Test("a valid secret has no errors")
    func good() throws {
        #expect(try codes(try secret()).isEmpty)
        #expect(try codes(ClientSample.signer().mint(for: ClientID("com.example.app"), now: Self.now).reveal()).isEmpty)
    }

    @Test(
        "every wrong claim is reported",
        arguments: [
            ("iss", "TEAM567891", .secretTeamDiffers), ("iss", nil, .secretTeamDiffers), ("iss", 1, .secretTeamDiffers),
            ("aud", "https://account.apple.com", .secretAudience), ("aud", [], .secretAudience),
            ("aud", ["https://appleid.apple.com", "https://appleid.apple.com"], .secretAudience),
            ("aud", ["https://account.apple.com"], .secretAudience), ("aud", [["https://appleid.apple.com"]], .secretAudience),
            ("aud", "https://appleid.apple.com/", .secretAudience), ("sub", "com.example.App", .secretSubjectDiffers),
            ("sub", nil, .secretSubjectDiffers), ("exp", 1_760_000_000, .secretExpired),
            ("exp", 1_775_777_001, .secretLivesTooLong),
            ("exp", nil, .secretMalformed), ("exp", "1760000300", .secretMalformed), ("iat", 1_760_000_061, .secretNotYetValid),
        ] as [(String, JSONValue?, RejectionCause.Code)])
    func claims(name: String, value: JSONValue?, code: RejectionCause.Code) throws {
        #expect(try codes(try secret([(name, value)])) == [code])
    }

    @Test(
        "its valid near-twins are not reported",
        arguments: [
            ("exp", 1_775_777_000), ("exp", 1_760_000_001), ("iat", 1_760_000_060), ("nbf", 5),
            ("aud", ["https://appleid.apple.com"]),
        ] as [(String, JSONValue)])
    func neighbours(name: String, value: JSONValue) throws {
        #expect(try codes(try secret([(name, value)])).isEmpty)
    }

    @Test("wrong key ID and algorithm in the header are reported")
    func header() throws {
        #expect(try codes(try secret(header: #"{"alg":"ES256","kid":"KEY4567891"}"#)) == [.secretKeyDiffers])
        #expect(try codes(try secret(header: #"{"alg":"ES256"}"#)) == [.secretKeyDiffers])
        for algorithm in ["HS256", "RS256", "none", "es256"] {
            #expect(try codes(try secret(header: #"{"alg":"\#(algorithm)","kid":"KEY4567890"}"#)) == [.secretAlgorithm])
        }
        #expect(try codes(try secret(header: #"{"typ":"JWT","alg":"ES256","kid":"KEY4567890"}"#)).isEmpty)
    }

    @Test("a signature of another key and a DER signature are distinguished")
    func signatures() throws {
        let good = try secret()
        let input = good[..<(try #require(good.lastIndex(of: ".")))]
        let digest = SHA256.hash(data: Data(input.utf8))
        let der = Array(try ClientSample.privateKey.signature(for: digest).derRepresentation)
        #expect(try codes(input + "." + Base64URL.encode(der)) == [.secretSignatureIsDER])
        let foreign = Array(try P256.Signing.PrivateKey().signature(for: digest).rawRepresentation)
        #expect(try codes(input + "." + Base64URL.encode(foreign)) == [.secretSignature])
        #expect(try codes(input + ".AAAA") == [.secretSignature])
    }

    @Test(
        "a text that is not a token is reported as malformed",
        arguments: ["", "abc", "a.b.c", "-----BEGIN PRIVATE KEY-----", "e30.e30.e30"])
    func malformed(text: String) throws {
        let found = try codes(text)
        #expect(found == [.secretMalformed] || found == [.secretAlgorithm])
    }
}
