import AuthenticationServices
import CryptoKit
import Foundation

/// The sign-in of an app that encrypts notes with a key that a passkey derives (`prf`), and accepts security keys beside passkeys.
final class NotesVault: NSObject, ASAuthorizationControllerDelegate, ASAuthorizationControllerPresentationContextProviding {
    enum Outcome: Sendable {
        case passkey(Data, derivesKeys: Bool)
        case securityKey(ASAuthorizationSecurityKeyPublicKeyCredentialRegistration)
        case unlocked(SymmetricKey)
        case signedIn(ASAuthorizationSecurityKeyPublicKeyCredentialAssertion)
        case failed(ASAuthorizationError)
    }

    private static let domain = "example.com"
    private static let salt = Data("notes of the vault".utf8)
    private let platform = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: NotesVault.domain)
    private let securityKeys = ASAuthorizationSecurityKeyPublicKeyCredentialProvider(relyingPartyIdentifier: NotesVault.domain)
    var completion: ((Outcome) -> Void)?

    func addPasskey(for user: String, _ userID: Data, challenge: Data, excluding known: [Data]) {
        let request = platform.createCredentialRegistrationRequest(challenge: challenge, name: user, userID: userID)
        request.excludedCredentials = known.map(ASAuthorizationPlatformPublicKeyCredentialDescriptor.init(credentialID:))
        if #available(iOS 18.0, macOS 15.0, *) {
            request.prf = .checkForSupport
        }
        perform([request])
    }

    func addSecurityKey(for user: String, _ userID: Data, challenge: Data, excluding known: [Data]) {
        let request = securityKeys.createCredentialRegistrationRequest(
            challenge: challenge, displayName: user, name: user, userID: userID)
        request.credentialParameters = [ASAuthorizationPublicKeyCredentialParameters(algorithm: ASCOSEAlgorithmIdentifier.ES256)]
        request.excludedCredentials = known.map {
            ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor(
                credentialID: $0, transports: ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor.Transport.allSupported)
        }
        request.residentKeyPreference = ASAuthorizationPublicKeyCredentialResidentKeyPreference.required
        request.userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.required
        request.attestationPreference = ASAuthorizationPublicKeyCredentialAttestationKind.direct
        perform([request])
    }

    func unlock(_ challenge: Data, passkeys: [Data], securityKeys keys: [Data]) {
        let passkeyRequest = platform.createCredentialAssertionRequest(challenge: challenge)
        accept(passkeys.map { ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: $0) }, in: passkeyRequest)
        if #available(iOS 18.0, macOS 15.0, *) {
            passkeyRequest.prf = .inputValues(
                ASAuthorizationPublicKeyCredentialPRFAssertionInput.InputValues(saltInput1: Self.salt))
        }
        let keyRequest = securityKeys.createCredentialAssertionRequest(challenge: challenge)
        accept(
            keys.map { ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor(credentialID: $0, transports: [.usb, .nfc]) },
            in: keyRequest)
        perform([passkeyRequest, keyRequest])
    }

    private func accept(
        _ credentials: [ASAuthorizationPublicKeyCredentialDescriptor],
        in request: ASAuthorizationPublicKeyCredentialAssertionRequest
    ) {
        request.allowedCredentials = credentials
        request.userVerificationPreference = .preferred
    }

    private func perform(_ requests: [ASAuthorizationRequest]) {
        let controller = ASAuthorizationController(authorizationRequests: requests)
        controller.delegate = self
        controller.presentationContextProvider = self
        controller.performRequests()
    }

    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
        ASPresentationAnchor()
    }

    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        if let registration = authorization.credential as? ASAuthorizationPlatformPublicKeyCredentialRegistration {
            completion?(.passkey(registration.credentialID, derivesKeys: registration.prf?.isSupported ?? false))
        } else if let registration = authorization.credential as? ASAuthorizationSecurityKeyPublicKeyCredentialRegistration {
            completion?(.securityKey(registration))
        } else if let assertion = authorization.credential as? ASAuthorizationPlatformPublicKeyCredentialAssertion,
            let prf = assertion.prf
        {
            let key = HKDF<SHA256>.deriveKey(inputKeyMaterial: prf.first, info: Data("notes".utf8), outputByteCount: 32)
            completion?(.unlocked(key))
        } else if let assertion = authorization.credential as? ASAuthorizationSecurityKeyPublicKeyCredentialAssertion {
            completion?(.signedIn(assertion))
        }
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: Error) {
        if let error = error as? ASAuthorizationError { completion?(.failed(error)) }
    }
}
