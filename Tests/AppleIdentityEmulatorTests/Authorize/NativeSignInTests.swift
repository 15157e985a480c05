import AppleIdentityEmulator
import Testing

@Suite("Sign-in on a device")
struct NativeSignInTests {
    @Test("the first credential has name, address and real-user status; later ones have only the user ID")
    func firstAndLater() async throws {
        let bench = try await ServiceBench()
        let first = try bench.signInNatively(.init(familyName: "Holm", email: .share))
        #expect(first.givenName == "Anna" && first.familyName == "Holm" && first.email == "anna@example.com")
        #expect(first.state == "the-state" && first.authorizedScopes == [.name, .email])
        #expect(first.realUserStatus == .likelyReal && first.ageRange == .notChild)
        let claims = try Claim.part(1, of: first.identityToken)
        #expect(claims["real_user_status"] == 2 && claims["nonce"] == "the-nonce" && claims["sub"]?.text == first.user.rawValue)
        let second = try bench.signInNatively()
        #expect(second.givenName == nil && second.familyName == nil && second.email == nil)
        #expect(second.realUserStatus == .unsupported && second.authorizedScopes == [] && second.user == first.user)
        #expect(try Claim.part(1, of: second.identityToken)["real_user_status"] == nil)
    }

    @Test("the code is exchanged with the App ID and without a redirect URI")
    func exchange() async throws {
        let bench = try await ServiceBench()
        let answer = try bench.exchangeNatively(bench.signInNatively().authorizationCode).get()
        let claims = try Claim.part(1, of: #require(answer.identityToken))
        #expect(claims["aud"] == "com.example.app" && claims["real_user_status"] == nil)
    }

    @Test("a real-user status of unknown and the age range of a child are passed on")
    func statusAndAge() async throws {
        let bench = try await ServiceBench()
        try bench.service.changePerson(bench.anna) {
            $0.realUserStatus = .unknown
            $0.isUnderAge = true
        }
        let credential = try bench.signInNatively()
        #expect(credential.realUserStatus == .unknown && credential.ageRange == .child)
        #expect(try Claim.part(1, of: credential.identityToken)["real_user_status"] == 1)
    }

    @Test("invalid requests are rejected with their reason")
    func rejections() async throws {
        let bench = try await ServiceBench()
        let nobody = try #require(PersonIdentifier("nobody"))
        func rejection(_ request: NativeSignInRequest) -> NativeRejection? { bench.service.signInNatively(request).rejection }
        #expect(rejection(.init(client: bench.web, person: bench.anna)) == .unknownClient)
        #expect(rejection(.init(client: bench.app, person: nobody)) == .unknownAccount)
        #expect(rejection(.init(client: bench.app, person: bench.anna, choices: .init(givenName: "\u{1}"))) == .unsuitableName)
        #expect(rejection(.init(client: bench.app, person: bench.anna, nonce: String(repeating: "n", count: 4_097))) == .oversize)
        try bench.service.changePerson(bench.anna) { $0.isLocked = true }
        #expect(rejection(.init(client: bench.app, person: bench.anna)) == .accountLocked)
        try bench.service.changePerson(bench.anna) {
            $0.isLocked = false
            $0.hasTwoFactor = false
        }
        #expect(rejection(.init(client: bench.app, person: bench.anna)) == .twoFactorNotEnabled)
        #expect(bench.service.consents(of: bench.anna).isEmpty)
        try bench.service.changePerson(bench.anna) { $0.hasTwoFactor = true }
        #expect(rejection(.init(client: bench.app, person: bench.anna, nonce: String(repeating: "n", count: 4_096))) == nil)
    }

    @Test("a sign-in that expects a missing consent discloses nothing and creates no consent")
    func expectedConsent() async throws {
        let bench = try await ServiceBench()
        let confirmed = NativeSignInRequest(
            client: bench.app, person: bench.anna, scopes: [.name, .email], expectsConsent: true)
        #expect(bench.service.signInNatively(confirmed).rejection == .notConsented)
        #expect(bench.service.consents(of: bench.anna).isEmpty)
        _ = try bench.signInNatively(.init(email: .hide))
        let again = try bench.service.signInNatively(confirmed).get()
        #expect(again.email == nil && again.givenName == nil && again.authorizedScopes.isEmpty)
        try bench.service.revokeConsent(of: bench.anna, primary: bench.app)
        #expect(bench.service.signInNatively(confirmed).rejection == .notConsented)
        #expect(bench.service.consents(of: bench.anna).isEmpty)
    }

    @Test("the credential state follows consent, revocation and account")
    func credentialState() async throws {
        let bench = try await ServiceBench()
        let user = try bench.signInNatively().user.rawValue
        #expect(bench.service.credentialState(of: user, client: bench.app) == .authorized)
        #expect(bench.service.credentialState(of: user, client: bench.app, person: bench.anna) == .authorized)
        #expect(bench.service.credentialState(of: user, client: bench.web) == .authorized)
        #expect(bench.service.credentialState(of: user, client: bench.app, person: PersonIdentifier("bo")) == .notFound)
        #expect(bench.service.credentialState(of: "nobody", client: bench.app) == .notFound)
        let other = try #require(ClientID("com.example.other"))
        try bench.service.addAppID(other, team: bench.team, name: "Other")
        #expect(bench.service.credentialState(of: user, client: other) == .notFound)
        try bench.service.revokeConsent(of: bench.anna, primary: bench.app)
        #expect(bench.service.credentialState(of: user, client: bench.app) == .revoked)
        _ = try bench.signInNatively()
        #expect(bench.service.credentialState(of: user, client: bench.app) == .authorized)
    }
}
