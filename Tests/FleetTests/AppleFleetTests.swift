import AppleIdentityEmulator
import Crypto
import Foundation
import HTTPTypes
import JSONText
import TestKit
import Testing

extension FleetTests {
    @Suite("Three servers and one Apple")
    struct AppleFleetTests {
        @Test("a nonce is accepted once by all servers, and one server exchanges each code and revokes each token")
        func once() async throws {
            try await AppleFleet.run { apple in
                var tokens: [String] = []
                for index in 0..<6 {
                    let proof = try await apple.proof(of: "person\(index)")
                    let answers = try await withThrowingTaskGroup(of: FleetClient.Answer.self) { group in
                        for _ in 0..<9 {
                            group.addTask { try await apple.fleet.client.send(.post, "/v1/sessions/apple", json: proof) }
                        }
                        return try await group.reduce(into: []) { $0.append($1) }
                    }
                    #expect(answers.count { $0.status == 201 } == 1)
                    tokens += try answers.filter { $0.status == 201 }.map { try $0.text("session", "token") }
                }
                try await apple.wait { $0.exchanges(200) == 6 }
                for token in tokens {
                    let answer = try await apple.fleet.client.send(.delete, "/v1/account", token: token)
                    #expect([200, 204].contains(answer.status))
                }
                try await apple.wait { $0.consents.isEmpty }
                // A later sign-in at all servers shows that no other effect remains.
                _ = try await apple.fleet.client.send(.post, "/v1/sessions/apple", json: apple.proof(of: "late"))
                try await apple.wait { $0.exchanges(200) == 7 }
                #expect(apple.requests(.token).count == 7)
                #expect(apple.requests(.revoke).count == 6)
                #expect(try await apple.fleet.store("check") == 0)
            }
        }
    }
}

/// An emulator in this process, and a fleet that uses it.
private struct AppleFleet {
    let service: AppleService
    let fleet: Fleet
    let app: ClientID

    static func run(_ body: @escaping @Sendable (AppleFleet) async throws -> Void) async throws {
        var configuration = EmulatorConfiguration.allowingLoopback
        configuration.securePort = nil
        try await withAppleIdentityEmulator(configuration) { emulator in
            let party = try emulator.service.addRelyingParty(named: "Shop", bundleID: "com.example.shop")
            let settings = [
                "apple:", "  team: \(party.team.rawValue)", "  keyID: \(party.keyID.rawValue)", "  keyFile: apple.p8",
                "  nativeClients: [\(party.app.rawValue)]", "  serviceURL: \(emulator.baseURL)", "  serviceIsTest: true",
            ]
            try await Fleet.run(settings: settings, key: party.key.pem) { fleet in
                try await body(AppleFleet(service: emulator.service, fleet: fleet, app: party.app))
            }
        }
    }

    /// Returns the request of an app for a new user.
    func proof(of name: String) async throws -> JSONValue {
        let person = try service.addPerson(
            AppleAccountDraft(id: .init(name), givenName: name, familyName: "L", email: "\(name)@example.com")
        ).id
        let nonce = try await fleet.client.send(.post, "/v1/challenges", json: ["purpose": "apple-sign-in"]).text("nonce")
        let hash = SHA256.hash(data: Array(nonce.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let request = NativeSignInRequest(client: app, person: person, nonce: hash, scopes: [.name, .email])
        let credential = try service.signInNatively(request).get()
        return [
            "identityToken": .string(credential.identityToken), "authorizationCode": .string(credential.authorizationCode),
            "nonce": .string(nonce),
        ]
    }

    func requests(_ endpoint: Endpoint) -> [RequestRecord] { service.requests().filter { $0.endpoint == endpoint } }

    func exchanges(_ status: Int) -> Int { requests(.token).count { $0.status == status } }

    /// The users with an active consent at Apple.
    var consents: [PersonIdentifier] { service.people.map(\.id).filter { !service.consents(of: $0).isEmpty } }

    func wait(until isDone: (AppleFleet) -> Bool) async throws {
        await poll { isDone(self) }
    }
}
