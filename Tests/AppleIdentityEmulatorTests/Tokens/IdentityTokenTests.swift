import AppleIdentityEmulator
import Crypto
import Foundation
import Testing

@Suite("Identity tokens")
struct IdentityTokenTests {
    private func halfHash(_ text: String) -> Claim {
        let half = Data(SHA256.hash(data: Data(text.utf8)).prefix(16)).base64EncodedString()
        return .text(
            half.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
                .replacingOccurrences(of: "=", with: ""))
    }

    @Test("the token of an exchange has subject, audience and times, and is bound to the access token")
    func exchanged() async throws {
        let bench = try await ServiceBench()
        let response = try bench.signIn()
        bench.clock.advance(by: 30)
        let answer = try bench.exchange(response["code"]).get()
        let token = try #require(answer.identityToken)
        let header = try Claim.part(0, of: token)
        #expect(header["alg"] == "RS256" && header["kid"] != nil && header["typ"] == nil)
        let claims = try Claim.part(1, of: token)
        let now = Int(bench.clock.now.timeIntervalSince1970)
        #expect(claims["iss"] == "https://appleid.apple.com")
        #expect(claims["aud"] == "com.example.web")
        #expect(claims["sub"]?.text == bench.service.subject(of: bench.anna, for: bench.team)?.rawValue)
        #expect(claims["iat"] == .number(now) && claims["exp"] == .number(now + 86_400))
        #expect(claims["auth_time"] == .number(now - 30))
        #expect(claims["nonce"] == "the-nonce" && claims["nonce_supported"] == true)
        #expect(claims["email"] == "anna@example.com" && claims["email_verified"] == true && claims["is_private_email"] == false)
        #expect(claims["at_hash"] == halfHash(answer.accessToken))
        #expect(
            claims["c_hash"] == nil && claims["real_user_status"] == nil && claims["transfer_sub"] == nil && claims["org_id"] == nil
        )
        #expect(claims["name"] == nil)
    }

    @Test("tokens of the front channel and of a device are bound to the code")
    func codeHash() async throws {
        let bench = try await ServiceBench()
        let response = try bench.signIn(["response_type": "code id_token"])
        let front = try Claim.part(1, of: #require(response["id_token"]))
        #expect(front["c_hash"] == halfHash(try #require(response["code"])) && front["at_hash"] == nil)
        #expect(front["real_user_status"] == nil)
        let credential = try bench.signInNatively()
        let native = try Claim.part(1, of: credential.identityToken)
        #expect(native["c_hash"] == halfHash(credential.authorizationCode) && native["at_hash"] == nil)
        #expect(native["aud"] == "com.example.app")
    }

    @Test("a token has no nonce if the request had none")
    func noNonce() async throws {
        let bench = try await ServiceBench()
        let claims = try Claim.part(
            1, of: #require(try bench.exchange(bench.signIn(["nonce": nil])["code"]).get().identityToken))
        #expect(claims["nonce"] == nil && claims["nonce_supported"] == true)
    }

    @Test("a service without nonce support says so and omits the nonce")
    func nonceUnsupported() async throws {
        var settings = AppleServiceSettings()
        settings.supportsNonce = false
        let bench = try await ServiceBench(settings: settings)
        let claims = try Claim.part(1, of: bench.signInNatively().identityToken)
        #expect(claims["nonce"] == nil && claims["nonce_supported"] == false)
    }

    @Test("before February 2024, Booleans were strings, and is_private_email was absent if false")
    func wireStyle2019() async throws {
        var settings = AppleServiceSettings()
        settings.wireStyle = .strings2019
        settings.identityTokenLifetime = 600
        let bench = try await ServiceBench(settings: settings)
        let shared = try Claim.part(1, of: bench.signInNatively().identityToken)
        #expect(shared["email_verified"] == "true" && shared["is_private_email"] == nil)
        #expect(try #require(shared["exp"]?.number) - #require(shared["iat"]?.number) == 600)
        let hidden = try await ServiceBench(settings: settings)
        let claims = try Claim.part(1, of: hidden.signInNatively(.init(email: .hide)).identityToken)
        #expect(claims["is_private_email"] == "true")
    }

    @Test("later tokens contain the address or not, by the setting")
    func emailOnLaterSignIns() async throws {
        let bench = try await ServiceBench()
        _ = try bench.signInNatively()
        #expect(try Claim.part(1, of: bench.signInNatively().identityToken)["email"] == "anna@example.com")
        try bench.service.changeSettings { $0.sendsEmailOnLaterSignIns = false }
        #expect(try Claim.part(1, of: bench.signInNatively().identityToken)["email"] == nil)
        try bench.service.revokeConsent(of: bench.anna, primary: bench.app)
        bench.clock.advance(by: 1)
        let again = try bench.signInNatively()
        #expect(try Claim.part(1, of: again.identityToken)["email"] == "anna@example.com")
        #expect(
            try Claim.part(1, of: #require(try bench.exchangeNatively(again.authorizationCode).get().identityToken))["email"]
                == "anna@example.com")
    }

    @Test("a second sign-in counts as later even if the clock is stopped")
    func laterAtTheSameMoment() async throws {
        let bench = try await ServiceBench()
        try bench.service.changeSettings { $0.sendsEmailOnLaterSignIns = false }
        let codes = [try bench.signInNatively().authorizationCode, try bench.signInNatively().authorizationCode]
        let tokens = try codes.map { try #require(try bench.exchangeNatively($0).get().identityToken) }
        #expect(try tokens.map { try Claim.part(1, of: $0)["email"] } == ["anna@example.com", nil])
    }

    @Test("a token never contains an address that was not requested")
    func noScope() async throws {
        let bench = try await ServiceBench()
        #expect(try Claim.part(1, of: bench.signInNatively(scopes: [.name]).identityToken)["email"] == nil)
        #expect(try Claim.part(1, of: bench.signInNatively(scopes: [.name, .email]).identityToken)["email"] == nil)
    }

    @Test("the subject has Apple's form, is constant across a team's apps and revocations, and differs between teams")
    func subject() async throws {
        let bench = try await ServiceBench()
        let credential = try bench.signInNatively()
        #expect(credential.user.rawValue.wholeMatch(of: /00[0-9]{4}\.[0-9a-f]{32}\.[0-9]{4}/) != nil)
        #expect(credential.user.rawValue.hasSuffix(".1200"))
        let web = try Claim.part(1, of: #require(try bench.exchange(bench.signIn()["code"]).get().identityToken))
        #expect(web["sub"] == .text(credential.user.rawValue))
        try bench.service.revokeConsent(of: bench.anna, primary: bench.app)
        #expect(try bench.signInNatively().user == credential.user)

        let second = try #require(ClientID("com.example.second"))
        try bench.service.addAppID(second, team: bench.team, name: "Second")
        let other = try #require(ClientID("org.example.app"))
        try bench.service.addAppID(other, team: bench.service.addTeam(name: "Other").id, name: "Other")
        #expect(try bench.service.signInNatively(.init(client: second, person: bench.anna)).get().user == credential.user)
        #expect(try bench.service.signInNatively(.init(client: other, person: bench.anna)).get().user != credential.user)
    }
}
