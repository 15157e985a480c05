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

    /// Returns options for a passkey that the device creates without a sheet. The server issues them shortly after a sign-in with a
    /// password.
    func silentPasskeyOptions(_ session: String) async throws -> PasskeyOptions {
        struct Answer: Decodable {
            let publicKey: PasskeyOptions
        }
        let body = RequestBody(["mediation": "conditional"])
        return try await send("POST", "v1/account/passkey-options", body, session: session).decoded(Answer.self).publicKey
    }

    /// Adds the passkey that the device created without a sheet.
    func addSilentPasskey(
        _ passkey: ASAuthorizationPlatformPublicKeyCredentialRegistration, session: String
    ) async throws {
        var body = RequestBody(["mediation": "conditional"])
        body.passkey = NewPasskey(passkey)
        _ = try await send("POST", "v1/account/passkeys", body, session: session)
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
