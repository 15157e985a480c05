#if PostgreSQL
import AccountStoreConformance
import Accounts
import Foundation
import PostgreSQLServer
import Secrets
import Testing

@testable import AccountStorePostgreSQL

/// As ``ManyServersTests``, for what is done in a session, so that no password holds it up.
@Suite("Many servers, and one session", .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
struct SessionRaceTests {
    private static let rounds = ProcessInfo.processInfo.environment["LATCHKEY_RACE_ROUNDS"].flatMap(Int.init) ?? 5
    private let now = Timestamp(seconds: 1_700_000_000)

    @Test("one conversion to Apple is made")
    func conversions() async throws {
        try await rounds { servers, random, anna, round in
            let upgrade = StoredAppleUpgrade(
                key: UpgradeKey(random: random), nonce: try digest(random), expiresAt: now + .seconds(60))
            try await servers[0].begin(upgrade, of: anna.account.id)
            let key = AppleIdentityKey(
                team: try #require(AppleTeamID("TEAM000001")), subject: try #require(AppleSubject("000001.round\(round)")))
            let client = try #require(AppleClientID("org.example.app"))
            let outcomes = try await race(64) { index in
                let vouching = AppleVouching(
                    id: AppleIdentityID(random: random),
                    assertion: AppleIdentityAssertion(key: key, client: client, email: nil, name: nil, authenticatedAt: now),
                    grant: .none, at: now)
                let conversion = AppleConversion(
                    key: upgrade.key, account: anna.account.id, nonce: upgrade.nonce, version: 1, vouching: vouching,
                    renewal: try renewal(of: anna, random), event: event(.upgradedToApple, anna, random))
                return try await servers[index].convert(conversion)
            }
            #expect(outcomes.count { $0 == .converted } == 1)
            #expect(try await servers[1].credential(of: anna.account.id) == nil)
            #expect(try await servers[1].appleIdentities(of: anna.account.id).count == 1)
        }
    }

    @Test("one answer to its challenge renews it")
    func stepUps() async throws {
        try await rounds { servers, random, anna, _ in
            let totp = try StoredTOTP(
                id: TOTPID(random: random), account: anna.account.id, sealed: Sealed(bytes: [1] + random.bytes(60)), createdAt: now)
            _ = try await servers[0].beginTOTP(totp, by: anna.opening.session.id, now: now)
            let addition = FactorAddition(
                account: anna.account.id, session: anna.opening.session.id, renewal: nil, recoveryCodes: [],
                event: event(.totpAdded, anna, random))
            _ = try await servers[0].confirmTOTP(totp.id, step: 1, addition)
            let challenge = try digest(random)
            try await servers[0].add(
                StoredFactorChallenge(
                    digest: challenge, account: anna.account.id, purpose: .stepUp(anna.opening.session.id), device: nil,
                    issuedAt: now, expiresAt: now + .seconds(60)))
            let taken = try await race(64) { index in
                try await servers[index].takeFactorAttempt(at: challenge, in: anna.opening.session.id, now: now)
            }
            #expect(taken.count { $0 != nil } == FactorChallenge.attempts)
            let outcomes = try await race(64) { index in
                // Half of them by one step, half by steps of their own.
                let step = Int64(index.isMultiple(of: 2) ? 2 : index + 2)
                return try await servers[index].completeStepUp(
                    FactorStepUpCompletion(
                        challenge: challenge, use: .totp(totp.id, step: step), renewal: try renewal(of: anna, random),
                        event: event(.factorShown, anna, random)))
            }
            #expect(outcomes.count { $0 == .completed } == 1)
        }
    }

    private func digest(_ random: PredictableRandomBytes) throws -> TokenDigest {
        try #require(TokenDigest(bytes: random.bytes(32)))
    }

    private func renewal(of person: Person, _ random: PredictableRandomBytes) throws -> SessionRenewal {
        SessionRenewal(session: person.opening.session.id, digest: try digest(random), authenticatedAt: now)
    }

    private func event(_ kind: AuditEventKind, _ person: Person, _ random: PredictableRandomBytes) -> AuditEvent {
        AuditEvent(
            id: AuditEventID(random: random), kind: kind, account: person.account.id, at: now, client: person.opening.event.client)
    }

    /// With somebody new in each, who has one session.
    private func rounds(_ body: (Servers, PredictableRandomBytes, Person, Int) async throws -> Void) async throws {
        let servers = try Servers(4)
        let random = PredictableRandomBytes(seed: 1)
        do {
            for round in 0..<Self.rounds {
                let anna = try Person("anna\(round)", random: random)
                try await servers[0].create(anna)
                try await body(servers, random, anna, round)
            }
        } catch {
            await servers.close()
            throw error
        }
        #expect(try await servers[0].check() == [])
        await servers.close()
    }
}
#endif
