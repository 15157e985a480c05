import Crypto
import DeviceBroker
import DeviceProtocol
import Secrets

/// The client of security keys for apps (Web Authentication Level 3, section 5).
extension PasskeyAuthenticator {
    /// Sends the request to the inserted key. The association is verified before and after, because it may end while a sheet is open or
    /// the key waits for a touch.
    ///
    /// - Parameters:
    ///   - pin: the PIN as the user typed it; nil before the key requested it.
    ///   - cancellation: ends the wait for the touch.
    func use(
        _ key: (any SecurityKey)?, for request: SecurityKeyRequest, pin: SecretBytes?, _ app: App,
        until cancellation: PromptCancellationToken
    ) -> SecurityKeyOutcome {
        if let rejection = rejection(of: app, at: request.relyingParty) { return .ended(.rejected(rejection)) }
        guard let key else { return .keyMissing }
        do throws(SecurityKeyRejection) {
            let grant =
                switch request {
                case .registration(let request): try create(request, on: key, pin, cancellation)
                case .assertion(let request): try sign(request, with: key, pin, cancellation)
                }
            if let rejection = rejection(of: app, at: request.relyingParty) { return .ended(.rejected(rejection)) }
            return .ended(.granted(grant))
        } catch {
            return SecurityKeyOutcome(error, attempts: key.attemptsLeft)
        }
    }

    private func create(
        _ request: SecurityKeyRegistrationRequest, on key: any SecurityKey, _ pin: SecretBytes?,
        _ cancellation: PromptCancellationToken
    ) throws(SecurityKeyRejection) -> AuthorizationGrant {
        let clientData = clientData("webauthn.create", request.challenge, request.relyingParty)
        let order = SecurityKeyCreation(request, clientDataHash: Array(SHA256.hash(data: clientData)))
        let credential = try key.create(order, pin: pin, until: cancellation)
        return .securityKeyRegistration(
            PasskeyRegistration(
                credentialID: credential.credentialID, clientData: clientData,
                attestationObject: credential.attestationObject(withAttestation: request.wantsAttestation)))
    }

    private func sign(
        _ request: SecurityKeyAssertionRequest, with key: any SecurityKey, _ pin: SecretBytes?,
        _ cancellation: PromptCancellationToken
    ) throws(SecurityKeyRejection) -> AuthorizationGrant {
        let clientData = clientData("webauthn.get", request.challenge, request.relyingParty)
        let order = SecurityKeySignatureOrder(request, clientDataHash: Array(SHA256.hash(data: clientData)))
        let signed = try key.sign(order, pin: pin, until: cancellation)
        return .securityKeyAssertion(
            PasskeyAssertion(
                credentialID: signed.credentialID, userHandle: signed.userHandle, clientData: clientData,
                authenticatorData: signed.authenticatorData, signature: signed.signature))
    }
}

extension SecurityKeyOutcome {
    fileprivate init(_ rejection: SecurityKeyRejection, attempts: Int?) {
        self =
            switch rejection {
            case .pinRequired: .asksPIN(isRepeated: false)
            case .wrongPIN: .asksPIN(isRepeated: true, attempts: attempts)
            case .pinBlocked: .rejected(.failed, "The PIN of the security key is blocked.")
            case .pinPaused:
                .rejected(.failed, "The PIN of the security key was wrong too often in a row. Remove the key and insert it again.")
            case .pinNotSet: .rejected(.failed, "The security key has no PIN, and the request requires one.")
            case .notTouched: .rejected(.canceled, "the user did not touch the security key")
            case .excluded:
                .rejected(.matchedExcludedCredential, "The security key has a credential that the request excludes.")
            case .noCredential: .rejected(.failed, "The security key has no credential for the request.")
            case .full: .rejected(.failed, "The security key has no space for another discoverable credential.")
            case .missing: .keyMissing
            case .several: .rejected(.failed, "Several security keys are connected. Leave only one of them connected.")
            case .cancelled: .rejected(.canceled, "the request to the security key was cancelled")
            case .unusable: .rejected(.failed, "The security key cannot perform the request, or its response is not valid.")
            }
    }

    private static func rejected(_ code: AuthorizationFailure, _ reason: String) -> SecurityKeyOutcome {
        .ended(.rejected(AuthorizationRejection(code, reason)))
    }
}
