import AppleIdentityEmulator
import Testing

@Suite("Refresh tokens")
struct RefreshTests {
    private func token(_ bench: ServiceBench) throws -> String {
        try #require(try bench.exchange(bench.signIn()["code"]).get().refreshToken)
    }

    @Test("a refresh returns a new access token and an identity token, but no new refresh token")
    func refresh() async throws {
        let bench = try await ServiceBench()
        let token = try token(bench)
        let answer = try bench.refresh(token).get()
        #expect(answer.refreshToken == nil && answer.identityToken != nil)
        #expect(try Claim.json(answer.body)["refresh_token"] == nil)
        #expect(try bench.refresh(token).get().accessToken != answer.accessToken)
    }

    @Test("a refresh token does not expire")
    func noExpiry() async throws {
        let bench = try await ServiceBench()
        let token = try token(bench)
        bench.clock.advance(by: 10 * 365 * 86_400)
        _ = try bench.refresh(token).get()
    }

    @Test("in the 2019 variant, a refresh returns no identity token")
    func noIdentityToken() async throws {
        var settings = AppleServiceSettings()
        settings.sendsIdentityTokenOnRefresh = false
        let bench = try await ServiceBench(settings: settings)
        #expect(try bench.refresh(token(bench)).get().identityToken == nil)
    }

    @Test("an unknown token is invalid_grant with Apple's description")
    func unknownToken() async throws {
        let bench = try await ServiceBench()
        let rejection = try bench.refresh("r0123").rejection
        #expect(rejection?.code == .invalidGrant && rejection?.description == "The token has expired or has been revoked.")
        #expect(try bench.refresh(nil).rejection?.code == .invalidRequest)
    }

    @Test("a refresh token is bound to its client")
    func boundToItsClient() async throws {
        let bench = try await ServiceBench()
        let rejection = try bench.refresh(
            token(bench), ["client_id": bench.app.rawValue, "client_secret": bench.secret(bench.app)]
        ).rejection
        #expect(rejection?.code == .invalidGrant)
        #expect(rejection?.description?.hasPrefix("client_id mismatch.") == true)
    }

    @Test(
        "revoked consent, account deletion and a password change revoke a refresh token",
        arguments: ["consent", "account", "password", "client"])
    func death(_ cause: String) async throws {
        let bench = try await ServiceBench()
        let token = try token(bench)
        switch cause {
        case "consent": try bench.service.revokeConsent(of: bench.anna, primary: bench.app)
        case "account": try bench.service.deleteAccount(bench.anna)
        case "password": try bench.service.changePassword(of: bench.anna, to: #require(AccountPassword("Another-2026")))
        default: #expect(try bench.revoke(token).get().revoked)
        }
        let rejection = try bench.refresh(token).rejection
        #expect(rejection?.code == .invalidGrant && rejection?.description == "The token has expired or has been revoked.")
        guard cause != "account" else { return }
        let later = try self.token(bench)
        _ = try bench.refresh(later).get()
        #expect(try bench.refresh(token).rejection?.code == .invalidGrant)
    }

    @Test("a setting enables TN3107's other response after a user's revocation")
    func invalidRequestAfterRevocation() async throws {
        var settings = AppleServiceSettings()
        settings.answersInvalidRequestAfterRevocation = true
        let bench = try await ServiceBench(settings: settings)
        let token = try token(bench)
        try bench.service.revokeConsent(of: bench.anna, primary: bench.app)
        #expect(try bench.refresh(token).rejection?.code == .invalidRequest)
    }

    @Test("with throttling on, a second refresh within a day is 429")
    func throttling() async throws {
        var settings = AppleServiceSettings()
        settings.throttlesRefresh = true
        let bench = try await ServiceBench(settings: settings)
        let token = try token(bench)
        _ = try bench.refresh(token).get()
        bench.clock.advance(by: 86_399)
        #expect(try bench.refresh(token).rejection?.status == 429)
        bench.clock.advance(by: 1)
        _ = try bench.refresh(token).get()
    }
}
