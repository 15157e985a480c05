import AuthenticationServices
import Foundation

/// Passkeys of the account.
extension AccountServerClient {
    /// The server's options for a new passkey, as far as an app needs them.
    struct PasskeyOptions: Decodable {
        struct RelyingParty: Decodable {
            let id: String
        }

        struct User: Decodable {
            /// The user handle, in base64url.
            let id: String
            let name: String
        }

        struct Descriptor: Decodable {
            let id: String
        }

        let rp: RelyingParty
        let user: User
        let challenge: String
        let excludeCredentials: [Descriptor]?
    }

    /// The server's options for a signature by a passkey, as far as an app needs them.
    struct PasskeyRequestOptions: Decodable {
        let rpId: String
        let challenge: String
        /// The acceptable passkeys; empty or nil for any.
        let allowCredentials: [PasskeyOptions.Descriptor]?
    }

    /// Signs in with a passkey. The device asks the user which one.
    ///
    /// - Throws: `ASAuthorizationError` if the device makes no signature; ``ServerProblem``, and `URLError`.
    func signInWithPasskey() async throws -> Session {
        struct Answer: Decodable {
            let publicKey: PasskeyRequestOptions
            let secret: String
        }
        struct SignedIn: Decodable {
            struct Account: Decodable {
                let username: String?
                /// Nil for an account without a password.
                let passwordChangedAt: String?
            }

            let account: Account
        }
        let answer = try await send("POST", "v1/sessions/passkey-options").decoded(Answer.self)
        let passkey = try await answer.publicKey.assertion()
        var body = RequestBody(["secret": answer.secret])
        body.assertion = (name: "credential", passkey)
        let signedIn = try await send("POST", "v1/sessions/passkey", body)
        var session = try signedIn.session()
        let account = try signedIn.decoded(SignedIn.self).account
        session.userName = account.username
        if let user = account.username, account.passwordChangedAt == nil {
            // The passkey replaced the password. A failure shows nothing, because the next sign-in reports it again.
            let manager = ASCredentialDataManager()
            try? await manager.reportUnusedPasswordCredential(domain: answer.publicKey.rpId, userName: user)
        }
        return session
    }

    /// Returns options for a passkey that the device creates without a sheet. The server issues them shortly after a sign-in with a
    /// password.
    func silentPasskeyOptions(_ session: String) async throws -> PasskeyOptions {
        struct Answer: Decodable {
            let publicKey: PasskeyOptions
        }
        let body = RequestBody(["mediation": "conditional"])
        return try await send("POST", "v1/account/passkey-options", body, session: session).decoded(Answer.self).publicKey
    }

    /// Adds the passkey that the device created without a sheet. With `replacesPassword`, the first sign-in with it removes the
    /// password of the account.
    func addSilentPasskey(
        _ passkey: ASAuthorizationPlatformPublicKeyCredentialRegistration, session: String
    ) async throws {
        var body = RequestBody(["mediation": "conditional"])
        if replacesPassword { body.texts["replaces"] = "password" }
        body.passkey = NewPasskey(passkey)
        _ = try await send("POST", "v1/account/passkeys", body, session: session)
    }
}

extension AccountServerClient.PasskeyOptions {
    /// Returns the request for the new passkey.
    ///
    /// - Throws: `URLError` for a malformed challenge or user handle.
    func request(
        _ style: ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest.RequestStyle = .standard
    ) throws -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
        guard let challenge = Data(base64URLEncoded: challenge), let userID = Data(base64URLEncoded: user.id) else {
            throw URLError(.cannotParseResponse)
        }
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: rp.id)
        let request = provider.createCredentialRegistrationRequest(
            challenge: challenge, name: user.name, userID: userID, requestStyle: style)
        request.excludedCredentials = (excludeCredentials ?? []).compactMap(\.passkey)
        return request
    }
}

extension AccountServerClient.PasskeyRequestOptions {
    /// Has the device sign, after the user chose a passkey and authenticated.
    ///
    /// - Throws: `ASAuthorizationError`; `URLError` for a malformed challenge.
    @MainActor
    func assertion() async throws -> PasskeyAssertion {
        guard let challenge = Data(base64URLEncoded: challenge) else { throw URLError(.cannotParseResponse) }
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: rpId)
        let request = provider.createCredentialAssertionRequest(challenge: challenge)
        request.allowedCredentials = (allowCredentials ?? []).compactMap(\.passkey)
        guard case .passkeyAssertion(let passkey) = try await AuthorizationController().performRequest(request) else {
            throw ASAuthorizationError(.failed)
        }
        return PasskeyAssertion(passkey)
    }
}

extension AccountServerClient.PasskeyOptions.Descriptor {
    /// The passkey; nil for a malformed ID.
    fileprivate var passkey: ASAuthorizationPlatformPublicKeyCredentialDescriptor? {
        Data(base64URLEncoded: id).map(ASAuthorizationPlatformPublicKeyCredentialDescriptor.init)
    }
}

/// Accounts that begin with a passkey.
extension AccountServerClient {
    /// The server's options for the first passkey of an account, and the secret that the app returns with it.
    struct SignUpOptions: Decodable {
        let publicKey: PasskeyOptions
        let secret: String
    }

    /// Returns options for an account whose user name is not known yet: the user shares it on the device.
    func signUpOptions() async throws -> SignUpOptions {
        try await send("POST", "v1/accounts/passkey-options").decoded(SignUpOptions.self)
    }

    /// Creates the account that the device returned, and signs in. The contact is the user name. The server sends a code to an e-mail
    /// address, because neither the device nor the user proved that it is the user's.
    func signUp(
        _ account: ASAuthorizationAccountCreationPlatformPublicKeyCredential, secret: String
    ) async throws -> Session {
        var body = RequestBody(["username": account.contactIdentifier.text, "secret": secret])
        if case .email(let email) = account.contactIdentifier { body.texts["email"] = email.value }
        body.passkey = NewPasskey(account.credentialRegistration)
        return try await send("POST", "v1/accounts/passkey", body).session(isNew: true)
    }
}

extension ASContactIdentifier {
    /// The address or the number.
    var text: String {
        switch self {
        case .email(let email): email.value
        case .phoneNumber(let number): number.value
        }
    }
}

/// A new passkey in the JSON of the standard (Web Authentication Level 3, `RegistrationResponseJSON`).
struct NewPasskey: Encodable {
    struct Response: Encodable {
        let clientDataJSON: String
        let attestationObject: String
    }

    let id: String
    let type = "public-key"
    let response: Response

    init(_ passkey: ASAuthorizationPlatformPublicKeyCredentialRegistration) {
        id = passkey.credentialID.base64URLEncodedString()
        response = Response(
            clientDataJSON: passkey.rawClientDataJSON.base64URLEncodedString(),
            attestationObject: (passkey.rawAttestationObject ?? Data()).base64URLEncodedString())
    }
}

/// A signature of a passkey in the JSON of the standard (Web Authentication Level 3, `AuthenticationResponseJSON`).
struct PasskeyAssertion: Encodable {
    struct Response: Encodable {
        let clientDataJSON: String
        let authenticatorData: String
        let signature: String
        let userHandle: String
    }

    let id: String
    let type = "public-key"
    let response: Response

    init(_ passkey: ASAuthorizationPlatformPublicKeyCredentialAssertion) {
        id = passkey.credentialID.base64URLEncodedString()
        response = Response(
            clientDataJSON: passkey.rawClientDataJSON.base64URLEncodedString(),
            authenticatorData: passkey.rawAuthenticatorData.base64URLEncodedString(),
            signature: passkey.signature.base64URLEncodedString(), userHandle: passkey.userID.base64URLEncodedString())
    }
}
