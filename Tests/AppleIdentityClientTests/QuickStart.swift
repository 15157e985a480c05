import AppleIdentity
import AppleIdentityClient
import Foundation

/// The code samples of the documentation.
enum QuickStart {
    static func verify(token: String, nonce: String) async throws {
        // In docs/guide.md and docs/guide.zh-Hans.md and Sources/Apple/AppleIdentityClient/AppleIdentityClient.docc/AppleIdentityClient.md
        let apple = try SignInWithApple(audiences: ClientIDs(["com.example.app"]), clock: { Date() })
        let identity = try await apple.verify(token, nonce: .exactOrSHA256(of: nonce))
        print("signed in: \(identity.subject)")
        // End
    }

    static func exchange(
        _ apple: SignInWithApple, contentsOfKeyFile: String, code: AuthorizationCode
    ) async throws -> ExchangedTokens {
        // In Sources/Apple/AppleIdentityClient/AppleIdentityClient.docc/AppleIdentityClient.md
        let key = try ClientSecretKey(p8: contentsOfKeyFile, keyID: KeyID("KEY1234567"))
        let secrets = ClientSecretCache(signer: ClientSecretSigner(team: try TeamID("TEAM123456"), key: key))
        let client = apple.client(try ClientID("com.example.app"), secrets: secrets)
        let tokens = try await client.exchange(code, from: .native, now: Date())
        // End
        return tokens
    }
}
