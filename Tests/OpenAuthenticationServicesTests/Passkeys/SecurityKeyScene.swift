import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing
import WebAuthn

/// A device with an inserted security key, an app that is associated with example.com, and its server.
@MainActor
struct SecurityKeyScene {
    let scene: PasskeyScene
    let key: SimulatedSecurityKey
    private let provider = ASAuthorizationSecurityKeyPublicKeyCredentialProvider(relyingPartyIdentifier: PasskeyScene.site)
    private let server: RelyingParty

    var device: DeviceSimulator { scene.device }

    init(pin: String? = nil) async throws {
        try await self.init(SimulatedSecurityKey(pin: pin))
    }

    init(_ key: SimulatedSecurityKey) async throws {
        scene = try await PasskeyScene()
        self.key = key
        server = try RelyingParty(id: PasskeyScene.site, origins: [Origin("https://\(PasskeyScene.site)")])
        scene.device.insert(key)
    }

    func registration(
        challenge: Challenge = Challenge(), handle: [UInt8] = [1]
    ) -> ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest {
        let request = provider.createCredentialRegistrationRequest(
            challenge: Data(challenge.bytes), displayName: "Jane", name: "jane", userID: Data(handle))
        request.credentialParameters = [ASAuthorizationPublicKeyCredentialParameters(algorithm: .ES256)]
        return request
    }

    func assertion(
        challenge: Challenge = Challenge(), allowing allowed: [Data] = []
    ) -> ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest {
        let request = provider.createCredentialAssertionRequest(challenge: Data(challenge.bytes))
        request.allowedCredentials = allowed.map {
            ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor(credentialID: $0, transports: [])
        }
        return request
    }

    /// Creates a credential. The user touches the key, and types the PIN if the key asks for it.
    func register(
        _ request: ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest, typing pin: String? = nil,
        answers: [SimulatedSheets.Answer]? = nil
    ) async throws -> ASAuthorizationSecurityKeyPublicKeyCredentialRegistration {
        let result = try await scene.perform([request], sheets: answers ?? Self.answers(pin))
        guard case .securityKeyRegistration(let registration) = result else { throw OtherResult() }
        return registration
    }

    func sign(
        _ request: ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest, typing pin: String? = nil
    ) async throws -> ASAuthorizationSecurityKeyPublicKeyCredentialAssertion {
        let result = try await scene.perform([request], sheets: Self.answers(pin))
        guard case .securityKeyAssertion(let assertion) = result else { throw OtherResult() }
        return assertion
    }

    func error(
        _ request: ASAuthorizationRequest, answers: [SimulatedSheets.Answer] = []
    ) async throws -> ASAuthorizationError {
        try await scene.error([request], sheets: answers)
    }

    func verified(
        _ registration: ASAuthorizationSecurityKeyPublicKeyCredentialRegistration, _ challenge: Challenge
    ) async throws -> VerifiedRegistration {
        try await server.verify(
            RegistrationResponse(
                clientDataJSON: Array(registration.rawClientDataJSON),
                attestationObject: Array(try #require(registration.rawAttestationObject))),
            for: RegistrationChallenge(challenge, for: UserHandle([1])),
            policy: RegistrationPolicy(userVerification: .optional), now: device.clock.now)
    }

    func verified(
        _ assertion: ASAuthorizationSecurityKeyPublicKeyCredentialAssertion, _ challenge: Challenge, _ credential: Credential
    ) throws -> VerifiedAuthentication {
        try server.verify(
            AuthenticationResponse(
                credentialID: CredentialID(Array(assertion.credentialID)), clientDataJSON: Array(assertion.rawClientDataJSON),
                authenticatorData: Array(assertion.rawAuthenticatorData), signature: Array(assertion.signature),
                userHandle: assertion.userID.isEmpty ? nil : UserHandle(Array(assertion.userID))),
            for: AuthenticationChallenge(challenge, for: UserHandle([1]), allowing: [credential.id]), with: credential,
            policy: AuthenticationPolicy(userVerification: .optional))
    }

    private static func answers(_ pin: String?) -> [SimulatedSheets.Answer] {
        [.proceed] + (pin.map { [.password($0)] } ?? [])
    }

    private struct OtherResult: Error {}
}
