import AppleIdentityEmulator
import Foundation
import Testing

@Suite("The exchange of authorization codes")
struct CodeExchangeTests {
    @Test("a code is exchanged for an access token valid for one hour, a refresh token and an identity token")
    func exchange() async throws {
        let bench = try await ServiceBench()
        let answer = try bench.exchange(bench.signIn()["code"]).get()
        #expect(answer.tokenType == "Bearer" && answer.expiresIn == 3_600)
        #expect(answer.refreshToken?.hasPrefix("r") == true)
        let body = try Claim.json(answer.body)
        #expect(body["access_token"] == .text(answer.accessToken))
        #expect(body["token_type"] == "Bearer")
        #expect(body["expires_in"] == 3600)
        #expect(body["refresh_token"]?.text == answer.refreshToken)
        #expect(body["id_token"]?.text == answer.identityToken)
    }

    @Test("a code works once")
    func codeWorksOnce() async throws {
        let bench = try await ServiceBench()
        let code = try bench.signIn()["code"]
        _ = try bench.exchange(code).get()
        let rejection = try bench.exchange(code).rejection
        #expect(rejection?.code == .invalidGrant)
        #expect(rejection?.description == "The code has already been used.")
        let body = try Claim.json(#require(rejection).body)
        #expect(body["error"] == "invalid_grant" && body["error_description"] == "The code has already been used.")
    }

    @Test("64 concurrent exchanges of one code return tokens exactly once")
    func parallelExchanges() async throws {
        let bench = try await ServiceBench()
        let code = try bench.signIn()["code"]
        let form = try bench.form([
            "grant_type": "authorization_code", "client_id": bench.web.rawValue, "client_secret": bench.secret(), "code": code,
            "redirect_uri": bench.callback,
        ])
        let service = bench.service
        let successes = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<64 { group.addTask { (try? service.token(form).get()) != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(successes == 1)
    }

    @Test("a code works for five minutes", arguments: [(299.0, true), (300.0, false)])
    func codeExpires(_ seconds: Double, _ works: Bool) async throws {
        let bench = try await ServiceBench()
        let code = try bench.signIn()["code"]
        bench.clock.advance(by: seconds)
        let rejection = try bench.exchange(code).rejection
        #expect((rejection == nil) == works)
        if !works {
            #expect(rejection?.code == .invalidGrant)
            #expect(rejection?.description == "The code has expired or has been revoked.")
        }
    }

    @Test("an invented code gets the same response as an expired one")
    func inventedCode() async throws {
        let bench = try await ServiceBench()
        let rejection = try bench.exchange("c0123456789abcdef.0.mnop.x").rejection
        #expect(rejection?.code == .invalidGrant && rejection?.description == "The code has expired or has been revoked.")
    }

    @Test("a code is bound to its client")
    func codeIsBoundToItsClient() async throws {
        let bench = try await ServiceBench()
        let code = try #require(try bench.signIn()["code"])
        let rejection = try bench.exchangeNatively(code).rejection
        #expect(rejection?.code == .invalidGrant)
        #expect(rejection?.description == "client_id mismatch. The code was not issued to com.example.app.")
        _ = try bench.exchange(code).get()
    }

    @Test("a web code is bound to its redirect URI, a native code to none")
    func codeIsBoundToItsRedirectURI() async throws {
        let bench = try await ServiceBench()
        let code = try bench.signIn()["code"]
        let other = try bench.exchange(code, ["redirect_uri": "https://app.example.com/other"]).rejection
        #expect(other?.code == .invalidGrant)
        #expect(other?.description == "redirect_uri mismatch. The code was not issued to https://app.example.com/other.")
        #expect(try bench.exchange(code, ["redirect_uri": nil]).rejection?.code == .invalidRequest)
        _ = try bench.exchange(code).get()

        let native = try bench.signInNatively().authorizationCode
        let withURI = try bench.exchange(
            native, ["client_id": bench.app.rawValue, "client_secret": bench.secret(bench.app)]
        ).rejection
        #expect(withURI?.code == .invalidGrant)
        _ = try bench.exchangeNatively(native).get()
    }

    @Test("revoking the consent before the exchange invalidates a code, even after a new consent")
    func codeDiesWithTheConsent() async throws {
        let bench = try await ServiceBench()
        let code = try bench.signIn()["code"]
        try bench.service.revokeConsent(of: bench.anna, primary: bench.app)
        #expect(try bench.exchange(code).rejection?.code == .invalidGrant)
        _ = try bench.signIn()
        #expect(try bench.exchange(code).rejection?.code == .invalidGrant)
    }

    @Test("other grants are unsupported_grant_type", arguments: ["password", "Authorization_code", "implicit"])
    func unsupportedGrant(_ grant: String) async throws {
        let bench = try await ServiceBench()
        #expect(try bench.exchange("c", ["grant_type": grant]).rejection?.code == .unsupportedGrantType)
    }

    @Test("the undocumented code_verifier is accepted")
    func codeVerifierIsIgnored() async throws {
        let bench = try await ServiceBench()
        _ = try bench.exchange(bench.signIn()["code"], ["code_verifier": "abc"]).get()
    }
}
