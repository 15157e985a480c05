import Crypto
import DeviceBroker
import DeviceProtocol
import Secrets
// Only the encoder: the device must not share the server's verification.
import enum WebAuthn.CBOR
import struct WebAuthn.CBORMap

/// The client of security keys for apps (Web Authentication Level 3, section 5).
extension PasskeyAuthenticator {
    /// Has the inserted key answer the request. The association is verified each time, because it may have ended while a sheet was open.
    ///
    /// - Parameter pin: the PIN as the user typed it; nil before the key requested it.
    func use(
        _ key: (any SecurityKey)?, for request: SecurityKeyRequest, pin: SecretBytes?, _ app: App
    ) -> SecurityKeyOutcome {
        if let rejection = rejection(of: app, at: request.relyingParty) { return .ended(.rejected(rejection)) }
        guard let key else { return .keyMissing }
        do throws(SecurityKeyRefusal) {
            let grant =
                switch request {
                case .registration(let request): try create(request, on: key, pin)
                case .assertion(let request): try sign(request, with: key, pin)
                }
            return .ended(.granted(grant))
        } catch {
            return SecurityKeyOutcome(error)
        }
    }

    private func create(
        _ request: SecurityKeyRegistrationRequest, on key: any SecurityKey, _ pin: SecretBytes?
    ) throws(SecurityKeyRefusal) -> AuthorizationGrant {
        let clientData = clientData("webauthn.create", request.challenge, request.relyingParty)
        let order = SecurityKeyCreation(request, clientDataHash: Array(SHA256.hash(data: clientData)))
        let credential = try key.create(order, pin: pin)
        let statement: [(key: CBOR, value: CBOR)] = [
            (.text("alg"), .integer(-7)), (.text("sig"), .bytes(credential.selfAttestation)),
        ]
        let object = CBOR.map(
            CBORMap([
                (.text("fmt"), .text(request.wantsAttestation ? "packed" : "none")),
                (.text("attStmt"), .map(CBORMap(request.wantsAttestation ? statement : []))),
                (.text("authData"), .bytes(credential.authenticatorData)),
            ]))
        return .securityKeyRegistration(
            PasskeyRegistration(
                credentialID: credential.credentialID, clientData: clientData, attestationObject: object.encoded))
    }

    private func sign(
        _ request: SecurityKeyAssertionRequest, with key: any SecurityKey, _ pin: SecretBytes?
    ) throws(SecurityKeyRefusal) -> AuthorizationGrant {
        let clientData = clientData("webauthn.get", request.challenge, request.relyingParty)
        let order = SecurityKeySignatureOrder(request, clientDataHash: Array(SHA256.hash(data: clientData)))
        let signed = try key.sign(order, pin: pin)
        return .securityKeyAssertion(
            PasskeyAssertion(
                credentialID: signed.credentialID, userHandle: signed.userHandle, clientData: clientData,
                authenticatorData: signed.authenticatorData, signature: signed.signature))
    }
}

extension SecurityKeyOutcome {
    fileprivate init(_ refusal: SecurityKeyRefusal) {
        self =
            switch refusal {
            case .pinRequired: .asksPIN(isRepeated: false)
            case .wrongPIN: .asksPIN(isRepeated: true)
            case .pinBlocked: .rejected(.failed, "The PIN of the security key is blocked.")
            case .pinNotSet: .rejected(.failed, "The security key has no PIN, and the request requires one.")
            case .notTouched: .rejected(.canceled, "the user did not touch the security key")
            case .excluded:
                .rejected(.matchedExcludedCredential, "The security key has a credential that the request excludes.")
            case .noCredential: .rejected(.failed, "The security key has no credential for the request.")
            case .full: .rejected(.failed, "The security key has no space for another discoverable credential.")
            }
    }

    private static func rejected(_ code: AuthorizationFailure, _ reason: String) -> SecurityKeyOutcome {
        .ended(.rejected(AuthorizationRejection(code, reason)))
    }
}
