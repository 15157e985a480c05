import AppleIdentityEmulator
import EmulatedAuthenticator
import HTTPTypes
import JSONText
import Secrets
import TestKit
import TestStores
import Testing

/// SIGKILL for the server after it answered, and at a random moment of the request.
@Suite("A passkey ceremony whose server is killed", .tags(.realParts), .serialized, .timeLimit(.minutes(Soak.isFull ? 60 : 20)))
struct KilledPasskeyTests {
    @Test(
        "a repeated sign-up gets the first session, a repeated registration the first passkey, and nothing is stored in part",
        arguments: [TestStore.sqlite, .postgres])
    func killed(_ store: TestStore) async throws {
        let server = try LatchkeyProcess(
            over: store,
            apple: ["team: ABCDE12345", "keyID: ABC123DEFG", "keyFile: apple.p8", "nativeClients: [com.example.shop]"],
            settings: ["throttles:", "  registrationsPerAddress:", "    attempts: 4000"])
        defer { server.kill() }
        try await server.start()
        var chance = SeededGenerator(seed: 20_261_127)
        for round in 0..<(4 * Soak.factor) {
            let name = JSONValue.string("anna\(round)")
            let moment = round.isMultiple(of: 2) ? nil : Duration.microseconds(chance.next() % 20_000)
            let words: Comment = "round \(round), killed \(moment.map { "after \($0)" } ?? "after the response")"

            var first = EmulatedPasskey.ofServer
            let options = try await server.post("/v1/accounts/passkey-options", ["username": name])
            let signUp: JSONValue = [
                "username": name, "secret": .string(try options.text("secret")), "credential": try first.register(options),
            ]
            let token = try await server.repeated("/v1/accounts/passkey", signUp, killed: moment, words) {
                try $0.text("session", "token")
            }
            #expect(try await server.passkeys(token) == 1, words)

            var second = EmulatedPasskey.ofServer
            let more = try await server.post("/v1/account/passkey-options", token: token)
            let addition: JSONValue = ["credential": try second.register(more)]
            _ = try await server.repeated("/v1/account/passkeys", token: token, addition, killed: moment, words) {
                try $0.text("passkey", "id")
            }
            #expect(try await server.passkeys(token) == 2, words)
            for passkey in [first, second] {
                let options = try await server.post("/v1/sessions/passkey-options")
                let signIn: JSONValue = ["secret": .string(try options.text("secret")), "credential": try passkey.sign(options)]
                #expect(try await server.post("/v1/sessions/passkey", signIn).json["account"]?["username"] == name, words)
            }
        }
    }
}

extension LatchkeyProcess {
    fileprivate typealias Answer = AppleBenchClient.Answer

    fileprivate func post(_ path: String, token: String? = nil, _ body: JSONValue? = nil) async throws -> Answer {
        try await use { try await $0.send(.post, path, token: token, json: body) }
    }

    fileprivate func passkeys(_ token: String) async throws -> Int? {
        try await use { try await $0.send(.get, "/v1/account/passkeys", token: token) }.json["passkeys"]?.array?.count
    }

    /// Sends a request, kills the server, starts it and sends the request twice. Returns the result, which must not change.
    ///
    /// - Parameter moment: the time after which to kill the server; nil for after its response.
    fileprivate func repeated(
        _ path: String, token: String? = nil, _ body: JSONValue, killed moment: Duration?, _ words: Comment,
        _ result: (Answer) throws -> String
    ) async throws -> String {
        let lost = try await use { client in
            async let answer = try? client.send(.post, path, token: token, json: body)
            if let moment { try await Task.sleep(for: moment) } else { _ = await answer }
            kill()
            return await answer
        }
        if moment == nil { #expect(lost?.status == 201, words) }
        try await start()
        let found = try result(try await post(path, token: token, body))
        if let lost { #expect(try result(lost) == found, words) }
        #expect(try result(try await post(path, token: token, body)) == found, words)
        return found
    }
}

extension EmulatedPasskey {
    static var ofServer: EmulatedPasskey {
        EmulatedPasskey(origin: RunningServer.origin, relyingPartyID: "accounts.example.com")
    }

    mutating func register(_ options: AppleBenchClient.Answer) throws -> JSONValue {
        let user = try #require(Base64URL.decode(try options.text("publicKey", "user", "id")))
        return try JSONText.parse(registrationJSON(try Self.challenge(options), user: user)).root.value
    }

    func sign(_ options: AppleBenchClient.Answer) throws -> JSONValue {
        try JSONText.parse(try assertionJSON(try Self.challenge(options))).root.value
    }

    private static func challenge(_ options: AppleBenchClient.Answer) throws -> [UInt8] {
        try #require(Base64URL.decode(try options.text("publicKey", "challenge")))
    }
}
