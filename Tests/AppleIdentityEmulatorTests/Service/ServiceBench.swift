import AppleIdentityEmulator
import Crypto
import CryptoExtras
import Foundation
import Testing

/// A service with one team, one app, one website and one account, with a stopped clock.
struct ServiceBench {
    static let noon = Date(timeIntervalSince1970: 1_768_478_400)  // 15 January 2026, 12:00 UTC

    /// Password hashing is cheap in benches.
    static let passwordRounds = 1

    let clock: EmulatedClock
    let service: AppleService
    let team: TeamID
    let app: ClientID
    let web: ClientID
    let anna: PersonIdentifier
    let keyID: String
    let key: P256.Signing.PrivateKey
    let callback = "https://app.example.com/callback"
    let hook = "https://app.example.com/apple/notifications"

    init(seed: UInt64 = 1, settings: AppleServiceSettings = AppleServiceSettings()) async throws {
        clock = EmulatedClock(stoppedAt: Self.noon)
        service = try await AppleService(
            clock: clock, settings: settings, randomness: .seeded(seed), keyMaker: .reusing(RSAKeys.pem),
            passwordRounds: Self.passwordRounds)
        team = try #require(TeamID("TEAM123456"))
        app = try #require(ClientID("com.example.app"))
        web = try #require(ClientID("com.example.web"))
        anna = try #require(PersonIdentifier("anna"))
        try service.addTeam(team, name: "Example")
        try service.addAppID(app, team: team, name: "Example App", notificationURL: hook)
        try service.addServicesID(
            web, primary: app, name: "Example Web", domains: ["app.example.com"], returnURLs: [callback])
        keyID = try service.createKey(named: "Key", primary: app).id.rawValue
        key = try P256.Signing.PrivateKey(
            pemRepresentation: service.downloadKey(#require(KeyID(keyID))).pem)
        try service.addPerson(.init(id: anna, givenName: "Anna", familyName: "Berg", email: "anna@example.com"))
    }

    /// A client secret that Apple would accept, for five minutes.
    func secret(_ client: ClientID? = nil, _ change: (inout SecretDraft) -> Void = { _ in }) throws -> String {
        var draft = SecretDraft(
            header: ["alg": "\"ES256\"", "kid": "\"\(keyID)\""],
            claims: [
                "iss": "\"\(team)\"", "sub": "\"\(client ?? web)\"", "aud": "\"https://appleid.apple.com\"",
                "iat": "\(Int(clock.now.timeIntervalSince1970))", "exp": "\(Int(clock.now.timeIntervalSince1970) + 300)",
            ])
        change(&draft)
        return try draft.signed(with: key)
    }

    /// The values of a form; nil omits one.
    func form(_ values: [String: String?]) throws -> FormValues {
        try FormValues(values.compactMap { name, value in value.map { (name, $0) } }.sorted { $0.0 < $1.0 })
    }

    /// A valid request at the authorize endpoint. `changes` replaces parameters; nil removes one.
    func authorizeForm(_ changes: [String: String?] = [:]) throws -> FormValues {
        try form(
            [
                "client_id": web.rawValue, "redirect_uri": callback, "response_type": "code", "response_mode": "form_post",
                "scope": "name email", "state": "the-state", "nonce": "the-nonce",
            ].merging(changes) { $1 })
    }

    /// Completes the sheet as a user does, and returns the response to the return URL.
    func signIn(
        _ changes: [String: String?] = [:], as person: PersonIdentifier? = nil, _ choices: ConsentChoices = ConsentChoices()
    ) throws -> AuthorizationResponse {
        let sheet = try consentSheet(changes, as: person)
        guard case .respond(let response) = service.giveConsent(choices, in: sheet.id) else { throw Unexpected() }
        return response
    }

    /// Proceeds to the sheet's request for consent.
    func consentSheet(_ changes: [String: String?] = [:], as person: PersonIdentifier? = nil) throws -> AuthorizationSheet {
        guard case .sheet(let sheet) = service.authorize(try authorizeForm(changes)),
            case .sheet = service.chooseAccount(person ?? anna, in: sheet.id),
            let code = service.twoFactorCodes(for: person ?? anna).first(where: { $0.authorization == sheet.id }),
            case .sheet(let shown) = service.enterCode(code.code, in: sheet.id)
        else { throw Unexpected() }
        return shown
    }

    /// Exchanges a code of the website.
    func exchange(_ code: String?, _ changes: [String: String?] = [:]) throws -> Result<TokenResponse, AppleServiceError> {
        service.token(
            try form(
                [
                    "grant_type": "authorization_code", "client_id": web.rawValue, "client_secret": secret(), "code": code,
                    "redirect_uri": callback,
                ].merging(changes) { $1 }))
    }

    /// Exchanges a code of the app.
    func exchangeNatively(_ code: String) throws -> Result<TokenResponse, AppleServiceError> {
        try exchange(code, ["client_id": app.rawValue, "client_secret": secret(app), "redirect_uri": nil])
    }

    /// Refreshes with a token of the website.
    func refresh(_ token: String?, _ changes: [String: String?] = [:]) throws -> Result<TokenResponse, AppleServiceError> {
        service.token(
            try form(
                [
                    "grant_type": "refresh_token", "client_id": web.rawValue, "client_secret": secret(), "refresh_token": token,
                ].merging(changes) { $1 }))
    }

    /// Revokes a token of the website.
    func revoke(_ token: String?, _ changes: [String: String?] = [:]) throws -> Result<RevocationAnswer, AppleServiceError> {
        service.revoke(
            try form(["client_id": web.rawValue, "client_secret": secret(), "token": token].merging(changes) { $1 }))
    }

    /// Signs in on a device.
    func signInNatively(
        scopes: Set<AuthorizationScope> = [.name, .email], nonce: String? = "the-nonce", _ choices: ConsentChoices = .init()
    ) throws -> NativeCredential {
        try service.signInNatively(
            .init(client: app, person: anna, state: "the-state", nonce: nonce, scopes: scopes, choices: choices)
        ).get()
    }
}

/// An unexpected result of the setup.
struct Unexpected: Error {}

/// RSA keys, generated once for all tests of this process, because generation is slow.
enum RSAKeys {
    static let pem: [String] = (0..<4).compactMap { _ in try? _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation }
}

extension Result {
    /// The rejection, if it is one.
    var rejection: Failure? {
        if case .failure(let rejection) = self { rejection } else { nil }
    }
}
