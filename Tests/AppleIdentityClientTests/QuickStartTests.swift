import AppleIdentity
import AppleIdentityClient
import AppleIdentityEmulator
import Crypto
import Foundation
import Testing

@Suite("The quick start of AppleIdentityClient", .timeLimit(.minutes(20))) struct QuickStartTests {
    @Test("the samples run: a malformed token is rejected before a request is sent")
    func runs() async throws {
        let rejection = await #expect(throws: AppleIdentityError.self) {
            try await QuickStart.verify(token: "not a token", nonce: "n")
        }
        #expect(rejection?.isTemporary == false)
    }

    @Test("against the emulator, a token is verified over https, a code is exchanged, and the nonce of another sign-in is rejected")
    func emulator() async throws {
        try await withAppleIdentityEmulator(.allowingLoopback) { emulator in
            let service = emulator.service
            let party = try service.addRelyingParty(named: "Shop", bundleID: "com.example.app")
            let person = try service.addPerson(
                AppleAccountDraft(id: .init("anna"), givenName: "Anna", familyName: "Lee", email: "anna@example.com"))
            let hashed = SHA256.hash(data: Array("nonce".utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
                .joined()
            let credential = try service.signInNatively(
                NativeSignInRequest(client: party.app, person: person.id, nonce: hashed, scopes: [.email])
            ).get()

            let apple = try SignInWithApple(
                audiences: ClientIDs(["com.example.app"]),
                endpoints: AppleEndpoints(baseURL: try #require(emulator.secureBaseURL)),
                transport: AppleHTTPTransport(authorities: [emulator.certificateAuthority]), clock: { Date() })
            let identity = try await apple.verify(credential.identityToken, nonce: .exactOrSHA256(of: "nonce"))
            #expect(identity.subject == credential.user.rawValue)
            let malformed = #expect(throws: AppleIdentityError.self) {
                try AppleHTTPTransport(authorities: [emulator.certificateAuthority, "nonsense"])
            }
            #expect(malformed?.reason == "authorities[1] is not a PEM certificate.")
            let rejection = await #expect(throws: AppleIdentityError.self) {
                try await apple.verify(credential.identityToken, nonce: .exactOrSHA256(of: "another"))
            }
            #expect(rejection?.code == .wrongNonce)

            let key = try ClientSecretKey(p8: party.key.pem, keyID: try KeyID(party.keyID.rawValue))
            let signer = ClientSecretSigner(team: try TeamID(party.team.rawValue), key: key)
            let client = apple.client(try ClientID("com.example.app"), secrets: ClientSecretCache(signer: signer))
            let code = try #require(AuthorizationCode(credential.authorizationCode))
            _ = try await client.exchange(code, from: .native, now: Date())
            try await apple.transport.shutdown()
        }
    }

    @Test("a connection to an emulator with an untrusted authority fails")
    func untrusted() async throws {
        try await withAppleIdentityEmulator(.allowingLoopback) { emulator in
            let transport = try AppleHTTPTransport()
            let request = AppleRequest(method: .get, url: try #require(emulator.secureBaseURL) + "/auth/keys")
            let error = await #expect(throws: AppleIdentityError.self) { try await transport.send(request) }
            #expect(error?.isTemporary == false)
            try await transport.shutdown()
        }
    }

    @Test("an authority that is not a certificate is rejected", arguments: ["", "nonsense"])
    func authority(_ text: String) throws {
        let error = #expect(throws: AppleIdentityError.self) { try AppleHTTPTransport(authorities: [text]) }
        #expect(error?.code == .malformedAuthority && error?.isTemporary == false)
    }

    @Test("a transport that is released without a shutdown closes its connections, and the process continues")
    func released() async throws {
        try await withAppleIdentityEmulator(.allowingLoopback) { emulator in
            let request = AppleRequest(method: .get, url: emulator.baseURL + "/auth/keys")
            let response = try await AppleHTTPTransport().send(request)
            #expect(response.status == 200)
        }
    }
}
