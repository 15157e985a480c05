import AccountServer
import AppleIdentityEmulator
import Crypto
import HTTPTypes
import JSONText
import Testing

/// A verifier that checks only issuer and expiry. Each claim has a test here, which fails without its check.
@Suite("Failure 3: unchecked claims")
struct ClaimTests {
    @Test("failure 3: a token of another user's request, with another nonce or none, is rejected")
    func nonce() async throws {
        let wrong: [JSONValue?] = [
            nil, .null, "", "0123456789012345678901234567890123456789012", 7, [], ["nonce"], .object(JSONObject([("a", "b")])),
        ]
        for value in wrong {
            try await ForgeryBench.run { bench, client in
                try await bench.expectRejection(of: { try $0.with("nonce", value).text }, client)
            }
        }
    }

    @Test(
        "failure 3: a token without a nonce is rejected for any nonce_supported; with apple.nonce legacy, false is accepted once",
        arguments: [true, false, "false", nil] as [JSONValue?])
    func missingNonce(isSupported: JSONValue?) async throws {
        try await ForgeryBench.run { bench, client in
            try await bench.expectRejection(
                of: { try $0.with("nonce", nil).with("nonce_supported", isSupported).text }, client,
                twin: { $0.with("nonce_supported", isSupported) })
        }
        try await ForgeryBench.run(nonce: .legacy) { bench, client in
            let nonces = [try await client.challenge(), try await client.challenge()]
            let token = try bench.token(nonce: "").with("nonce", nil).with("nonce_supported", isSupported).text
            let saysNo = isSupported == false || isSupported == "false"
            #expect(try await bench.signIn(token, nonce: nonces[0], client).status == (saysNo ? 201 : 401))
            #expect(
                try await bench.signIn(token, nonce: nonces[1], client).code
                    == (saysNo ? "challenge-rejected" : "apple-token-rejected"))
        }
    }

    @Test("failure 3: on the web a token without a nonce is rejected, even with apple.nonce legacy", arguments: [true, false])
    func missingNonceOnTheWeb(isLegacy: Bool) async throws {
        let policy = isLegacy ? AppleConfiguration.NoncePolicy.legacy : .required
        try await AppleBench.run(settings: { $0.supportsNonce = false }, server: { $0.apple?.nonce = policy }) { bench, client in
            var browser = TestBrowser(client)
            let home = try await browser.signIn(bench)
            #expect(home.location == "/sign-in?notice=apple-rejected")
            #expect(try await browser.get("/account").status == 303)
            // The twin: an app, if the setting permits it.
            #expect(try await client.signIn(bench).status == (isLegacy ? 201 : 401))
        }
        try await AppleBench.run { bench, client in
            var browser = TestBrowser(client)
            let home = try await browser.signIn(bench)
            #expect(home.location == "/account?notice=account-created")
        }
    }

    /// Seconds from now.
    @Test(
        "failure 3: an old authentication at Apple (auth_time) is not a reauthentication; without the claim the issue time counts",
        arguments: [(-601, false), (-600, true), (0, true), (30, true), (nil, true)] as [(Int64?, Bool)])
    func proof(offset: Int64?, isAccepted: Bool) async throws {
        try await ForgeryBench.run { bench, client in
            let session = try await bench.signIn(client).text("session", "token")
            bench.clock.advance(by: 1_200)
            let nonce = try await client.challenge(for: "apple-reauthentication", token: session)
            let provedAt = offset.map { JSONValue.integer(bench.clock.seconds + $0) }
            let token = try bench.token(nonce: nonce).with("auth_time", provedAt).text
            let answer = try await client.send(
                .post, "/v1/session/reauthentication/apple", token: session,
                json: ["identityToken": .string(token), "nonce": .string(nonce)])
            #expect(answer.status == (isAccepted ? 200 : 401))
            #expect(answer.code == (isAccepted ? nil : "apple-token-rejected"))
        }
    }

    @Test(
        "failure 3: a sign-in with an old authentication at Apple opens a session that must reauthenticate before a sensitive action"
    )
    func oldProof() async throws {
        try await ForgeryBench.run { bench, client in
            for (age, status) in [(601, 403), (600, 200)] as [(Int64, Int)] {
                let proof = JSONValue.integer(bench.clock.seconds - age)
                let session = try await bench.signIn(client) { $0.with("auth_time", proof) }.text("session", "token")
                #expect(try await client.send(.delete, "/v1/account", token: session).status == status)
            }
        }
    }

    @Test("failure 3: the nonce is compared completely: no part, no other digest, no other case")
    func partOfNonce() async throws {
        let changes: [@Sendable (String) -> String] = [
            { String($0.dropLast()) }, { $0 + "A" }, { $0.lowercased() }, { digest($0).uppercased() },
            { digest($0 + "A") }, { String(digest($0).prefix(63)) }, { digest(digest($0)) },
        ]
        for change in changes {
            try await ForgeryBench.run { bench, client in
                try await bench.expectRejection(
                    of: { try $0.with("nonce", .string(change($0.claims["nonce"]?.string ?? ""))).text }, client,
                    twin: { $0.with("nonce", .string(digest($0.claims["nonce"]?.string ?? ""))) })
            }
        }
    }

    @Test(
        "failure 3: a token without a valid subject creates no account",
        arguments: [nil, .null, "", "ä", 7, ["sub"], "a\u{0}b"] as [JSONValue?])
    func subject(subject: JSONValue?) async throws {
        try await ForgeryBench.run { bench, client in
            try await bench.expectRejection(of: { try $0.with("sub", subject).text }, client)
        }
    }

    /// Seconds from now. The leeway is sixty, the maximum age fifteen minutes.
    @Test("failure 3: a token from yesterday or tomorrow is rejected", arguments: [-86_400, -1_000, -961, 61, 3_600, 86_400])
    func issuedAt(offset: Int64) async throws {
        try await ForgeryBench.run { bench, client in
            let time = JSONValue.integer(bench.clock.seconds + offset)
            let near = JSONValue.integer(bench.clock.seconds + (offset < 0 ? -959 : 59))
            try await bench.expectRejection(
                of: { try $0.with("iat", time).with("exp", .integer(bench.clock.seconds + 200_000)).text }, client,
                twin: { $0.with("iat", near).with("exp", .integer(bench.clock.seconds + 200_000)) })
        }
    }

    @Test("failure 3: an expired token is rejected, and so is one without times", arguments: ["exp", "iat", "nbf"])
    func expiry(claim: String) async throws {
        try await ForgeryBench.run { bench, client in
            let expired = JSONValue.integer(bench.clock.seconds - 61)
            let wrong = claim == "exp" ? expired : claim == "nbf" ? .integer(bench.clock.seconds + 61) : nil
            try await bench.expectRejection(of: { try $0.with(claim, wrong).text }, client)
        }
        guard claim == "exp" else { return }
        try await ForgeryBench.run { bench, client in
            try await bench.expectRejection(of: { try $0.with("exp", nil).text }, client)
        }
    }

    @Test("failure 3: a code that was issued with another token is rejected")
    func codeBinding() async throws {
        try await AppleBench.run { bench, client in
            let (one, two) = (try await client.challenge(), try await client.challenge())
            let credential = try bench.credential(nonce: one)
            let foreign = JSONValue.string(try bench.credential(nonce: two).authorizationCode)
            let crossed = client.proof(credential, nonce: one, changing: ["authorizationCode": foreign])
            #expect(try await client.send(.post, "/v1/sessions/apple", json: crossed).code == "apple-token-rejected")
            let own = client.proof(credential, nonce: one)
            #expect(try await client.send(.post, "/v1/sessions/apple", json: own).status == 201)
        }
    }
}

/// The convention of apps: SHA-256 in lower-case hexadecimal.
private func digest(_ text: String) -> String {
    SHA256.hash(data: Array(text.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
