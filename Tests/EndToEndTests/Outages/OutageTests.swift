import AppleIdentityEmulator
import Crypto
import Foundation
import HTTPTypes
import JSONText
import TestKit
import Testing

/// Apple is down, and the server is killed during that time. The long form, at random times and with many users, is
/// Benchmarks/apple_outages.py.
@Suite("Apple is down, and the server is killed", .tags(.realParts), .timeLimit(.minutes(20)))
struct OutageTests {
    @Test(
        "users sign in and leave, and requests to Apple are sent when it recovers, after any kill")
    func killedWhileAppleIsDown() async throws {
        try await Outage.run { outage in
            var chance = SeededGenerator(seed: 20_261_121)
            // Some come while all is well; their tokens are with the server.
            try await outage.start()
            for name in ["anna", "ben", "cora"] { try await outage.signIn(name) }
            try await outage.waitForExchanges()

            // All of Apple's endpoints are down. The server has the keys and continues. So does a new one with the same store.
            try outage.apple.addFault(.status(503), at: .keys)
            try outage.apple.addFault(.status(503), at: .token)
            try outage.apple.addFault(.status(503), at: .revoke)
            try await outage.signIn("dan")
            try await outage.signIn("eve")
            try await outage.leave("anna")
            // Comes and leaves before the code could be exchanged: only the code can revoke the consent.
            try await outage.signIn("hal")
            try await outage.leave("hal", told: "revoke-by-hand")
            outage.server.kill()

            for (name, leaver) in [("finn", "ben"), ("gwen", "cora")] {
                try await outage.start()
                try await outage.signIn(name)
                // In the midst of trying, or before, or after.
                try await Task.sleep(for: .milliseconds(Int(chance.next() % 1_500)))
                try await outage.leave(leaver)
                outage.server.kill()
            }
            #expect(outage.consents == ["anna", "ben", "cora", "dan", "eve", "finn", "gwen", "hal"])

            // Requests of the killed server are rejected before the next server's arrive. If accepted late, they would use up a
            // code whose token no server receives.
            try await outage.start()
            let rejected = outage.rejected
            try await outage.signIn("ina")
            try await outage.wait { $0.rejected > rejected }
            outage.apple.removeAllFaults()
            let staying = ["dan", "eve", "finn", "gwen", "ina"]
            for name in staying { #expect(try await outage.isSignedIn(name)) }
            try await outage.waitForExchanges()
            try await outage.wait { $0.consents == staying }

            // Leaving shows that their codes became refresh tokens.
            for name in staying { try await outage.leave(name) }
            try await outage.wait { $0.consents.isEmpty }
            outage.server.kill()
        }
    }
}

/// An emulator in this process and a server in another, with the responses that each user received.
private final class Outage: Sendable {
    let apple: AppleService
    let server: LatchkeyProcess
    private let app: ClientID
    private let sessions = People()

    /// The store's responses: a user may rely on what they received.
    private actor People {
        private(set) var tokens: [String: String] = [:]
        func set(_ name: String, _ token: String?) { tokens[name] = token }
    }

    static func run(_ body: (Outage) async throws -> Void) async throws {
        var configuration = EmulatorConfiguration.allowingLoopback
        configuration.securePort = nil
        configuration.keyMaker = .reusing(SigningKeys.pem)
        try await withAppleIdentityEmulator(configuration) { emulator in
            let outage = try Outage(emulator)
            defer { outage.server.kill() }
            try await body(outage)
        }
    }

    private init(_ emulator: AppleIdentityEmulator) throws {
        apple = emulator.service
        let party = try apple.addRelyingParty(named: "Shop", bundleID: "com.example.shop")
        app = party.app
        server = try LatchkeyProcess(
            apple: [
                "team: \(party.team.rawValue)", "keyID: \(party.keyID.rawValue)", "keyFile: apple.p8",
                "nativeClients: [\(party.app.rawValue)]", "serviceURL: \(emulator.baseURL)", "serviceIsTest: true",
            ], key: party.key.pem)
    }

    func start() async throws { try await server.start() }

    /// The users whose consent is valid at Apple.
    var consents: [String] {
        apple.people.map(\.id).filter { !apple.consents(of: $0).isEmpty }.map(\.rawValue).sorted()
    }

    /// Signs a new user in, and records the response.
    func signIn(_ name: String) async throws {
        let person = try apple.addPerson(
            AppleAccountDraft(id: .init(name), givenName: name, familyName: "L", email: "\(name)@example.com")
        ).id
        let answer = try await server.use { client in
            let nonce = try await client.challenge()
            let hash = SHA256.hash(data: Array(nonce.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            let request = NativeSignInRequest(client: app, person: person, nonce: hash, scopes: [.name, .email])
            let proof = client.proof(try apple.signInNatively(request).get(), nonce: nonce)
            return try await client.send(.post, "/v1/sessions/apple", json: proof)
        }
        #expect(answer.status == 201, "\(name) signs in")
        await sessions.set(name, try answer.text("session", "token"))
    }

    func isSignedIn(_ name: String) async throws -> Bool {
        let token = await sessions.tokens[name]
        return try await server.use { try await $0.send(.get, "/v1/session", token: token).status == 200 }
    }

    /// Deletes a user's account.
    ///
    /// - Parameter notice: the expected notice about Apple's tokens. By default the token is here, so that it can be revoked.
    func leave(_ name: String, told notice: String = "being-revoked") async throws {
        let token = await sessions.tokens[name]
        let answer = try await server.use { try await $0.send(.delete, "/v1/account", token: token) }
        #expect(answer.json["appleTokens"]?.string == notice, "\(name) leaves")
        await sessions.set(name, nil)
    }

    /// Waits until the server has no code left to exchange and has stored every result.
    ///
    /// A batch of its work ends before the next begins. When the code of a later user is exchanged too, the tokens of all earlier
    /// users are stored.
    func waitForExchanges() async throws {
        for _ in 0..<2 {
            try await signIn("sentinel-\(UUID().uuidString.prefix(8).lowercased())")
            try await wait { $0.exchanged >= $0.issued }
        }
        for person in apple.people.map(\.id) where person.rawValue.hasPrefix("sentinel") { try apple.deleteAccount(person) }
    }

    /// The number of codes that were not exchanged since the endpoints went down.
    var rejected: Int { apple.requests().count { $0.endpoint == .token && $0.status == 503 } }

    private var issued: Int { apple.requests().count { $0.endpoint == .native } }
    private var exchanged: Int { apple.requests().count { $0.endpoint == .token && $0.status == 200 } }

    func wait(until isDone: (Outage) -> Bool) async throws {
        await poll { isDone(self) }
    }
}
