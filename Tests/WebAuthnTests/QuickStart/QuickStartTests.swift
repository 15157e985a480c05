import Crypto
import Foundation
import JSONText
import Secrets
import Testing
import WebAuthn

/// The quick start of docs/passkeys.md.
struct QuickStartTests {
    @Test func `the code blocks register a passkey, sign in with it and signal it`() async throws {
        let site = try SampleRegistration.site.get()
        let user = try UserHandle([1, 2, 3])
        let (begun, options) = try QuickStart.beginRegistration(of: user, with: [])
        #expect(try RegistrationOptions(json: options).challenge.bytes == begun.challenge.bytes)

        var authenticator = SampleAuthentication()
        var registration = SampleRegistration()
        registration.challenge = begun.challenge.bytes
        registration.credentialID = authenticator.credentialID
        registration.key = authenticator.key.publicKey.coseKey
        let made = Self.response(
            registration.credentialID,
            ["clientDataJSON": registration.clientDataJSON, "attestationObject": registration.attestationObject])
        let credential = try await QuickStart.finishRegistration(made, for: begun, at: site, now: Vectors.now) { _ in false }
        #expect(credential.user == user)
        await #expect(throws: WebAuthnError.self) {
            try await QuickStart.finishRegistration(made, for: begun, at: site, now: Vectors.now) { $0 == credential.id }
        }

        let (asked, request) = try QuickStart.beginSignIn(at: site)
        #expect(try AuthenticationOptions(json: request).userVerification == .required)
        authenticator.challenge = asked.challenge.bytes
        let answer = Self.response(
            authenticator.credentialID,
            [
                "clientDataJSON": authenticator.clientDataJSON, "authenticatorData": authenticator.authenticatorData,
                "signature": try authenticator.signature(), "userHandle": user.bytes,
            ])
        let signedIn = try QuickStart.finishSignIn(answer, for: asked, at: site) { $0 == credential.id ? credential : nil }
        #expect(signedIn.user == user)
        #expect(signedIn.credential.signCount == authenticator.signCount)
        #expect(throws: WebAuthnError.self) { try QuickStart.finishSignIn(answer, for: asked, at: site) { _ in nil } }

        let signals = try JSONText.parse(QuickStart.signals(of: user, with: [credential], at: site)).root
        #expect(
            signals["signalAllAcceptedCredentials"]?["allAcceptedCredentialIds"]?[0]?.string
                == Base64URL.encode(credential.id.bytes))
    }

    private static func response(_ id: [UInt8], _ members: KeyValuePairs<String, [UInt8]>) -> [UInt8] {
        let message: JSONValue = [
            "id": .string(Base64URL.encode(id)), "type": "public-key",
            "response": .object(JSONObject(members.map { ($0.key, .string(Base64URL.encode($0.value))) })),
        ]
        return message.bytes()
    }
}
