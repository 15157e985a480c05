import Foundation
import OpenAuthenticationServices
import Testing

/// The raw values of Apple's headers.
@Suite("AuthenticationServices raw values") struct NumberTests {
    @Test("error codes are Apple's")
    func errors() {
        typealias Code = ASAuthorizationError.Code
        let codes: [Code] = [
            .unknown, .canceled, .invalidResponse, .notHandled, .failed, .notInteractive, .matchedExcludedCredential,
            .credentialImport,
            .credentialExport, .preferSignInWithApple, .deviceNotConfiguredForPasskeyCreation,
        ]
        #expect(codes.map(\.rawValue) == Array(1000...1010))
        #expect(ASAuthorizationErrorDomain == "com.apple.AuthenticationServices.AuthorizationError")
        let extensions: [ASExtensionError.Code] = [
            .failed, .userCanceled, .userInteractionRequired, .credentialIdentityNotFound, .matchedExcludedCredential,
        ]
        #expect(extensions.map(\.rawValue) == [0, 1, 100, 101, 102])
        let store: [ASCredentialIdentityStoreError.Code] = [.internalError, .storeDisabled, .storeBusy]
        #expect(store.map(\.rawValue) == [0, 1, 2])
        let session: [ASWebAuthenticationSessionError.Code] = [
            .canceledLogin, .presentationContextNotProvided, .presentationContextInvalid,
        ]
        #expect(session.map(\.rawValue) == [1, 2, 3])
    }

    @Test("states, kinds and styles have Apple's raw values") @MainActor
    func others() {
        typealias State = ASAuthorizationAppleIDProvider.CredentialState
        #expect([State.revoked, .authorized, .notFound, .transferred].map(\.rawValue) == [0, 1, 2, 3])
        #expect([ASUserDetectionStatus.unsupported, .unknown, .likelyReal].map(\.rawValue) == [0, 1, 2])
        #expect([ASUserAgeRange.unknown, .child, .notChild].map(\.rawValue) == [0, 1, 2])
        typealias Button = ASAuthorizationAppleIDButton
        #expect([Button.ButtonType.signIn, .continue, .signUp, .default].map(\.rawValue) == [0, 1, 2, 0])
        #expect([Button.Style.white, .whiteOutline, .black].map(\.rawValue) == [0, 1, 2])
        #expect(ASAuthorizationController.RequestOptions.preferImmediatelyAvailableCredentials.rawValue == 1)
        typealias Registration = ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest
        #expect([Registration.RequestStyle.standard, .conditional].map(\.rawValue) == [0, 1])
        #expect([ASAuthorizationPublicKeyCredentialAttachment.platform, .crossPlatform].map(\.rawValue) == [0, 1])
        #expect(ASCOSEAlgorithmIdentifier.ES256.rawValue == -7 && ASCOSEEllipticCurveIdentifier.P256.rawValue == 1)
        let button = Button()
        #expect(button.type == .signIn && button.style == .black)
        #expect(Button(type: .continue, style: .white).style == .white)
    }

    @Test("parameters of a public key survive an archive")
    func parameters() throws {
        let parameters = ASAuthorizationPublicKeyCredentialParameters(algorithm: .ES256)
        let data = try NSKeyedArchiver.archivedData(withRootObject: parameters, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: ASAuthorizationPublicKeyCredentialParameters.self, from: data)
        #expect(read?.algorithm == .ES256 && (parameters.copy() as? ASAuthorizationPublicKeyCredentialParameters) === parameters)
    }

    @Test("Apple's code finds the codes in errors")
    func idioms() {
        let error: any Error = ASAuthorizationError(.canceled)
        #expect((error as? ASAuthorizationError)?.code == .canceled)
        #expect((error as NSError).code == 1001)
        #expect((error as NSError).domain == ASAuthorizationErrorDomain)
        do {
            throw error
        } catch ASAuthorizationError.canceled {
        } catch {
            Issue.record("not caught by its code")
        }
        #expect(Set([ASAuthorizationError(.canceled), ASAuthorizationError(.canceled), ASAuthorizationError(.failed)]).count == 2)
        #expect(Set([ASExtensionError(.failed), ASExtensionError(.userCanceled)]).count == 2)
        #expect(ASWebAuthenticationSessionError(.canceledLogin) == ASWebAuthenticationSessionError(.canceledLogin))
    }
}
