import AppleIdentityEmulator
import Foundation
import Testing

@Suite("Client secrets")
struct ClientSecretTests {
    /// A change to a secret that Apple would accept.
    struct Change: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let change: @Sendable (inout SecretDraft) -> Void

        init(_ description: String, _ change: @escaping @Sendable (inout SecretDraft) -> Void) {
            testDescription = description
            self.change = change
        }
    }

    static let now = Int(ServiceBench.noon.timeIntervalSince1970)

    static let rejected: [Change] = [
        .init("signed by a foreign key") { $0.signsWithAnotherKey = true },
        .init("signature in DER") { $0.signsDER = true },
        .init("signature of 63 bytes") { $0.change = { $0[2] = String($0[2].dropLast(2)) } },
        .init("signature of zeros (CVE-2022-21449)") { $0.change = { $0[2] = String(repeating: "A", count: 86) } },
        .init("no signature") { $0.change = { $0[2] = "" } },
        .init("padded signature") { $0.change = { $0[2] += "==" } },
        .init("signature in the standard alphabet") { $0.change = { $0[2] = "+" + $0[2].dropFirst() } },
        .init("signature with loose bits at its end") { $0.change = { $0[2] = $0[2].dropLast() + "B" } },
        .init("payload changed after signing") { $0.change = { $0[1] = "eyJ9" } },
        .init("four parts") { $0.change = { $0.append("x") } },
        .init("two parts") { $0.change = { $0.removeLast() } },
        .init("white space at its end") { $0.change = { $0[2] += " " } },
        .init("alg none") { $0.header["alg"] = "\"none\"" },
        .init("alg HS256") { $0.header["alg"] = "\"HS256\"" },
        .init("alg RS256") { $0.header["alg"] = "\"RS256\"" },
        .init("alg es256") { $0.header["alg"] = "\"es256\"" },
        .init("alg a number") { $0.header["alg"] = "256" },
        .init("no alg") { $0.header["alg"] = nil },
        .init("no kid") { $0.header["kid"] = nil },
        .init("unknown kid") { $0.header["kid"] = "\"ABCDEFGHIJ\"" },
        .init("kid a path") { $0.header["kid"] = "\"../../key\"" },
        .init("kid null") { $0.header["kid"] = "null" },
        .init("crit") { $0.header["crit"] = "[\"b64\"]" },
        .init("an empty list of aud") { $0.claims["aud"] = "[]" },
        .init("aud a list of two") { $0.claims["aud"] = "[\"https://appleid.apple.com\",\"https://api.example.com\"]" },
        .init("aud a list of the same twice") {
            $0.claims["aud"] = "[\"https://appleid.apple.com\",\"https://appleid.apple.com\"]"
        },
        .init("aud a list of another") { $0.claims["aud"] = "[\"https://account.apple.com\"]" },
        .init("aud a list in a list") { $0.claims["aud"] = "[[\"https://appleid.apple.com\"]]" },
        .init("aud a list of null") { $0.claims["aud"] = "[null]" },
        .init("aud with a slash") { $0.claims["aud"] = "\"https://appleid.apple.com/\"" },
        .init("aud of the account host") { $0.claims["aud"] = "\"https://account.apple.com\"" },
        .init("no aud") { $0.claims["aud"] = nil },
        .init("iss another team") { $0.claims["iss"] = "\"OTHER12345\"" },
        .init("iss in lower case") { $0.claims["iss"] = "\"team123456\"" },
        .init("no iss") { $0.claims["iss"] = nil },
        .init("sub another client of the team") { $0.claims["sub"] = "\"com.example.app\"" },
        .init("sub in other case") { $0.claims["sub"] = "\"com.example.Web\"" },
        .init("no sub") { $0.claims["sub"] = nil },
        .init("exp now") {
            $0.claims["iat"] = "\(now - 300)"
            $0.claims["exp"] = "\(now)"
        },
        .init("exp past") {
            $0.claims["iat"] = "\(now - 300)"
            $0.claims["exp"] = "\(now - 1)"
        },
        .init("exp six months and a second ahead") { $0.claims["exp"] = "\(now + 15_777_001)" },
        .init("exp a string") { $0.claims["exp"] = "\"\(now + 300)\"" },
        .init("exp beyond all numbers") { $0.claims["exp"] = "1e400" },
        .init("exp enormous") { $0.claims["exp"] = "1e308" },
        .init("no exp") { $0.claims["exp"] = nil },
        .init("iat a minute and a second ahead") { $0.claims["iat"] = "\(now + 61)" },
        .init("iat after exp") {
            $0.claims["iat"] = "\(now + 50)"
            $0.claims["exp"] = "\(now + 40)"
        },
        .init("iat negative") { $0.claims["iat"] = "-1" },
        .init("no iat") { $0.claims["iat"] = nil },
        .init("payload that nests deeply") { $0.claims["x"] = String(repeating: "[", count: 2_000) },
        .init("oversize") { $0.claims["x"] = "\"\(String(repeating: "x", count: 8_192))\"" },
    ]

    static let accepted: [Change] = [
        .init("as it is") { _ in },
        .init("with typ") { $0.header["typ"] = "\"JWT\"" },
        .init("with an embedded key, which is not used") { $0.header["jwk"] = "{\"kty\":\"EC\"}" },
        .init("exp six months ahead") { $0.claims["exp"] = "\(now + 15_777_000)" },
        .init("exp in a second") { $0.claims["exp"] = "\(now + 1)" },
        .init("exp with a fraction") { $0.claims["exp"] = "\(now + 60).5" },
        .init("iat a minute ahead") { $0.claims["iat"] = "\(now + 60)" },
        .init("iat long ago") { $0.claims["iat"] = "\(now - 10_000_000)" },
        .init("aud a list of Apple's one audience") { $0.claims["aud"] = "[\"https://appleid.apple.com\"]" },
        .init("with a jti") { $0.claims["jti"] = "\"x\"" },
    ]

    @Test("a secret that violates one rule is invalid_client at every endpoint that requires one", arguments: rejected)
    func rejectedSecret(_ change: Change) async throws {
        let bench = try await ServiceBench()
        let code = try #require(try bench.signIn()["code"])
        let secret = try bench.secret(nil, change.change)
        for error in [
            try bench.exchange(code, ["client_secret": secret]).rejection,
            try bench.refresh("r", ["client_secret": secret]).rejection,
            try bench.revoke("r", ["client_secret": secret]).rejection,
        ] {
            #expect(error?.code == .invalidClient || (error?.code == .invalidRequest && secret.isEmpty))
            #expect(error?.description == nil)
        }
        // The attempts did not use up the codes.
        _ = try bench.exchange(code).get()
    }

    @Test("its valid near-twin is accepted", arguments: accepted)
    func acceptedSecret(_ change: Change) async throws {
        let bench = try await ServiceBench()
        let code = try bench.signIn()["code"]
        _ = try bench.exchange(code, ["client_secret": bench.secret(nil, change.change)]).get()
    }

    @Test("a revoked key is rejected, and two keys of a primary App ID work at the same time")
    func revokedKey() async throws {
        let bench = try await ServiceBench()
        _ = try bench.exchange(bench.signIn()["code"]).get()
        try bench.service.revokeKey(#require(KeyID(bench.keyID)))
        let rejection = try bench.exchange(bench.signIn()["code"]).rejection
        #expect(rejection?.code == .invalidClient)
        #expect(rejection?.explanation.contains("revoked") == true)
    }

    @Test("a key of another group of the same team is rejected")
    func keyOfAnotherGroup() async throws {
        let bench = try await ServiceBench()
        let other = try #require(ClientID("com.example.other"))
        try bench.service.addAppID(other, team: bench.team, name: "Other")
        let secret = try bench.secret(other)
        let rejection = bench.service.token(
            try bench.form([
                "grant_type": "client_credentials", "scope": "user.migration", "client_id": other.rawValue, "client_secret": secret,
            ])
        ).rejection
        #expect(rejection?.code == .invalidClient)
    }

    @Test("missing parameters are invalid_request", arguments: ["client_id", "client_secret", "grant_type", "code"])
    func missingParameters(_ name: String) async throws {
        let bench = try await ServiceBench()
        let rejection = try bench.exchange(bench.signIn()["code"], [name: nil]).rejection
        #expect(rejection?.code == .invalidRequest)
        #expect(rejection?.explanation.contains(name) == true)
    }

    @Test("an unknown client is invalid_client")
    func unknownClient() async throws {
        let bench = try await ServiceBench()
        for client in ["com.example.nobody", "com.example.WEB", "", "ä", String(repeating: "x", count: 300)] where !client.isEmpty {
            #expect(try bench.exchange("c", ["client_id": client]).rejection?.code == .invalidClient)
        }
    }
}
