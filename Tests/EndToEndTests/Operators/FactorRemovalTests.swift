import AppleIdentityEmulator
import Crypto
import Foundation
import HTTPTypes
import JSONText
import Secrets
import TestKit
import Testing

@Suite("The operator helps a user who lost their second factors", .tags(.realParts), .timeLimit(.minutes(20)))
struct FactorRemovalTests {
    @Test("lists them by name and date and removes them, after which the password alone signs in")
    func removal() async throws {
        let server = try LatchkeyProcess(
            apple: ["team: ABCDE12345", "keyID: ABC123DEFG", "keyFile: apple.p8", "nativeClients: [com.example.shop]"])
        defer { server.kill() }
        try await server.start()
        let key = P256.Signing.PrivateKey().publicKey
        let publicKey = Base64URL.encode(Array(key.x963Representation))
        let codes = try await server.use { client in
            let session = try await client.register("anna").text("session", "token")
            let added = try await client.send(
                .post, "/v1/account/device-keys", token: session,
                json: ["publicKey": .string(publicKey), "name": "Anna's phone"])
            #expect(added.status == 201)
            #expect(try await client.enter("anna").code == "additional_authentication_required")
            return added.json["recoveryCodes"]?.array?.compactMap(\.string) ?? []
        }
        #expect(codes.count == 10)

        let shown = try await server.command(["accounts", "show", "anna", "--json"])
        let factors = try JSONText.parse(Array(shown.words.utf8)).root.value["secondFactors"]
        #expect(factors?["deviceKeys"]?[0]?["name"] == "Anna's phone")
        #expect(factors?["recoveryCodes"] == .integer(10))
        #expect(factors?["totp"] == .null)
        #expect(!shown.words.contains(publicKey) && !codes.contains { shown.words.contains($0) })

        let removed = try await server.command(["accounts", "remove-second-factors", "anna", "--yes"])
        #expect(removed.words == "removed 1 device key, 10 recovery codes\n" && removed.status == 0)
        #expect(try await server.command(["accounts", "remove-second-factors", "anna", "--yes"]).status == 1)
        let answer = try await server.use { client in try await client.enter("anna") }
        #expect(answer.status == 201)
    }
}
