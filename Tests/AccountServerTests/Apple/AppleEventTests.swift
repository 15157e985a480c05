import AccountPages
import Accounts
import HTTPTypes
import JSONText
import TestKit
import Testing
import Texts

@testable import AccountServer

@Suite("Events of reauthentication with Apple")
struct AppleEventTests {
    private func kinds(_ client: ServerClient, _ token: String) async throws -> [String] {
        let events = try await client.send(.get, "/v1/account/events", token: token).json["events"]?.array ?? []
        return events.compactMap { $0["kind"]?.string }
    }

    @Test("reauthentication with an Apple identity is recorded, and so is a wrong Apple identity")
    func kinds() async throws {
        let apple = FakeAppleService()
        try await ServerBench(apple: apple).run { client in
            let nonce = try await client.challenge()
            let signedIn = try await client.send(
                .post, "/v1/sessions/apple",
                json: ["identityToken": .string(try apple.signIn(nonce: nonce)), "nonce": .string(nonce)])
            var token = try signedIn.text("session", "token")
            for (subject, status, kind) in [
                ("000001.anna", 200, "apple-reauthenticated"), ("000001.berta", 401, "apple-reauthentication-failed"),
            ] {
                let nonce = try await client.challenge(for: "apple-reauthentication", token: token)
                let answer = try await client.send(
                    .post, "/v1/session/reauthentication/apple", token: token,
                    json: ["identityToken": .string(try apple.signIn(subject, nonce: nonce)), "nonce": .string(nonce)])
                #expect(answer.status.code == status)
                if status == 200 { token = try answer.text("session", "token") }
                #expect(try await kinds(client, token).first == kind)
            }
        }
    }

    @Test("event texts mention a password only if one was used")
    func words() {
        for kind in AuditEventKind.allCases {
            let isOfPassword = [
                .signedIn, .reauthenticated, .reauthenticationFailed, .signInFailed, .passwordChanged, .passwordSet,
                .passwordRemoved,
                .passwordUpgraded, .upgradedToApple, .passwordLinkMade, .passwordSetByLink, .recoveryOpened, .passwordRecovered,
            ]
            .contains(kind)
            let summary = Catalogs.accountPages.string(kind.summary, for: .english)
            #expect(summary.lowercased().contains("password") == isOfPassword, "\(kind)")
            #expect(summary.contains("Apple") == kind.rawValue.contains("apple"), "\(kind)")
        }
        #expect(Set(AuditEventKind.allCases.map(\.summary)).count == AuditEventKind.allCases.count)
    }
}
