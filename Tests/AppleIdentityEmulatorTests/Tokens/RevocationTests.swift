import AppleIdentityEmulator
import Testing

@Suite("Revocation")
struct RevocationTests {
    @Test("revoking a refresh or access token ends the consent and all its tokens", arguments: [true, false])
    func revoking(_ byRefreshToken: Bool) async throws {
        let bench = try await ServiceBench()
        let answer = try bench.exchange(bench.signIn()["code"]).get()
        let later = try bench.exchange(bench.signIn()["code"]).get()
        let native = try bench.exchangeNatively(bench.signInNatively().authorizationCode).get()
        let hint = byRefreshToken ? "refresh_token" : "access_token"
        let token = byRefreshToken ? answer.refreshToken : answer.accessToken
        #expect(try bench.revoke(token, ["token_type_hint": hint]).get().revoked)
        #expect(bench.service.consents(of: bench.anna).isEmpty)
        #expect(try bench.refresh(later.refreshToken).rejection?.code == .invalidGrant)
        #expect(
            try bench.refresh(native.refreshToken, ["client_id": bench.app.rawValue, "client_secret": bench.secret(bench.app)])
                .rejection?.code == .invalidGrant)
        #expect(bench.service.notifications.isEmpty)
        #expect(try bench.signIn()["user"] != nil)
    }

    @Test("unknown, revoked and foreign tokens get the response of a success, and nothing is revoked")
    func nothingRevoked() async throws {
        let bench = try await ServiceBench()
        let answer = try bench.exchange(bench.signIn()["code"]).get()
        for garbage in ["x", "r0", String(repeating: "a", count: 60_000)] { #expect(try !bench.revoke(garbage).get().revoked) }
        let foreign = try bench.revoke(
            answer.refreshToken, ["client_id": bench.app.rawValue, "client_secret": bench.secret(bench.app)])
        #expect(try !foreign.get().revoked)
        _ = try bench.refresh(answer.refreshToken).get()
        #expect(try bench.revoke(answer.refreshToken).get().revoked)
        #expect(try !bench.revoke(answer.refreshToken).get().revoked)
    }

    @Test("an expired access token revokes nothing")
    func expiredAccessToken() async throws {
        let bench = try await ServiceBench()
        let answer = try bench.exchange(bench.signIn()["code"]).get()
        bench.clock.advance(by: 3_600)
        #expect(try !bench.revoke(answer.accessToken).get().revoked)
        _ = try bench.refresh(answer.refreshToken).get()
    }

    @Test("a missing token or an unknown hint is invalid_request")
    func badRequests() async throws {
        let bench = try await ServiceBench()
        let token = try bench.exchange(bench.signIn()["code"]).get().refreshToken
        #expect(try bench.revoke(nil).rejection?.code == .invalidRequest)
        #expect(try bench.revoke(token, ["token_type_hint": "id_token"]).rejection?.code == .invalidRequest)
        #expect(try bench.revoke(token).get().revoked)
    }
}
