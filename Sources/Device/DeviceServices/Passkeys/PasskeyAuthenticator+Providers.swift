import AssociatedDomains
import Crypto
import DeviceBroker
import DeviceProtocol
import PasswordManager

/// Passkeys of credential providers. The system creates the client data, and checks each response against the request.
extension PasskeyAuthenticator {
    /// Has a provider create a passkey. The response matches the request, and the server verifies the key. A conditional request is for
    /// an account of which the provider has no passkey.
    ///
    /// - Parameter ask: asks the provider, and blocks until it responds.
    func create(
        _ request: PasskeyRegistrationRequest, at provider: AppIdentifier, for app: App,
        ask: (PasskeyCreationOrder) -> ProviderOutcome
    ) -> AuthorizationOutcome {
        if let rejection = rejection(of: app, at: request.relyingParty) { return .rejected(rejection) }
        let excluded = AuthorizationRejection(
            .matchedExcludedCredential, "\(provider) has a passkey that the request excludes.")
        let registered = provided().providers.first { $0.app == provider }?.identities ?? []
        let isExcluded = registered.contains { identity in
            identity.service == request.relyingParty
                && identity.passkey.map { request.excludedCredentials.contains($0.credentialID) } ?? false
        }
        guard !isExcluded else { return .rejected(excluded) }
        let hasOne = registered.contains { identity in
            identity.kind == .passkey && identity.service == request.relyingParty
                && (identity.user == request.userName || identity.passkey?.userHandle == request.userHandle)
        }
        guard !request.isConditional || !hasOne else {
            return .rejected(AuthorizationRejection(.failed, "\(provider) has a passkey of this account."))
        }
        let clientData = clientData("webauthn.create", request.challenge, request.relyingParty)
        let order = PasskeyCreationOrder(request, clientDataHash: Array(SHA256.hash(data: clientData)))
        switch ask(order) {
        case .registration(let registration):
            // The association may have ended while the provider waited for the user.
            if let rejection = rejection(of: app, at: request.relyingParty) { return .rejected(rejection) }
            return .granted(
                .passkeyRegistration(
                    PasskeyRegistration(
                        credentialID: registration.credentialID, clientData: clientData,
                        attestationObject: registration.attestationObject,
                        extensions: order.extensions.requested(of: registration.outputs))))
        case .excluded: return .rejected(excluded)
        case let other: return .rejected(rejection(for: other, of: provider, failure: "created no passkey"))
        }
    }

    /// Has a provider sign the challenge with its passkey. The response matches the request, and the server verifies the signature.
    ///
    /// - Parameter ask: asks the provider, and blocks until it responds.
    func sign(
        _ request: PasskeyAssertionRequest, with passkey: ProvidedPasskey, for app: App, ask: (PasskeyOrder) -> ProviderOutcome
    ) -> AuthorizationOutcome {
        if let rejection = rejection(of: app, at: request.relyingParty) { return .rejected(rejection) }
        let order = PasskeyOrder(
            identity: passkey.identity, clientDataHash: Array(SHA256.hash(data: clientData(of: request))),
            extensions: request.extensions.reduced(to: passkey.identity.passkey?.credentialID ?? []))
        guard let order else { return .rejected(AuthorizationRejection(.failed, "The passkey no longer exists.")) }
        switch ask(order) {
        case .passkey(let assertion):
            // The association may have ended while the provider waited for the user.
            if let rejection = rejection(of: app, at: request.relyingParty) { return .rejected(rejection) }
            return .granted(.passkeyAssertion(response(assertion, to: request)))
        case let other: return .rejected(rejection(for: other, of: passkey.provider, failure: "did not sign with the passkey"))
        }
    }

    /// Lets the user choose a credential in the view of a provider, which verifies the user. A passkey matches the request, and the server
    /// verifies the signature.
    ///
    /// - Parameters:
    ///   - acceptsPasswords: Whether the app also requests a password.
    ///   - ask: asks the provider, and blocks until it responds.
    func choose(
        _ request: PasskeyAssertionRequest, at provider: AppIdentifier, acceptsPasswords: Bool, for app: App,
        ask: (PasskeyListOrder) -> ProviderOutcome
    ) -> AuthorizationOutcome {
        if let rejection = rejection(of: app, at: request.relyingParty) { return .rejected(rejection) }
        guard let order = listOrder(for: request) else {
            return .rejected(AuthorizationRejection(.failed, "The request exceeds the limits of credential providers."))
        }
        let outcome = ask(order)
        // The association may have ended while the user chose.
        if let rejection = rejection(of: app, at: request.relyingParty) { return .rejected(rejection) }
        switch outcome {
        case .passkey(let assertion): return .granted(.passkeyAssertion(response(assertion, to: request)))
        case .password(let grant) where acceptsPasswords: return .granted(.password(grant))
        case let other: return .rejected(rejection(for: other, of: provider, failure: "returned no credential"))
        }
    }

    /// Returns the request as a provider receives it for the view in which it lists its passkeys.
    func listOrder(for request: PasskeyAssertionRequest) -> PasskeyListOrder? {
        PasskeyListOrder(
            relyingParty: request.relyingParty, clientDataHash: Array(SHA256.hash(data: clientData(of: request))),
            allowedCredentials: request.allowedCredentials, extensions: request.extensions)
    }

    /// Returns the response of a provider's passkey as the app receives it, with the extensions that it requested.
    ///
    /// - Parameter assertion: A signature that matches the request; only the server can verify it.
    func response(_ assertion: ProvidedAssertion, to request: PasskeyAssertionRequest) -> PasskeyAssertion {
        PasskeyAssertion(
            credentialID: assertion.credentialID, userHandle: assertion.userHandle, clientData: clientData(of: request),
            authenticatorData: assertion.authenticatorData, signature: assertion.signature,
            extensions: request.extensions.requested(of: assertion.outputs, by: assertion.credentialID))
    }

    /// Returns the rejection for an outcome without the requested credential. `failure` says what a provider that failed did.
    private func rejection(for outcome: ProviderOutcome, of provider: AppIdentifier, failure: String) -> AuthorizationRejection {
        switch outcome {
        case .cancelled: AuthorizationRejection(.canceled, "the user cancelled")
        case .failed(let fault): AuthorizationRejection(.failed, "\(provider) \(failure). \(fault.words)")
        case .password, .oneTimeCode, .passkey, .registration, .excluded, .configured, .updated:
            AuthorizationRejection(.failed, "\(provider) returned another credential.")
        }
    }

    private func clientData(of request: PasskeyAssertionRequest) -> [UInt8] {
        clientData("webauthn.get", request.challenge, request.relyingParty)
    }
}
