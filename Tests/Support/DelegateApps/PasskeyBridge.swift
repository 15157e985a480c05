import AuthenticationServices
import Foundation

/// The native half of a plugin for a cross-platform framework. The other half sends the server's options as JSON, and receives the
/// response of the device as JSON, or the name of a failure. The user chooses between the device and a security key.
@available(iOS 15.0, macOS 12.0, *)
final class PasskeyBridge {
    enum Failure: String, Error {
        case cancelled, alreadyRegistered, notSupported, requestFailed, malformedOptions
    }

    @MainActor
    func create(_ json: String) async throws -> String {
        let options = try Self.options(CreationOptions.self, json)
        guard let challenge = Data(base64URL: options.challenge), let userID = Data(base64URL: options.user.id) else {
            throw Failure.malformedOptions
        }
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: options.rp.id)
        let request = provider.createCredentialRegistrationRequest(challenge: challenge, name: options.user.name, userID: userID)
        request.displayName = options.user.displayName
        if let preference = options.authenticatorSelection?.userVerification {
            request.userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference(rawValue: preference)
        }
        request.attestationPreference = ASAuthorizationPublicKeyCredentialAttestationKind(rawValue: options.attestation ?? "none")
        if #available(iOS 17.4, macOS 13.5, *) {
            request.excludedCredentials = options.excludeCredentials?.compactMap(\.descriptor)
        }
        let keyRequest = ASAuthorizationSecurityKeyPublicKeyCredentialProvider(relyingPartyIdentifier: options.rp.id)
            .createCredentialRegistrationRequest(
                challenge: challenge, displayName: options.user.displayName, name: options.user.name, userID: userID)
        keyRequest.credentialParameters = [ASAuthorizationPublicKeyCredentialParameters(algorithm: .ES256)]
        keyRequest.userVerificationPreference = request.userVerificationPreference
        keyRequest.attestationPreference = request.attestationPreference
        keyRequest.excludedCredentials = options.excludeCredentials?.compactMap(\.keyDescriptor) ?? []
        guard
            let made = try await perform([request, keyRequest]) as? ASAuthorizationPublicKeyCredentialRegistration,
            let attestationObject = made.rawAttestationObject
        else { throw Failure.requestFailed }
        return try Self.json(
            Response(
                id: made.credentialID,
                response: [
                    "clientDataJSON": made.rawClientDataJSON.base64URL, "attestationObject": attestationObject.base64URL,
                ]))
    }

    @MainActor
    func get(_ json: String) async throws -> String {
        let options = try Self.options(RequestOptions.self, json)
        guard let challenge = Data(base64URL: options.challenge) else { throw Failure.malformedOptions }
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: options.rpId)
        let request = provider.createCredentialAssertionRequest(challenge: challenge)
        request.allowedCredentials = options.allowCredentials?.compactMap(\.descriptor) ?? []
        let keyRequest = ASAuthorizationSecurityKeyPublicKeyCredentialProvider(relyingPartyIdentifier: options.rpId)
            .createCredentialAssertionRequest(challenge: challenge)
        keyRequest.allowedCredentials = options.allowCredentials?.compactMap(\.keyDescriptor) ?? []
        guard let signed = try await perform([request, keyRequest]) as? ASAuthorizationPublicKeyCredentialAssertion else {
            throw Failure.requestFailed
        }
        var response = [
            "clientDataJSON": signed.rawClientDataJSON.base64URL, "authenticatorData": signed.rawAuthenticatorData.base64URL,
            "signature": signed.signature.base64URL,
        ]
        // Empty for a credential of a security key that is not discoverable.
        if !signed.userID.isEmpty { response["userHandle"] = signed.userID.base64URL }
        return try Self.json(Response(id: signed.credentialID, response: response))
    }

    @MainActor
    private func perform(_ requests: [ASAuthorizationRequest]) async throws -> ASAuthorizationCredential {
        do {
            // Retained until it is called: the controller references its delegate weakly.
            let courier = Courier()
            return try await courier.perform(requests)
        } catch {
            switch ASAuthorizationError.Code(rawValue: (error as NSError).code) {
            case .canceled: throw Failure.cancelled
            case .matchedExcludedCredential: throw Failure.alreadyRegistered
            case .notHandled, .deviceNotConfiguredForPasskeyCreation: throw Failure.notSupported
            default: throw Failure.requestFailed
            }
        }
    }

    private static func options<Options: Decodable>(_ type: Options.Type, _ json: String) throws -> Options {
        guard let options = try? JSONDecoder().decode(type, from: Data(json.utf8)) else { throw Failure.malformedOptions }
        return options
    }

    private static func json(_ response: Response) throws -> String {
        String(decoding: try JSONEncoder().encode(response), as: UTF8.self)
    }
}

/// Turns the two calls of a delegate into one result.
private final class Courier: NSObject, ASAuthorizationControllerDelegate, ASAuthorizationControllerPresentationContextProviding {
    private var continuation: CheckedContinuation<ASAuthorizationCredential, Error>?

    func perform(_ requests: [ASAuthorizationRequest]) async throws -> ASAuthorizationCredential {
        try await withCheckedThrowingContinuation { continuation in
            self.continuation = continuation
            let controller = ASAuthorizationController(authorizationRequests: requests)
            controller.delegate = self
            controller.presentationContextProvider = self
            controller.performRequests()
        }
    }

    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
        ASPresentationAnchor()
    }

    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        continuation?.resume(returning: authorization.credential)
        continuation = nil
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: Error) {
        continuation?.resume(throwing: error)
        continuation = nil
    }
}

private struct CreationOptions: Decodable {
    struct RelyingParty: Decodable {
        let id: String
    }

    struct User: Decodable {
        let id: String
        let name: String
        let displayName: String
    }

    struct Selection: Decodable {
        let userVerification: String?
    }

    let rp: RelyingParty
    let user: User
    let challenge: String
    let attestation: String?
    let authenticatorSelection: Selection?
    let excludeCredentials: [Known]?
}

private struct RequestOptions: Decodable {
    let rpId: String
    let challenge: String
    let allowCredentials: [Known]?
}

/// A credential of the options.
private struct Known: Decodable {
    let id: String

    var descriptor: ASAuthorizationPlatformPublicKeyCredentialDescriptor? {
        Data(base64URL: id).map { ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: $0) }
    }

    var keyDescriptor: ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor? {
        Data(base64URL: id).map {
            ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor(
                credentialID: $0, transports: ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor.Transport.allSupported)
        }
    }
}

private struct Response: Encodable {
    let id: String
    let rawId: String
    let type = "public-key"
    let response: [String: String]

    init(id: Data, response: [String: String]) {
        self.id = id.base64URL
        rawId = self.id
        self.response = response
    }
}

extension Data {
    fileprivate init?(base64URL text: String) {
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        self.init(
            base64Encoded: text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/") + padding)
    }

    fileprivate var base64URL: String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
