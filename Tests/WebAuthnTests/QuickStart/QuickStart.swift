import FoundationEssentials
import WebAuthn

/// The code blocks of docs/passkeys.md and WebAuthn.docc.
enum QuickStart {
    static func beginRegistration(of user: UserHandle, with credentials: [Credential]) throws -> (RegistrationChallenge, [UInt8]) {
        // In docs/passkeys.md and Sources/Formats/WebAuthn/WebAuthn.docc/WebAuthn.md
        let site = try RelyingParty(id: "example.org", origins: [Origin("https://example.org")])
        let begun = RegistrationChallenge(Challenge(), for: user)
        let options = RegistrationOptions(
            begun, at: site, siteName: "Example", userName: "anna@example.org", displayName: "Anna",
            excluding: credentials.map { CredentialDescriptor($0) })
        // End
        return (begun, options.json)
    }

    static func finishRegistration(
        _ body: [UInt8], for begun: RegistrationChallenge, at site: RelyingParty, now: Date, isRegistered: (CredentialID) -> Bool
    ) async throws -> Credential {
        // In docs/passkeys.md and Sources/Formats/WebAuthn/WebAuthn.docc/WebAuthn.md
        let response = try RegistrationResponse(json: body)
        let registration = try await site.verify(response, for: begun, now: now)
        let credential = try registration.credential(isRegistered: isRegistered(registration.credentialID))
        // End
        return credential
    }

    static func beginSignIn(at site: RelyingParty) throws -> (AuthenticationChallenge, [UInt8]) {
        // In docs/passkeys.md and Sources/Formats/WebAuthn/WebAuthn.docc/WebAuthn.md
        let begun = AuthenticationChallenge(Challenge())
        let options = try AuthenticationOptions(begun, at: site, policy: AuthenticationPolicy(userVerification: .required))
        // End
        return (begun, options.json)
    }

    static func finishSignIn(
        _ body: [UInt8], for begun: AuthenticationChallenge, at site: RelyingParty, stored: (CredentialID) -> Credential?
    ) throws -> VerifiedAuthentication {
        // In docs/passkeys.md and Sources/Formats/WebAuthn/WebAuthn.docc/WebAuthn.md
        let response = try AuthenticationResponse(json: body)
        let authentication = try site.verify(
            response, for: begun, with: stored(response.credentialID), policy: AuthenticationPolicy(userVerification: .required))
        // End
        return authentication
    }

    static func signals(of user: UserHandle, with credentials: [Credential], at site: RelyingParty) -> [UInt8] {
        // In docs/passkeys.md
        let signals = Signals.account(
            user, credentials: credentials.map(\.id), name: "anna@example.org", displayName: "Anna", at: site)
        // End
        return signals.json
    }
}
