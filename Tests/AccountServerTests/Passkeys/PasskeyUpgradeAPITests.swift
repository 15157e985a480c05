import EmulatedAuthenticator
import HTTPTypes
import JSONText
import TestKit
import Testing

@testable import AccountServer

@Suite("Passkeys that replace the password, in the API", .tags(.everyStore))
struct PasskeyUpgradeAPITests {
    @Test(
        "a passkey that a device made by itself removes the password at its first sign-in, only if the app asked for that",
        arguments: [true, false])
    func silentPasskey(isAsked: Bool) async throws {
        try await ServerBench().run { client in
            _ = try await client.register()
            let token = try await client.signIn().text("session", "token")
            var passkey = EmulatedPasskey.ofBench
            (passkey.isUserPresent, passkey.isUserVerified) = (false, false)
            let added = try await client.addSilently(&passkey, token: token, replacing: isAsked ? "password" : nil)
            #expect(added.status == .created, "\(added.text)")
            // Until then the passkey could be lost unnoticed.
            #expect(try await client.signIn().status == .created)

            (passkey.isUserPresent, passkey.isUserVerified) = (true, true)
            #expect(try await client.signIn(with: passkey).status == .created)
            #expect(try await client.signIn().status == (isAsked ? .unauthorized : .created))
            #expect(try await client.signIn(with: passkey).status == .created)
        }
    }

    @Test("a passkey can replace nothing else")
    func otherValues() async throws {
        try await ServerBench().run { client in
            let token = try await client.register()
            var passkey = EmulatedPasskey.ofBench
            let rejected = try await client.addSilently(&passkey, token: token, replacing: "apple")
            #expect(rejected.status == .badRequest && rejected.code == "malformed-json")
        }
    }
}

extension ServerClient {
    fileprivate func addSilently(
        _ passkey: inout EmulatedPasskey, token: String, replacing: String?
    ) async throws -> ServerAnswer {
        let options = try await send(.post, "/v1/account/passkey-options", token: token, json: ["mediation": "conditional"])
        var members: [(String, JSONValue)] = [("credential", try passkey.make(options)), ("mediation", "conditional")]
        if let replacing { members.append(("replaces", .string(replacing))) }
        return try await send(.post, "/v1/account/passkeys", token: token, json: .object(JSONObject(members)))
    }
}
