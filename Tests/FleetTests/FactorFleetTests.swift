import Foundation
import HTTPTypes
import JSONText
import OneTimeCodes
import Testing

extension FleetTests {
    @Suite("Second factors and upgrades on three servers over one database")
    struct FactorFleetTests {
        @Test("a challenge of one server is answered at another, and a used factor is used at all of them")
        func secondFactor() async throws {
            try await Fleet.run { fleet in
                let client = fleet.client
                let own = try await client.register("anna", at: fleet.members[0]).text("session", "token")
                let codes = try await Self.turnOn(client, own, fleet)
                for (round, code) in codes.prefix(3).enumerated() {
                    let member = { (step: Int) in fleet.members[(round + step) % 3] }
                    let entered = try await client.signIn("anna", at: member(0))
                    #expect(entered.status == 401 && entered.code == "additional_authentication_required")
                    let challenge = try entered.text("challenge")
                    let answer: JSONValue = ["challenge": .string(challenge), "recoveryCode": .string(code)]
                    let opened = try await client.send(.post, "/v1/sessions/factor", json: answer, at: member(1))
                    let token = try opened.text("session", "token")
                    for step in 0..<3 { #expect(try await client.status(of: token, at: member(step)) == 200) }
                    #expect(try await client.send(.post, "/v1/sessions/factor", json: answer, at: member(2)).status != 201)
                    // The same with another challenge.
                    let again = try await client.signIn("anna", at: member(2)).text("challenge")
                    let reused: JSONValue = ["challenge": .string(again), "recoveryCode": .string(code)]
                    #expect(try await client.send(.post, "/v1/sessions/factor", json: reused, at: member(0)).status != 201)
                }
            }
        }

        @Test("a challenge accepts five answers in total at all servers")
        func attempts() async throws {
            try await Fleet.run { fleet in
                let client = fleet.client
                let own = try await client.register("anna").text("session", "token")
                let codes = try await Self.turnOn(client, own, fleet)
                let challenge = try await client.signIn("anna", at: fleet.members[0]).text("challenge")
                for attempt in 0..<5 {
                    let wrong = try await client.send(
                        .post, "/v1/sessions/factor", json: ["challenge": .string(challenge), "totp": "000000"],
                        at: fleet.members[attempt % 3])
                    #expect(wrong.code == "factor-rejected")
                }
                let right = try await client.send(
                    .post, "/v1/sessions/factor",
                    json: ["challenge": .string(challenge), "recoveryCode": .string(try #require(codes.first))],
                    at: fleet.members[2])
                #expect(right.status != 201)
            }
        }

        @Test("an upgrade is made at one server, repeated at another, and confirmed at the third")
        func upgrade() async throws {
            try await Fleet.run { fleet in
                let client = fleet.client
                _ = try await client.register("anna", at: fleet.members[0])
                let new = "copper-heron 72 meadow"
                let upgrade: JSONValue = [
                    "key": .string(Self.key), "newPassword": .string(new), "username": "anna",
                    "currentPassword": .string(FleetClient.password),
                ]
                for member in fleet.members.prefix(2) {
                    #expect(try await client.send(.post, "/v1/account/upgrade/password", json: upgrade, at: member).status == 200)
                }
                for member in fleet.members {
                    #expect(try await client.signIn("anna", at: member).status == 201, "the old one signs in until then")
                    #expect(try await client.signIn("anna", password: new, at: member).status == 201)
                }
                let confirmation: JSONValue = ["key": .string(Self.key), "username": "anna", "currentPassword": .string(new)]
                let confirmed = try await client.send(
                    .post, "/v1/account/upgrade/password/confirmation", json: confirmation, at: fleet.members[2])
                #expect((200..<300).contains(confirmed.status))
                for member in fleet.members {
                    #expect(try await client.signIn("anna", at: member).status == 401)
                    #expect(try await client.signIn("anna", password: new, at: member).status == 201)
                }
            }
        }

        private static let key = "5d9d5a5e-7a1c-4c1e-9d6f-0123456789ab"

        /// Sets up an authenticator app with one step at each server. Returns the recovery codes.
        private static func turnOn(_ client: FleetClient, _ session: String, _ fleet: Fleet) async throws -> [String] {
            let begun = try await client.send(.post, "/v1/account/totp", token: session, at: fleet.members[1])
            guard case .totp(let totp) = try OTPAuthURI(try begun.text("uri")).kind else { throw FleetClient.NoServerRunning() }
            let code = try #require(totp.password(at: Date()))
            let confirmed = try await client.send(
                .post, "/v1/account/totp/confirmation", token: session, json: ["code": .string(code)], at: fleet.members[2])
            return confirmed.json["recoveryCodes"]?.array?.compactMap(\.string) ?? []
        }
    }
}
