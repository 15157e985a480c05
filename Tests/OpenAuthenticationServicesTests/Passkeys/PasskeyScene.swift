import DeviceProtocol
import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing
import WebAuthn

/// An app that is associated with example.com, on a device with an Apple Account, and the server, which verifies what the app sends.
@MainActor
struct PasskeyScene {
    static let app = DeviceSimulator.usualApp
    static let site = "example.com"

    let device: DeviceSimulator
    let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: site)
    private let server: RelyingParty

    init(passcode: String? = "2468", account: String? = "jane") async throws {
        try await self.init(DeviceSimulator(biometry: passcode == nil ? .none : .faceID, passcode: passcode), account: account)
    }

    init(_ device: DeviceSimulator, account: String? = "jane") async throws {
        self.device = device
        server = try RelyingParty(id: Self.site, origins: [Origin("https://\(Self.site)")])
        if let account { try device.signIn(toAppleAccount: account, service: "http://127.0.0.1:9") }
        try device.put(SimulatedSite(.file(#"{"webcredentials":{"apps":["\#(Self.app)"]}}"#)), at: Self.site)
        try await device.install(associatedDomains: ["webcredentials:\(Self.site)"])
    }

    // MARK: - The app

    func registration(
        _ user: String = "jane", handle: [UInt8] = [1], challenge: Challenge = Challenge(), excluding excluded: [Data]? = nil
    ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
        let request = provider.createCredentialRegistrationRequest(
            challenge: Data(challenge.bytes), name: user, userID: Data(handle))
        request.excludedCredentials = excluded?.map(ASAuthorizationPlatformPublicKeyCredentialDescriptor.init)
        return request
    }

    func assertion(
        challenge: Challenge = Challenge(), allowing allowed: [Data] = []
    ) -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest {
        let request = provider.createCredentialAssertionRequest(challenge: Data(challenge.bytes))
        request.allowedCredentials = allowed.map(ASAuthorizationPlatformPublicKeyCredentialDescriptor.init)
        return request
    }

    /// Performs requests with the answers of the user, as an app of the device; nil for the associated app.
    func perform(
        _ requests: [ASAuthorizationRequest], sheets: [SimulatedSheets.Answer] = [], person: SimulatedPerson.Answer? = nil,
        options: ASAuthorizationController.RequestOptions = [], as app: String? = nil
    ) async throws -> ASAuthorizationResult {
        device.sheets.will(sheets)
        if let person { device.person.will(person) }
        let link = try device.link(ofApp: app ?? Self.app, accessGroups: [])
        let controller = CurrentDevice.$link.withValue(link) { AuthorizationController() }
        return try await controller.performRequests(requests, options: options)
    }

    /// Performs requests that fail, and returns the error.
    func error(
        _ requests: [ASAuthorizationRequest], sheets: [SimulatedSheets.Answer] = [], person: SimulatedPerson.Answer? = nil,
        options: ASAuthorizationController.RequestOptions = [], as app: String? = nil
    ) async throws -> ASAuthorizationError {
        do {
            let result = try await perform(requests, sheets: sheets, person: person, options: options, as: app)
            throw UnexpectedSuccess(result: result)
        } catch let error as ASAuthorizationError {
            return error
        }
    }

    private struct UnexpectedSuccess: Error {
        let result: ASAuthorizationResult
    }

    // MARK: - The app with its server

    /// Creates a passkey with the user's consent, and returns it as the server stores it.
    @discardableResult
    func register(_ user: String = "jane", handle: [UInt8] = [1]) async throws -> Credential {
        let challenge = Challenge()
        let result = try await perform(
            [registration(user, handle: handle, challenge: challenge)], sheets: [.proceed], person: .match)
        guard case .passkeyRegistration(let registration) = result else { throw UnexpectedSuccess(result: result) }
        return try await verified(registration, challenge, user: handle).credential(isRegistered: false)
    }

    /// Signs in with the only passkey, and returns the response as the server verified it.
    func signIn(with credential: Credential) async throws -> VerifiedAuthentication {
        let challenge = Challenge()
        let result = try await perform([assertion(challenge: challenge)], sheets: [.choose(0)], person: .match)
        guard case .passkeyAssertion(let assertion) = result else { throw UnexpectedSuccess(result: result) }
        return try verified(assertion, challenge, credential)
    }

    func verified(
        _ registration: ASAuthorizationPlatformPublicKeyCredentialRegistration, _ challenge: Challenge, user: [UInt8],
        mediation: RegistrationChallenge.Mediation = .modal
    ) async throws -> VerifiedRegistration {
        try await server.verify(
            RegistrationResponse(
                clientDataJSON: Array(registration.rawClientDataJSON),
                attestationObject: Array(try #require(registration.rawAttestationObject))),
            for: RegistrationChallenge(challenge, for: UserHandle(user), mediation: mediation),
            policy: RegistrationPolicy(userVerification: mediation == .conditional ? .optional : .required),
            now: device.clock.now)
    }

    func verified(
        _ assertion: ASAuthorizationPlatformPublicKeyCredentialAssertion, _ challenge: Challenge, _ credential: Credential
    ) throws -> VerifiedAuthentication {
        try server.verify(
            AuthenticationResponse(
                credentialID: CredentialID(Array(assertion.credentialID)), clientDataJSON: Array(assertion.rawClientDataJSON),
                authenticatorData: Array(assertion.rawAuthenticatorData), signature: Array(assertion.signature),
                userHandle: UserHandle(Array(assertion.userID))),
            for: AuthenticationChallenge(challenge), with: credential, policy: AuthenticationPolicy(userVerification: .required))
    }
}
